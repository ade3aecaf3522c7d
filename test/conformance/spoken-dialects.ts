/** Every dialect in which a provider is asked: one that has both of OpenAI's APIs counts twice. */
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Model } from '../../src/domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../src/domain/chat.ts';
import type { AnswerReader } from '../../src/models/dialects/adapter.ts';
import type { Dialect } from '../../src/models/dialects/dialect.ts';
import { DIALECTS } from '../../src/models/providers/registry.ts';
import { modelOf, readShippedCatalogue } from './read-fixtures.ts';

const KEY = ApiKey.parse('sk-spoken')!;
const ID = { openai: 'gpt-6-luna', xai: 'grok-4.3' };

/** A dialect with all requests as if they came in the words of the Responses API. */
function byResponses(dialect: Dialect): Dialect[] {
  const { adapter, responsesFields: fields } = dialect;
  if (fields === undefined) return [];
  const toRequest: typeof adapter.toRequest = (request, ...of) =>
    adapter.toRequest({ ...request, api: 'responses' }, ...of);
  const model = modelOf(readShippedCatalogue(), { model: ID[dialect.key as keyof typeof ID] });
  const asked: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false };
  const reader = toRequest(asked, model, KEY).reader as AnswerReader;
  return [
    {
      ...dialect,
      key: `${dialect.key}-responses`,
      name: `${dialect.name}, Responses`,
      fields,
      adapter: { ...adapter, ...reader, toRequest },
    },
  ];
}

export const SPOKEN: readonly Dialect[] = [...DIALECTS, ...DIALECTS.flatMap(byResponses)];

/** Reads the answer to a request. */
export function readerOf({ adapter }: Dialect, request: ChatRequest, model: Model): AnswerReader {
  return adapter.toRequest(request, model, KEY).reader ?? adapter;
}
