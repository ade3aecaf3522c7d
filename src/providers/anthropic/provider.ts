import type { Capabilities } from '../catalogue.ts';
import { type KnownProvider, TAKES_ALL, versionAfter } from '../provider.ts';

import { EventReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { FIELDS, toRequest } from './to-request.ts';
import { ANTHROPIC_SEARCH } from './web-search.ts';

/** Anthropic's Messages API. */
export const ANTHROPIC: KnownProvider = {
  key: 'anthropic',
  name: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  keyVariables: ['ANTHROPIC_API_KEY'],
  fields: FIELDS,
  adapter: { toRequest, readCompletion, openStream: () => new EventReader(), readError },
  capabilitiesOf,
  outputCapOf: (wireId) => (isBeforeClaude4(wireId) ? 4096 : 32_000),
  webSearch: ANTHROPIC_SEARCH,
};

function isBeforeClaude4(wireId: string): boolean {
  return /^claude-(?:instant|2|3)/.test(wireId);
}

/** https://platform.claude.com/docs/en/about-claude/models/migrating-to-claude-4 and the later guides */
function capabilitiesOf(wireId: string): Capabilities {
  const version = isBeforeClaude4(wireId) ? 3 : versionAfter(/^claude-[a-z]+-/, wireId);
  // A family that is not known is a new one, and the new ones refuse sampling.
  const takesSampling = version < 4.7;
  return {
    ...TAKES_ALL,
    temperature: takesSampling ? 'unit' : 'none',
    topP: takesSampling ? 'full' : 'none',
    temperatureWithTopP: false,
    penalties: false,
    seed: false,
    efforts: { none: 'disabled', low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh' },
    assistantLast: version < 4.6,
  };
}
