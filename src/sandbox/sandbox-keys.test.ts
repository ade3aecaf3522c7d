import { describe, expect, it } from 'vitest';
import { isSandboxKey, SANDBOX_KEYS, SANDBOX_LIMITED_PLAN, scenarioFor } from './sandbox-keys.ts';

describe('sandbox keys', () => {
  it.each([
    ['sandbox', 'answer'],
    ['sandbox-free', 'answer'],
    ['sandbox-limited', 'answer'],
    ['sandbox-invalid', 'invalid'],
    ['sandbox-revoked', 'revoked'],
    ['sandbox-ratelimited', 'ratelimited'],
    ['sandbox-quota', 'quota'],
    ['sandbox-overloaded', 'overloaded'],
    ['sandbox-timeout', 'timeout'],
    ['sandbox-cut', 'cut'],
    ['sandbox-error', 'error'],
    ['sandbox-length', 'length'],
    ['sandbox-filtered', 'filtered'],
    ['sandbox-slow', 'slow'],
  ])('%s plays %s', (key, scenario) => {
    expect(scenarioFor(key)).toBe(scenario);
  });

  it('are fourteen, all on the plan pro but for sandbox-free and sandbox-limited', () => {
    expect(SANDBOX_KEYS.size).toBe(14);
    for (const key of SANDBOX_KEYS.keys()) {
      const plan = key === 'sandbox-free' ? 'free' : key === 'sandbox-limited' ? 'sandbox-limited' : 'pro';
      expect(SANDBOX_KEYS.get(key)?.plan).toBe(plan);
    }
    expect(SANDBOX_LIMITED_PLAN).toEqual({ name: 'sandbox-limited', perHour: 3, models: 'all' });
  });

  it('that are not listed are invalid, and never go to a real provider', () => {
    for (const key of ['sandbox-', 'sandboxed', 'sandbox-slow2', 'sandbox ']) {
      expect(isSandboxKey(key)).toBe(true);
      expect(scenarioFor(key)).toBe('invalid');
      expect(SANDBOX_KEYS.has(key)).toBe(false);
    }
  });

  it('leave every other key to its real provider; where all are simulated, it is answered', () => {
    for (const key of ['sk-abc', 'xai-abc', 'Sandbox', 'constructor', '__proto__', 'my-sandbox-key']) {
      expect(isSandboxKey(key)).toBe(false);
      expect(scenarioFor(key)).toBe('answer');
      expect(SANDBOX_KEYS.has(key)).toBe(false);
    }
  });

  it('play the invalid and the revoked key by their text when all are simulated', () => {
    expect(scenarioFor('sk-INVALID-1')).toBe('invalid');
    expect(scenarioFor('sk-this-was-revoked')).toBe('revoked');
    expect(isSandboxKey('sk-invalid')).toBe(false);
  });
});
