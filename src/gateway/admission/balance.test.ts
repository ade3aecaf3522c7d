import { describe, expect, it } from 'vitest';
import { type Amount, type Balance, EMPTY, greater, heldOf, lapse, renew, settle, turn } from './balance.ts';
import { type Ask, budgetsOf, lacking, reserve } from './reserve.ts';

const ask = (more: Partial<Ask> = {}): Ask => ({
  input: 50,
  output: 50,
  choices: 1,
  isChosen: true,
  inputPrice: 100,
  outputPrice: 500,
  ...more,
});
const TOKENS = { tokens: 10_000 };

/** Reserves until it is refused. */
function fill(limits: { tokens?: number; nanos?: number }, one: Ask) {
  const granted: { amount: Amount; output: number }[] = [];
  let balance: Balance = EMPTY;
  for (;;) {
    const outcome = reserve(balance, limits, one, 'a', 1_000);
    if (typeof outcome === 'string') return { granted, balance, refusal: outcome };
    granted.push(outcome);
    balance = outcome.balance;
  }
}

describe('reserve', () => {
  it('lets exactly as many pass as fit, the next one when another is settled', () => {
    const { granted, balance, refusal } = fill(TOKENS, ask());
    expect([granted.length, refusal]).toEqual([100, 'reserved']);
    const settled = settle(balance, 'a', granted[0]!.amount, { tokens: 12, nanos: 0 });
    expect(reserve(settled, TOKENS, ask(), 'a', 1_000)).toBe('reserved');
    const more = settle(settled, 'a', granted[1]!.amount, { tokens: 12, nanos: 0 });
    expect(reserve(more, TOKENS, ask(), 'a', 1_000)).toMatchObject({ output: 50 });
  });

  it('counts every answer of several', () => {
    expect(fill(TOKENS, ask({ choices: 4 })).granted).toHaveLength(40);
  });

  it('holds a budget in money too, and the tighter one of both', () => {
    const one = 50 * 100 + 50 * 500;
    expect(fill({ nanos: 7 * one }, ask()).granted).toHaveLength(7);
    expect(fill({ tokens: 300, nanos: 7 * one }, ask()).granted).toHaveLength(3);
    expect(fill({ nanos: 0 }, ask()).refusal).toBe('used_up');
  });

  it('shortens an answer that fits otherwise in no way, and refuses what does not fit at all', () => {
    expect(reserve(EMPTY, TOKENS, ask({ output: 128_000 }), 'a', 1)).toMatchObject({ output: 9_950 });
    const spent = (tokens: number): Balance => ({ ...EMPTY, spent: { tokens, nanos: 0 } });
    expect(reserve(spent(9_930), TOKENS, ask(), 'a', 1)).toMatchObject({ output: 20 });
    expect(reserve(spent(9_934), TOKENS, ask(), 'a', 1)).toMatchObject({ output: 16 });
    expect(reserve(spent(9_935), TOKENS, ask(), 'a', 1)).toBe('used_up');
    expect(reserve(spent(9_940), TOKENS, ask({ output: 8 }), 'a', 1)).toMatchObject({ output: 8 });
    expect(reserve(spent(10_000), TOKENS, ask({ input: 0 }), 'a', 1)).toBe('used_up');
  });

  it('leaves something for others where nobody has limited the answer', () => {
    const outputs = fill(TOKENS, ask({ output: 128_000, isChosen: false })).granted.map(
      ({ output }) => output,
    );
    expect(outputs[0]).toBe(4_975);
    expect(outputs.length).toBeGreaterThan(3);
    expect(Math.min(...outputs)).toBeGreaterThanOrEqual(1_024);
  });

  it('says of what is refused whether waiting helps', () => {
    const { balance } = fill(TOKENS, ask({ isChosen: false, output: 128_000 }));
    expect(reserve(balance, TOKENS, ask({ input: 9_000 }), 'a', 1)).toBe('reserved');
    expect(reserve(balance, TOKENS, ask({ input: 10_000 }), 'a', 1)).toBe('used_up');
  });
});

describe('a budget of which little is left', () => {
  const spent = (amount: Partial<Amount>): Balance => ({
    ...EMPTY,
    spent: { tokens: 0, nanos: 0, ...amount },
  });
  const outcome = (balance: Balance, limits: Parameters<typeof reserve>[1], one: Ask) => {
    const given = reserve(balance, limits, one, 'a', 1_000);
    return typeof given === 'string' ? given : given.output;
  };

  it('lets an answer that costs nothing pass where what is asked takes the last of it', () => {
    const free = ask({ outputPrice: 0, output: 40 });
    expect(outcome(EMPTY, { nanos: 5_000 }, free)).toBe(40);
    expect(outcome(EMPTY, { nanos: 4_999 }, free)).toBe('used_up');
    expect(outcome(spent({ nanos: 1 }), { nanos: 5_000 }, free)).toBe('used_up');
  });

  it('is shared as soon as anything is reserved', () => {
    const [first, chosen] = [ask({ input: 0, output: 1 }), ask({ input: 0, output: 17 })];
    const held = reserve(EMPTY, { tokens: 17 }, first, 'a', 1_000);
    if (typeof held === 'string') throw new Error(held);
    expect(outcome(held.balance, { tokens: 17 }, chosen)).toBe('reserved');
    expect(outcome(EMPTY, { tokens: 16 }, chosen)).toBe(16);
  });

  it('gives what is chosen whole where it fits exactly, also beside others', () => {
    const held = reserve(EMPTY, { tokens: 200 }, ask(), 'a', 1_000);
    if (typeof held === 'string') throw new Error(held);
    expect(outcome(held.balance, { tokens: 200 }, ask())).toBe(50);
    expect(outcome(held.balance, { tokens: 199 }, ask())).toBe('reserved');
    // That much can never fit: it gets what is left.
    expect(outcome(held.balance, { tokens: 2_300 }, ask({ output: 9_000 }))).toBe(1_075);
    expect(outcome(held.balance, { tokens: 1_000 }, ask({ output: 9_000 }))).toBe('reserved');
  });

  it('gives an answer that nobody has limited half of what is free, or the usual length', () => {
    const long = ask({ output: 9_000, isChosen: false });
    expect(outcome(EMPTY, { tokens: 5_050 }, long)).toBe(2_500);
    expect(outcome(EMPTY, { tokens: 2_098 }, long)).toBe(1_024);
    expect(outcome(EMPTY, { tokens: 1_074 }, long)).toBe(1_024);
    expect(outcome(EMPTY, { tokens: 1_073 }, long)).toBe(1_023);
    expect(outcome(EMPTY, { tokens: 66 }, long)).toBe(16);
    expect(outcome(EMPTY, { tokens: 65 }, long)).toBe('used_up');
    expect(outcome(EMPTY, {}, long)).toBe(9_000);
  });

  it('is never passed by a billionth, whatever a token costs', () => {
    for (let at = 1; at < 200; at++) {
      const one = ask({ input: 3, inputPrice: 0.1, output: 9_000, outputPrice: at / 7, choices: 3 });
      const limit = 1_000 + at;
      const given = reserve(EMPTY, { nanos: limit }, one, 'a', 1);
      if (typeof given === 'string') continue;
      expect(given.amount.nanos).toBeLessThanOrEqual(limit);
    }
  });

  it('names each unit that it lacks', () => {
    const limits = { tokens: 100, nanos: 30_000 };
    const lacked = (balance: Balance) => lacking(balance, limits, ask()).map(({ unit }) => unit);
    expect(lacked(EMPTY)).toEqual([]);
    expect(lacked(spent({ tokens: 34 }))).toEqual([]);
    expect(lacked(spent({ tokens: 35 }))).toEqual(['tokens']);
    expect(lacked(spent({ tokens: 35, nanos: 17_001 }))).toEqual(['tokens', 'nanos']);
  });
});

describe('a budget for a day', () => {
  const DAY = 20261128;
  const limits = { tokens: 500, day: { tokens: 200 } };

  it('holds beside that of the month, and begins anew with the next day', () => {
    const one = reserve(turn(EMPTY, DAY), limits, ask(), 'a', 1_000);
    if (typeof one === 'string') throw new Error(one);
    expect(one.day).toBe(DAY);
    const two = reserve(one.balance, limits, ask({ input: 60, output: 60 }), 'a', 1_000);
    expect(two).toBe('reserved');
    const settled = settle(one.balance, 'a', one.amount, { tokens: 90, nanos: 1 }, DAY);
    expect(reserve(settled, limits, ask({ input: 100 }), 'a', 1_000)).toBe('used_up');
    expect(lacking(settled, limits, ask({ input: 100 })).map(({ period }) => period)).toEqual(['day']);
    expect(lacking(settled, limits, ask({ input: 500 })).map(({ period }) => period)).toEqual([
      'month',
      'day',
    ]);
    const next = turn(settled, DAY + 1);
    expect(reserve(next, limits, ask({ input: 100 }), 'a', 1_000)).toMatchObject({
      output: 50,
      day: DAY + 1,
    });
    expect(budgetsOf(next, limits).map(({ spent }) => spent)).toEqual([90, 0]);
  });

  it('costs a call that ends the day after nothing of that day, and the month all', () => {
    const one = reserve(turn(EMPTY, DAY), limits, ask(), 'a', 1_000);
    if (typeof one === 'string') throw new Error(one);
    const next = turn(one.balance, DAY + 1);
    const settled = settle(next, 'a', one.amount, { tokens: 90, nanos: 1 }, one.day);
    expect([settled.spent.tokens, settled.held]).toEqual([90, {}]);
    expect([settled.day?.spent.tokens, settled.day?.held]).toEqual([0, {}]);
  });

  it('counts a call that began before the key had one, and what was used that day', () => {
    const one = reserve(EMPTY, { tokens: 500 }, ask(), 'a', 1_000);
    if (typeof one === 'string') throw new Error(one);
    const given = turn(one.balance, DAY, { tokens: 30, nanos: 0 });
    expect(settle(given, 'a', one.amount, { tokens: 90, nanos: 0 }, one.day).day?.spent.tokens).toBe(120);
  });

  it('lapses and is kept alive as that of the month', () => {
    const one = reserve(turn(EMPTY, DAY), limits, ask(), 'a', 1_000);
    if (typeof one === 'string') throw new Error(one);
    expect(lapse(one.balance, 1_000).day).toMatchObject({ spent: { tokens: 100 }, held: {} });
    expect(lapse(renew(one.balance, 'a', 5_000), 1_000).day?.spent.tokens).toBe(0);
  });

  it('has used at least what is known, of tokens and of money each', () => {
    const used = (tokens: number, nanos: number) => ({ tokens, nanos });
    const begun = turn(EMPTY, DAY, used(5, 900));
    expect(begun.day?.spent).toEqual(used(5, 900));
    expect(turn(begun, DAY, used(9, 1)).day?.spent).toEqual(used(9, 900));
    expect(turn(begun, DAY, used(1, 901)).day?.spent).toEqual(used(5, 901));
    expect(turn(begun, DAY).day?.spent).toEqual(used(5, 900));
    expect(greater(used(1, 4), used(3, 2))).toEqual(used(3, 4));
    expect(begun.spent).toEqual(used(0, 0));
  });

  it('keeps the day of a clock that is ahead', () => {
    expect(turn(turn(EMPTY, DAY + 1), DAY).day?.of).toBe(DAY + 1);
  });
});

describe('a process that has ended', () => {
  it('has spent what it had reserved, once its time is over', () => {
    const { balance } = fill({ tokens: 200 }, ask());
    expect(lapse(balance, 999)).toBe(balance);
    expect(lapse(balance, 1_000)).toEqual({ spent: { tokens: 200, nanos: 60_000 }, held: {} });
    expect(lapse(renew(balance, 'a', 5_000), 1_000).spent.tokens).toBe(0);
  });

  it('gets back what it did not use, where it was not over after all', () => {
    const { balance, granted } = fill({ tokens: 200 }, ask());
    const settled = settle(lapse(balance, 1_000), 'a', granted[0]!.amount, { tokens: 12, nanos: 1 });
    expect(settled.spent).toEqual({ tokens: 112, nanos: 30_001 });
  });
});

it('whatever is reserved, settled and lapses, in which order: never more than the budget', () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const caps = () => ({
      tokens: random(3) === 0 ? undefined : random(20_000),
      nanos: random(3) === 0 ? undefined : random(5_000_000),
    });
    const limits = { ...caps(), day: random(2) === 0 ? undefined : caps() };
    let today = 1;
    let realToday = { tokens: 0, nanos: 0 };
    let balance: Balance = turn(EMPTY, today);
    let real = { tokens: 0, nanos: 0 };
    let open: { owner: string; amount: Amount; used: Amount; day: number | undefined }[] = [];
    const pay = ({ used, day }: (typeof open)[number]): void => {
      real = { tokens: real.tokens + used.tokens, nanos: real.nanos + used.nanos };
      if (day !== today) return;
      realToday = { tokens: realToday.tokens + used.tokens, nanos: realToday.nanos + used.nanos };
    };
    for (let step = 0; step < 60; step++) {
      const owner = `p${random(3)}`;
      const what = random(10);
      if (what < 5) {
        const one = ask({
          input: random(900),
          output: 1 + random(9_000),
          choices: 1 + random(3),
          isChosen: random(2) === 0,
          outputPrice: random(700) / 3,
        });
        const outcome = reserve(balance, limits, one, owner, step + 5 + random(20));
        if (typeof outcome === 'string') continue;
        expect(outcome.output).toBeGreaterThan(0);
        balance = outcome.balance;
        const { amount, day } = outcome;
        const used = { tokens: random(amount.tokens + 1), nanos: random(amount.nanos + 1) };
        open.push({ owner, amount, used, day });
      } else if (what < 8 && open.length > 0) {
        const [one] = open.splice(random(open.length), 1);
        balance = settle(balance, one!.owner, one!.amount, one!.used, one!.day);
        pay(one!);
      } else if (what === 8) {
        // Killed: the provider is paid for all that it had asked.
        open.filter((each) => each.owner === owner).forEach(pay);
        open = open.filter((each) => each.owner !== owner);
      } else if (random(4) === 0) {
        today += 1;
        realToday = { tokens: 0, nanos: 0 };
        balance = turn(balance, today);
      } else balance = lapse(balance, step);
      const held = heldOf(balance);
      for (const unit of ['tokens', 'nanos'] as const) {
        const limit = limits[unit] ?? Number.POSITIVE_INFINITY;
        expect(balance.spent[unit] + held[unit]).toBeLessThanOrEqual(limit);
        expect(real[unit]).toBeLessThanOrEqual(balance.spent[unit] + held[unit]);
        const ofDay = balance.day!.spent[unit] + heldOf(balance.day!)[unit];
        expect(ofDay).toBeLessThanOrEqual(limits.day?.[unit] ?? Number.POSITIVE_INFINITY);
        expect(realToday[unit]).toBeLessThanOrEqual(ofDay);
      }
    }
  }
});
