/**
 * OpenAI's chat dialect: POST /v1/chat/completions. What its four speakers share; where they differ,
 * each says so in its own `ChatTraits`.
 */
import type { Answer } from '../answers/prompt.ts';
import type { ErrorTable } from '../error-table.ts';
import type { Exchange, SimulatedProvider } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { type StreamForm, simulateProvider } from '../simulate-provider.ts';
import type { Problem } from './chat-fields.ts';
import { type ChatAsked, type ChatRules, readChatRequest } from './read-chat-request.ts';

export interface ChatTraits extends ChatRules {
  readonly errors: ErrorTable;
  /** The body that refuses a request. */
  badRequest(problem: Problem, exchange: Exchange): object;
  headers(exchange: Exchange): Readonly<Record<string, string>>;
  /** Fields of a whole answer and of every chunk: the id, and what this provider adds. */
  envelope(exchange: Exchange): JsonObject;
  readonly finish: Readonly<Record<Answer['finish'], string>>;
  usage(answer: Answer): JsonObject;
  /** The fields of a message beside its role and its text. */
  message(answer: Answer): JsonObject;
  /** The fields of a choice beside its number, its message or its delta, and its finish reason. */
  choice(delta?: JsonObject): JsonObject;
  /** The finish reason of chunks before the last one: null, or none. */
  readonly unfinished: null | undefined;
  /** The deltas before the first token, of the tokens, and of the chunk with the finish reason. */
  openingDelta(answer: Answer): JsonObject | undefined;
  tokenDelta(text: string, index: number): JsonObject;
  readonly closingDelta: JsonObject;
  /** What this provider adds to a chunk beside its choices. */
  chunk?(asked: ChatAsked): JsonObject;
  /** Whether usage stands in the chunk with the finish reason, asked for or not, and not in one of its own. */
  readonly usageAtFinish?: true;
}

const NOT_JSON = {
  message:
    'We could not parse the JSON body of your request. The API expects a JSON payload with the content type application/json.',
  param: null,
  code: null,
};

export function simulateChat(traits: ChatTraits): SimulatedProvider {
  return simulateProvider<ChatAsked, Problem>({
    errors: traits.errors,
    headers: traits.headers,
    serves: ({ method, path }) => method === 'POST' && path === '/v1/chat/completions',
    readKey: ({ header }) => /^Bearer (\S+)$/.exec(header('authorization') ?? '')?.[1],
    notJson: NOT_JSON,
    badRequest: traits.badRequest,
    readRequest: (body, refuse) => readChatRequest(body, traits, refuse),
    writeWhole: (asked, answer, exchange) => ({
      object: 'chat.completion',
      created: exchange.now,
      model: asked.model,
      ...traits.envelope(exchange),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: answer.tokens.join(''), ...traits.message(answer) },
          ...traits.choice(),
          finish_reason: traits.finish[answer.finish],
        },
      ],
      usage: traits.usage(answer),
    }),
    writeStream: (asked, answer, exchange) => writeStream(traits, asked, answer, exchange),
    writeError: (error) => `data: ${JSON.stringify(error)}\n\n`,
  });
}

function writeStream(traits: ChatTraits, asked: ChatAsked, answer: Answer, exchange: Exchange): StreamForm {
  const shared = {
    object: 'chat.completion.chunk',
    created: exchange.now,
    model: asked.model,
    ...traits.envelope(exchange),
  };
  const write = (part: JsonObject) => `data: ${JSON.stringify({ ...shared, ...part })}\n\n`;
  const writeDelta = (delta: JsonObject, finish: string | null | undefined, more = {}) =>
    write({
      choices: [{ index: 0, delta, ...traits.choice(delta), finish_reason: finish }],
      ...traits.chunk?.(asked),
      ...more,
    });
  const opening = traits.openingDelta(answer);
  const usage = { usage: traits.usage(answer) };
  const atFinish = traits.usageAtFinish === true;
  const finish = traits.finish[answer.finish];
  return {
    opening: opening === undefined ? '' : writeDelta(opening, traits.unfinished),
    token: (text, index) => writeDelta(traits.tokenDelta(text, index), traits.unfinished),
    closing: [
      writeDelta(traits.closingDelta, finish, atFinish ? usage : {}),
      asked.includeUsage && !atFinish ? write({ choices: [], ...usage }) : '',
      'data: [DONE]\n\n',
    ].join(''),
  };
}
