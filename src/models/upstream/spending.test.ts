/** What is settled for a call: what the provider says, else what was seen of the answer. */
import { expect, it } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import { WireError } from '../wire/wire-error.ts';
import type { MostCost } from './most-cost.ts';
import { spendOn } from './spending.ts';

function spend(choices = 1) {
  const settled: unknown[] = [];
  let time = 1_000;
  const hold = {
    output: 1_000,
    settle: (usage: unknown) => settled.push(usage),
    release: () => settled.push('released'),
  };
  const spending = spendOn(hold as never, { input: 50, choices } as MostCost, () => time);
  return { spending, settled, wait: (ms: number) => (time += ms) };
}
const counted = (completionTokens: number) => ({ promptTokens: 50, completionTokens });

it('what the provider says is settled, once', () => {
  const { spending, settled } = spend();
  const usage = { promptTokens: 1, completionTokens: 2 } as never;
  spending.answered(usage);
  spending.answered(undefined);
  spending.ended();
  expect(settled).toEqual([usage]);
});

it('else what was produced, at most what was reserved for each choice', () => {
  for (const [choices, produced, expected] of [
    [1, 999, 999],
    [1, 1_001, 1_000],
    [2, 1_001, 1_001],
    [2, 2_001, 2_000],
  ] as const) {
    const { spending, settled } = spend(choices);
    spending.add(produced);
    spending.answered(undefined);
    expect(settled).toEqual([counted(expected)]);
  }
});

it('nothing where it was never sent, or refused before anything came', () => {
  const refused = new GatewayError('provider_rejected');
  const unsent = spend();
  unsent.spending.ended(new Error('x'));
  const missed = spend();
  missed.spending.sent();
  missed.spending.missed(refused);
  missed.spending.ended();
  const answered = spend();
  answered.spending.sent();
  answered.spending.ended(refused);
  for (const { settled } of [unsent, missed, answered]) expect(settled).toEqual(['released']);
});

it('nothing where it never reached the provider, and what may have been worked on where it did', () => {
  const failed = (cause: Error) => new GatewayError('provider_failed', 'It failed.', { cause });
  const settledOf = (error: unknown, how: 'missed' | 'ended') => {
    const { spending, settled, wait } = spend();
    spending.sent();
    wait(100);
    if (how === 'missed') spending.missed(error);
    spending.ended(how === 'missed' ? undefined : error);
    return settled[0];
  };
  for (const how of ['missed', 'ended'] as const) {
    expect(settledOf(failed(new WireError('unreachable', 'no route')), how)).toBe('released');
    expect(settledOf(failed(new Error('refused')), how)).toBe('released');
    expect(settledOf(failed(new WireError('broken', 'cut off')), how)).toEqual(counted(50));
    expect(settledOf(new WireError('unreachable', 'aborted'), how)).toEqual(counted(50));
    expect(settledOf(new Error('a bug'), how)).toEqual(counted(50));
  }
});

it('once, whatever is said after it', () => {
  const { spending, settled } = spend();
  spending.ended(new GatewayError('provider_rejected'));
  spending.ended();
  spending.answered(undefined);
  expect(settled).toEqual(['released']);
});

it('the whole input as written to the cache, where that costs more', () => {
  for (const [cacheWriteFactor, more] of [
    [1.25, { cacheWriteTokens: 50 }],
    [1, {}],
  ] as const) {
    const settled: unknown[] = [];
    const hold = { output: 10, settle: (usage: unknown) => settled.push(usage) };
    const most = { input: 50, choices: 1, cacheWriteFactor } as MostCost;
    spendOn(hold as never, most, () => 0).answered(undefined);
    expect(settled).toEqual([{ ...counted(0), ...more }]);
  }
});

it('what may have been thought until the first piece came, where the caller left', () => {
  const before = spend();
  before.spending.sent();
  before.wait(600);
  before.spending.ended();
  expect(before.settled).toEqual([counted(300)]);

  const after = spend();
  after.spending.sent();
  after.wait(200);
  after.spending.add(7);
  after.wait(600);
  after.spending.add(3);
  after.spending.ended();
  after.spending.ended();
  expect(after.settled).toEqual([counted(110)]);
});

it('what was produced where it is refused in the middle', () => {
  const { spending, settled } = spend();
  spending.sent();
  spending.add(7);
  spending.ended(new GatewayError('provider_rejected'));
  expect(settled).toEqual([counted(7)]);
});

it('thoughts that make no chunk, and no others twice', () => {
  const thinking = JSON.stringify({ delta: { reasoning_content: 'I think so, and so on.' } });
  const read = (...made: Chunk[]) => {
    const { spending, settled } = spend();
    const reader = { complete: false, read: (_event: unknown, out: Chunk[]) => void out.push(...made) };
    const out: Chunk[] = [{ type: 'thought', text: 'Before.' }];
    spending.watch(reader as never).read({ event: undefined, data: thinking }, out);
    spending.answered(undefined);
    return (settled[0] as { completionTokens: number }).completionTokens;
  };
  expect(read()).toBeGreaterThan(3);
  expect(read({ type: 'text', text: 'Yes.' })).toBeGreaterThan(3);
  expect(read({ type: 'thought', text: 'I think so, and so on.' })).toBe(0);
});
