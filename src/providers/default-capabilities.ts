/**
 * What a model is taken to be able to do where no catalogue says: models asked for as `provider/id`, and
 * the gaps in an operator's own entries. Where a family's rules are documented they are told by its id;
 * where not, everything is passed on and the provider decides.
 */
import type { Capabilities, Dialect } from './catalogue.ts';

const ALL: Capabilities = {
  tokenField: 'max_tokens',
  temperature: 'full',
  topP: 'full',
  temperatureWithTopP: true,
  systemRole: 'system',
  assistantLast: true,
  stop: true,
  penalties: true,
  seed: true,
  responseFormat: 'json_schema',
  reasoningEffort: true,
};

/** The number in an id that follows a prefix: `gpt-5.1-mini` → 5.1, `claude-opus-4-6` → 4.6; else NaN. */
function versionAfter(prefix: RegExp, id: string): number {
  const match = new RegExp(`${prefix.source}(\\d{1,2})(?:[.-](\\d)(?!\\d))?`).exec(id);
  return match === null ? Number.NaN : Number(`${match[1]}.${match[2] ?? 0}`);
}

/** https://platform.openai.com/docs/guides/reasoning, https://platform.openai.com/docs/guides/latest-model */
function ofOpenAi(wireId: string): Capabilities {
  const id = wireId.replace(/^ft:/, '');
  const version = versionAfter(/^gpt-/, id);
  if (!/^o\d/.test(id) && !(version >= 5)) return ALL;
  return {
    ...ALL,
    tokenField: 'max_completion_tokens',
    systemRole: 'developer',
    temperature: 'none',
    topP: 'none',
    samplingWithoutReasoning: version >= 5.1,
    stop: !/^o[34]/.test(id),
  };
}

/** https://platform.claude.com/docs/en/about-claude/models/migrating-to-claude-4 and the later guides */
function ofAnthropic(wireId: string): Capabilities {
  const old = /^claude-(?:instant|2|3)/.test(wireId);
  const version = old ? 3 : versionAfter(/^claude-[a-z]+-/, wireId);
  const base: Capabilities = {
    ...ALL,
    temperature: 'unit',
    temperatureWithTopP: false,
    penalties: false,
    seed: false,
    efforts: { none: 'disabled', low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh' },
  };
  // A family that is not known is a new one, and the new ones refuse all this.
  const refusesSampling = !(version < 4.7);
  return {
    ...base,
    assistantLast: version < 4.6,
    ...(refusesSampling ? { temperature: 'none', topP: 'none' } : {}),
  };
}

/**
 * https://ai.google.dev/gemini-api/docs/thinking (levels from Gemini 3 on, budgets before),
 * https://ai.google.dev/gemini-api/docs/openai (the budgets), and the developer's guides of 3.5 and later.
 */
function ofGoogle(wireId: string): Capabilities {
  const version = versionAfter(/gemini-/, wireId);
  if (version < 3) {
    return { ...ALL, efforts: { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576 } };
  }
  const levels = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
  if (!(version >= 3.5)) return { ...ALL, efforts: levels };
  return {
    ...ALL,
    efforts: levels,
    temperature: 'none',
    topP: 'none',
    penalties: false,
    assistantLast: false,
  };
}

/** https://docs.x.ai/docs/guides/reasoning: reasoning models take no stop and no penalties. */
function ofXai(wireId: string): Capabilities {
  const reasons = !/^grok-[23](?!-mini)|non-reasoning/.test(wireId);
  return reasons ? { ...ALL, stop: false, penalties: false } : ALL;
}

export function defaultCapabilities(dialect: Dialect, wireId: string): Capabilities {
  switch (dialect) {
    case 'openai':
      return ofOpenAi(wireId);
    case 'anthropic':
      return ofAnthropic(wireId);
    case 'google':
      return ofGoogle(wireId);
    case 'xai':
      return ofXai(wireId);
    case 'together':
    case 'openai-compatible':
      return ALL;
  }
}

/**
 * The most tokens one answer may have, for a model that no catalogue lists; only where the dialect must be
 * told one. Small enough for every model of its family.
 */
export function defaultOutputCap(dialect: Dialect, wireId: string): number | undefined {
  if (dialect !== 'anthropic') return undefined;
  return /^claude-(?:instant|2|3)/.test(wireId) ? 4096 : 32_000;
}
