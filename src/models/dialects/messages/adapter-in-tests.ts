/** For tests: Anthropic's adapter, its models, and events of its streams. */
import { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, type Chunk, textMessage } from '../../../domain/chat.ts';
import { ANTHROPIC as PROVIDER } from '../../providers/anthropic.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';

export const ANTHROPIC = PROVIDER.adapter;
export const key = ApiKey.parse('sk-ant-test')!;
export const modelOf = (wireId: string): Model => ({
  id: wireId,
  provider: 'anthropic',
  wireId,
  name: 'Claude',
  description: 'd',
  tier: 'standard',
  capabilities: PROVIDER.capabilitiesOf(wireId),
});
export const model = modelOf('claude-sonnet-4-5');

export function bodyOf(fields: Partial<ChatRequest>, of: Model = model): Record<string, unknown> {
  const request: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  return JSON.parse(joinPieces(ANTHROPIC.toRequest(request, of, key).request.body));
}

export function read(events: readonly object[]): { chunks: Chunk[]; complete: boolean } {
  const reader = ANTHROPIC.openStream(model);
  const chunks: Chunk[] = [];
  for (const event of events) reader.read({ event: undefined, data: JSON.stringify(event) }, chunks);
  return { chunks, complete: reader.complete };
}

export const text = (piece: string): object => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: piece },
});
export const stop = (stop_reason: unknown, usage?: object): object => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
export const END = { type: 'message_stop' };
