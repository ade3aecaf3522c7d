/** `claimgate judge check`, with a model of eight words: yes supports, no refutes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';

const TINY = path.resolve(import.meta.dirname, '../engine/judge/__fixtures__/tiny');
let directory = '';
const file = (name: string): string => path.join(directory, name);
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'claimgate-judge-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const check = (...args: string[]) => runInTests(['judge', 'check', ...args]);

describe('claimgate judge check', () => {
  it('says that a folder can be used', async () => {
    const { code, stdout } = await check(TINY);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^The model can be used\.\nlabels: supported, refuted, not_enough_info\n/),
    ]);
  });

  it('measures it on labelled pairs', async () => {
    const pairs = [
      { claim: 'a', passage: 'yes', label: 'supported' },
      { claim: 'a', passage: 'yes yes', label: 'supported' },
      { claim: 'a', passage: 'no', label: 'refuted' },
      { claim: 'a', passage: 'yes', label: 'refuted' },
      { claim: 'a', passage: 'word', label: 'not_enough_info' },
    ];
    writeFileSync(file('pairs.jsonl'), `${pairs.map((one) => JSON.stringify(one)).join('\n')}\n\n`);
    const { code, stdout } = await check(TINY, '--pairs', file('pairs.jsonl'), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      pairs: 5,
      accuracy: 0.8,
      macro_f1: 0.8222,
      balanced_accuracy_supported: 0.8334,
      ms_per_pair: expect.any(Number),
    });
  });

  it.each([
    ['no JSON', 'line 2'],
    ['{"claim":"a"}', 'line 2: claim, passage and label'],
    ['{"claim":"a","passage":"b","label":"maybe"}', 'line 2'],
  ])('names the line of %s', async (line, said) => {
    writeFileSync(
      file('pairs.jsonl'),
      `${JSON.stringify({ claim: 'a', passage: 'b', label: 'refuted' })}\n${line}\n`,
    );
    const { code, stderr } = await check(TINY, '--pairs', file('pairs.jsonl'));
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('says what is wrong with a folder', async () => {
    expect(await check(directory)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('model.onnx is missing'),
    });
    expect(await check(TINY, '--pairs', file('none'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
  });
});
