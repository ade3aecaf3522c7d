/**
 * POST /embeddings in OpenAI's form, which Google's and Together's have too.
 * Source: platform.openai.com/docs/api-reference/embeddings.
 */
import { embedText } from '../answers/embed-text.ts';
import { estimateTokens } from '../answers/split-tokens.ts';
import { jsonReply, type SimulatedProvider } from '../exchange.ts';
import { asArray, type JsonObject } from '../json.ts';
import { Refusal, refuse } from '../refuse.ts';
import { type Front, failureOf, letIn, readBody } from '../simulate-provider.ts';
import { checkFields, checkValue, checkWord, type FieldRule } from './chat-fields.ts';

const FIELDS: Readonly<Record<string, FieldRule>> = {
  model: { type: 'a string', required: true },
  input: { type: 'one of a string or array', required: true, min: 1 },
  dimensions: { type: 'an integer', min: 1, max: 3_072 },
  user: { type: 'a string' },
};
/** Texts of one request. */
const SEVERAL: FieldRule = { type: 'an array', max: 2_048 };
/** Of OpenAI's largest model, and of all others. */
const DIMENSIONS = { large: 3_072, usual: 1_536 } as const;

interface Asked {
  readonly model: string;
  readonly texts: readonly string[];
  readonly tokens: number;
  readonly dimensions: number;
  readonly isBase64: boolean;
}

/**
 * @param front the provider, as far as it is the same for every request.
 * @param path of its embeddings.
 * @param chat answers everything else.
 */
export function withEmbeddings(chat: SimulatedProvider, front: Front, path: string): SimulatedProvider {
  return async (exchange, abilities) => {
    if (exchange.method !== 'POST' || exchange.path !== path) return chat(exchange, abilities);
    const scenario = letIn(front, exchange);
    if (typeof scenario === 'object') return scenario;
    try {
      const asked = readRequest(readBody(front, exchange));
      const failing = failureOf(scenario, exchange, front.errors, false);
      if (failing !== undefined) return failing;
      const pace = scenario === 'slow' ? 'slow-model' : 'at-once';
      const reply = jsonReply(200, writeAnswer(asked), front.headers(exchange));
      return { ...reply, pace, cut: scenario === 'cut' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return jsonReply(400, front.badRequest(error.problem, exchange), front.headers(exchange));
    }
  };
}

function readRequest(body: JsonObject): Asked {
  checkFields(body, FIELDS, '');
  checkWord(body.encoding_format, ['float', 'base64'], 'encoding_format');
  const model = body.model as string;
  const inputs = readInputs(body.input);
  const usual = model.includes('-large') ? DIMENSIONS.large : DIMENSIONS.usual;
  return {
    model,
    texts: inputs.map(({ text }) => text),
    tokens: inputs.reduce((sum, { tokens }) => sum + tokens, 0),
    dimensions: (body.dimensions ?? usual) as number,
    isBase64: body.encoding_format === 'base64',
  };
}

/** A text or several; or tokens, of one text or several. Tokens count as words. */
function readInputs(input: unknown): readonly { readonly text: string; readonly tokens: number }[] {
  const one = (value: unknown) => {
    if (typeof value === 'string' && value !== '') {
      return { text: value, tokens: estimateTokens(value.length) };
    }
    const tokens = asArray(value);
    if (tokens.length === 0 || !tokens.every(Number.isInteger)) {
      return refuse(
        "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
      );
    }
    return { text: tokens.map((token) => `token${token}`).join(' '), tokens: tokens.length };
  };
  const isOne = typeof input === 'string' || typeof asArray(input)[0] === 'number';
  if (isOne) return [one(input)];
  checkValue(input, SEVERAL, 'input');
  return asArray(input).map(one);
}

function writeAnswer({ model, texts, tokens, dimensions, isBase64 }: Asked): JsonObject {
  const data = texts.map((text, index) => {
    const vector = embedText(text, dimensions);
    const embedding = isBase64 ? Buffer.from(vector.buffer).toString('base64') : [...vector];
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}
