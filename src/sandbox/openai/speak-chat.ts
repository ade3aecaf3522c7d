/**
 * OpenAI's chat dialect: POST /v1/chat/completions. What its four speakers share; where they differ,
 * each says so in its own `ChatTraits`.
 */
import type { Answer } from '../answers/prompt.ts';
import type { ErrorTable } from '../error-table.ts';
import type { Exchange, SimulatedProvider } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Problem } from '../refuse.ts';
import { type Front, type StreamForm, simulateProvider } from '../simulate-provider.ts';
import { withEmbeddings } from './embeddings.ts';
import { type ChatAsked, type ChatRules, readChatRequest } from './read-chat-request.ts';
import { toWireCalls, type WireCall } from './write-calls.ts';
import type { WriteLogprobs } from './write-logprobs.ts';

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
  readonly contentBesideCalls: null | '';
  /** What stands behind the arguments of a call. */
  readonly argumentsEnd: '' | '\n';
  /** How the calls are streamed. */
  callDeltas(calls: readonly WireCall[]): Iterable<JsonObject>;
  readonly logprobs: WriteLogprobs;
  /** What this provider adds to a chunk beside its choices. */
  chunk?(asked: ChatAsked): JsonObject;
  /** Whether usage stands in the chunk with the finish reason, asked for or not, and not in one of its own. */
  readonly usageAtFinish?: true;
}

export const NOT_JSON =
  'We could not parse the JSON body of your request. The API expects a JSON payload with the content type application/json.';

/** The key stands where all of the dialect look for it. */
export function openAIFront({ errors, headers, badRequest }: Omit<Front, 'readKey' | 'notJson'>): Front {
  return {
    ...{ errors, headers, badRequest },
    readKey: ({ header }) => /^Bearer (\S+)$/.exec(header('authorization') ?? '')?.[1],
    notJson: NOT_JSON,
  };
}

/** A server of the dialect, with its chats alone. */
export function simulateChat(traits: ChatTraits): SimulatedProvider {
  return simulateProvider<ChatAsked>({
    ...openAIFront(traits),
    serves: ({ method, path }) => method === 'POST' && path === '/v1/chat/completions',
    readRequest: (body) => readChatRequest(body, traits),
    writeWhole: (asked, answer, exchange) => ({
      object: 'chat.completion',
      created: exchange.now,
      model: asked.model,
      ...traits.envelope(exchange),
      choices: choicesOf(asked).map((index) => ({
        index,
        message: writeMessage(traits, answer, exchange, index),
        ...traits.choice(),
        ...writeLogprobs(traits, asked, answer.tokens),
        finish_reason: finishOf(traits, asked, answer),
      })),
      usage: traits.usage(countAll(asked, answer)),
    }),
    writeStream: (asked, answer, exchange) => writeStream(traits, asked, answer, exchange),
    writeError: (error) => `data: ${JSON.stringify(error)}\n\n`,
  });
}

/** The numbers of the answers that were asked for; all say the same. */
function choicesOf({ prompt }: ChatAsked): number[] {
  return Array.from({ length: prompt.choices ?? 1 }, (_, index) => index);
}

/** Each answer is paid for. */
function countAll({ prompt }: ChatAsked, answer: Answer): Answer {
  const { choices = 1 } = prompt;
  const { counts } = answer;
  return {
    ...answer,
    counts: { ...counts, text: counts.text * choices, reasoning: counts.reasoning * choices },
  };
}

function writeMessage(traits: ChatTraits, answer: Answer, exchange: Exchange, choice: number): JsonObject {
  const calls = toWireCalls(answer.calls, exchange, choice, traits.argumentsEnd);
  return {
    role: 'assistant',
    content: calls.length > 0 ? traits.contentBesideCalls : answer.tokens.join(''),
    ...traits.message(answer),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function writeLogprobs(traits: ChatTraits, asked: ChatAsked, tokens: readonly string[]): JsonObject {
  const { topLogprobs } = asked;
  return topLogprobs === undefined ? {} : { logprobs: traits.logprobs(tokens, topLogprobs) };
}

/** Where one function was forced, the model has only stopped. */
function finishOf({ finish }: ChatTraits, { prompt }: ChatAsked, answer: Answer): string {
  const isForced = answer.finish === 'tool_calls' && typeof prompt.tools?.choice === 'object';
  return finish[isForced ? 'stop_sequence' : answer.finish];
}

function writeStream(traits: ChatTraits, asked: ChatAsked, answer: Answer, exchange: Exchange): StreamForm {
  const shared = {
    object: 'chat.completion.chunk',
    created: exchange.now,
    model: asked.model,
    ...traits.envelope(exchange),
  };
  const choices = choicesOf(asked);
  const write = (part: JsonObject) => `data: ${JSON.stringify({ ...shared, ...part })}\n\n`;
  const writeDelta = (
    index: number,
    delta: JsonObject,
    finish: string | null | undefined = traits.unfinished,
    more: JsonObject = {},
    tokens: readonly string[] = [],
  ) =>
    write({
      choices: [
        {
          index,
          delta,
          ...traits.choice(delta),
          ...(tokens.length === 0 ? {} : writeLogprobs(traits, asked, tokens)),
          finish_reason: finish,
        },
      ],
      ...traits.chunk?.(asked),
      ...more,
    });
  const forEach = (write: (choice: number) => string) => choices.map(write).join('');
  const opening = traits.openingDelta(answer);
  const usage = { usage: traits.usage(countAll(asked, answer)) };
  const atFinish = traits.usageAtFinish === true;
  const finish = finishOf(traits, asked, answer);
  const writeCalls = (choice: number) => {
    const calls = toWireCalls(answer.calls, exchange, choice, traits.argumentsEnd);
    if (calls.length === 0) return '';
    return [...traits.callDeltas(calls)].map((delta) => writeDelta(choice, delta)).join('');
  };
  return {
    opening: opening === undefined ? '' : forEach((choice) => writeDelta(choice, opening)),
    token: (text, index) =>
      forEach((choice) => writeDelta(choice, traits.tokenDelta(text, index), undefined, {}, [text])),
    closing: [
      forEach(writeCalls),
      forEach((choice) => {
        const isLast = choice === choices.length - 1;
        return writeDelta(choice, traits.closingDelta, finish, atFinish && isLast ? usage : {});
      }),
      asked.includeUsage && !atFinish ? write({ choices: [], ...usage }) : '',
      'data: [DONE]\n\n',
    ].join(''),
  };
}

/** Likewise, with embeddings. */
export function simulateChatAndEmbeddings(traits: ChatTraits): SimulatedProvider {
  return withEmbeddings(simulateChat(traits), openAIFront(traits), '/v1/embeddings');
}
