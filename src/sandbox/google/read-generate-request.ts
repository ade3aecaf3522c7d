/** Reads and checks a generateContent request as the Gemini API does, with its messages. */
import type { Prompt } from '../answers/prompt.ts';
import type { Exchange } from '../exchange.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import type { Asked } from '../simulate-provider.ts';
import { type GeminiRules, geminiRules } from './gemini-models.ts';
import { type Refuse, readGenerationConfig, refuseUnknown } from './read-generation-config.ts';

export interface GenerateAsked extends Asked {
  readonly includeThoughts: boolean;
}

const FIELDS =
  `cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction toolConfig
  tools`.split(/\s+/);

const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** The model and the method of a path; `undefined` for every other path. */
export function readPath({ method, path }: Exchange): { model: string; stream: boolean } | undefined {
  const parts = PATH.exec(path);
  if (parts === null || method !== 'POST') return undefined;
  try {
    return { model: decodeURIComponent(parts[1] ?? ''), stream: parts[2] === 'streamGenerateContent' };
  } catch {
    return undefined;
  }
}

/** @throws whatever `refuse` throws, where Google would refuse. */
export function readGenerateRequest(body: JsonObject, refuse: Refuse, exchange: Exchange): GenerateAsked {
  const { model, stream } = readPath(exchange) ?? { model: '', stream: false };
  const rules = geminiRules(model);
  // Without it the real API streams a JSON array, which the sandbox does not simulate.
  if (stream && exchange.query.get('alt') !== 'sse') refuse('The sandbox streams with alt=sse only.');
  refuseUnknown(body, FIELDS, '', refuse);
  if (asArray(body.tools).length > 0) refuse('The sandbox does not simulate tools.');
  const instruction = readMessage(body, 'systemInstruction', 'system_instruction', refuse);
  const config = readMessage(body, 'generationConfig', 'generation_config', refuse) ?? {};
  const { includeThoughts, ...settings } = readGenerationConfig(config, model, rules, refuse);
  const prompt: Prompt = {
    system: instruction === undefined ? [] : [readContent(instruction, 'system_instruction', refuse).text],
    turns: readContents(body.contents, rules, refuse),
    ...settings,
  };
  return { prompt, stream, model, includeThoughts };
}

/** A field of the body that must be an object where it is set. */
function readMessage(body: JsonObject, field: string, wire: string, refuse: Refuse): JsonObject | undefined {
  const value = body[field];
  return value === undefined || isObject(value) ? value : refuse(`Invalid value at '${wire}'`);
}

function readContents(contents: unknown, rules: GeminiRules, refuse: Refuse): Prompt['turns'] {
  if (!Array.isArray(contents) || contents.length === 0) {
    return refuse('* GenerateContentRequest.contents: contents is not specified\n');
  }
  const turns = contents.map((content, index) => readContent(content, `contents[${index}]`, refuse));
  if (turns.at(-1)?.role === 'assistant' && !rules.modelLast) {
    // Documented as a 400; the wording is ours.
    refuse('Requests whose last turn has the role "model" are not supported for this model.');
  }
  return turns;
}

function readContent(content: unknown, place: string, refuse: Refuse): Prompt['turns'][number] {
  const { role = 'user', parts } = asObject(content);
  refuseUnknown(asObject(content), ['parts', 'role'], place, refuse);
  if (role !== 'user' && role !== 'model') refuse('Please use a valid role: user, model.');
  const at = `* GenerateContentRequest.${place}.parts`;
  if (asArray(parts).length === 0) refuse(`${at}: contents.parts must not be empty.\n`);
  const texts = asArray(parts).map((part, index) => {
    const { text } = asObject(part);
    if (typeof text === 'string' && text !== '') return text;
    return refuse(`${at}[${index}].data: required oneof field 'data' must have one initialized field\n`);
  });
  return { role: role === 'user' ? 'user' : 'assistant', text: texts.join('') };
}
