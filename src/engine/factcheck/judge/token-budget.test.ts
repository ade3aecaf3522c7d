import { describe, expect, it } from 'vitest';
import { openTokenBudget } from './token-budget.ts';

const live = new AbortController().signal;
const usage = (promptTokens: number, completionTokens: number) => ({
  usage: { promptTokens, completionTokens },
});

describe('a budget of tokens', () => {
  it('gives what is left, and no more', async () => {
    const budget = openTokenBudget(100);
    expect(await budget.spend(101, 1_000, live, async () => usage(1, 1))).toBeUndefined();
    expect(budget.left()).toBe(100);
    expect(await budget.spend(100, 1_000, live, async () => usage(30, 20))).toEqual(usage(30, 20));
    expect(budget.left()).toBe(50);
    await budget.spend(50, 1_000, live, async () => ({}));
    expect(budget.left()).toBe(0);
  });

  it('reserves tokens as long as a call runs, and says when it has ended', async () => {
    const budget = openTokenBudget(100);
    let settled = 0;
    budget.onSettled(() => settled++);
    expect(budget.isWaiting()).toBe(false);
    await budget.spend(60, 1_000, live, async () => {
      expect(budget.left()).toBe(40);
      expect(budget.isWaiting()).toBe(true);
      expect(settled).toBe(0);
      return usage(1, 1);
    });
    expect([budget.left(), budget.isWaiting(), settled]).toEqual([98, false, 1]);
  });

  it('gets back what was refused, but not what was given up', async () => {
    const budget = openTokenBudget(100);
    const refused = async () => {
      throw new Error('refused');
    };
    await expect(budget.spend(60, 1_000, live, refused)).rejects.toThrow('refused');
    expect(budget.left()).toBe(100);
    const late = async () => {
      throw new DOMException('late', 'TimeoutError');
    };
    await expect(budget.spend(60, 1_000, live, late)).rejects.toThrow('late');
    expect(budget.left()).toBe(40);
    await expect(budget.spend(30, 1_000, AbortSignal.abort(new Error('gone')), refused)).rejects.toThrow(
      'gone',
    );
    expect([budget.left(), budget.isWaiting()]).toEqual([10, false]);
  });
});
