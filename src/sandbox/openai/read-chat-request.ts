/** Reads and checks a chat request as the APIs of OpenAI's dialect do. */
import type { AnswerFormat, Prompt } from '../answers/prompt.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import type { Asked } from '../simulate-provider.ts';
import { CHAT_FIELDS, checkFields, checkValue, checkWord, type FieldRule, NAME } from './chat-fields.ts';
import { readMessages, type TakePart } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { findStrictFault } from './strict-schema.ts';

export interface ChatAsked extends Asked {
  readonly includeUsage: boolean;
  /** How many alternatives of each token are wanted; absent where no probabilities are. */
  readonly topLogprobs?: number;
}

/** What a provider of the dialect takes. */
export interface ChatRules {
  /** The fields a request may have; every field where the provider ignores what it does not know. */
  readonly knownFields: ReadonlySet<string> | undefined;
  readonly roles: readonly string[];
  /** What its fields are like where they are not OpenAI's. */
  readonly ownFields?: Readonly<Record<string, FieldRule>>;
  /** Whether it knows the choice of several functions. */
  readonly allowedTools?: boolean;
  readonly takePart: TakePart;
  /**
   * Checks what depends on the model.
   * @returns how many tokens the model would spend on reasoning.
   */
  checkForModel(body: JsonObject, model: string): number;
}

/** Fields that ask for what the sandbox does not simulate, unless they are null, false or empty. */
const NOT_SIMULATED = ['audio', 'function_call', 'functions'];

export function readChatRequest(body: JsonObject, rules: ChatRules): ChatAsked {
  for (const field of Object.keys(body)) {
    if (rules.knownFields?.has(field) === false) {
      refuse(`Unrecognized request argument supplied: ${field}`);
    }
  }
  const other = NOT_SIMULATED.find((field) => isAsked(body[field]));
  if (other !== undefined) {
    const message = `The sandbox does not simulate '${other}'.`;
    refuse(message, { param: other, code: 'unsupported_parameter' });
  }
  const { model, stream_options: options } = body;
  if (typeof model !== 'string' || model === '') {
    return refuse('you must provide a model parameter', { param: 'model' });
  }
  checkFields(body, { ...CHAT_FIELDS, ...rules.ownFields }, '');
  const stream = body.stream === true;
  if (isObject(options)) {
    if (!stream) {
      refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
        param: 'stream_options',
      });
    }
    checkFields(options, { include_usage: { type: 'a boolean' } }, 'stream_options.');
  }
  const maxTokens = readMaxTokens(body);
  const tools = readTools(body, rules.allowedTools === true);
  const prompt: Prompt = {
    ...readMessages(asArray(body.messages), model, rules),
    ...(tools === undefined ? {} : { tools }),
    choices: (body.n ?? 1) as number,
    format: readResponseFormat(asObject(body.response_format)),
    stop: readStop(body.stop),
    thinking: rules.checkForModel(body, model),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  const topLogprobs = readLogprobs(body);
  return {
    model,
    prompt,
    stream,
    includeUsage: asObject(options).include_usage === true,
    ...(topLogprobs === undefined ? {} : { topLogprobs }),
  };
}

/** Together's `logprobs` is the number itself. */
function readLogprobs({ logprobs, top_logprobs: top }: JsonObject): number | undefined {
  if (typeof logprobs === 'number') return logprobs;
  if (logprobs === true) return typeof top === 'number' ? top : 0;
  if ((top ?? 0) === 0) return undefined;
  const message =
    "Invalid value for 'top_logprobs': 'top_logprobs' is only allowed when 'logprobs' is enabled.";
  return refuse(message, { param: 'top_logprobs' });
}

function isAsked(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
  );
}

/** @returns the limit of tokens, whichever of its two names it has. */
function readMaxTokens({ max_tokens: older, max_completion_tokens: newer }: JsonObject) {
  if (typeof older === 'number' && typeof newer === 'number') {
    refuse("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", {
      param: 'max_tokens',
      code: 'invalid_parameter_combination',
    });
  }
  return (newer ?? older ?? undefined) as number | undefined;
}

function readStop(stop: unknown): readonly string[] {
  const texts = typeof stop === 'string' ? [stop] : asArray(stop);
  for (const text of texts) checkValue(text, { type: 'a string' }, 'stop');
  return (texts as string[]).filter((text) => text !== '');
}

function readResponseFormat(format: JsonObject): AnswerFormat {
  const types = ['json_object', 'json_schema', 'text'];
  const type = checkWord(format.type ?? 'text', types, 'response_format.type');
  if (type === 'json_object') return { type };
  if (type !== 'json_schema') return { type: 'text' };
  const param = 'response_format.json_schema';
  checkFields(format, { json_schema: { type: 'an object', required: true } }, 'response_format.');
  const given = asObject(format.json_schema);
  const fields = { name: { type: 'a string', required: true }, schema: { type: 'an object' } } as const;
  checkFields(given, fields, `${param}.`);
  const { name, schema = {}, strict } = given;
  if (!NAME.test(String(name))) {
    const message = `Invalid '${param}.name': string does not match the pattern '^[a-zA-Z0-9_-]+$'.`;
    refuse(message, { param: `${param}.name`, code: 'invalid_value' });
  }
  const fault = strict === true ? findStrictFault(asObject(schema)) : undefined;
  if (fault !== undefined) {
    const message = `Invalid schema for response_format '${name}': ${fault}`;
    refuse(message, { param: 'response_format' });
  }
  return { type, schema };
}
