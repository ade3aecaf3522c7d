/** How much a streamed answer used, however it ends. */
import type { Completion, Usage } from '../../domain/chat.ts';
import { mostTokens } from '../providers/count-tokens.ts';
import { followStream } from './follow-stream.ts';
import type { ChunkBatches } from './read-chunks.ts';
import type { CallSpending } from './spending.ts';

export function meterStream(batches: ChunkBatches, spending: CallSpending): ChunkBatches {
  let said: Usage | undefined;
  return followStream(
    batches,
    (chunk) => {
      if (chunk.type === 'usage') said = chunk.usage;
      else if ('text' in chunk) spending.add(mostTokens(chunk.text));
    },
    (how) => {
      if (said !== undefined || how === 'read') spending.answered(said);
      else spending.ended(how === 'closed' ? undefined : how.error);
    },
  );
}

/** Tokens of an answer whose provider does not say how many it has. */
export function countProduced({ more = [], ...first }: Completion): number {
  return [first, ...more].reduce(
    (sum, { content, thoughts = [], toolCalls }) =>
      sum +
      mostTokens(content) +
      thoughts.reduce((all, { text }) => all + mostTokens(text), 0) +
      (toolCalls === undefined ? 0 : mostTokens(JSON.stringify(toolCalls))),
    0,
  );
}
