/** What becomes of an evaluation, whatever becomes of the process that began it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../domain/api-key.ts';
import { GatewayError } from '../domain/errors.ts';
import type { Extraction, ScoredClaim } from '../domain/evaluation.ts';
import { openStore, type Store } from '../gateway/store/store.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { createTextKeys } from './encrypt-text.ts';
import { createEvaluations, type Evaluations, type EvaluationsOptions } from './evaluations.ts';
import { createLocalScorer } from './score-in-thread.ts';

const CANARY = 'canarytext';
const KEY = ApiKey.parse('sk-canary-key-0123456789')!;
const OTHER_KEY = ApiKey.parse('sk-other')!;
const ann = { id: 'a'.repeat(43), formerIds: ['f'.repeat(43)] };
const bob = { id: 'b'.repeat(43), formerIds: [] };
const TEXT = `The ${CANARY} lighthouse was built in 1874. It stands 41 metres high.`;
const textKeys = createTextKeys([{ kid: 'kid-one', subkey: new Uint8Array(32).fill(7) }]);
const signal = new AbortController().signal;

const extraction: Extraction = {
  passages: [{ role: 'user', text: TEXT }],
  claims: [
    {
      id: 'claim-1',
      text: TEXT.slice(0, 44),
      original_text: TEXT.slice(0, 44),
      passage: 0,
      start: 0,
      category: 'event',
      confidence: 0.9,
    },
    {
      id: 'claim-2',
      text: 'It stands 41 metres high.',
      original_text: 'It stands 41 metres high.',
      passage: 0,
      start: 45,
      category: 'attribute',
      confidence: 0.7,
    },
  ],
};
const target: JsonTarget = {
  key: KEY,
  endpoint: {} as JsonTarget['endpoint'],
  model: { capabilities: { responseFormat: 'json_schema' } } as JsonTarget['model'],
};

const judgement = (claim: number) => ({
  claim,
  added: [],
  accuracy: 5,
  held: 1,
  missing: ['The lighthouse is tall.'],
  faults: claim === 2 ? ['"It" is not resolved.'] : [],
  coherence: claim === 2 ? 2 : 5,
  verifiable: true,
});

/** A model that answers with what it is given, when it is let. */
function model(answer: (signal: AbortSignal) => Promise<unknown>): Upstream & { asked: number } {
  const upstream = {
    asked: 0,
    prepare: () => ({}) as never,
    async complete(_call: unknown, signal: AbortSignal) {
      upstream.asked++;
      const content = JSON.stringify(await answer(signal));
      return { content, finishReason: 'stop' as const, usage: { promptTokens: 100, completionTokens: 20 } };
    },
    stream: () => Promise.reject(new Error('not streamed')),
  };
  return upstream;
}

const judge = () => model(async () => ({ claims: [judgement(1), judgement(2)] }));
const never = () =>
  model(
    (stop) =>
      new Promise((_resolve, reject) => stop.addEventListener('abort', () => reject(new Error('stopped')))),
  );

describe('an evaluation', () => {
  let directory = '';
  let store: Store;
  let count = 0;
  const started: Evaluations[] = [];
  const seen: string[] = [];
  let clock = Date.parse('2026-11-05T13:20:00Z');

  const processOf = (upstream: Upstream, over: Partial<EvaluationsOptions> = {}): Evaluations => {
    const evaluations = createEvaluations({
      records: store.evaluations,
      upstream,
      textKeys,
      local: createLocalScorer(),
      owner: `process-${++count}`,
      storeText: true,
      askModel: true,
      concurrency: 4,
      lease: 60,
      retentionDays: 90,
      now: () => clock,
      random: () => 0.5,
      events: {
        completed: (scorer, claims, failure) =>
          seen.push(`completed ${scorer} ${claims} ${failure ?? ''}`.trim()),
        failed: (error) => seen.push(`failed ${(error as Error).message}`),
        lost: () => seen.push('lost'),
        takenOver: (taken) => seen.push(`took over ${taken}`),
        storeAway: (error) => seen.push(`store away ${(error as Error).message}`),
      },
      ...over,
    });
    started.push(evaluations);
    return evaluations;
  };
  const begin = (evaluations: Evaluations, id: string, over = {}) =>
    evaluations.begin({ id, caller: ann, target, extraction, ...over });
  const ended = (evaluations: Evaluations, id: string) =>
    expect.poll(async () => (await evaluations.find(id, ann, 0, signal))?.status, { timeout: 5_000 });
  const rowsOf = async (evaluations: Evaluations, id: string, key = KEY): Promise<ScoredClaim[]> => {
    const rows: ScoredClaim[] = [];
    for await (const page of evaluations.rows(id, key)) rows.push(...page);
    return rows;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-jobs-'));
    store = await openStore({ dataDir: directory, now: () => clock });
  });
  afterEach(async () => {
    for (const evaluations of started.splice(0)) await evaluations.drain(0);
    seen.length = 0;
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('is scored by the model, and its report read by the caller who made it alone', async () => {
    const evaluations = processOf(judge());
    const reports: unknown[] = [];
    expect(
      await begin(evaluations, 'by-model', { onReport: (report: unknown) => reports.push(report) }),
    ).toBe('running');
    const state = await evaluations.find('by-model', ann, 5_000, signal);
    await ended(evaluations, 'by-model').toBe('completed');
    expect(await evaluations.find('by-model', ann, 0, signal)).toMatchObject({
      status: 'completed',
      scorer: 'model',
      claims: 2,
      usage: { promptTokens: 100, completionTokens: 20 },
    });
    expect(state?.id).toBe('by-model');
    expect(await rowsOf(evaluations, 'by-model')).toMatchObject([
      {
        claim_id: 'claim-1',
        accuracy: 1,
        completeness: 0.5,
        coherence: 1,
        missing: ['The lighthouse is tall.'],
        timestamp: clock,
      },
      { claim_id: 'claim-2', coherence: 0.25, faults: ['"It" is not resolved.'] },
    ]);
    expect(reports).toHaveLength(1);
    expect(await evaluations.find('by-model', bob, 0, signal)).toBeUndefined();
    expect(await evaluations.find('unknown', ann, 0, signal)).toBeUndefined();
    await expect(rowsOf(evaluations, 'by-model', OTHER_KEY)).rejects.toThrow('cannot be opened');
    expect(await evaluations.remove('by-model', bob)).toBe(false);
    expect(await evaluations.remove('by-model', ann)).toBe(true);
    expect(await evaluations.find('by-model', ann, 0, signal)).toBeUndefined();
  });

  it.each([
    [
      'whose key is refused',
      () => model(() => Promise.reject(new GatewayError('api_key_invalid'))),
      'local',
      'api_key_invalid',
    ],
    ['that judges nothing', () => model(async () => ({ claims: 'no' })), 'local', 'unusable'],
    ['that judges some', () => model(async () => ({ claims: [judgement(2)] })), 'mixed', 'unusable'],
  ])('is scored locally where it has a model %s, and says so', async (_what, upstream, scorer, failure) => {
    const evaluations = processOf(upstream());
    const id = `not-by-model-${failure}-${scorer}`;
    await begin(evaluations, id);
    await ended(evaluations, id).toBe('completed');
    expect(await evaluations.find(id, ann, 0, signal)).toMatchObject({ scorer });
    expect(seen).toEqual([`completed ${scorer} 2 ${failure}`]);
    expect((await rowsOf(evaluations, id)).map((row) => row.claim_id)).toEqual(['claim-1', 'claim-2']);
  });

  it('asks no model where the operator wants none, or where there is no claim', async () => {
    const upstream = judge();
    const evaluations = processOf(upstream, { askModel: false });
    await begin(evaluations, 'never-asked');
    await ended(evaluations, 'never-asked').toBe('completed');
    const asking = processOf(upstream);
    await begin(asking, 'empty', { extraction: { passages: [], claims: [] } });
    await ended(asking, 'empty').toBe('completed');
    expect(await rowsOf(asking, 'empty')).toEqual([]);
    expect(upstream.asked).toBe(0);
  });

  it('is taken over when its process is gone, scored locally, and counted once', async () => {
    let answer = (_value: unknown): void => {};
    const late = processOf(model(() => new Promise((resolve) => (answer = resolve))));
    await begin(late, 'lost');
    const survivor = processOf(judge());
    survivor.start();
    await expect(survivor.find('lost', ann, 0, signal)).resolves.toMatchObject({ status: 'running' });
    clock += 61;
    await ended(survivor, 'lost').toBe('completed');
    expect(await survivor.find('lost', ann, 0, signal)).toMatchObject({ scorer: 'local' });
    answer({ claims: [judgement(1), judgement(2)] });
    await expect.poll(() => seen).toEqual(['took over 1', 'completed local 2', 'lost']);
    expect(await rowsOf(survivor, 'lost')).toHaveLength(2);
  });

  it('is taken over however many were lost', async () => {
    const lost = processOf(never());
    await Promise.all(Array.from({ length: 45 }, (_, index) => begin(lost, `many-${index}`)));
    const survivor = processOf(judge());
    clock += 61;
    survivor.start();
    await expect
      .poll(() => seen.filter((each) => each === 'completed local 2').length, { timeout: 10_000 })
      .toBe(45);
    expect(seen.filter((each) => each.startsWith('took over')).sort()).toEqual([
      'took over 20',
      'took over 20',
      'took over 5',
    ]);
  });

  it('stays its own process’s as long as that gives signs of life', async () => {
    const slow = processOf(never());
    slow.start();
    await begin(slow, 'slow');
    const other = processOf(judge());
    other.start();
    for (let i = 0; i < 10; i++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      clock += 20;
    }
    expect(seen).toEqual([]);
    await slow.drain(0);
    expect(seen).toEqual(['completed local 2 aborted']);
  });

  it('is failed, and says why, where its process is gone and texts are not stored', async () => {
    const gone = processOf(never(), { storeText: false });
    await begin(gone, 'without-text');
    const survivor = processOf(judge());
    clock += 61;
    survivor.start();
    await ended(survivor, 'without-text').toBe('failed');
    expect((await survivor.find('without-text', ann, 0, signal))?.failure).toContain('texts are not stored');
  });

  it('is finished when the gateway drains: what still asks a model is scored at once', async () => {
    const draining = processOf(never());
    for (let i = 0; i < 20; i++) await begin(draining, `draining-${i}`);
    expect(draining.running).toBe(20);
    await draining.drain(20);
    expect(draining.running).toBe(0);
    for (let i = 0; i < 20; i++) {
      expect(await draining.find(`draining-${i}`, ann, 0, signal)).toMatchObject({
        status: 'completed',
        scorer: 'local',
      });
    }
  });

  it('is waited for as long as was asked, and no longer', async () => {
    const slow = processOf(never(), { now: Date.now });
    await begin(slow, 'waited-for');
    const began = performance.now();
    expect(await slow.find('waited-for', ann, 100, signal)).toMatchObject({ status: 'running' });
    expect(performance.now() - began).toBeGreaterThan(80);
    const gone = new AbortController();
    const waiting = slow.find('waited-for', ann, 30_000, gone.signal);
    gone.abort();
    expect(await waiting).toMatchObject({ status: 'running' });
    const drained = slow.find('waited-for', ann, 30_000, signal);
    await slow.drain(0);
    expect(await drained).toMatchObject({ status: 'completed' });
  });

  it('does not keep the answer waiting for a store that is away', async () => {
    const away = processOf(judge(), {
      records: { ...store.evaluations, insert: () => Promise.reject(new Error('away')) },
    });
    expect(await begin(away, 'away')).toBe('failed');
    expect(seen).toEqual(['store away away']);
  });

  it('is written when a store that was away is back', async () => {
    let failures = 2;
    const flaky = processOf(judge(), {
      records: {
        ...store.evaluations,
        complete: (reports) =>
          failures-- > 0 ? Promise.reject(new Error('away')) : store.evaluations.complete(reports),
      },
    });
    await begin(flaky, 'flaky');
    await ended(flaky, 'flaky').toBe('completed');
    expect(seen).toEqual(['store away away', 'store away away', 'completed model 2']);
  });

  it('is forgotten after its time', async () => {
    const evaluations = processOf(judge());
    await begin(evaluations, 'old');
    await ended(evaluations, 'old').toBe('completed');
    await store.evaluations.prune(clock + 1);
    expect(await evaluations.find('old', ann, 0, signal)).toBeUndefined();
  });

  it('leaves neither its key nor, sealed or not stored, its text in the database', async () => {
    for (const storeText of [true, false]) {
      const evaluations = processOf(storeText ? never() : judge(), { storeText });
      await begin(evaluations, `canary-${storeText}`);
      if (!storeText) await ended(evaluations, `canary-${storeText}`).toBe('completed');
      for (const file of await readdir(directory)) {
        const bytes = await readFile(path.join(directory, file));
        for (const word of [CANARY, KEY.reveal(), Buffer.from(CANARY).toString('base64url').slice(0, -2)]) {
          expect([file, word, bytes.includes(word)]).toEqual([file, word, false]);
        }
      }
    }
  });
});
