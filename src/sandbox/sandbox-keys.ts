/**
 * The keys of the sandbox, and what each of them plays. A pure table: the gateway reads it to decide
 * where a key goes and which plan it has, the simulated providers to decide how to behave.
 */
import type { Plan } from '../domain/plan.ts';

/** What a simulated provider does with a request, where it does not answer as usual; the key is `sandbox-…`. */
const CASES = [
  /** Does not know the key. */
  'invalid',
  /** Knew the key once: it was revoked, has expired, or its account was closed. */
  'revoked',
  /** Limits the rate of requests and says when to come back. */
  'ratelimited',
  /** The key's money or quota is used up. */
  'quota',
  'overloaded',
  /** Never answers; the connection stays open. */
  'timeout',
  /** Dies in the middle of its answer. */
  'cut',
  /** Reports an error in the middle of its stream; fails outright where the answer is whole. */
  'error',
  /** Reaches the limit of tokens. */
  'length',
  /** Its content filter stops the answer. */
  'filtered',
  /** Takes long for the first token and for each one after it. */
  'slow',
] as const;

export type Scenario = 'answer' | (typeof CASES)[number];

/** Names of the plans that sandbox keys have: two that ship with the gateway, and one of their own. */
type SandboxPlanName = 'free' | 'pro' | 'sandbox-limited';

interface SandboxKey {
  readonly scenario: Scenario;
  readonly plan: SandboxPlanName;
}

/** Every sandbox key there is. A map, so that no key of a caller's can reach an inherited property. */
export const SANDBOX_KEYS: ReadonlyMap<string, SandboxKey> = new Map<string, SandboxKey>([
  ['sandbox', { scenario: 'answer', plan: 'pro' }],
  ['sandbox-free', { scenario: 'answer', plan: 'free' }],
  ['sandbox-limited', { scenario: 'answer', plan: 'sandbox-limited' }],
  ...CASES.map((scenario) => [`sandbox-${scenario}`, { scenario, plan: 'pro' }] as const),
]);

/** The plan of `sandbox-limited`: small enough that a reader runs into it by hand. */
export const SANDBOX_LIMITED_PLAN: Plan = { name: 'sandbox-limited', perHour: 3, models: 'all' };

/** Whether a key claims to belong to the sandbox, listed or not. Such a key never leaves the machine. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith('sandbox');
}

/**
 * What the simulated providers do with a key that reached them. One that begins with `sandbox` and is not listed is
 * `invalid`; others (`CLAIMGATE_SANDBOX=all`) are by what they contain.
 */
export function scenarioFor(key: string): Scenario {
  const listed = SANDBOX_KEYS.get(key);
  if (listed !== undefined) return listed.scenario;
  const lower = key.toLowerCase();
  if (isSandboxKey(key) || lower.includes('invalid')) return 'invalid';
  return lower.includes('revoked') ? 'revoked' : 'answer';
}
