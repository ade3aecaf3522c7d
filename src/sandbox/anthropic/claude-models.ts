/**
 * What Anthropic's models take, by the family and the generation in their name.
 * Sources: the pages "What's new" of Claude 4.6 (no prefill) and 4.7 (no sampling, no budgets of
 * thinking), the migration guides of the 5.5 models (thinking, forced tools), "Preserved thinking", "Mid-conversation
 * system messages", and what the API was reported to answer (from 4.1 on not temperature and top_p together).
 */

export interface ClaudeRules {
  /** Whether a conversation may end with the assistant's words. */
  readonly prefill: boolean;
  /** `free`: both; `one`: temperature or top_p; `default`: only their default values. */
  readonly sampling: 'free' | 'one' | 'default';
  /** The values of `thinking.type`. */
  readonly thinkingTypes: readonly ThinkingType[];
  /** Whether the model thinks where `thinking` is left out. */
  readonly thinksByItself: boolean;
  /** Whether thinking can be turned off only up to the effort `high`. */
  readonly offUpToHigh: boolean;
  /** Whether a tool can be forced where the model does not think. */
  readonly forcedTools: boolean;
  /** Whether thinking is refused where something before it has changed. */
  readonly bindsThinking: boolean;
  /** Whether words of the system may stand among the messages. */
  readonly systemTurns: boolean;
}

/**
 * `disabled` and, where the model also works with tools, `between_tools` turn thinking off. The older `enabled` with a
 * budget is not simulated.
 */
type ThinkingType = 'adaptive' | 'disabled' | 'between_tools';

/** Of a model that is not known by its name: the sandbox answers whichever is asked for. */
const UNKNOWN: ClaudeRules = {
  prefill: true,
  sampling: 'free',
  thinkingTypes: ['adaptive', 'disabled', 'between_tools'],
  thinksByItself: false,
  offUpToHigh: false,
  forcedTools: true,
  bindsThinking: false,
  systemTurns: true,
};

export function claudeRules(model: string): ClaudeRules {
  const named = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(model);
  const older = /^claude-(\d)-(\d)?/.exec(model);
  if (named === null && older === null) return UNKNOWN;
  const [major, minor] = named === null ? [older?.[1], older?.[2]] : [named[2], named[3]];
  const generation = Number(major) * 100 + Number(minor ?? 0);
  return {
    prefill: generation < 406,
    sampling: generation < 401 ? 'free' : generation < 407 ? 'one' : 'default',
    thinkingTypes: thinkingTypesOf(named?.[1] ?? '', generation),
    thinksByItself: generation >= 500,
    offUpToHigh: generation >= 505,
    forcedTools: named?.[1] === 'haiku' || generation < 505,
    bindsThinking: generation >= 505,
    systemTurns: generation >= 500 || (generation === 408 && named?.[1] === 'opus'),
  };
}

/** @param generation 505 is Claude 5.5. */
function thinkingTypesOf(family: string, generation: number): readonly ThinkingType[] {
  if (generation < 406) return ['disabled'];
  if (generation < 505 || family === 'haiku') return ['adaptive', 'disabled'];
  return family === 'opus' ? ['adaptive'] : ['adaptive', 'between_tools'];
}
