/** Reads and checks `generationConfig` as the Gemini API does. */
import type { AnswerFormat, Prompt } from '../answers/prompt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import type { GeminiRules } from './gemini-models.ts';
import { type Refuse, refuseUnknown } from './refuse-unknown.ts';
import { checkResponseSchema } from './response-schema.ts';

type Config = Pick<Prompt, 'format' | 'maxTokens' | 'stop' | 'thinking'> & {
  readonly includeThoughts: boolean;
};

const FIELDS = [
  ...['candidateCount', 'frequencyPenalty', 'maxOutputTokens', 'mediaResolution', 'presencePenalty'],
  ...['responseJsonSchema', 'responseMimeType', 'responseModalities', 'responseSchema', 'seed'],
  ...['stopSequences', 'temperature', 'thinkingConfig', 'topK', 'topP'],
];

/** @throws whatever `refuse` throws. */
export function readGenerationConfig(
  given: unknown,
  model: string,
  rules: GeminiRules,
  refuse: Refuse,
): Config {
  const config = given ?? {};
  if (!isObject(config)) {
    return refuse(
      `Invalid value at 'generation_config' (type.googleapis.com/google.ai.generativelanguage.v1beta.GenerationConfig)`,
    );
  }
  refuseUnknown(config, FIELDS, 'generation_config', refuse);
  // Models of generation 3.5 and later take the sampling fields and ignore them.
  checkNumber(config, 'temperature', [0, 2], refuse);
  checkNumber(config, 'topP', [0, 1], refuse);
  checkNumber(config, 'seed', [-(2 ** 31), 2 ** 31 - 1], refuse);
  for (const field of ['presencePenalty', 'frequencyPenalty']) {
    const penalty = checkNumber(config, field, [-2, 2], refuse);
    if (penalty !== undefined && !rules.penalties) refuse(`Penalty is not enabled for models/${model}`);
  }
  if (config.candidateCount !== undefined && (!rules.candidateCount || config.candidateCount !== 1)) {
    refuse('Multiple candidates is not enabled for this model');
  }
  const maxTokens = checkNumber(config, 'maxOutputTokens', [1, 2 ** 31 - 1], refuse);
  const thoughts = readThinkingConfig(config.thinkingConfig, rules, refuse);
  return {
    format: readFormat(config, refuse),
    stop: readStopSequences(config.stopSequences, refuse),
    ...thoughts,
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}

function checkNumber(
  config: JsonObject,
  field: string,
  [min, max]: readonly [number, number],
  refuse: Refuse,
): number | undefined {
  const value = config[field];
  if (value === undefined) return undefined;
  const wire = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (typeof value !== 'number') {
    return refuse(`Invalid value at 'generation_config.${wire}' (TYPE_FLOAT), ${JSON.stringify(value)}`);
  }
  if (value < min || value > max) {
    refuse(
      `* GenerateContentRequest.generation_config.${wire}: ${wire} must be in the range [${min}, ${max}].\n`,
    );
  }
  return value;
}

function readStopSequences(value: unknown, refuse: Refuse): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one): one is string => typeof one === 'string')) {
    return refuse("Invalid value at 'generation_config.stop_sequences' (TYPE_STRING)");
  }
  if (value.length > 5) {
    refuse(
      '* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences are supported.\n',
    );
  }
  if (value.includes('')) {
    refuse('* GenerateContentRequest.generation_config.stop_sequences: stop_sequences must not be empty.\n');
  }
  return value;
}

function readFormat(config: JsonObject, refuse: Refuse): AnswerFormat {
  const { responseMimeType = 'text/plain', responseSchema, responseJsonSchema } = config;
  if (responseMimeType !== 'text/plain' && responseMimeType !== 'application/json') {
    return refuse(
      '* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.\n',
    );
  }
  const schema = responseSchema ?? responseJsonSchema;
  if (responseSchema !== undefined && responseJsonSchema !== undefined) {
    refuse(
      '* GenerateContentRequest.generation_config: only one of response_schema and response_json_schema may be set.\n',
    );
  }
  if (schema === undefined) {
    return responseMimeType === 'application/json' ? { type: 'json_object' } : { type: 'text' };
  }
  if (responseMimeType !== 'application/json') {
    refuse(
      '* GenerateContentRequest.generation_config.response_schema: only allowed when response_mime_type is `application/json`.\n',
    );
  }
  if (responseSchema !== undefined)
    checkResponseSchema(responseSchema, 'generation_config.response_schema', refuse);
  return { type: 'json_schema', schema };
}

function readThinkingConfig(
  given: unknown,
  rules: GeminiRules,
  refuse: Refuse,
): { readonly thinking: number; readonly includeThoughts: boolean } {
  const usual = rules.thinks ? reasoningBudget(undefined) : 0;
  if (given === undefined) return { thinking: usual, includeThoughts: false };
  const place = 'generation_config.thinking_config';
  if (!isObject(given)) return refuse(`Invalid value at '${place}'`);
  refuseUnknown(given, ['includeThoughts', 'thinkingBudget', 'thinkingLevel'], place, refuse);
  if (!rules.thinks) refuse('Thinking is not enabled for this model.');
  const includeThoughts = given.includeThoughts === true;
  const { thinkingBudget: budget, thinkingLevel: level } = given;
  if (budget !== undefined && level !== undefined) {
    refuse('You can only set only one of thinking budget and thinking level.');
  }
  if (level !== undefined) {
    const name = String(level).toUpperCase();
    if (rules.levels.length === 0) return refuse('Thinking level is not supported for this model.');
    if (!['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'].includes(name)) {
      return refuse(`Invalid value at '${place}.thinking_level', ${JSON.stringify(level)}`);
    }
    if (!rules.levels.includes(name)) {
      return refuse(
        `Thinking level ${name} is not supported for this model. Please retry with other thinking level.`,
      );
    }
    return { thinking: reasoningBudget(name), includeThoughts };
  }
  if (typeof budget !== 'number') return { thinking: usual, includeThoughts };
  return { thinking: budget < 0 ? usual : Math.min(budget, 512), includeThoughts };
}
