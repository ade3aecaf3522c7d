/** From a validated generateContent body to the gateway's own request, by way of chat completions. */
import type { ReasoningEffort } from '../../../domain/chat.ts';
import { type FieldFault, ValidationError } from '../../../domain/errors.ts';
import type { CallRules } from '../adapter.ts';
import { errorInWords, placeInWords, renameBy } from '../callers-words.ts';
import type { ChatCompletionsBody } from '../chat-completions/chat-schema.ts';
import {
  FORMAT_NAME,
  findFaults,
  type ReadRequest,
  readChatRequest,
} from '../chat-completions/read-chat-request.ts';
import { leftOutTools } from '../fields.ts';
import { effortOfBudget } from '../thinking-effort.ts';
import type { GenerateContentBody } from './generate-content-schema.ts';
import { readContents } from './read-contents.ts';
import { readGoogleSchema } from './read-google-schema.ts';

/**
 * @param body with the names in Google's own spelling.
 * @param unread names of what the caller wrote and nobody reads, for `X-Claimgate-Adjusted`.
 * @param stream whether the answer is to come in chunks.
 * @param rules what the model's provider asks of calls.
 * @throws ValidationError for what the schema does not find: calls and results that do not belong together.
 * @throws GatewayError 400 for what the gateway does not do.
 */
export function readGenerateRequest(
  body: GenerateContentBody,
  unread: readonly string[],
  stream: boolean,
  rules: CallRules = {},
): ReadRequest {
  const { messages, places, leftOut } = readContents(body);
  const { fields, adjusted } = fieldsOf(body);
  const chat = { ...fields, stream, messages } as unknown as ChatCompletionsBody;
  const faults = findFaults(chat, () => rules).map((fault) => inPlace(fault, places));
  if (faults.length > 0) throw new ValidationError(faults);
  const read = readChatRequest(chat, undefined, (at) => places[at]?.join('.') ?? '');
  const isShown = body.generationConfig?.thinkingConfig?.includeThoughts === true;
  return {
    ...read,
    request: isShown ? { ...read.request, showThoughts: true } : read.request,
    adjusted: [...leftOut, ...adjusted, ...unread.map((name) => `${name}=ignored`)],
  };
}

/** @returns the least effort whose budget is large enough; `undefined` where the model is to choose. */
function effortOf(
  config: NonNullable<GenerateContentBody['generationConfig']>['thinkingConfig'],
): ReasoningEffort | undefined {
  const level = config?.thinkingLevel;
  if (level != null && level !== 'THINKING_LEVEL_UNSPECIFIED') return level.toLowerCase() as ReasoningEffort;
  const wanted = config?.thinkingBudget ?? -1;
  if (wanted < 0) return undefined;
  return wanted === 0 ? 'none' : effortOfBudget(wanted);
}

const MODES = { AUTO: 'auto', VALIDATED: 'auto', ANY: 'required', NONE: 'none' } as const;

/** The fields beside the conversation, as chat completions has them. */
function fieldsOf({ generationConfig: config, tools: given, toolConfig }: GenerateContentBody) {
  const tools = given?.flatMap(({ functionDeclarations: functions }) => functions ?? []) ?? [];
  const others = (given ?? []).flatMap(({ functionDeclarations: _own, ...other }) => Object.keys(other));
  const { mode, allowedFunctionNames: names } = toolConfig?.functionCallingConfig ?? {};
  const choice = mode == null || mode === 'MODE_UNSPECIFIED' ? undefined : MODES[mode];
  const isSome = names != null && names.length > 0 && choice !== 'none' && choice !== undefined;
  const allowed = {
    type: 'allowed_tools',
    allowed_tools: {
      mode: choice,
      tools: names?.map((name) => ({ type: 'function', function: { name } })),
    },
  };
  const schema =
    config?.responseJsonSchema ?? (config?.responseSchema && readGoogleSchema(config.responseSchema));
  const isJson = config?.responseMimeType === 'application/json';
  const effort = effortOf(config?.thinkingConfig);
  const hasBudget = config?.thinkingConfig?.thinkingBudget != null && effort !== undefined;
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
      reasoning_effort: effort,
      response_format:
        schema != null
          ? { type: 'json_schema', json_schema: { name: FORMAT_NAME, schema } }
          : isJson
            ? { type: 'json_object' }
            : undefined,
      tools: tools.map(({ name, description, parameters, parametersJsonSchema }) => ({
        type: 'function',
        function: {
          name,
          description,
          parameters: parametersJsonSchema ?? (parameters && readGoogleSchema(parameters)),
        },
      })),
      tool_choice: tools.length === 0 ? undefined : isSome ? allowed : choice,
    },
    adjusted: [...leftOutTools(others), ...(hasBudget ? [`thinkingBudget=${effort}`] : [])],
  };
}

const rename = renameBy([
  [/^messages\b/, 'contents'],
  [/^tools([.[]\d+\]?)?\.function\.parameters\b/, 'tools.functionDeclarations$1.parameters'],
  [/^tools\.(\d+)\.function\b/, 'tools.functionDeclarations.$1'],
  [/^tool_choice\b/, 'toolConfig.functionCallingConfig'],
  [/^response_format(?:\.json_schema)?\b/, 'generationConfig.responseSchema'],
  [/^reasoning_effort\b/, 'generationConfig.thinkingConfig'],
  [/^max_(?:completion_)?tokens\b/, 'generationConfig.maxOutputTokens'],
  [/^stop\b/, 'generationConfig.stopSequences'],
  [/^top_p\b/, 'generationConfig.topP'],
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
