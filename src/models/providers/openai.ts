import { type Capabilities, INPUT_KINDS, type InputKind } from '../../domain/catalogue.ts';
import type { ReasoningEffort } from '../../domain/chat.ts';
import { openaiCompatible } from '../dialects/chat-completions/dialect.ts';
import { TAKES_ALL, versionAfter } from '../dialects/dialect.ts';
import { OPENAI_RESPONSES_FIELDS } from '../dialects/responses/settings.ts';
import { responsesSearch } from '../dialects/responses/web-search.ts';
import { withResponses } from '../dialects/responses/with-responses.ts';
import type { KnownProvider } from './known-provider.ts';

// Obfuscation pads every chunk; towards a gateway it only costs.
const PLAINLY = { include_obfuscation: false };

/**
 * https://platform.openai.com/docs/api-reference/chat, https://platform.openai.com/docs/api-reference/responses,
 * https://platform.openai.com/docs/guides/error-codes
 */
export const OPENAI: KnownProvider = {
  ...withResponses(
    openaiCompatible({
      key: 'openai',
      name: 'OpenAI',
      systemAnywhere: true,
      takesThoughts: false,
      streamOptions: { include_usage: true, ...PLAINLY },
      allowedTools: true,
      callNames: /^[A-Za-z0-9_-]{1,64}$/,
      capabilitiesOf,
    }),
    {
      fields: OPENAI_RESPONSES_FIELDS,
      // The pages of these models name chat completions alone.
      serves: (wireId) => !/^gpt-.*(?:audio|-search)/.test(wireId),
      // Those that do have efforts; the others refuse to be asked for it.
      reasons: ({ capabilities }) => capabilities.efforts !== undefined,
      summarizes: true,
      leastTokens: 16,
      allowedTools: true,
      customTools: true,
      // https://developers.openai.com/api/docs/guides/tools-web-search
      search: { parts: ['search_context_size', 'user_location', 'allowed_domains'] },
      streamOptions: PLAINLY,
      errorRules: [],
    },
  ),
  baseUrl: 'https://api.openai.com/v1',
  keyVariables: ['OPENAI_API_KEY'],
  webSearch: responsesSearch({
    tool: { search_context_size: 'low' },
    body: { tool_choice: 'required', max_tool_calls: 1 },
  }),
};

/**
 * https://platform.openai.com/docs/guides/reasoning, https://platform.openai.com/docs/guides/latest-model, and the
 * pages of the models. What else reasoning models refuse is what the API was reported to answer (2025–2026).
 */
function capabilitiesOf(wireId: string): Capabilities {
  const id = wireId.replace(/^ft:/, '');
  const version = versionAfter(/^gpt-/, id);
  const family: Capabilities = {
    ...TAKES_ALL,
    inputs: inputsOf(id),
    pictureTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    // API reference, chat: search is for the models named after it.
    // guides/prompt-caching: breakpoints from gpt-5.6 on.
    cacheMarks: !(version < 5.6) && !/^(?:chatgpt|o\d)/.test(id),
    webSearchOptions: !/^(?:gpt|chatgpt|o\d)/.test(id) || id.includes('-search'),
  };
  if (!/^o\d/.test(id) && !(version >= 5)) {
    const older = /^(?:gpt|chatgpt)-/.test(id);
    return older ? { ...family, reasoningEffort: false, verbosity: false } : family;
  }
  // gpt-6-astra cannot leave its reasoning out, and takes tools by the Responses API alone.
  const alwaysReasons = id.startsWith('gpt-6-astra');
  const stopAndPenalties = version >= 5.5 && !alwaysReasons;
  const efforts = effortsOf(version).filter((effort) => effort !== 'none' || !alwaysReasons);
  return {
    ...family,
    tokenField: 'max_completion_tokens',
    systemRole: 'developer',
    temperature: 'none',
    topP: 'none',
    samplingWithoutReasoning: version >= 5.1 && !alwaysReasons,
    stop: stopAndPenalties,
    penalties: stopAndPenalties,
    verbosity: version >= 5,
    // On chat completions, function tools need reasoning_effort none from gpt-5.4 on.
    toolsWithReasoning: !(version >= 5.4),
    logprobs: false,
    logitBias: false,
    efforts: Object.fromEntries(efforts.map((effort) => [effort, effort])),
  };
}

/** guides/images-vision, guides/pdf-files, guides/audio: by the names of the models. */
function inputsOf(id: string): readonly InputKind[] {
  if (/^gpt-3|^gpt-4(?:-\d{4}|-32k|$)|^o1-(?:mini|preview)|^o3-mini/.test(id)) return [];
  if (/^gpt-.*-search/.test(id)) return [];
  if (/^gpt-.*audio/.test(id)) return ['audio'];
  return /^(?:gpt|chatgpt|o\d)/.test(id) ? ['image', 'image_url', 'pdf'] : INPUT_KINDS;
}

function effortsOf(version: number): readonly ReasoningEffort[] {
  if (version >= 5.6) return ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
  if (version > 5.1) return ['none', 'low', 'medium', 'high', 'xhigh'];
  if (version > 5) return ['none', 'low', 'medium', 'high'];
  return version === 5 ? ['minimal', 'low', 'medium', 'high'] : ['low', 'medium', 'high'];
}
