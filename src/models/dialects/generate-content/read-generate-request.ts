/** From a validated generateContent body to the gateway's own request, by way of chat completions. */
import type { ReasoningEffort, WrittenRequest } from '../../../domain/chat.ts';
import { type FieldFault, ValidationError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { errorInWords, placeInWords, renameBy } from '../callers-words.ts';
import type { ChatCompletionsBody } from '../chat-completions/chat-schema.ts';
import {
  FORMAT_NAME,
  findFaults,
  type ReadRequest,
  readChatRequest,
} from '../chat-completions/read-chat-request.ts';
import type { MediaPlace } from '../chat-completions/read-messages.ts';
import { EFFORTS } from '../fields.ts';
import type { Unread } from '../schema-parts.ts';
import { effortOfBudget } from '../thinking-effort.ts';
import type { GenerateContentBody } from './generate-content-schema.ts';
import { readContents } from './read-contents.ts';
import { readGoogleSchema } from './read-google-schema.ts';

/**
 * @param body with the names in Google's own spelling.
 * @param stream whether the answer is to come in chunks.
 * @param rules what the model's provider asks of calls.
 * @param written what the caller wrote; absent where that goes nowhere as it came.
 * @throws ValidationError for what the schema does not find: calls and results that do not belong together.
 * @throws GatewayError 400 for what the gateway does not do.
 */
export function readGenerateRequest(
  body: GenerateContentBody,
  stream: boolean,
  rules: CallRules = {},
  written?: Omit<WrittenRequest, 'sources'>,
): ReadRequest {
  const { messages, places, leftOut } = readContents(body);
  const { fields, adjusted, googlesOwn } = fieldsOf(body);
  const chat = { ...fields, stream, messages } as unknown as ChatCompletionsBody;
  const faults = findFaults(chat, () => rules).map((fault) => inPlace(fault, places));
  if (faults.length > 0) throw new ValidationError(faults);
  const { request, media } = readChatRequest(
    chat,
    written && { request: written, sourceAt: (at) => sourceOf(places[at], written.body) },
    (at) => places[at]?.join('.') ?? '',
  );
  const { generationConfig: config, safetySettings } = body;
  return {
    request: {
      ...request,
      ...(config?.topK == null ? {} : { topK: config.topK }),
      ...(safetySettings == null ? {} : { safetySettings }),
      ...(config?.thinkingConfig?.includeThoughts === true ? { showThoughts: true } : {}),
    },
    media: [...media, ...googlesOwn],
    adjusted: [...leftOut, ...adjusted],
  };
}

/** @returns the turn that stands at a place; the body where it is a field of that. */
function sourceOf(place: readonly (string | number)[] | undefined, body: JsonObject): JsonObject | undefined {
  const [field, at] = place ?? [];
  return field === 'contents' ? (body.contents as readonly JsonObject[])[at as number] : body;
}

type Config = NonNullable<GenerateContentBody['generationConfig']>;

/** @returns the least effort whose budget is large enough; `undefined` where the model is to choose. */
function effortOf(config: Config['thinkingConfig']): ReasoningEffort | undefined {
  const level = levelOf(config);
  if (level !== undefined) return EFFORTS.find((effort) => effort === level);
  const wanted = config?.thinkingBudget ?? -1;
  if (wanted < 0) return undefined;
  return wanted === 0 ? 'none' : effortOfBudget(wanted);
}

/** The level of thinking that is asked for, in lower case. */
function levelOf(config: Config['thinkingConfig']): string | undefined {
  const level = config?.thinkingLevel?.toLowerCase();
  return level === 'thinking_level_unspecified' ? undefined : level;
}

/** What is said of thinking that becomes something else, or nothing, at another provider. */
function adjustedThinking(config: Config['thinkingConfig']): string[] {
  const effort = effortOf(config);
  const place = 'generationConfig.thinkingConfig';
  if (levelOf(config) !== undefined) {
    return [
      ...(effort === undefined ? [`${place}.thinkingLevel=ignored`] : []),
      ...(config?.thinkingBudget == null ? [] : [`${place}.thinkingBudget=ignored`]),
    ];
  }
  return effort === undefined ? [] : [`${place}.thinkingBudget=${effort}`];
}

const MODES = { AUTO: 'auto', VALIDATED: 'auto', ANY: 'required', NONE: 'none' } as const;

/** The functions that are offered, and how they are called, as chat completions has them. */
function toolsOf({ tools: given, toolConfig }: GenerateContentBody) {
  const functions = given?.flatMap(({ functionDeclarations: own }) => own ?? []) ?? [];
  const kinds = (given ?? []).flatMap(({ functionDeclarations: _own, ...others }) =>
    Object.keys(others).filter((kind) => others[kind] != null),
  );
  const { mode, allowedFunctionNames: names } = toolConfig?.functionCallingConfig ?? {};
  const asked = mode == null || mode === 'MODE_UNSPECIFIED' ? undefined : MODES[mode];
  const choice = functions.length === 0 ? undefined : asked;
  const isSome = names != null && names.length > 0 && choice !== 'none' && choice !== undefined;
  const place = 'toolConfig.functionCallingConfig';
  return {
    fields: {
      tools: [
        ...functions.map(({ name, description, parameters, parametersJsonSchema }) => ({
          type: 'function',
          function: {
            name,
            description,
            parameters: parametersJsonSchema ?? (parameters && readGoogleSchema(parameters)),
          },
        })),
        ...kinds.map((kind): Unread => ({ type: 'unread', kind })),
      ],
      tool_choice: isSome
        ? {
            type: 'allowed_tools',
            allowed_tools: {
              mode: choice,
              tools: names.map((name) => ({ type: 'function', function: { name } })),
            },
          }
        : choice,
    },
    adjusted: [
      ...(asked !== undefined && choice === undefined ? [`${place}=ignored`] : []),
      ...(choice !== undefined && mode === 'VALIDATED' ? [`${place}.mode=AUTO`] : []),
      ...(names != null && names.length > 0 && !isSome && choice === asked
        ? [`${place}.allowedFunctionNames=ignored`]
        : []),
      ...(functions.some((one) => one.parameters != null && one.parametersJsonSchema != null)
        ? ['tools.functionDeclarations.parameters=ignored']
        : []),
    ],
  };
}

/** Something without which an answer would be another one. */
function googleOnly(place: string, what: string): MediaPlace {
  return { kind: 'unread', what, place };
}

/** The form of the answer, as chat completions has it. */
function formatOf(config: Config | null | undefined) {
  const { responseMimeType, responseSchema, responseJsonSchema, responseModalities } = config ?? {};
  const schema = responseJsonSchema ?? (responseSchema && readGoogleSchema(responseSchema));
  const isJson = responseMimeType === 'application/json';
  const type = responseMimeType ?? '';
  const isOther = !isJson && !['', 'text/plain'].includes(type);
  const others = (responseModalities ?? []).filter((one) => !/^(?:text|modality_unspecified)$/i.test(one));
  return {
    format:
      schema != null
        ? { type: 'json_schema', json_schema: { name: FORMAT_NAME, schema } }
        : isJson
          ? { type: 'json_object' }
          : undefined,
    googlesOwn: [
      ...(isOther ? [googleOnly('generationConfig.responseMimeType', 'an answer of this type')] : []),
      ...(others.length > 0
        ? [googleOnly('generationConfig.responseModalities', 'an answer that is no text')]
        : []),
    ],
    adjusted:
      responseJsonSchema != null && responseSchema != null ? ['generationConfig.responseSchema=ignored'] : [],
  };
}

/**
 * The fields beside the conversation, as chat completions has them.
 * @returns beside them what only Google can answer by, and what becomes of others elsewhere.
 */
function fieldsOf(body: GenerateContentBody) {
  const { generationConfig: config } = body;
  const tools = toolsOf(body);
  const { format, googlesOwn, adjusted } = formatOf(config);
  return {
    fields: {
      max_tokens: config?.maxOutputTokens,
      temperature: config?.temperature,
      top_p: config?.topP,
      stop: config?.stopSequences,
      seed: config?.seed,
      presence_penalty: config?.presencePenalty,
      frequency_penalty: config?.frequencyPenalty,
      n: config?.candidateCount,
      logprobs: config?.responseLogprobs,
      top_logprobs: config?.logprobs,
      reasoning_effort: effortOf(config?.thinkingConfig),
      response_format: format,
      ...tools.fields,
    },
    googlesOwn: [
      ...googlesOwn,
      ...(body.cachedContent == null ? [] : [googleOnly('cachedContent', 'a prompt that lies at Google')]),
    ],
    adjusted: [...tools.adjusted, ...adjusted, ...adjustedThinking(config?.thinkingConfig)],
  };
}

const rename = renameBy([
  [/^messages\b/, 'contents'],
  [/^(contents\.\d+)\.content\b/, '$1.parts'],
  [/^tools([.[]\d+\]?)?\.function\.parameters\b/, 'tools.functionDeclarations$1.parameters'],
  [/^tools\.(\d+)\.function\b/, 'tools.functionDeclarations.$1'],
  [/^tool_choice\b/, 'toolConfig.functionCallingConfig'],
  [/^response_format(?:\.json_schema)?\b/, 'generationConfig.responseSchema'],
  [/^reasoning_effort\b/, 'generationConfig.thinkingConfig'],
  [/^max_(?:completion_)?tokens\b/, 'generationConfig.maxOutputTokens'],
  [/^stop\b/, 'generationConfig.stopSequences'],
  [/^top_p\b/, 'generationConfig.topP'],
  [/^top_k\b/, 'generationConfig.topK'],
  [/^top_logprobs\b/, 'generationConfig.logprobs'],
  [/^logprobs\b/, 'generationConfig.responseLogprobs'],
  [/^safety_settings\b/, 'safetySettings'],
  [/^n\b/, 'generationConfig.candidateCount'],
  [/^(presence|frequency)_penalty\b/, 'generationConfig.$1Penalty'],
  [/^(seed|temperature)\b/, 'generationConfig.$1'],
]);

/** @returns values of `X-Claimgate-Adjusted` with their fields named as the caller wrote them. */
export function adjustedInGoogleWords(adjusted: readonly string[]): readonly string[] {
  return adjusted.map(rename);
}

/** @returns the error with its field named as the caller wrote it. */
export function inGoogleWords(error: unknown): unknown {
  return errorInWords(error, rename);
}

function inPlace(fault: FieldFault, places: readonly (readonly (string | number)[])[]): FieldFault {
  const [base = 'body', ...place] = fault.loc;
  if (place[0] === 'messages')
    return { ...fault, loc: [base, ...(places[place[1] as number] ?? ['contents'])] };
  return { ...fault, loc: [base, ...placeInWords(place, rename)] };
}
