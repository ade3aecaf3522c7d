import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANE_RIGHTS } from './open-lane.ts';
import { openPairScorer, type ScorerSettings } from './open-scorer.ts';
import type { Pair, PairScorer } from './pair-scorer.ts';
import { readModelFolder } from './read-folder.ts';

/** A model of eight words: yes supports, no refutes. */
const TINY = path.join(import.meta.dirname, '__fixtures__/tiny');
const NEVER = new AbortController().signal;
const SETTINGS: ScorerSettings = {
  ...{ enabled: true, folder: TINY, isBackground: true, threads: 1, maxPairs: 10, deadline: 1_000 },
};

let scorer: PairScorer | undefined;
afterEach(() => scorer?.close());
const open = (over: Partial<ScorerSettings> = {}, onFault?: (why: string) => void): PairScorer => {
  scorer = openPairScorer({ ...SETTINGS, ...over }, onFault);
  return scorer;
};
const pair = (claim: string, passage: string): Pair => ({ claim, passage });
const laneIds = (): string[] =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'scoring-process'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);

describe('pairs', () => {
  it('are scored in their order, whatever their lengths', async () => {
    const pairs = [
      pair('a claim', 'yes'),
      pair('a claim', `${'word '.repeat(20)}no`),
      pair('a claim', 'word'),
      pair(`${'claim '.repeat(12)}`, 'no no no'),
    ];
    const scores = await open().score(pairs, NEVER);
    const likeliest = scores.map(
      (score) => Object.entries(score ?? {}).toSorted((a, b) => b[1] - a[1])[0]?.[0],
    );
    expect(likeliest).toEqual(['supported', 'not_enough_info', 'not_enough_info', 'refuted']);
    for (const score of scores) {
      expect(Object.values(score ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    }
  });

  it('are scored as they are alone, in whichever company', async () => {
    const pairs = Array.from({ length: 40 }, (_, i) => pair(`claim ${i}`, `${'word '.repeat(i)} yes`));
    const together = await open({ threads: 2 }).score(pairs, NEVER);
    await scorer?.close();
    const alone = open();
    for (const [index, one] of pairs.entries())
      expect((await alone.score([one], NEVER))[0]).toEqual(together[index]);
  });

  it('that are too long lose the end of the passage, never the claim', async () => {
    const long = `yes ${'word '.repeat(5_000)} no no no no no no no no`;
    const [kept] = await open().score([pair('a claim', long)], NEVER);
    const [cut] = await scorer!.score([pair('a claim', `${'word '.repeat(5_000)} yes yes yes`)], NEVER);
    expect(kept?.supported).toBeGreaterThan(cut?.supported ?? 1);
    expect(cut?.refuted).toBeLessThan(0.01);
    // However long the claim is, too.
    expect(
      await scorer!.score([pair('claim '.repeat(5_000), 'yes'), pair('', ''), pair('a', '')], NEVER),
    ).toHaveLength(3);
  });

  it('that are the same are read once, and remembered', async () => {
    const asked = open();
    const [first, second] = await asked.score([pair('same', 'yes'), pair('same', 'yes')], NEVER);
    expect(second).toEqual(first);
    for (const id of laneIds()) process.kill(Number(id), 'SIGKILL');
    expect(await asked.score([pair('same', 'yes')], NEVER)).toEqual([first]);
  });

  it('beyond what can wait are not scored', async () => {
    const pairs = Array.from({ length: 1_000 }, (_, i) => pair(`claim ${i}`, 'yes'));
    const scores = await open().score(pairs, NEVER);
    const scored = scores.filter((score) => score !== undefined);
    expect(scored.length).toBeGreaterThan(0);
    expect(scored.length).toBeLessThan(1_000);
    // The first come first.
    expect(scores.slice(0, scored.length).every((score) => score !== undefined)).toBe(true);
  });

  it('that nobody waits for any more are not read', async () => {
    const asked = open();
    const left = new AbortController();
    const gone = asked.score(
      [pair('gone', 'yes')].concat(Array.from({ length: 50 }, (_, i) => pair(`gone ${i}`, 'no'))),
      left.signal,
    );
    left.abort();
    const stays = await asked.score([pair('stays', 'yes')], NEVER);
    expect(stays[0]?.supported).toBeGreaterThan(0.5);
    // What was handed over already is.
    expect((await gone).filter((score) => score === undefined).length).toBeGreaterThan(40);
  });
});

describe('the processes that score', () => {
  it('start with the first pair, and end with the scorer', async () => {
    const asked = open({ threads: 2 });
    // Those of the test before may still be ending.
    await expect.poll(laneIds).toEqual([]);
    expect(asked.state()).toBe('ready');
    expect(asked.loadingMs?.(), 'the first wait longer').toBeGreaterThan(0);
    await asked.score(
      Array.from({ length: 30 }, (_, i) => pair(`claim ${i}`, 'yes')),
      NEVER,
    );
    expect(laneIds()).toHaveLength(2);
    expect(asked.loadingMs?.()).toBe(0);
    await asked.close();
    expect(await asked.score([pair('late', 'yes')], NEVER)).toEqual([undefined]);
    await expect.poll(laneIds).toEqual([]);
  });

  it('are started anew where one is killed', async () => {
    const asked = open();
    await asked.score([pair('a', 'yes')], NEVER);
    const [id] = laneIds();
    process.kill(Number(id), 'SIGKILL');
    // What it was handed as it ended is lost.
    const score = async () => (await asked.score([pair('b', 'yes')], NEVER))[0]?.supported;
    await expect.poll(score).toBeGreaterThan(0.5);
    expect(laneIds()).not.toContain(id);
  });

  it.each([true, false])(
    'let others go first where they are in the background (%s)',
    async (isBackground) => {
      await open({ isBackground }).score([pair('a', 'yes')], NEVER);
      const [id] = laneIds();
      expect(getPriority(Number(id))).toBe(isBackground ? constants.priority.PRIORITY_LOW : getPriority());
      expect(readFileSync(`/proc/${id}/oom_score_adj`, 'utf8').trim(), 'ended first').toBe('1000');
      await scorer?.close();
      await expect.poll(laneIds).toEqual([]);
    },
  );

  it('have no environment, and may do nothing but read', async () => {
    process.env.CLAIMGATE_SECRET_OF_TEST = 'sk-of-test';
    await open().score([pair('a', 'yes')], NEVER);
    delete process.env.CLAIMGATE_SECRET_OF_TEST;
    const [id] = laneIds();
    expect(readFileSync(`/proc/${id}/environ`, 'utf8')).not.toContain('sk-of-test');
    expect(readFileSync(`/proc/${id}/cmdline`, 'utf8')).toContain(LANE_RIGHTS.join('\0'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [...LANE_RIGHTS, '-e', "require('node:fs').writeFileSync('/tmp/judge-may-write', '')"],
      { encoding: 'utf8' },
    );
    expect([status === 0, stderr.includes('ERR_ACCESS_DENIED')]).toEqual([false, true]);
  });

  it('end with a process that ends while they compute', () => {
    const code = `
      const { openPairScorer } = await import(${JSON.stringify(path.join(import.meta.dirname, 'open-scorer.ts'))});
      const scorer = openPairScorer(${JSON.stringify(SETTINGS)});
      const { signal } = new AbortController();
      await scorer.score([{ claim: 'a', passage: 'yes' }], signal);
      void scorer.score(Array.from({ length: 200 }, (_, i) => ({ claim: 'a' + i, passage: 'no' })), signal);
      process.exit(7);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([7, '']);
  });
});

describe('a folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'claimgate-judge-'));
    cpSync(TINY, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const configure = (config: unknown): void =>
    writeFileSync(
      path.join(folder, 'config.json'),
      typeof config === 'string' ? config : JSON.stringify(config),
    );

  it.each(['model.onnx', 'tokenizer.json', 'config.json'])(
    'without %s is no model: the judge is absent',
    async (file) => {
      rmSync(path.join(folder, file));
      expect(() => readModelFolder(folder)).toThrow(`${file} is missing`);
      const asked = open({ folder });
      expect([asked.state(), await asked.score([pair('a', 'yes')], NEVER)]).toEqual(['absent', [undefined]]);
    },
  );

  it.each(['model.onnx', 'tokenizer.json'])('whose %s is broken fails once, and says why', async (file) => {
    writeFileSync(path.join(folder, file), '{"broken": ');
    const faults: string[] = [];
    const asked = open({ folder }, (why) => faults.push(why));
    expect(asked.state()).toBe('ready');
    expect(await asked.score([pair('a', 'yes')], NEVER)).toEqual([undefined]);
    expect(await asked.score([pair('b', 'yes')], NEVER)).toEqual([undefined]);
    expect(asked.state()).toBe('failed');
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${file} cannot be read`))]);
  });

  it.each([
    ['{', 'JSON'],
    ['[]', 'object'],
    [{}, 'labels'],
    [{ labels: ['yes', 'no', 'maybe'] }, 'labels'],
    [{ labels: ['supported', 'refuted'] }, 'labels'],
    [{ labels: ['supported', 'supported', 'refuted'] }, 'labels'],
    [{ labels: ['supported', 'refuted', 'neutral'], temperature: 0 }, 'temperature'],
    [{ labels: ['supported', 'refuted', 'neutral'], bias: [1] }, 'bias'],
    [{ labels: ['supported', 'refuted', 'neutral'], max_length: 3 }, 'max_length'],
    [{ labels: ['supported', 'refuted', 'neutral'], threshold: 2 }, 'threshold'],
    [{ labels: ['supported', 'refuted', 'neutral'], threshold: { supported: 0.9 } }, 'threshold'],
    [
      {
        labels: ['supported', 'refuted', 'neutral'],
        threshold: { supported: 0.9, supported_whole: 0.91, refuted: 0.9 },
      },
      'supported_whole',
    ],
    [{ labels: ['supported', 'refuted', 'neutral'], order: 'any' }, 'order'],
  ])('with %j in its config.json says that %s is wrong', (config, named) => {
    configure(config);
    expect(() => readModelFolder(folder)).toThrow(new RegExp(`^config.json: .*${named}`));
    expect(open({ folder }).state()).toBe('absent');
  });

  it('of a published model of entailment is read by its names, the passage first', () => {
    configure({ id2label: { 0: 'ENTAILMENT', 1: 'Neutral', 2: 'contradiction' } });
    expect(readModelFolder(folder)).toMatchObject({
      labels: ['supported', 'not_enough_info', 'refuted'],
      claimFirst: false,
      thresholds: { supported: 0.9, refuted: 0.9 },
    });
  });

  it('has its calibration applied, and its threshold unless config has another', async () => {
    const [plain] = await open().score([pair('a', 'yes')], NEVER);
    await scorer?.close();
    configure({ labels: ['supported', 'refuted', 'not_enough_info'], temperature: 3, bias: [0, 1, 0] });
    const calibrated = open({ folder });
    const [flat] = await calibrated.score([pair('a', 'yes')], NEVER);
    expect(flat?.supported).toBeLessThan(plain?.supported ?? 0);
    expect(flat?.refuted).toBeGreaterThan(flat?.not_enough_info ?? 1);
    expect(open().thresholds).toEqual({ supported: 0.9, refuted: 0.8 });
    expect(open({ threshold: 0.7 }).thresholds).toEqual({ supported: 0.7, refuted: 0.7 });
  });
});

it('a judge that is off reads nothing, not even its folder', async () => {
  const asked = open({ enabled: false, folder: '/nowhere' });
  expect([asked.state(), await asked.score([pair('a', 'yes')], NEVER)]).toEqual(['off', [undefined]]);
  expect(asked.thresholds, 'nothing is sure enough').toEqual({ supported: 1, refuted: 1 });
});

it('nothing of the runtime is loaded before the first pair', () => {
  const code = `
    const { openPairScorer } = await import(${JSON.stringify(path.join(import.meta.dirname, 'open-scorer.ts'))});
    openPairScorer(${JSON.stringify(SETTINGS)});
    console.log(process.getActiveResourcesInfo().length, Object.keys(require.cache ?? {}).length);`;
  const out = execFileSync(process.execPath, ['-e', `(async () => {${code}})()`], { encoding: 'utf8' });
  expect(out.trim()).toBe('0 0');
});

/** The model that ships. */
const SHIPPED = path.resolve(import.meta.dirname, '../../../models/judge');

describe.skipIf(!existsSync(path.join(SHIPPED, 'model.onnx')))('the model that ships', () => {
  it('can be loaded, and tells a sentence from its opposite', async () => {
    const asked = open({ folder: SHIPPED });
    const passage = 'The Kestrel Bridge was opened to traffic in 1987. It has two lanes and a footpath.';
    const [right, wrong] = await asked.score(
      [
        pair('The Kestrel Bridge was opened in 1987.', passage),
        pair('The Kestrel Bridge was opened in 1978.', passage),
      ],
      NEVER,
    );
    expect(right?.supported).toBeGreaterThan(wrong?.supported ?? 1);
  });
});
