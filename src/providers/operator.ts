import { FIELD_SUPPORT } from './field-support.ts';
import { type DialectSettings, OPENAI_FINISH_REASONS } from './openai-compatible/settings.ts';

/**
 * A server of the operator's own that speaks OpenAI's dialect, such as vLLM, Ollama or llama.cpp. Taken at
 * its word where it keeps to OpenAI's, and no further.
 */
export const OPERATOR: DialectSettings = {
  dialect: 'openai-compatible',
  displayName: 'this provider',
  fields: FIELD_SUPPORT['openai-compatible'],
  finishReasons: { ...OPENAI_FINISH_REASONS, eos: 'stop' },
  streamOptions: { include_usage: true },
  reasoningTokensApart: false,
  errorRules: [],
};
