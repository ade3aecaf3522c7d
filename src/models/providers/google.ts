import { type Capabilities, INPUT_KINDS } from '../../domain/catalogue.ts';
import { TAKES_ALL, versionAfter } from '../dialects/dialect.ts';
import { GENERATE_CONTENT } from '../dialects/generate-content/dialect.ts';
import { GOOGLE_SEARCH } from '../dialects/generate-content/web-search.ts';
import type { KnownProvider } from './known-provider.ts';

/** Google's Gemini API. */
export const GOOGLE: KnownProvider = {
  key: 'google',
  name: 'Google',
  baseUrl: 'https://generativelanguage.googleapis.com',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  ...GENERATE_CONTENT,
  capabilitiesOf,
  webSearch: GOOGLE_SEARCH,
};

const ALL: Capabilities = {
  ...TAKES_ALL,
  verbosity: false,
  logitBias: false,
  // It keeps prompts by itself (docs/caching).
  cacheMarks: false,
  // https://ai.google.dev/gemini-api/docs/image-understanding#supported-formats
  pictureTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
};

/**
 * https://ai.google.dev/gemini-api/docs/thinking (levels from Gemini 3 on, budgets before),
 * https://ai.google.dev/gemini-api/docs/openai (the budgets), and the developer's guides of 3.5 and later.
 * https://ai.google.dev/gemini-api/docs/file-input-methods: addresses are not for Gemini 2.0 and older.
 * https://ai.google.dev/gemini-api/docs/structured-output: together with functions from Gemini 3 on.
 * Reported of the API: log probabilities are not enabled from 2.5 on (langchain-ai/langchain-google#1266), several
 * candidates from 3 on (googleapis/js-genai#1609).
 */
function capabilitiesOf(wireId: string): Capabilities {
  const version = versionAfter(/gemini-/, wireId);
  if (version < 3) {
    return {
      ...ALL,
      efforts: { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576 },
      toolsWithFormat: false,
      logprobs: version < 2.5,
      inputs: version < 2.5 ? INPUT_KINDS.filter((kind) => kind !== 'image_url') : INPUT_KINDS,
    };
  }
  const levels = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
  const several = !(version >= 3);
  const newer = { ...ALL, efforts: levels, choices: several, logprobs: several };
  if (!(version >= 3.5)) return newer;
  return { ...newer, temperature: 'none', topP: 'none', penalties: false, assistantLast: false };
}
