import { openaiCompatible } from '../dialects/chat-completions/dialect.ts';
import {
  OPEN_MODEL_FIELDS,
  OPENAI_FIELDS,
  OPENAI_FINISH_REASONS,
} from '../dialects/chat-completions/settings.ts';
import { TAKES_ALL } from '../dialects/dialect.ts';
import { CONTEXT_TOO_LONG } from '../dialects/provider-error.ts';
import type { KnownProvider } from './known-provider.ts';

/** https://docs.together.ai/reference/chat-completions-1, https://docs.together.ai/docs/error-codes */
export const TOGETHER: KnownProvider = {
  ...openaiCompatible({
    key: 'together',
    name: 'Together',
    thoughtsInText: true,
    fields: {
      ...OPENAI_FIELDS,
      ...OPEN_MODEL_FIELDS,
      max_tokens: ['max_tokens'],
      reasoning_effort: ['reasoning_effort', 'reasoning.enabled'],
      user: [],
      verbosity: [],
      parallel_tool_calls: [],
      safety_identifier: [],
      service_tier: [],
      metadata: [],
      store: [],
      prompt_cache_key: [],
      prompt_cache_retention: [],
      prompt_cache_breakpoint: [],
      prompt_cache_options: [],
      top_logprobs: ['logprobs'],
      prediction: [],
      web_search_options: [],
    },
    // The reference of chat completions has no part for files; which model takes which part, its page says.
    capabilitiesOf: () => ({ ...TAKES_ALL, inputs: ['image', 'image_url', 'audio'] }),
    finishReasons: { ...OPENAI_FINISH_REASONS, eos: 'stop' },
    reasoningOff: { reasoning: { enabled: false } },
    errorRules: [
      // 403 is documented as "input token count + max_tokens must be less than the context length".
      { statuses: [403], text: CONTEXT_TOO_LONG, means: 'context_length_exceeded' },
      { text: /unable to access (?:non-serverless )?model/i, means: 'provider_model_not_found' },
    ],
  }),
  baseUrl: 'https://api.together.xyz/v1',
  keyVariables: ['TOGETHER_API_KEY'],
};
