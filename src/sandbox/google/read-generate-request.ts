/** Reads and checks a generateContent request as the Gemini API does, with its messages. */
import type { Prompt } from '../answers/prompt.ts';
import type { Exchange } from '../exchange.ts';
import { isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import type { Asked } from '../simulate-provider.ts';
import { geminiRules } from './gemini-models.ts';
import { readContent, readContents } from './read-contents.ts';
import { readGenerationConfig, refuseUnknown } from './read-generation-config.ts';
import { readTools } from './read-tools.ts';

export interface GenerateAsked extends Asked {
  readonly includeThoughts: boolean;
  /** Calls of functions get a signature and an id. */
  readonly signs: boolean;
  /** How many tokens are listed beside each chosen one; absent where no probabilities were asked for. */
  readonly logprobs: number | undefined;
}

const FIELDS =
  `cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction toolConfig
  tools`.split(/\s+/);

const PATH = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** The model and the method of a path; `undefined` for every other path. */
export function readPath({
  method,
  path,
}: Exchange): { model: string; stream: boolean; counts: boolean } | undefined {
  const parts = PATH.exec(path);
  if (parts === null || method !== 'POST') return undefined;
  const [, model = '', verb] = parts;
  return {
    model: decodeURIComponent(model),
    stream: verb === 'streamGenerateContent',
    counts: verb === 'countTokens',
  };
}

/** @throws Refusal where Google would refuse. */
export function readGenerateRequest(given: JsonObject, exchange: Exchange): GenerateAsked {
  const { model, stream, counts } = readPath(exchange) ?? { model: '', stream: false, counts: false };
  const body = counts ? readCounted(given, model) : given;
  const rules = geminiRules(model);
  // Without it the real API streams a JSON array, which the sandbox does not simulate.
  if (stream && exchange.query.get('alt') !== 'sse') refuse('The sandbox streams with alt=sse only.');
  refuseUnknown(body, FIELDS, '');
  const instruction = readMessage(body, 'systemInstruction', 'system_instruction');
  const config = readMessage(body, 'generationConfig', 'generation_config') ?? {};
  const { includeThoughts, logprobs, ...settings } = readGenerationConfig(config, model, rules);
  const tools = readTools(body);
  if (tools.tools !== undefined && settings.format.type !== 'text') {
    const { choice } = tools.tools;
    const problem = "with a response mime type: 'application/json' is unsupported";
    if (!rules.toolsWithJson) refuse(`Function calling ${problem}`);
    if (choice !== 'none' && choice !== 'auto') refuse(`Forced function calling (ANY mode) ${problem}`);
  }
  const prompt: Prompt = {
    system: instruction === undefined ? [] : [readContent(instruction, 'system_instruction', rules).text],
    turns: readContents(body.contents, rules),
    ...tools,
    ...settings,
  };
  return { prompt, stream, model, signs: rules.signs, includeThoughts, logprobs };
}

/** What is counted: a request in an object of its own, which names its model (docs: api/tokens). */
function readCounted(body: JsonObject, model: string): JsonObject {
  refuseUnknown(body, ['contents', 'generateContentRequest'], '');
  const counted = body.generateContentRequest;
  if (!isObject(counted) || counted.model !== `models/${model}`) {
    return refuse('generateContentRequest.model must be the model of the path.');
  }
  return counted;
}

/** A field of the body that must be an object where it is set. */
function readMessage(body: JsonObject, field: string, wire: string): JsonObject | undefined {
  const value = body[field];
  return value === undefined || isObject(value) ? value : refuse(`Invalid value at '${wire}'`);
}
