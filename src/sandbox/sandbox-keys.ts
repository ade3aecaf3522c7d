/**
 * The keys of the sandbox, and what each of them plays. A pure table: the gateway reads it to decide
 * where a key goes and which plan it has, the simulated providers to decide how to behave.
 */
import type { Plan } from '../domain/plan.ts';

/** What a simulated provider does with a request. */
export type Scenario =
  /** Answers. */
  | 'answer'
  /** Does not know the key. */
  | 'invalid'
  /** Knew the key once: it was revoked, has expired, or its account was closed. */
  | 'revoked'
  /** Limits the rate of requests and says when to come back. */
  | 'ratelimited'
  /** The key's money or quota is used up. */
  | 'quota'
  /** Is overloaded. */
  | 'overloaded'
  /** Never answers; the connection stays open. */
  | 'timeout'
  /** Dies in the middle of its answer. */
  | 'cut'
  /** Reports an error in the middle of its stream; fails outright where the answer is whole. */
  | 'error'
  /** Reaches the limit of tokens. */
  | 'length'
  /** Its content filter stops the answer. */
  | 'filtered'
  /** Takes long for the first token and for each one after it. */
  | 'slow';

/** Names of the plans that sandbox keys have: two that ship with the gateway, and one of their own. */
export type SandboxPlanName = 'free' | 'pro' | 'sandbox-limited';

export interface SandboxKey {
  readonly scenario: Scenario;
  readonly plan: SandboxPlanName;
}

/** Every sandbox key there is. A map, so that no key of a caller's can reach an inherited property. */
export const SANDBOX_KEYS: ReadonlyMap<string, SandboxKey> = new Map([
  ['sandbox', { scenario: 'answer', plan: 'pro' }],
  ['sandbox-free', { scenario: 'answer', plan: 'free' }],
  ['sandbox-limited', { scenario: 'answer', plan: 'sandbox-limited' }],
  ['sandbox-invalid', { scenario: 'invalid', plan: 'pro' }],
  ['sandbox-revoked', { scenario: 'revoked', plan: 'pro' }],
  ['sandbox-ratelimited', { scenario: 'ratelimited', plan: 'pro' }],
  ['sandbox-quota', { scenario: 'quota', plan: 'pro' }],
  ['sandbox-overloaded', { scenario: 'overloaded', plan: 'pro' }],
  ['sandbox-timeout', { scenario: 'timeout', plan: 'pro' }],
  ['sandbox-cut', { scenario: 'cut', plan: 'pro' }],
  ['sandbox-error', { scenario: 'error', plan: 'pro' }],
  ['sandbox-length', { scenario: 'length', plan: 'pro' }],
  ['sandbox-filtered', { scenario: 'filtered', plan: 'pro' }],
  ['sandbox-slow', { scenario: 'slow', plan: 'pro' }],
]);

/** The plan of `sandbox-limited`: small enough that a reader runs into it by hand. */
export const SANDBOX_LIMITED_PLAN: Plan = { name: 'sandbox-limited', perHour: 3, models: 'all' };

/** Whether a key claims to belong to the sandbox, listed or not. Such a key never leaves the machine. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith('sandbox');
}

/**
 * Says what the simulated providers do with a key.
 * @param options.all every key goes to the simulated providers (`CLAIMGATE_SANDBOX=all`).
 * @returns the scenario, or `undefined` for a key that belongs to a real provider. A key that begins
 *   with `sandbox` and is not listed is `invalid`: it is nobody's.
 */
export function scenarioFor(key: string, options: { readonly all: boolean }): Scenario | undefined {
  const listed = SANDBOX_KEYS.get(key);
  if (listed !== undefined) return listed.scenario;
  if (isSandboxKey(key)) return 'invalid';
  if (!options.all) return undefined;
  const lower = key.toLowerCase();
  if (lower.includes('invalid')) return 'invalid';
  if (lower.includes('revoked')) return 'revoked';
  return 'answer';
}

/** The plan of a listed sandbox key; `undefined` for every other key, whose plan is the plan directory's matter. */
export function sandboxPlanFor(key: string): SandboxPlanName | undefined {
  return SANDBOX_KEYS.get(key)?.plan;
}
