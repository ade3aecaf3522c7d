import { FIELD_SUPPORT } from './field-support.ts';
import { type DialectSettings, OPENAI_FINISH_REASONS } from './openai-compatible/settings.ts';

/** https://platform.openai.com/docs/api-reference/chat, https://platform.openai.com/docs/guides/error-codes */
export const OPENAI: DialectSettings = {
  dialect: 'openai',
  displayName: 'OpenAI',
  fields: FIELD_SUPPORT.openai,
  finishReasons: OPENAI_FINISH_REASONS,
  // Obfuscation pads every chunk; towards a gateway it only costs.
  streamOptions: { include_usage: true, include_obfuscation: false },
  reasoningTokensApart: false,
  errorRules: [],
};
