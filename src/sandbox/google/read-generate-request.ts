/** Reads and checks a generateContent request as the Gemini API does, with its messages. */
import type { Prompt } from '../answers/prompt.ts';
import { type Exchange, Refused } from '../exchange.ts';
import { isObject, parseObject } from '../json.ts';
import type { Asked } from '../simulate-provider.ts';
import { type GeminiRules, geminiRules } from './gemini-models.ts';
import { googleErrors } from './google-errors.ts';
import { readGenerationConfig } from './read-generation-config.ts';
import { type Refuse, refuseUnknown } from './refuse-unknown.ts';

export interface GenerateAsked extends Asked {
  readonly model: string;
  /** Whether thoughts are shown, marked as such. */
  readonly includeThoughts: boolean;
}

const FIELDS = [
  ...['cachedContent', 'contents', 'generationConfig', 'labels', 'model', 'safetySettings', 'serviceTier'],
  ...['store', 'systemInstruction', 'toolConfig', 'tools'],
];

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

/** @throws Refused where Google would refuse. */
export function readGenerateRequest(exchange: Exchange, text: string): GenerateAsked {
  const refuse: Refuse = (message, details) => {
    throw new Refused(googleErrors.badRequest(message, details));
  };
  const { model, stream } = readPath(exchange) ?? { model: '', stream: false };
  const rules = geminiRules(model);
  // Without it the real API streams a JSON array, which the sandbox does not simulate.
  if (stream && exchange.query.get('alt') !== 'sse') refuse('The sandbox streams with alt=sse only.');
  const body = parseObject(text);
  if (body === undefined || !/^application\/json\b/i.test(exchange.header('content-type') ?? '')) {
    return refuse('Invalid JSON payload received. Expected an object.');
  }
  refuseUnknown(body, FIELDS, '', refuse);
  if (Array.isArray(body.tools) && body.tools.length > 0) refuse('The sandbox does not simulate tools.');
  const turns = readContents(body.contents, rules, refuse);
  const system = readSystemInstruction(body.systemInstruction, refuse);
  const { includeThoughts, ...config } = readGenerationConfig(body.generationConfig, model, rules, refuse);
  const prompt: Prompt = { system, turns, ...config };
  return { prompt, stream, model, includeThoughts };
}

function readContents(contents: unknown, rules: GeminiRules, refuse: Refuse): Prompt['turns'] {
  if (!Array.isArray(contents) || contents.length === 0) {
    return refuse('* GenerateContentRequest.contents: contents is not specified\n');
  }
  const turns = contents.map((content: unknown, index): Prompt['turns'][number] => {
    const place = `contents[${index}]`;
    if (!isObject(content)) {
      return refuse(
        `Invalid value at '${place}' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content)`,
      );
    }
    refuseUnknown(content, ['parts', 'role'], place, refuse);
    const { role = 'user' } = content;
    if (role !== 'user' && role !== 'model') refuse('Please use a valid role: user, model.');
    return { role: role === 'user' ? 'user' : 'assistant', text: readParts(content.parts, place, refuse) };
  });
  if (turns.at(-1)?.role === 'assistant' && !rules.modelLast) {
    // Documented as a 400; the wording is ours.
    refuse('Requests whose last turn has the role "model" are not supported for this model.');
  }
  return turns;
}

function readParts(parts: unknown, place: string, refuse: Refuse): string {
  const at = `* GenerateContentRequest.${place}.parts`;
  if (!Array.isArray(parts) || parts.length === 0)
    return refuse(`${at}: contents.parts must not be empty.\n`);
  const texts = parts.map((part: unknown, index) => {
    if (isObject(part) && typeof part.text === 'string' && part.text !== '') return part.text;
    return refuse(`${at}[${index}].data: required oneof field 'data' must have one initialized field\n`);
  });
  return texts.join('');
}

function readSystemInstruction(given: unknown, refuse: Refuse): readonly string[] {
  if (given === undefined) return [];
  if (!isObject(given)) {
    return refuse(
      `Invalid value at 'system_instruction' (type.googleapis.com/google.ai.generativelanguage.v1beta.Content)`,
    );
  }
  refuseUnknown(given, ['parts', 'role'], 'system_instruction', refuse);
  return [readParts(given.parts, 'system_instruction', refuse)];
}
