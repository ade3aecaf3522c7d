import type { Capabilities } from '../catalogue.ts';
import { type KnownProvider, TAKES_ALL, versionAfter } from '../provider.ts';
import { FrameReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { FIELDS, toRequest } from './to-request.ts';
import { GOOGLE_SEARCH } from './web-search.ts';

/** Google's Gemini API. */
export const GOOGLE: KnownProvider = {
  key: 'google',
  name: 'Google',
  baseUrl: 'https://generativelanguage.googleapis.com',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  fields: FIELDS,
  adapter: { toRequest, readCompletion, openStream: () => new FrameReader(), readError },
  capabilitiesOf,
  webSearch: GOOGLE_SEARCH,
};

/**
 * https://ai.google.dev/gemini-api/docs/thinking (levels from Gemini 3 on, budgets before),
 * https://ai.google.dev/gemini-api/docs/openai (the budgets), and the developer's guides of 3.5 and later.
 */
function capabilitiesOf(wireId: string): Capabilities {
  const version = versionAfter(/gemini-/, wireId);
  if (version < 3) {
    return { ...TAKES_ALL, efforts: { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576 } };
  }
  const levels = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
  if (!(version >= 3.5)) return { ...TAKES_ALL, efforts: levels };
  return {
    ...TAKES_ALL,
    efforts: levels,
    temperature: 'none',
    topP: 'none',
    penalties: false,
    assistantLast: false,
  };
}
