import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import { SHIPPED_MODEL } from './shipped-model.ts';

/** A model of eight words: yes supports, no refutes. It reads 64 tokens. */
const TINY = path.join(import.meta.dirname, '__fixtures__/tiny');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The model with another `config.json`. */
function loadWith(config: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'load-model-'));
  folders.push(folder);
  cpSync(TINY, folder, { recursive: true });
  const own = JSON.parse(readFileSync(path.join(TINY, 'config.json'), 'utf8')) as object;
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ ...own, ...config }));
  return loadModel(folder);
}
const pair = (claim: string, passage: string): Pair => ({ claim, passage });
const sumOf = (score: PairScore) => score.supported + score.refuted + score.not_enough_info;

describe('a model', () => {
  it('scores pairs in their order, and each the same whatever is scored beside it', async () => {
    const model = await loadModel(TINY);
    const pairs = Array.from({ length: 30 }, (_, at) =>
      pair('claim', `${'word '.repeat((at * 7) % 30)}${at % 2 === 0 ? 'yes' : 'no'}`),
    );
    const together = await model.score(pairs);
    expect(together.map(sumOf).every((sum) => Math.abs(sum - 1) < 1e-6)).toBe(true);
    for (const [at, one] of pairs.entries()) {
      const [alone] = await model.score([one]);
      expect(together[at]).toEqual(alone);
    }
    expect(await model.score([])).toEqual([]);
  });

  it('of this installation does so to the last digit', async () => {
    const model = await loadModel(SHIPPED_MODEL);
    const bridge = pair(
      'The bridge was opened in 1978.',
      'The Kestrel Bridge was opened to traffic in 1987.',
    );
    const [alone] = await model.score([bridge]);
    const others = ['Lorries were a fifth of them.', 'It has two lanes.'].map((text) => pair(text, text));
    expect((await model.score([...others, bridge]))[2]).toEqual(alone);
  });

  it('reads the beginning of a passage that is too long, and of a claim', async () => {
    const model = await loadModel(TINY);
    const words = 'word '.repeat(200);
    const scores = await model.score([
      ...[pair('claim', `yes ${words}`), pair('claim', `${words}yes`), pair('claim', words)],
      ...[pair('claim '.repeat(400), 'yes'), pair(`yes ${'claim '.repeat(400)}`, '')],
    ]);
    const [begins, ends, neither, beside] = scores.map(({ supported }) => supported);
    expect(begins).toBeGreaterThan(ends!);
    expect(ends).toBeCloseTo(neither!, 6);
    expect(beside).toBeGreaterThan(neither!);
  });

  it('reads a pair whole that just fits', async () => {
    const model = await loadModel(TINY);
    const gainOfLast = async (words: number) => {
      const ending = (last: string) => pair('claim', `${'word '.repeat(words - 1)}${last}`);
      const [plain, yes] = await model.score([ending('word'), ending('yes')]);
      return yes!.supported / plain!.supported;
    };
    // Beside 60 words, the claim and three marks.
    expect(await gainOfLast(60)).toBeGreaterThan(1.1);
    expect(await gainOfLast(61)).toBe(1);
  });

  it('is calibrated by its temperature and the bias of each label', async () => {
    const one = [pair('claim', 'yes')];
    const [plain] = await (await loadModel(TINY)).score(one);
    const [warm] = await (await loadWith({ temperature: 2 })).score(one);
    const [biased] = await (await loadWith({ bias: [0, 20, 0] })).score(one);
    const odds = ({ supported, not_enough_info }: PairScore) => Math.log(supported / not_enough_info);
    expect(odds(warm!)).toBeCloseTo(odds(plain!) / 2, 3);
    expect(biased!.refuted).toBeGreaterThan(0.9);
    expect(sumOf(biased!)).toBeCloseTo(1, 6);
    const [certain] = await (await loadWith({ bias: [0, 1_000, 0] })).score(one);
    expect(certain).toEqual({ supported: 0, refuted: 1, not_enough_info: 0 });
  });

  it('has outputs that mean what its folder says', async () => {
    const [plain] = await (await loadModel(TINY)).score([pair('claim', 'yes')]);
    const labels = ['refuted', 'supported', 'not_enough_info'];
    const [swapped] = await (await loadWith({ labels })).score([pair('claim', 'yes')]);
    expect(swapped!.refuted).toBeCloseTo(plain!.supported, 6);
    expect(swapped!.not_enough_info).toBeCloseTo(plain!.not_enough_info, 6);
  });
});
