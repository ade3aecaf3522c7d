import type { Capabilities } from './catalogue.ts';
import { openaiCompatible } from './openai-compatible/dialect.ts';
import { responsesSearch } from './openai-compatible/web-search.ts';
import { type KnownProvider, TAKES_ALL, versionAfter } from './provider.ts';

/** https://platform.openai.com/docs/api-reference/chat, https://platform.openai.com/docs/guides/error-codes */
export const OPENAI: KnownProvider = {
  ...openaiCompatible({
    key: 'openai',
    name: 'OpenAI',
    // Obfuscation pads every chunk; towards a gateway it only costs.
    streamOptions: { include_usage: true, include_obfuscation: false },
    capabilitiesOf,
  }),
  baseUrl: 'https://api.openai.com/v1',
  keyVariables: ['OPENAI_API_KEY'],
  webSearch: responsesSearch({
    tool: { search_context_size: 'low' },
    body: { tool_choice: 'required', max_tool_calls: 1 },
  }),
};

/** https://platform.openai.com/docs/guides/reasoning, https://platform.openai.com/docs/guides/latest-model */
function capabilitiesOf(wireId: string): Capabilities {
  const id = wireId.replace(/^ft:/, '');
  const version = versionAfter(/^gpt-/, id);
  if (!/^o\d/.test(id) && !(version >= 5)) return TAKES_ALL;
  return {
    ...TAKES_ALL,
    tokenField: 'max_completion_tokens',
    systemRole: 'developer',
    temperature: 'none',
    topP: 'none',
    samplingWithoutReasoning: version >= 5.1,
    stop: !/^o[34]/.test(id),
  };
}
