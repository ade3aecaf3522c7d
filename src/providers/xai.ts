import { FIELD_SUPPORT } from './field-support.ts';
import { type DialectSettings, OPENAI_FINISH_REASONS } from './openai-compatible/settings.ts';

/** https://docs.x.ai/docs/api-reference, https://docs.x.ai/docs/key-information/debugging */
export const XAI: DialectSettings = {
  dialect: 'xai',
  displayName: 'xAI',
  fields: FIELD_SUPPORT.xai,
  finishReasons: OPENAI_FINISH_REASONS,
  streamOptions: { include_usage: true },
  reasoningTokensApart: true,
  errorRules: [
    // A wrong key is a 400, or a 401, or comes with a 200: its text is what they have in common.
    { text: /incorrect api key|invalid api key|no api key/i, means: 'api_key_invalid' },
    { text: /used all available credits|spending limit|any credits/i, means: 'insufficient_quota' },
    {
      statuses: [200, 403],
      text: /\b(?:api.?key|team|account)\b[^.]*\b(?:blocked|disabled|revoked|expired|deactivated)/i,
      means: 'api_key_revoked',
    },
    {
      statuses: [200, 400, 403],
      text: /\bmodel\b.*(?:not found|does not exist|no access|not have access)/i,
      means: 'provider_model_not_found',
    },
    {
      statuses: [403],
      text: /permission to (?:use|access) (?:the )?model/i,
      means: 'provider_model_not_found',
    },
  ],
};
