/** Reads and checks `generationConfig` as the Gemini API does. */
import type { AnswerFormat, Prompt } from '../answers/prompt.ts';
import { asArray, asObject, type JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { refuse } from '../refuse.ts';
import type { GeminiRules } from './gemini-models.ts';

type Config = Pick<Prompt, 'choices' | 'format' | 'maxTokens' | 'stop' | 'thinking'> & {
  /** How many tokens are listed beside each chosen one; absent where no probabilities were asked for. */
  readonly logprobs: number | undefined;
  /** Whether thoughts are shown, marked as such. */
  readonly includeThoughts: boolean;
};

const PLACE = 'generation_config';
/** Those that the sandbox simulates. */
const FIELDS =
  `candidateCount frequencyPenalty logprobs maxOutputTokens mediaResolution presencePenalty responseJsonSchema
  responseLogprobs responseMimeType responseModalities responseSchema seed stopSequences temperature thinkingConfig
  topK topP`.split(/\s+/);

const INT32 = 2 ** 31 - 1;
/** Ranges of numbers. Models of generation 3.5 and later take the sampling fields and ignore them. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  temperature: [0, 2],
  topP: [0, 1],
  seed: [-INT32 - 1, INT32],
  presencePenalty: [-2, 2],
  frequencyPenalty: [-2, 2],
  maxOutputTokens: [1, INT32],
  candidateCount: [1, 8],
  logprobs: [0, 20],
};

export function readGenerationConfig(config: JsonObject, model: string, rules: GeminiRules): Config {
  refuseUnknown(config, FIELDS, PLACE);
  for (const [field, range] of Object.entries(RANGES)) checkNumber(config[field], field, range);
  if (!rules.penalties && (config.presencePenalty ?? config.frequencyPenalty) !== undefined) {
    refuse(`Penalty is not enabled for models/${model}`);
  }
  const { maxOutputTokens: maxTokens, candidateCount: choices } = config;
  if (typeof choices === 'number' && choices > 1 && !rules.severalCandidates) {
    refuse('Multiple candidates is not enabled for this model');
  }
  return {
    ...(typeof choices === 'number' ? { choices } : {}),
    logprobs: readLogprobs(config, model, rules),
    format: readFormat(config),
    stop: readStopSequences(config.stopSequences),
    ...readThinkingConfig(config.thinkingConfig, rules),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

/** Google refuses names it does not know, at every level, and takes those it knows in both spellings. */
export function refuseUnknown(object: JsonObject, known: readonly string[], place: string): void {
  const name = Object.keys(object).find((one) => !known.includes(inCamelCase(one)));
  if (name === undefined) return;
  const at = place === '' ? '' : ` at '${place}'`;
  const description = `Invalid JSON payload received. Unknown name "${name}"${at}: Cannot find field.`;
  const violation = place === '' ? { description } : { field: place, description };
  refuse(description, {
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }],
  });
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

function checkNumber(value: unknown, field: string, [min, max]: readonly [number, number]): void {
  if (value === undefined) return;
  const wire = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (typeof value !== 'number') {
    refuse(`Invalid value at '${PLACE}.${wire}' (TYPE_FLOAT), ${JSON.stringify(value)}`);
  } else if (value < min || value > max) {
    refuse(`* GenerateContentRequest.${PLACE}.${wire}: ${wire} must be in the range [${min}, ${max}].\n`);
  }
}

function readLogprobs(
  { responseLogprobs: isAsked, logprobs }: JsonObject,
  model: string,
  rules: GeminiRules,
): number | undefined {
  if (isAsked === true && !rules.logprobs) refuse(`Logprobs is not enabled for models/${model}`);
  if (isAsked === true) return Number(logprobs ?? 0);
  if (logprobs !== undefined) refuse('logprobs may only be set when response_logprobs is true.');
  return undefined;
}

function readStopSequences(value: unknown): readonly string[] {
  const place = `${PLACE}.stop_sequences`;
  const sequences = asArray(value).map(String);
  const at = `* GenerateContentRequest.${place}`;
  if (sequences.length > 5) refuse(`${at}: at most 5 stop sequences are supported.\n`);
  if (sequences.includes('')) refuse(`${at}: stop_sequences must not be empty.\n`);
  return sequences;
}

function readFormat(config: JsonObject): AnswerFormat {
  const { responseMimeType = 'text/plain', responseSchema, responseJsonSchema } = config;
  const at = `* GenerateContentRequest.${PLACE}`;
  if (responseSchema !== undefined && responseJsonSchema !== undefined) {
    refuse(`${at}: only one of response_schema and response_json_schema may be set.\n`);
  }
  const [schema, name] =
    responseSchema === undefined
      ? [responseJsonSchema, 'response_json_schema']
      : [responseSchema, 'response_schema'];
  const isJson = responseMimeType === 'application/json';
  if (!isJson && responseMimeType !== 'text/plain') {
    refuse(`${at}.response_mime_type: allowed mimetypes are \`text/plain\` and \`application/json\`.\n`);
  }
  if (schema === undefined) return { type: isJson ? 'json_object' : 'text' };
  if (!isJson) {
    refuse(`${at}.${name}: only allowed when response_mime_type is \`application/json\`.\n`);
  }
  return { type: 'json_schema', schema };
}

function readThinkingConfig(
  given: unknown,
  rules: GeminiRules,
): { readonly thinking: number; readonly includeThoughts: boolean } {
  const usual = rules.thinks ? reasoningBudget(undefined) : 0;
  if (given === undefined) return { thinking: usual, includeThoughts: false };
  const place = `${PLACE}.thinking_config`;
  const config = asObject(given);
  refuseUnknown(config, ['includeThoughts', 'thinkingBudget', 'thinkingLevel'], place);
  if (!rules.thinks) refuse('Thinking is not enabled for this model.');
  const includeThoughts = config.includeThoughts === true;
  const { thinkingBudget: budget, thinkingLevel: level } = config;
  if (budget !== undefined && level !== undefined) {
    refuse('You can only set only one of thinking budget and thinking level.');
  }
  if (level === undefined) {
    const isCapped = typeof budget === 'number' && budget >= 0;
    return { thinking: isCapped ? Math.min(budget, 512) : usual, includeThoughts };
  }
  const name = String(level).toUpperCase();
  if (rules.levels.length === 0) refuse('Thinking level is not supported for this model.');
  if (!['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'].includes(name)) {
    refuse(`Invalid value at '${place}.thinking_level', ${JSON.stringify(level)}`);
  }
  if (!rules.levels.includes(name)) refuse(`Thinking level ${name} is not supported for this model.`);
  return { thinking: reasoningBudget(name), includeThoughts };
}
