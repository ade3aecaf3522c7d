import type { Capabilities } from '../../domain/catalogue.ts';
import { TAKES_ALL } from '../dialects/dialect.ts';
import { generationOf, isBeforeClaude4 } from '../dialects/messages/claude-generation.ts';
import { MESSAGES } from '../dialects/messages/dialect.ts';
import { ANTHROPIC_SEARCH } from '../dialects/messages/web-search.ts';
import type { KnownProvider } from './known-provider.ts';

/** Anthropic's Messages API. */
export const ANTHROPIC: KnownProvider = {
  key: 'anthropic',
  name: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  keyVariables: ['ANTHROPIC_API_KEY'],
  ...MESSAGES,
  capabilitiesOf,
  outputCapOf: (wireId) => (isBeforeClaude4(wireId) ? 4096 : 32_000),
  webSearch: ANTHROPIC_SEARCH,
};

/** https://platform.claude.com/docs/en/about-claude/models/migrating-to-claude-4 and the later guides */
function capabilitiesOf(wireId: string): Capabilities {
  const generation = generationOf(wireId);
  // A family that is not known is a new one, and the new ones refuse sampling.
  const takesSampling = generation < 4.7;
  return {
    ...TAKES_ALL,
    temperature: takesSampling ? 'unit' : 'none',
    topP: takesSampling ? 'full' : 'none',
    temperatureWithTopP: false,
    penalties: false,
    seed: false,
    verbosity: false,
    choices: false,
    logprobs: false,
    logitBias: false,
    forcedTools: forcesTools(wireId, generation),
    // build-with-claude/vision and pdf-support: base64 or an https address; there is no audio
    inputs: ['image', 'image_url', 'pdf'],
    pictureTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    efforts: effortsOf(wireId, generation),
    assistantLast: generation < 4.6,
  };
}

/** models/opus-5-5 and sonnet-5-5, whats-new: forced tool use returns an error, as with all of Fable and Mythos. */
function forcesTools(wireId: string, generation: number): boolean {
  return isHaiku(wireId) || (generation < 5.5 && !isAlwaysThinking(wireId, generation));
}

function effortsOf(wireId: string, generation: number): NonNullable<Capabilities['efforts']> {
  const off = /^claude-sonnet-/.test(wireId) && generation >= 5.5 ? 'between_tools' : 'disabled';
  return {
    ...(isAlwaysThinking(wireId, generation) ? {} : { none: off }),
    low: 'low',
    medium: 'medium',
    high: 'high',
    xhigh: 'xhigh',
    // build-with-claude/effort: since Claude 4.6
    ...(generation < 4.6 ? {} : { max: 'max' }),
  };
}

function isAlwaysThinking(wireId: string, generation: number): boolean {
  return /^claude-(?:fable|mythos)-/.test(wireId) || (/^claude-opus-/.test(wireId) && generation >= 5.5);
}

function isHaiku(wireId: string): boolean {
  return /^claude-(?:[\d-]+-)?haiku/.test(wireId);
}
