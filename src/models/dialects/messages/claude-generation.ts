import { versionAfter } from '../dialect.ts';

/** The number in a model's name: 5.5 for `claude-haiku-5-5`, 3 for all before Claude 4; NaN where there is none. */
export function generationOf(wireId: string): number {
  return isBeforeClaude4(wireId) ? 3 : versionAfter(/^claude-[a-z]+-/, wireId);
}

export function isBeforeClaude4(wireId: string): boolean {
  return /^claude-(?:instant|2|3)/.test(wireId);
}

/** From Claude 5 on a model thinks where the request says nothing of it (models/…/migration-guide). */
export function thinksUnasked(wireId: string): boolean {
  return !(generationOf(wireId) < 5);
}

/**
 * Whether a model must be asked to think, and decides itself how much: Claude 4.6 to 4.8. Those before take budgets alone
 * (build-with-claude/adaptive-thinking).
 */
export function thinksWhenAsked(wireId: string): boolean {
  return generationOf(wireId) >= 4.6 && !thinksUnasked(wireId);
}

/**
 * Whether the model refuses thinking whose conversation has changed, unless it is asked to drop it
 * (build-with-claude/preserved-thinking).
 */
export function bindsThinking(wireId: string): boolean {
  return !(generationOf(wireId) < 5.1);
}
