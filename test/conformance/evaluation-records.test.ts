/** What every database must do with evaluations and their jobs, whichever it is. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EvaluationRecords, Fence, NewEvaluation } from '../../src/gateway/store/evaluations.ts';
import { openStore, type Store } from '../../src/gateway/store/store.ts';
import { STORE_PLACES } from '../harness/store-places.ts';
import { describeWithServer } from '../servers/find-server.ts';

const now = Date.parse('2026-11-05T13:20:00Z');
const ann = 'a'.repeat(43);
const bob = 'b'.repeat(43);

function job(id: string, over: Partial<NewEvaluation> = {}): NewEvaluation {
  return {
    id,
    callerId: ann,
    kid: 'kid-one',
    claims: 2,
    createdAt: now,
    owner: 'process-1',
    leaseUntil: now + 1_000,
    callerKey: 'wrapped',
    recovery: { key: 'wrapped too', sealed: 'sealed “text” 😀 \u2028' },
    ...over,
  };
}

const first = (id: string): Fence => ({ id, owner: 'process-1', attempt: 1 });
const finished = (fence: Fence, pages: readonly string[] = ['first “page”', 'second']) => ({
  ...fence,
  scorer: 'local' as const,
  finishedAt: now + 5,
  pages,
});

for (const [name, placeOf] of Object.entries(STORE_PLACES)) {
  const place = placeOf();
  describeWithServer(place.missing, `evaluations on ${name}`, () => {
    let count = 0;
    let store: Store;
    let records: EvaluationRecords;
    const opened: Store[] = [];

    const takeOver = (owner: string, over: Partial<Parameters<EvaluationRecords['claimExpired']>[0]> = {}) =>
      records.claimExpired({
        owner,
        kids: ['kid-one'],
        nowMs: now + 2_000,
        leaseUntil: now + 3_000,
        limit: 10,
        ...over,
      });

    beforeAll(() => place.start());
    afterAll(async () => {
      for (const each of opened) await each.close();
      await place.stop();
    });
    beforeEach(async () => {
      store = await openStore({ ...(await place.optionsFor(`evaluations_${++count}`)), now: () => now });
      opened.push(store);
      records = store.evaluations;
    });

    it('keeps a report, and then nothing of what recovery needed', async () => {
      await records.insert([job('one'), job('two', { callerId: bob })]);
      expect(await records.find('one')).toEqual({
        id: 'one',
        callerId: ann,
        kid: 'kid-one',
        status: 'running',
        claims: 2,
        createdAt: now,
        callerKey: 'wrapped',
      });
      const usage = { promptTokens: 12, completionTokens: 3 };
      expect(await records.complete([{ ...finished(first('one')), usage }])).toEqual(new Set(['one']));
      expect(await records.find('one')).toMatchObject({ status: 'completed', scorer: 'local', usage });
      expect(await records.page('one', 0)).toBe('first “page”');
      expect(await records.page('one', 1)).toBe('second');
      expect(await records.page('one', 2)).toBeUndefined();
      expect(await records.page('two', 0)).toBeUndefined();
      expect(await takeOver('process-2', { nowMs: now + 1e9 })).toMatchObject([{ id: 'two' }]);
      expect(await records.find('three')).toBeUndefined();
    });

    it('counts nothing of a process whose job another has taken over', async () => {
      await records.insert([job('one')]);
      const [claimed] = await takeOver('process-2');
      expect(claimed).toEqual({
        id: 'one',
        kid: 'kid-one',
        claims: 2,
        owner: 'process-2',
        attempt: 2,
        recovery: job('one').recovery,
      });
      expect(await records.complete([finished(first('one'))])).toEqual(new Set());
      expect(await records.fail(first('one'), 'late', now)).toBe(false);
      expect(await records.page('one', 0)).toBeUndefined();
      expect(await records.page('one', 1)).toBeUndefined();
      expect(await records.complete([finished(claimed!, ['its'])])).toEqual(new Set(['one']));
      expect(await records.complete([finished(claimed!, ['again', 'and more'])])).toEqual(new Set());
      expect(await records.page('one', 0)).toBe('its');
      expect(await records.page('one', 1)).toBeUndefined();
    });

    it('writes of several reports those that are still their own', async () => {
      await records.insert([
        job('one'),
        job('two', { leaseUntil: now + 9_000 }),
        job('three', { leaseUntil: now + 9_000 }),
      ]);
      await takeOver('process-2');
      const written = await records.complete(['one', 'two', 'three'].map((id) => finished(first(id))));
      expect([...written].sort()).toEqual(['three', 'two']);
      expect(await records.page('two', 1)).toBe('second');
    });

    it('gives each job whose lease has ended to one of those who ask, and no other', async () => {
      await records.insert([
        ...Array.from({ length: 30 }, (_, i) => job(`old-${i}`)),
        job('leased', { leaseUntil: now + 9_000 }),
        job('of-another-secret', { kid: 'kid-two' }),
        job('without-text', { recovery: undefined as never }),
      ]);
      const taken = await Promise.all(
        Array.from({ length: 6 }, (_, i) => takeOver(`process-${i + 2}`, { limit: 8 })),
      );
      const rest = await takeOver('process-9');
      const ids = [...taken.flat(), ...rest].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => id.startsWith('old-'))).toBe(true);
      expect(ids).toHaveLength(30);
    });

    it('keeps the jobs that a process renews, and frees all of them when it lets go', async () => {
      await records.insert([
        job('one'),
        job('forgotten'),
        job('other', { owner: 'process-5', leaseUntil: now + 3_000 }),
      ]);
      await records.renew('process-1', ['one', 'other', 'unknown'], now + 5_000);
      expect(await takeOver('process-2')).toMatchObject([{ id: 'forgotten' }]);
      expect(await takeOver('process-2', { nowMs: now + 4_000 })).toMatchObject([
        { id: 'forgotten' },
        { id: 'other' },
      ]);
      await records.release('process-1');
      expect(await takeOver('process-3')).toMatchObject([{ id: 'one' }]);
    });

    it('gives up what nobody can go on with, and says why', async () => {
      await records.insert([
        job('without-text', { recovery: undefined as never }),
        job('running', { recovery: undefined as never, leaseUntil: now + 9_000 }),
        job('poison'),
      ]);
      for (let i = 0; i < 4; i++) await takeOver('process-2', { leaseUntil: now });
      await records.failLost(now + 2_000, 5);
      expect(await records.find('without-text')).toMatchObject({
        status: 'failed',
        failure: expect.stringContaining('texts are not stored'),
      });
      expect(await records.find('poison')).toMatchObject({
        status: 'failed',
        failure: expect.stringContaining('Every process'),
      });
      expect(await records.find('running')).toMatchObject({ status: 'running' });
      expect(await takeOver('process-2', { nowMs: now + 1e9 })).toEqual([]);
    });

    it('deletes a report for its own caller alone, and old ones for all', async () => {
      await records.insert([job('one'), job('two', { callerId: bob }), job('old', { createdAt: now - 10 })]);
      await records.complete(['one', 'two', 'old'].map((id) => finished(first(id))));
      expect(await records.remove('one', [bob])).toBe(false);
      expect(await records.remove('one', [bob, ann])).toBe(true);
      expect(await records.remove('one', [ann])).toBe(false);
      expect(await records.page('one', 1)).toBeUndefined();
      await records.prune(now);
      expect(await records.find('old')).toBeUndefined();
      expect(await records.page('old', 1)).toBeUndefined();
      expect(await records.page('two', 1)).toBe('second');
    });

    it('prunes more than it deletes at a time', async () => {
      await records.insert(Array.from({ length: 450 }, (_, i) => job(`old-${i}`, { createdAt: now - 10 })));
      await records.prune(now);
      expect(await records.find('old-449')).toBeUndefined();
    });

    it('drops the report of an evaluation that was deleted while it ran', async () => {
      await records.insert([job('one')]);
      await records.remove('one', [ann]);
      expect(await records.complete([finished(first('one'))])).toEqual(new Set());
    });

    it('keeps reports of hundreds of pages, and of none', async () => {
      await records.insert([job('one'), job('empty')]);
      const pages = Array.from({ length: 501 }, (_, i) => `page ${i}`);
      await records.complete([finished(first('one'), pages), finished(first('empty'), [])]);
      expect(await records.page('one', 500)).toBe('page 500');
      expect(await records.page('one', 501)).toBeUndefined();
      expect(await records.page('empty', 0)).toBeUndefined();
    });
  });
}
