/** What is kept of responses, for whom, and for how long. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { TextSecret } from '../store/seal-text.ts';
import { openStore, type Store } from '../store/store.ts';
import { keepResponses, type OpenResponses, type ResponsesOptions } from './keep-responses.ts';
import type { KeptResponse } from './kept-response.ts';

const HOUR = 3_600_000;
const ANN = ApiKey.parse('sk-canarykey-of-ann')!;
const BOB = ApiKey.parse('sk-bob')!;
const secret = (kid: string): TextSecret => ({ kid, subkey: new Uint8Array(32).fill(kid.charCodeAt(0)) });

function response(id: string, previous?: string, text = 'canarytext'): KeptResponse {
  return {
    id,
    ...(previous === undefined ? {} : { previous }),
    response: { id, output: [{ id: `msg_${id}`, text: `${text} in the answer, ünï 😀` }] },
    input: [{ id: `in_${id}`, content: `${text} in the question` }],
  };
}

describe('kept responses', () => {
  let directory = '';
  let store: Store;
  let clock = Date.parse('2026-11-05T13:20:00Z');
  const opened: OpenResponses[] = [];
  const faults: unknown[] = [];

  const shelf = (over: Partial<ResponsesOptions> = {}): OpenResponses => {
    const responses = keepResponses({
      records: store.responses,
      secrets: [secret('a')],
      retention: HOUR,
      maxStored: 10_000,
      maxRead: 4_000_000,
      now: () => clock,
      random: () => 1,
      onStoreAway: (error) => faults.push(error),
      ...over,
    });
    opened.push(responses);
    return responses;
  };

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-responses-'));
    store = await openStore({ dataDir: directory, now: () => clock });
  });
  afterEach(async () => {
    for (const responses of opened.splice(0)) responses.close();
    faults.length = 0;
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('are found by the key that they were kept with, and by no other', async () => {
    const kept = shelf();
    expect(await kept.keep(ANN, 'ann', response('one'))).toBe(true);
    expect([...(await kept.find(ANN, ['one', 'unknown']))]).toEqual([['one', response('one')]]);
    expect((await kept.find(ANN, [])).size).toBe(0);
    expect((await kept.find(BOB, ['one'])).size).toBe(0);
    expect(await kept.conversation(BOB, 'one')).toBeUndefined();
    expect(await kept.remove(BOB, 'one')).toBe(false);
    expect((await kept.find(ANN, ['one'])).size).toBe(1);
  });

  it('are gone once they are deleted, for those that go on from them too', async () => {
    const kept = shelf();
    await kept.keep(ANN, 'ann', response('one'));
    await kept.keep(ANN, 'ann', response('two', 'one'));
    expect(await kept.remove(ANN, 'one')).toBe(true);
    expect(await kept.remove(ANN, 'one')).toBe(false);
    expect((await kept.find(ANN, ['one', 'two'])).size).toBe(1);
    expect(await kept.conversation(ANN, 'two')).toBeUndefined();
    expect(await kept.keep(ANN, 'ann', response('three', 'one'))).toBe(false);
  });

  it('are a conversation, the oldest first, each branch by itself', async () => {
    const kept = shelf();
    const all = [response('one'), response('two', 'one'), response('three', 'two'), response('other', 'one')];
    for (const each of all) expect(await kept.keep(ANN, 'ann', each)).toBe(true);
    expect(await kept.conversation(ANN, 'three')).toEqual(all.slice(0, 3));
    expect(await kept.conversation(ANN, 'other')).toEqual([all[0], all[3]]);
    expect(await kept.conversation(ANN, 'unknown')).toBeUndefined();
  });

  it('expire; those that others go on from stay for these, and go with the last of them', async () => {
    const kept = shelf();
    const ids = ['one', 'two', 'three'];
    for (const [at, id] of ids.entries()) {
      await kept.keep(ANN, 'ann', response(id, ids[at - 1]));
      clock += HOUR / 2;
    }
    await kept.keep(ANN, 'ann', response('alone'));
    clock += HOUR / 2 - 1;
    expect([...(await kept.find(ANN, ids)).keys()]).toEqual(['three']);
    expect(await kept.conversation(ANN, 'two')).toBeUndefined();
    await store.responses.prune(clock);
    expect((await kept.conversation(ANN, 'three'))?.map(({ id }) => id)).toEqual(ids);

    clock += 1;
    expect(await kept.conversation(ANN, 'three')).toBeUndefined();
    expect(await kept.remove(ANN, 'three')).toBe(false);
    await store.responses.prune(clock);
    expect(await store.responses.find([...ids, 'alone'], 0, 1e6)).toMatchObject([{ id: 'alone' }]);
  });

  it('are kept up to a size per caller, in one write too', async () => {
    const kept = shelf();
    const text = 'x'.repeat(1_000);
    const ids = Array.from({ length: 6 }, (_, at) => `of-ann-${at}`);
    const answers = await Promise.all(ids.map((id) => kept.keep(ANN, 'ann', response(id, undefined, text))));
    expect(answers).toEqual([true, true, true, false, false, false]);
    expect(await kept.keep(BOB, 'bob', response('of-bob', undefined, text))).toBe(true);
    expect(await kept.keep(BOB, 'bob', response('large', undefined, text.repeat(10)))).toBe(false);
    await kept.remove(ANN, ids[0]!);
    expect(await kept.keep(ANN, 'ann', response('again', undefined, text))).toBe(true);
  });

  it('are opened under a secret that was replaced as long as it is listed', async () => {
    await shelf().keep(ANN, 'ann', response('one'));
    const replaced = shelf({ secrets: [secret('b'), secret('a')] });
    expect((await replaced.find(ANN, ['one'])).size).toBe(1);
    await replaced.keep(ANN, 'ann-under-b', response('two', 'one'));
    expect(await replaced.conversation(ANN, 'two')).toHaveLength(2);
    const later = shelf({ secrets: [secret('b')] });
    expect([...(await later.find(ANN, ['one', 'two'])).keys()]).toEqual(['two']);
    expect(await later.conversation(ANN, 'two')).toBeUndefined();
  });

  it('are large ones too', async () => {
    const kept = shelf({ maxStored: 4_000_000 });
    const large = response('large', undefined, 'x'.repeat(1_000_000));
    expect(await kept.keep(ANN, 'ann', large)).toBe(true);
    expect((await kept.find(ANN, ['large'])).get('large')).toEqual(large);
  });

  it('are not read where they are too large together', async () => {
    const kept = shelf({ maxRead: 900 });
    const text = 'x'.repeat(200);
    await kept.keep(ANN, 'ann', response('one', undefined, text));
    await kept.keep(ANN, 'ann', response('two', 'one', text));
    expect((await kept.find(ANN, ['one'])).size).toBe(1);
    for (const asked of [kept.conversation(ANN, 'two'), kept.find(ANN, ['one', 'two'])]) {
      await expect(asked).rejects.toMatchObject({ code: 'body_too_large' });
    }
  });

  it('are kept up to a size per caller, whichever replica wrote them', async () => {
    const [kept, replica] = [shelf({ maxStored: 800 }), shelf({ maxStored: 800 })];
    const keep = (id: string, by = kept) => by.keep(ANN, 'ann', response(id));
    expect(await keep('one')).toBe(true);
    expect(await keep('two')).toBe(true);
    expect(await keep('three')).toBe(false);
    expect(await keep('four', replica)).toBe(false);
    expect(await kept.keep(BOB, 'bob', response('of-bob'))).toBe(true);
    expect(await kept.remove(ANN, 'one')).toBe(true);
    expect(await keep('five')).toBe(true);
    expect(await kept.remove(ANN, 'two')).toBe(true);
    expect(await keep('six', replica)).toBe(false);
    clock += 10_001;
    expect(await keep('seven', replica)).toBe(true);
  });

  it('leave no text and no key in the database', async () => {
    await shelf().keep(ANN, 'ann', response('one'));
    await store.close();
    for (const name of await readdir(directory)) {
      const bytes = await readFile(path.join(directory, name));
      for (const word of ['canary', Buffer.from('canarytext').toString('base64').slice(0, 12)]) {
        expect([name, word, bytes.includes(word)]).toEqual([name, word, false]);
      }
    }
  });

  it('do without a store that is away or hangs, and say so; what is read then fails', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const fail = () => Promise.reject(away);
    const kept = shelf({ records: { ...store.responses, insert: fail, find: fail, chain: fail } });
    expect(await kept.keep(ANN, 'ann', response('one'))).toBe(false);
    expect(faults).toEqual([away]);
    for (const asked of [kept.find(ANN, ['one']), kept.conversation(ANN, 'one'), kept.remove(ANN, 'one')]) {
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    }
    const hanging = shelf({ records: { ...store.responses, insert: () => new Promise(() => {}) } });
    expect(await hanging.keep(ANN, 'ann', response('one'))).toBe(false);
  });
});
