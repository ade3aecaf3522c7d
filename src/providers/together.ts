import { FIELD_SUPPORT } from './field-support.ts';
import { type DialectSettings, OPENAI_FINISH_REASONS } from './openai-compatible/settings.ts';
import { CONTEXT_TOO_LONG } from './provider-error.ts';

/** https://docs.together.ai/reference/chat-completions-1, https://docs.together.ai/docs/error-codes */
export const TOGETHER: DialectSettings = {
  dialect: 'together',
  displayName: 'Together',
  fields: FIELD_SUPPORT.together,
  finishReasons: { ...OPENAI_FINISH_REASONS, eos: 'stop' },
  streamOptions: { include_usage: true },
  reasoningOff: { reasoning: { enabled: false } },
  reasoningTokensApart: false,
  errorRules: [
    // 403 is documented as "input token count + max_tokens must be less than the context length".
    { statuses: [403], text: CONTEXT_TOO_LONG, means: 'context_length_exceeded' },
    { text: /unable to access (?:non-serverless )?model/i, means: 'provider_model_not_found' },
  ],
};
