/**
 * OpenAI's chat dialect: POST /v1/chat/completions. What its four speakers share; where they differ,
 * each says so in its own `ChatTraits`.
 */
import type { Answer, Prompt } from '../answers/prompt.ts';
import { type Exchange, Refused, type Reply } from '../exchange.ts';
import { isObject, type JsonObject, parseObject } from '../json.ts';
import type { Asked, ErrorForms, Speaker, StreamForm } from '../simulate-provider.ts';
import { checkBoolean, checkNumber, nameType, type Problem, type Refuse, readStop } from './chat-fields.ts';
import { readMessages } from './chat-messages.ts';
import { readResponseFormat } from './response-format.ts';

export interface ChatAsked extends Asked {
  readonly model: string;
  readonly includeUsage: boolean;
  /** Whether chunks are padded against eavesdroppers who measure them. */
  readonly obfuscate: boolean;
}

export interface ChatErrorForms extends ErrorForms {
  badRequest(exchange: Exchange, problem: Problem): Reply;
}

/** The fields of one chunk beside those that all chunks of a stream have. */
export type ChunkPart = JsonObject;

export interface ChatTraits {
  readonly errors: ChatErrorForms;
  /** The fields a request may have; every field where the provider ignores what it does not know. */
  readonly knownFields: ReadonlySet<string> | undefined;
  readonly roles: readonly string[];
  /**
   * Checks what depends on the model.
   * @returns how many tokens the model would spend on reasoning.
   * @throws Refused, through `refuse`.
   */
  checkForModel(body: JsonObject, model: string, refuse: Refuse): number;
  headers(exchange: Exchange): Readonly<Record<string, string>>;
  /** Fields of a whole answer and of every chunk: the id, and what this provider adds. */
  envelope(exchange: Exchange): JsonObject;
  usage(answer: Answer): JsonObject;
  choice(asked: ChatAsked, answer: Answer, text: string): JsonObject;
  /** Chunks before the first token. */
  openingParts(asked: ChatAsked, answer: Answer): readonly ChunkPart[];
  tokenPart(asked: ChatAsked, text: string, index: number): ChunkPart;
  /** Chunks after the last token. */
  closingParts(asked: ChatAsked, answer: Answer): readonly ChunkPart[];
}

/** Fields that ask for what the sandbox does not simulate. A real provider would serve them. */
const NOT_SIMULATED = [
  'audio',
  'function_call',
  'functions',
  'logit_bias',
  'prediction',
  'tool_choice',
  'top_logprobs',
  'web_search_options',
];

export function speakChat(traits: ChatTraits): Speaker<ChatAsked> {
  return {
    errors: traits.errors,
    serves: ({ method, path }) => method === 'POST' && path === '/v1/chat/completions',
    readKey: ({ header }) => /^Bearer (\S+)$/.exec(header('authorization') ?? '')?.[1],
    readRequest: (exchange, body) => readRequest(traits, exchange, body),
    writeWhole: (asked, answer, exchange) => ({
      headers: { 'content-type': 'application/json', ...traits.headers(exchange) },
      body: {
        object: 'chat.completion',
        created: exchange.now,
        model: asked.model,
        ...traits.envelope(exchange),
        choices: [traits.choice(asked, answer, answer.tokens.join(''))],
        usage: traits.usage(answer),
      },
    }),
    writeStream: (asked, answer, exchange) => writeStream(traits, asked, answer, exchange),
  };
}

function readRequest(traits: ChatTraits, exchange: Exchange, text: string): ChatAsked {
  const refuse: Refuse = (problem) => {
    throw new Refused(traits.errors.badRequest(exchange, problem));
  };
  const body = parseObject(text);
  if (body === undefined || !/^application\/json\b/i.test(exchange.header('content-type') ?? '')) {
    return refuse({
      message:
        'We could not parse the JSON body of your request. The API expects a JSON payload with the content type application/json.',
      param: null,
      code: null,
    });
  }
  checkFields(traits, body, refuse);
  const { model } = body;
  if (typeof model !== 'string' || model === '') {
    return refuse({
      message:
        model === undefined
          ? 'you must provide a model parameter'
          : `Invalid type for 'model': expected a string, but got ${nameType(model)} instead.`,
      param: 'model',
      code: null,
    });
  }
  const stream = checkBoolean(body, 'stream', 'stream', refuse);
  const options = readStreamOptions(body, stream, refuse);
  const conversation = readMessages(body, traits.roles, refuse);
  const maxTokens = readValues(body, refuse);
  const stop = readStop(body, refuse);
  const format = readResponseFormat(body, refuse);
  const thinking = traits.checkForModel(body, model, refuse);
  const prompt: Prompt = {
    ...conversation,
    format,
    stop,
    thinking,
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  return { prompt, stream, model, ...options };
}

function checkFields(traits: ChatTraits, body: JsonObject, refuse: Refuse): void {
  for (const field of Object.keys(body)) {
    if (traits.knownFields?.has(field) === false) {
      refuse({ message: `Unrecognized request argument supplied: ${field}`, param: null, code: null });
    }
  }
  const wanted = NOT_SIMULATED.filter((field) => body[field] !== undefined && body[field] !== null);
  if (body.logprobs === true) wanted.push('logprobs');
  if (Array.isArray(body.tools) && body.tools.length > 0) wanted.push('tools');
  const [first] = wanted;
  if (first !== undefined) {
    refuse({
      message: `The sandbox does not simulate '${first}'.`,
      param: first,
      code: 'unsupported_parameter',
    });
  }
}

function readStreamOptions(
  body: JsonObject,
  stream: boolean,
  refuse: Refuse,
): Pick<ChatAsked, 'includeUsage' | 'obfuscate'> {
  const options = body.stream_options ?? undefined;
  if (options === undefined) return { includeUsage: false, obfuscate: true };
  if (!isObject(options)) {
    return refuse({
      message: `Invalid type for 'stream_options': expected an object, but got ${nameType(options)} instead.`,
      param: 'stream_options',
      code: 'invalid_type',
    });
  }
  if (!stream) {
    refuse({
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      param: 'stream_options',
      code: null,
    });
  }
  return {
    includeUsage: checkBoolean(options, 'include_usage', 'stream_options.include_usage', refuse),
    obfuscate: options.include_obfuscation !== false,
  };
}

/** @returns the limit of tokens, whichever of its two names it has. */
function readValues(body: JsonObject, refuse: Refuse): number | undefined {
  checkNumber(body, 'temperature', { min: 0, max: 2 }, refuse);
  checkNumber(body, 'top_p', { min: 0, max: 1 }, refuse);
  checkNumber(body, 'presence_penalty', { min: -2, max: 2 }, refuse);
  checkNumber(body, 'frequency_penalty', { min: -2, max: 2 }, refuse);
  checkNumber(body, 'seed', { integer: true }, refuse);
  checkNumber(body, 'n', { min: 1, max: 1, integer: true }, refuse);
  const older = checkNumber(body, 'max_tokens', { min: 1, integer: true }, refuse);
  const newer = checkNumber(body, 'max_completion_tokens', { min: 1, integer: true }, refuse);
  if (older !== undefined && newer !== undefined) {
    refuse({
      message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      param: 'max_tokens',
      code: 'invalid_parameter_combination',
    });
  }
  return newer ?? older;
}

function writeStream(traits: ChatTraits, asked: ChatAsked, answer: Answer, exchange: Exchange): StreamForm {
  const shared = {
    object: 'chat.completion.chunk',
    created: exchange.now,
    model: asked.model,
    ...traits.envelope(exchange),
  };
  const write = (part: ChunkPart) => `data: ${JSON.stringify({ ...shared, ...part })}\n\n`;
  return {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...traits.headers(exchange) },
    opening: traits.openingParts(asked, answer).map(write).join(''),
    token: (text, index) => write(traits.tokenPart(asked, text, index)),
    closing: `${traits.closingParts(asked, answer).map(write).join('')}data: [DONE]\n\n`,
  };
}
