/** What every database must do, whichever it is: the suite runs over every way to each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_DOCUMENTS } from '../../src/engine/corpus/searchable-corpus.ts';
import { type Embedder, toVector } from '../../src/engine/corpus/vector.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { type AuditEntry, createAuditLog } from '../../src/gateway/store/audit-log.ts';
import { createCollections } from '../../src/gateway/store/corpus/collections.ts';
import {
  type Corpus,
  createCorpus,
  createSearchGate,
  INDEXES,
} from '../../src/gateway/store/corpus/corpus.ts';
import { UNNAMED_TABLES } from '../../src/gateway/store/corpus/corpus-tables.ts';
import { holdPassages } from '../../src/gateway/store/corpus/held-passages.ts';
import type { Database } from '../../src/gateway/store/database.ts';
import { DATABASES } from '../../src/gateway/store/databases/registry.ts';
import { createEvaluationRecords } from '../../src/gateway/store/evaluations.ts';
import { createIssuedKeys, type IssuedKey } from '../../src/gateway/store/issued-keys.ts';
import { createResponseRecords } from '../../src/gateway/store/kept-responses.ts';
import { createKeyBalances } from '../../src/gateway/store/key-balances.ts';
import { createKeyPlans, type KeyPlan, type KeyPlans } from '../../src/gateway/store/key-plans.ts';
import { createKeyUsage, createTeamUsage } from '../../src/gateway/store/key-usage.ts';
import {
  createLimitCounts,
  type LimitCounts,
  type StoredCount,
} from '../../src/gateway/store/limit-counts.ts';
import { MIGRATIONS, type Migration } from '../../src/gateway/store/migrations/list.ts';
import { createPublishedReports, type PublishedReport } from '../../src/gateway/store/published-reports.ts';
import { migrate, readSchema } from '../../src/gateway/store/schema.ts';
import { createSecrets } from '../../src/gateway/store/secrets.ts';
import { createSharedChecks, type SharedCheck } from '../../src/gateway/store/shared-checks.ts';
import { openStore, planMigration } from '../../src/gateway/store/store.ts';
import { createTeams, type Team } from '../../src/gateway/store/teams.ts';
import {
  createTraffic,
  TRAFFIC_COUNTS,
  type TrafficCount,
  type TrafficKind,
  type TrafficRow,
  trafficSeries,
} from '../../src/gateway/store/traffic.ts';
import { createWebhookMessages } from '../../src/gateway/store/webhook-messages.ts';
import { STORE_PLACES } from '../harness/store-places.ts';
import { describeWithServer } from '../servers/find-server.ts';

const now = Date.parse('2026-11-05T13:20:00Z');
const HOUR = 498_000;
const ann = 'ann'.padEnd(43, 'a');
const bob = 'bob'.padEnd(43, 'b');

function keyPlan(over: Partial<KeyPlan> = {}): KeyPlan {
  return { callerId: ann, kid: 'kid-one', plan: 'pro', updatedAt: now, ...over };
}

function auditEntry(over: Partial<AuditEntry> = {}): AuditEntry {
  const changes = { plan: { to: 'pro' } };
  return { id: 'au_1', at: now, actor: 'cli', action: 'key.issue', outcome: 'done', changes, ...over };
}

function issuedKey(over: Partial<IssuedKey> = {}): IssuedKey {
  return { id: 'ik_000000000001', callerId: 'issued', kid: 'kid-one', createdAt: now, ...over };
}

for (const [name, placeOf] of Object.entries(STORE_PLACES)) {
  const place = placeOf();
  describeWithServer(place.missing, `the store on ${name}`, () => {
    let databases = 0;
    const opened: Database[] = [];
    const open = async (name: string) => {
      const database = await DATABASES[place.dialect](await place.optionsFor(name));
      opened.push(database);
      return database;
    };
    const fresh = () => open(`fresh_${++databases}`);

    beforeAll(() => place.start());
    afterAll(async () => {
      for (const database of opened) await database.close();
      await place.stop();
    });

    describe('its tables', migrationTests);
    describe('plans', keyPlanTests);
    describe('counts', limitCountTests);
    describe('documents', corpusTests);
    describe('collections of documents', collectionTests);
    describe('secrets', secretTests);
    describe('responses', responseTests);
    describe('issued keys', issuedKeyTests);
    describe('teams', teamTests);
    describe('messages for webhooks', webhookTests);
    describe('the audit log', auditTests);
    describe('traffic', trafficTests);
    describe('published reports', publishedTests);
    describe('shared checks', sharedTests);

    /** One database for all tests of a group. */
    function sharedDatabase(): () => Database {
      let database: Database;
      beforeAll(async () => {
        database = await fresh();
        await migrate(database, now);
      });
      return () => database;
    }

    function migrationTests() {
      it('makes its tables once, however many start at the same time', async () => {
        const name = `fresh_${++databases}`;
        const several = [await open(name), await open(name), await open(name)];
        const run = await Promise.all(several.map((database) => migrate(database, now)));
        expect(run.flat()).toEqual(MIGRATIONS.map((migration) => migration.name));
        expect(await readSchema(several[0]!, MIGRATIONS)).toEqual({ pending: [], newer: [], isEmpty: false });
      });

      it('is refused by commands where it is not theirs, and only changed by those that may', async () => {
        const database = await fresh();
        const options = { ...(await place.optionsFor(`fresh_${databases}`)), now: () => now };
        const older = MIGRATIONS.slice(0, 5);
        const since = MIGRATIONS.slice(5).map(({ name }) => name);
        await migrate(database, now, older);
        await expect(openStore(options)).rejects.toThrow(
          new RegExp(`older version \\('${since[0]}' is missing\\).*migrate`),
        );
        expect((await planMigration(options)).pending.map(({ name }) => name)).toEqual(since);
        expect((await readSchema(database, older)).newer).toEqual([]);
        const upgraded = await openStore({ ...options, tables: 'upgrade' });
        expect(upgraded.schema).toEqual({ isNew: false, migrated: since, newer: [] });
        await upgraded.close();
        await (await openStore(options)).close();
      });

      it('of a newer version is served where this one works beside it, and refused by commands', async () => {
        const database = await fresh();
        const options = { ...(await place.optionsFor(`fresh_${databases}`)), now: () => now };
        const last = MIGRATIONS.at(-1)!.name;
        const expands: Migration = { name: '9998-adds', needs: last, up: async () => {} };
        const contracts: Migration = { name: '9999-takes-away', needs: '9998-adds', up: async () => {} };
        await migrate(database, now, [...MIGRATIONS, expands]);
        const served = await openStore({ ...options, tables: 'serve' });
        expect(served.schema).toEqual({ isNew: false, migrated: [], newer: ['9998-adds'] });
        await served.close();
        await expect(openStore(options)).rejects.toThrow(/newer version \('9998-adds'\)/);
        await expect(openStore({ ...options, tables: 'upgrade' })).rejects.toThrow(/newer version/);
        await expect(planMigration(options)).rejects.toThrow(/newer version/);

        await migrate(database, now, [...MIGRATIONS, expands, contracts]);
        await expect(openStore({ ...options, tables: 'serve' })).rejects.toThrow(/it has '9999-takes-away'/);
        // The release between the two knows what was taken away from, and no more.
        expect((await readSchema(database, [...MIGRATIONS, expands])).newer).toEqual(['9999-takes-away']);
        // What the first release cannot work beside stands where it looks.
        const noted = await database.kysely.selectFrom('schema_migrations').select('name').execute();
        expect(noted.map(({ name }) => name)).toContain('9999-takes-away');
        expect(noted.map(({ name }) => name)).not.toContain(MIGRATIONS[5]?.name);
      });

      it('refuses a database that a newer version has been at, and leaves it as it is', async () => {
        const database = await fresh();
        const newer: Migration = { name: '9999-future', up: async () => {} };
        await migrate(database, now, [...MIGRATIONS, newer]);
        await expect(migrate(database, now)).rejects.toThrow(
          /newer version of Claimgate \(it has '9999-future'/,
        );
        const options = await place.optionsFor(`fresh_${databases}`);
        await expect(openStore({ ...options, now: () => now })).rejects.toThrow(/newer version/);
      });

      it('does all of what is missing or nothing', async () => {
        const database = await fresh();
        await migrate(database, now);
        const halfway: Migration = {
          name: '9999-broken',
          up: async (db) => {
            await db.schema.createTable('half_made').addColumn('one', 'integer').execute();
            throw new Error('broken');
          },
        };
        await expect(migrate(database, now, [...MIGRATIONS, halfway])).rejects.toThrow('broken');
        const tables = await database.kysely.introspection.getTables();
        expect(tables.map((table) => table.name)).not.toContain('half_made');
        await migrate(database, now);
      });
    }

    function keyPlanTests() {
      let keyPlans: KeyPlans;
      const database = sharedDatabase();
      beforeEach(async () => {
        keyPlans = createKeyPlans(database());
        await database().kysely.deleteFrom('key_plans').execute();
      });

      it('lists what was set, the latest change first', async () => {
        const acme = keyPlan({
          callerId: bob,
          plan: 'enterprise',
          perHour: 5,
          perMonth: 2 ** 40,
          note: 'Acme',
          updatedAt: now + 1,
        });
        await keyPlans.set(keyPlan());
        await keyPlans.set(acme);
        expect(await keyPlans.list()).toEqual([acme, keyPlan()]);
        await keyPlans.set(keyPlan({ callerId: bob, updatedAt: now + 2 }));
        expect(await keyPlans.list()).toEqual([keyPlan({ callerId: bob, updatedAt: now + 2 }), keyPlan()]);
      });

      it('returns what has changed since a revision, removals too', async () => {
        await keyPlans.set(keyPlan());
        await keyPlans.set(keyPlan({ callerId: bob }));
        const first = await keyPlans.changesSince(0);
        expect(first.set.map((each) => each.callerId)).toEqual([ann, bob]);
        expect(await keyPlans.changesSince(first.revision)).toEqual({
          revision: first.revision,
          set: [],
          removed: [],
        });
        expect(await keyPlans.remove([ann], now)).toBe(true);
        expect(await keyPlans.remove([ann], now)).toBe(false);
        expect(await keyPlans.changesSince(first.revision)).toMatchObject({ set: [], removed: [ann] });
        await keyPlans.set(keyPlan());
        expect(await keyPlans.changesSince(first.revision)).toMatchObject({ set: [keyPlan()], removed: [] });
      });

      it('loses no change where several are made at once', async () => {
        const ids = Array.from({ length: 40 }, (_, i) => String(i).padStart(43, '0'));
        let revision = 0;
        const seen = new Set<string>();
        const follow = async () => {
          const changes = await keyPlans.changesSince(revision);
          revision = changes.revision;
          for (const each of changes.set) seen.add(each.callerId);
        };
        const writing = Promise.all(ids.map((callerId) => keyPlans.set(keyPlan({ callerId }))));
        const following = async () => {
          for (let i = 0; i < 20; i++) await follow();
        };
        await Promise.all([writing, following()]);
        await follow();
        expect([...seen].sort()).toEqual(ids);
      });

      it('replaces the rows of the same caller under older secrets', async () => {
        await keyPlans.set(keyPlan({ callerId: 'former' }));
        await keyPlans.set(keyPlan({ kid: 'kid-two', plan: 'free' }), ['former']);
        expect((await keyPlans.list()).map(({ callerId, plan }) => [callerId, plan])).toEqual([
          [ann, 'free'],
        ]);
      });

      it('files a caller under the id of today, and keeps the old row for who knows no other', async () => {
        await keyPlans.set(keyPlan({ callerId: 'former', perHour: 7, note: 'Acme' }));
        await Promise.all([1, 2, 3].map(() => keyPlans.adopt('former', ann, 'kid-two', now)));
        expect(await keyPlans.list()).toEqual([keyPlan({ kid: 'kid-two', perHour: 7, note: 'Acme' })]);
        const { set } = await keyPlans.changesSince(0);
        expect(set.map(({ callerId, plan }) => [callerId, plan]).sort()).toEqual([
          [ann, 'pro'],
          ['former', 'pro'],
        ]);
        await keyPlans.adopt('unknown', bob, 'kid-two', now);
        expect(await keyPlans.list()).toHaveLength(1);
      });

      it('never brings back a plan that was taken away after the caller was adopted', async () => {
        await keyPlans.set(keyPlan({ callerId: 'former' }));
        await keyPlans.adopt('former', ann, 'kid-two', now);
        await keyPlans.remove([ann, 'former'], now);
        await keyPlans.adopt('former', ann, 'kid-two', now);
        expect(await keyPlans.list()).toEqual([]);
      });

      it('forgets for good what was removed or replaced long ago', async () => {
        await keyPlans.set(keyPlan({ callerId: bob }));
        await keyPlans.set(keyPlan({ callerId: 'former' }));
        await keyPlans.adopt('former', ann, 'kid-two', now);
        await keyPlans.remove([bob], now);
        await keyPlans.prune(now);
        expect((await keyPlans.changesSince(0)).removed).toEqual([bob]);
        await keyPlans.prune(now + 1);
        expect(await keyPlans.changesSince(0)).toMatchObject({ set: [{ callerId: ann }], removed: [] });
      });
    }

    function limitCountTests() {
      let counts: LimitCounts;
      const load = async (month = 202611) => {
        const rows: StoredCount[] = [];
        for await (const page of counts.load(month)) rows.push(...page);
        return rows;
      };
      const database = sharedDatabase();
      beforeEach(async () => {
        counts = createLimitCounts(database());
        await database().kysely.deleteFrom('limit_counts').execute();
      });

      it('adds up, and begins anew in a new hour or month', async () => {
        await counts.add(HOUR, 202611, [{ callerId: ann, amount: 3 }]);
        await counts.add(HOUR, 202611, [
          { callerId: ann, amount: 4 },
          { callerId: bob, amount: 1 },
        ]);
        expect(await load()).toEqual([
          { callerId: ann, month: 202611, monthCount: 7, hour: HOUR, hourCount: 7 },
          { callerId: bob, month: 202611, monthCount: 1, hour: HOUR, hourCount: 1 },
        ]);
        await counts.add(HOUR + 1, 202611, [{ callerId: ann, amount: 2 }]);
        expect((await load())[0]).toMatchObject({ monthCount: 9, hour: HOUR + 1, hourCount: 2 });
        await counts.add(HOUR + 600, 202612, [{ callerId: ann, amount: 1 }]);
        expect(await load(202612)).toMatchObject([{ month: 202612, monthCount: 1, hourCount: 1 }]);
      });

      it('takes back from the hour and month that it was counted in, never below nothing', async () => {
        await counts.add(HOUR, 202611, [{ callerId: ann, amount: 2 }]);
        await counts.add(HOUR + 1, 202611, [{ callerId: ann, amount: 5 }]);
        await counts.add(HOUR, 202611, [{ callerId: ann, amount: -1 }]);
        expect((await load())[0]).toMatchObject({ monthCount: 6, hourCount: 5 });
        await counts.add(HOUR - 600, 202610, [{ callerId: ann, amount: -1 }]);
        expect((await load())[0]).toMatchObject({ monthCount: 6, hourCount: 5 });
        await counts.add(HOUR + 1, 202611, [{ callerId: ann, amount: -9 }]);
        expect(await load()).toEqual([]);
      });

      it('takes thousands at a time, and gives them back in pages', async () => {
        const changes = Array.from({ length: 12_345 }, (_, i) => ({
          callerId: String(i).padStart(43, '0'),
          amount: 1,
        }));
        await counts.add(HOUR, 202611, changes);
        await counts.add(HOUR, 202611, changes.toReversed());
        const rows = await load();
        expect(rows).toHaveLength(12_345);
        expect(rows.every((row) => row.monthCount === 2)).toBe(true);
      });

      it('takes what several processes add at once', async () => {
        const changes = Array.from({ length: 100 }, (_, i) => ({
          callerId: String(i).padStart(43, '0'),
          amount: 1,
        }));
        const adding = Array.from({ length: 10 }, (_, i) =>
          counts.add(HOUR, 202611, i % 2 ? changes : changes.toReversed()),
        );
        await Promise.all(adding);
        expect((await load()).every((row) => row.monthCount === 10)).toBe(true);
      });

      it('moves the counts of an id to another, adding', async () => {
        await counts.add(HOUR, 202611, [
          { callerId: ann, amount: 3 },
          { callerId: bob, amount: 4 },
        ]);
        await counts.move(ann, bob);
        await counts.move(ann, bob);
        expect(await load()).toMatchObject([{ callerId: bob, monthCount: 7, hourCount: 7 }]);
      });

      it('forgets months that are over', async () => {
        await counts.add(HOUR - 600, 202610, [{ callerId: ann, amount: 3 }]);
        await counts.add(HOUR, 202611, [{ callerId: bob, amount: 3 }]);
        await counts.prune(202611);
        expect((await load(0)).map((row) => row.callerId)).toEqual([bob]);
      });
    }

    function webhookTests() {
      const database = sharedDatabase();
      const message = (id: string, endpoint = 'wh_a', createdAt = now) => ({
        ...{ id, endpoint, kid: 'kid-one', sealed: `sealed ${id}`, createdAt },
      });
      const claim = (owner: string, nowMs: number, rest: { limit?: number; kids?: string[] } = {}) =>
        createWebhookMessages(database()).claim({
          ...{
            endpoint: 'wh_a',
            owner,
            kids: ['kid-one'],
            nowMs,
            leaseUntil: nowMs + 1_000,
            limit: 9,
            ...rest,
          },
        });
      const clear = () => createWebhookMessages(database()).prune(Number.MAX_SAFE_INTEGER, 0);

      it('belong to the process that claims them, until its lease ends', async () => {
        const records = createWebhookMessages(database());
        expect(await records.nextDue('wh_a')).toBeUndefined();
        await records.add([message('m1'), message('m2', 'wh_a', now + 5), message('m3', 'wh_b')], 10);
        expect(await records.nextDue('wh_a')).toBe(now);
        expect(await claim('one', now, { kids: ['another'] })).toEqual([]);
        const [first, ...others] = await claim('one', now);
        expect([first?.id, first?.sealed, first?.attempts, others]).toEqual(['m1', 'sealed m1', 1, []]);
        expect((await claim('two', now + 10)).map(({ id }) => id)).toEqual(['m2']);
        expect(await claim('two', now + 10)).toEqual([]);
        expect(await records.nextDue('wh_a')).toBe(now + 1_000);
        const [again] = await claim('two', now + 1_000);
        expect(again).toMatchObject({ id: 'm1', attempts: 2 });
        // What the process that was too slow says no longer counts.
        await records.sent(first!);
        await records.failed(first!, 'late', now, undefined);
        expect(await records.counts()).toContainEqual({ endpoint: 'wh_a', pending: 2, retrying: 2, dead: 0 });
        await records.sent(again!);
        await records.release('two');
        expect((await claim('one', now + 10)).map(({ id }) => id)).toEqual(['m2']);
        await clear();
      });

      it('are claimed once, however many processes claim at the same time', async () => {
        const records = createWebhookMessages(database());
        await records.add(
          Array.from({ length: 20 }, (_, at) => message(`m${at}`)),
          100,
        );
        const claims = await Promise.all(
          Array.from({ length: 8 }, (_, at) => claim(`process ${at}`, now, { limit: 3 })),
        );
        const ids = claims.flat().map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        await clear();
      });

      it('are tried again at their time, then dead letters, which are listed, retried and removed', async () => {
        const records = createWebhookMessages(database());
        await records.add([message('m1'), message('m2', 'wh_a', now + 1)], 10);
        const [one] = await claim('one', now);
        await records.failed(one!, 'status 500', now, now + 60_000);
        expect((await claim('one', now + 10)).map(({ id }) => id)).toEqual(['m2']);
        const [later] = await claim('one', now + 60_000);
        await records.failed(later!, 'status 502', now + 60_001, undefined);
        expect(await records.page({ limit: 9, state: 'dead' })).toEqual([
          expect.objectContaining({
            id: 'm1',
            state: 'dead',
            attempts: 2,
            failure: 'status 502',
            failedAt: now + 60_001,
          }),
        ]);
        expect((await records.page({ limit: 1 })).map(({ id }) => id)).toEqual(['m2']);
        expect((await records.page({ limit: 9, after: 'm2' })).map(({ id }) => id)).toEqual(['m1']);
        expect(await records.page({ limit: 9, endpoint: 'wh_b' })).toEqual([]);
        expect(await records.retry('m2', now, [])).toBeUndefined();
        const audit = auditEntry({ id: 'au_retry', action: 'webhook.retry' });
        expect(await records.retry('m1', now + 70_000, [audit])).toMatchObject({
          state: 'pending',
          attempts: 0,
        });
        expect((await claim('one', now + 70_000)).map(({ id }) => id)).toContain('m1');
        expect(await records.remove('m1', [auditEntry({ id: 'au_remove' })])).toBe(true);
        expect(await records.remove('m1', [auditEntry({ id: 'au_never' })])).toBe(false);
        const audited = (await createAuditLog(database()).page({ limit: 9 })).map(({ id }) => id);
        expect(audited.sort()).toEqual(['au_remove', 'au_retry']);
        await clear();
      });

      it('are bounded, by endpoint, and forgotten when they are old', async () => {
        const records = createWebhookMessages(database());
        await records.add([message('m1')], 2);
        const added = await records.add([message('m2'), message('m3'), message('b1', 'wh_b')], 2);
        expect([...added]).toEqual(['m2', 'b1']);
        for (const [at, one] of (await claim('one', now)).entries())
          await records.failed(one, 'no', now + at, undefined);
        await records.prune(now, 1);
        expect((await records.page({ limit: 9 })).map(({ id, state }) => [id, state]).sort()).toEqual([
          ['b1', 'pending'],
          [expect.stringMatching(/^m[12]$/), 'dead'],
        ]);
        await records.prune(now + 1, 1);
        expect(await records.page({ limit: 9 })).toEqual([]);
      });
    }

    function collectionTests() {
      const database = sharedDatabase();
      const openCollections = () => createCollections(database(), createSearchGate(database().dialect));
      const page = (id: string, text: string) => ({ id, title: 'Leave', url: '/leave', text });

      it('are apart from each other and from the documents without a name, whatever is added and removed', async () => {
        const [unnamed, collections] = [createCorpus(database()), openCollections()];
        const [staff, clients] = [collections.open('staff'), collections.open('clients')];
        await unnamed.add([page('1', 'Leave is ten days.')]);
        await staff.add([page('1', 'Leave is twenty days.'), page('2', 'Leave is paid.')]);
        await clients.add([page('1', 'Leave is thirty days.')]);
        expect(await staff.add([page('2', 'Leave is always paid.')])).toMatchObject({
          added: 0,
          replaced: 1,
        });
        const textsOf = async (corpus: Corpus, query = 'leave days') =>
          (await corpus.search(query, 9)).map(({ text }) => text);
        const all = async () => [await textsOf(unnamed), await textsOf(staff), await textsOf(clients)];
        expect(await all()).toEqual([
          ['Leave is ten days.'],
          ['Leave is twenty days.', 'Leave is always paid.'],
          ['Leave is thirty days.'],
        ]);
        // From memory they are found likewise.
        const heldOf = async (corpus: Corpus) => {
          await corpus.search('leave', 9);
          return corpus.find('paid', 9)?.map(({ text }) => text);
        };
        await expect.poll(() => heldOf(staff), { timeout: 5_000 }).toEqual(['Leave is always paid.']);
        await expect.poll(() => heldOf(clients), { timeout: 5_000 }).toEqual([]);
        expect(await collections.list()).toEqual([
          { name: 'clients', documents: 1, passages: 1 },
          { name: 'staff', documents: 2, passages: 2 },
        ]);
        await staff.clear();
        expect(await staff.stats()).toEqual({ documents: 0, passages: 0, characters: 0, vectors: 0 });
        expect(await all()).toEqual([['Leave is ten days.'], [], ['Leave is thirty days.']]);
        await unnamed.clear();
        expect(await all()).toEqual([[], [], ['Leave is thirty days.']]);
      });

      it('one that nobody has filled is empty, and filled by another process it is searched within a second', async () => {
        const [here, there] = [openCollections().open('late'), openCollections().open('late')];
        expect(await here.search('tower', 1)).toBe(NO_DOCUMENTS);
        expect([here.find('tower', 1), here.edition(), await here.isEmpty()]).toEqual([[], [], true]);
        expect(await here.stats()).toEqual({ documents: 0, passages: 0, characters: 0, vectors: 0 });
        await here.clear();
        await there.add([page('1', 'The tower is tall.')]);
        await expect.poll(() => here.search('tower', 1), { timeout: 3_000 }).toHaveLength(1);
        expect(await here.isEmpty()).toBe(false);
        await there.add([page('2', 'The tower is old.')]);
        await expect.poll(() => here.search('tower', 9), { timeout: 3_000 }).toHaveLength(2);
      });

      it('one that is read into memory at the start is searched there at once', async () => {
        const [here, there] = [openCollections().open('warm'), openCollections().open('warm')];
        await here.warm();
        await there.add([page('1', 'The tower is tall.')]);
        await there.warm();
        await there.search('tower', 1);
        expect(there.find('tower', 1)).toMatchObject([{ id: '1' }]);
      });

      it('two processes that fill a new one at once fill the same', async () => {
        const several = [openCollections().open('new'), openCollections().open('new')];
        await Promise.all(several.map((one, at) => one.add([page(String(at), 'It is new.')])));
        for (const one of several) expect(await one.search('new', 9)).toHaveLength(2);
      });
    }

    function corpusTests() {
      const database = sharedDatabase();
      const tower = (id: string, text: string) => ({
        id,
        title: `Tower ${id}`,
        url: 'https://example.org',
        text,
      });

      it('are found and replaced, and the totals are those of the passages', async () => {
        const corpus = createCorpus(database());
        const many = Array.from({ length: 700 }, (_, i) => tower(`t${i}`, `It is tall. Its number is ${i}.`));
        expect(await corpus.add(many)).toEqual({ added: 700, replaced: 0, unchanged: 0, passages: 700 });
        expect(await corpus.add([tower('t7', 'Nothing is left of it.'), tower('new', 'It is new.')])).toEqual(
          {
            added: 1,
            replaced: 1,
            unchanged: 0,
            passages: 2,
          },
        );
        const { revision } = await database()
          .kysely.selectFrom('corpus_totals')
          .select('revision')
          .executeTakeFirstOrThrow();
        expect(await corpus.add([tower('new', 'It is new.'), many[0]!])).toEqual({
          added: 0,
          replaced: 0,
          unchanged: 2,
          passages: 0,
        });
        // Any part of a document that is other makes it another.
        const parts = [{ title: 'Other' }, { url: '' }, { published: '2026' }, {}];
        for (const part of parts) {
          const other = { ...tower('new', 'It is new.'), ...part };
          expect(await corpus.add([other])).toMatchObject({ replaced: 1, unchanged: 0 });
        }
        // A version before writes none.
        await database().kysely.updateTable('corpus_documents').set({ digest: null }).execute();
        expect(await corpus.add([tower('new', 'It is new.')])).toMatchObject({ replaced: 1, unchanged: 0 });
        const { passages, terms, title_terms, documents, ...totals } = await database()
          .kysely.selectFrom('corpus_totals')
          .selectAll()
          .executeTakeFirstOrThrow();
        const sums = await database()
          .kysely.selectFrom('corpus_passages')
          .select(({ fn }) => [fn.countAll().as('passages'), fn.sum('term_count').as('terms')])
          .select(({ fn }) => fn.sum('title_term_count').as('title_terms'))
          .executeTakeFirstOrThrow();
        expect({ passages, terms, title_terms }).toEqual({
          passages: Number(sums.passages),
          terms: Number(sums.terms),
          title_terms: Number(sums.title_terms),
        });
        expect([documents, passages]).toEqual([701, 701]);
        expect(totals.revision).toBe(revision + 5);
        expect((await corpus.search('tower number 699', 1)).map(({ id }) => id)).toEqual(['t699']);
        expect((await corpus.search('nothing is left', 1)).map(({ id }) => id)).toEqual(['t7']);
        const named = await corpus.page({ limit: 2, contains: 'TOWER' });
        expect(named.map(({ id, passages }) => [id, passages])).toEqual([
          ['new', 1],
          ['t7', 1],
        ]);
        const [next] = await corpus.page({ limit: 1, after: named[1]!.key, contains: '_' });
        expect(next).toBeUndefined();
        expect(await corpus.remove(['t7', 'never'], [auditEntry()])).toBe(1);
        expect(await corpus.remove(['never'], [auditEntry()])).toBe(0);
        expect(await corpus.search('nothing is left', 1)).not.toContainEqual(
          expect.objectContaining({ id: 't7' }),
        );
        expect(await corpus.size()).toEqual({ documents: 700, passages: 700 });
        await corpus.clear();
        expect(await corpus.stats()).toEqual({ documents: 0, passages: 0, characters: 0, vectors: 0 });
        expect(await corpus.search('tower', 1)).toEqual([]);
      });

      it('keeps what passages mean, and finds them by it in memory and in the database', async () => {
        const read = (text: string) =>
          toVector([0.1, Number(/tall|high/.test(text)), Number(/old/.test(text))]);
        const embedder: Embedder = {
          model: 0xfedcba98,
          isReady: () => true,
          knownQuestion: () => undefined,
          knownPassage: () => undefined,
          readQuestion: async (text) => read(text),
          readPassages: async (passages) => passages.map(({ text }) => [read(text), read('')]),
        };
        const corpus = createCorpus(database(), undefined, undefined, { embedder, patience: 60_000 });
        const never = new AbortController().signal;
        await corpus.add([
          tower('one', 'It is tall.'),
          tower('two', 'It is old.'),
          tower('three', 'It leans.'),
        ]);
        expect(await corpus.fillVectors(never)).toEqual({ filled: 3, missing: 0 });
        expect(await corpus.stats()).toMatchObject({ passages: 3, vectors: 3 });
        const first = async () => (await corpus.search('Is it high?', 1))[0];
        expect(await first()).toMatchObject({ id: 'one', similarity: expect.closeTo(1, 1) });
        await expect.poll(async () => (await first()) && corpus.edition(), { timeout: 60_000 }).toBeDefined();
        expect(await first()).toMatchObject({ id: 'one', similarity: expect.closeTo(1, 1) });
        await corpus.add([tower('one', 'It is new.')]);
        expect(await corpus.stats()).toMatchObject({ passages: 3, vectors: 2 });
        const other = createCorpus(database(), undefined, undefined, {
          embedder: { ...embedder, model: 1 },
          patience: 60_000,
        });
        expect(await other.stats()).toMatchObject({ vectors: 0 });
        expect(await other.fillVectors(never)).toEqual({ filled: 3, missing: 0 });
        await corpus.clear();
      });

      it('may be decisions on claims, which come back as they were added, from memory too', async () => {
        const corpus = createCorpus(database());
        const review = {
          claim: 'The tower fell.',
          verdict: 'refuted',
          rating: 'False',
          author: 'Ann',
        } as const;
        await corpus.add([
          { ...tower('decided', 'Claim: The tower fell.'), review },
          tower('plain', 'It stands.'),
        ]);
        const found = await corpus.search('tower fell stands', 2);
        expect(found.map(({ id, review }) => [id, review])).toContainEqual(['decided', review]);
        expect(found.find(({ id }) => id === 'plain')).not.toHaveProperty('review');
        const index = INDEXES[database().dialect](UNNAMED_TABLES);
        const held = await holdPassages(database().kysely, UNNAMED_TABLES, index);
        expect(held.find('tower fell', 1, 1)[0]?.passage).toMatchObject({ id: 'decided', review });
        await corpus.clear();
      });

      it('asks an empty corpus once a second, and finds its own documents at once', async () => {
        const [corpus, other] = [createCorpus(database()), createCorpus(database())];
        expect(await corpus.search('tower', 1)).toBe(NO_DOCUMENTS);
        await other.add([tower('theirs', 'It is theirs.')]);
        expect(await corpus.search('tower', 1)).toBe(NO_DOCUMENTS);
        await expect.poll(() => corpus.search('tower', 1), { timeout: 3_000 }).toHaveLength(1);

        await corpus.clear();
        expect(await corpus.search('tower', 1)).toBe(NO_DOCUMENTS);
        await corpus.add([tower('mine', 'It is mine.')]);
        expect(await corpus.search('tower', 1)).toHaveLength(1);
        await corpus.clear();
      });

      it('are found in memory as in the database, however they were added and replaced', async () => {
        const [corpus, index] = [createCorpus(database()), INDEXES[database().dialect](UNNAMED_TABLES)];
        const random = seededRandom(20);
        const pick = (most: number): number => Math.floor(random() * most);
        const words = [
          'tower',
          'antitumor',
          '1889',
          'Bau',
          'бuild',
          '東京塔',
          "isn't",
          '3.5',
          'visible',
          'ab',
        ];
        const wordOf = (): string => (pick(3) === 0 ? `word${pick(40)}` : words[pick(words.length)]!);
        const say = (most: number): string => Array.from({ length: 1 + pick(most) }, wordOf).join(' ');
        for (let round = 0; round < 3; round++) {
          const documents = Array.from({ length: 40 + pick(120) }, () => ({
            id: `d${pick(200)}`,
            title: pick(3) === 0 ? '' : say(4),
            url: `https://example.org/${pick(9)}`,
            text: Array.from({ length: 1 + pick(30) }, () => `It is ${say(20)}.`).join(' '),
          }));
          await corpus.add(documents);
          const held = await holdPassages(database().kysely, UNNAMED_TABLES, index);
          for (let question = 0; question < 20; question++) {
            const [query, limit, perDocument] = [say(12), 1 + pick(20), 1 + pick(2)];
            const found = held
              .find(query, limit, perDocument)
              .map(({ passage, score }) => ({ ...passage, score }));
            expect(found).toEqual(await corpus.search(query, limit, undefined, perDocument));
          }
        }
        await corpus.clear();
      });

      it('are held in memory where they are few, until somebody changes them', async () => {
        const [corpus, other] = [createCorpus(database()), createCorpus(database())];
        await other.add([tower('one', 'It is tall.')]);
        const isHeld = async () => {
          await corpus.search('tower', 9);
          return corpus.find('tower', 9);
        };
        expect(await isHeld()).toBeUndefined();
        await expect.poll(isHeld, { timeout: 5_000 }).toMatchObject([{ id: 'one' }]);
        expect(corpus.find('tower', 9)![0]).toBe(corpus.find('tall', 9)![0]);
        await other.add([tower('two', 'It is tall.')]);
        await expect.poll(() => corpus.search('tower', 9), { timeout: 3_000 }).toHaveLength(2);
        await expect.poll(isHeld, { timeout: 5_000 }).toHaveLength(2);
        await corpus.add([tower('three', 'It is tall.')]);
        expect(await corpus.search('tower', 9)).toHaveLength(3);
        await corpus.clear();
        expect(await corpus.search('tower', 9)).toBe(NO_DOCUMENTS);
        expect(corpus.find('tower', 9)).toBe(NO_DOCUMENTS);
      });

      it('are found once each, or by as many of their passages as are wanted', async () => {
        const corpus = createCorpus(database());
        const long = Array.from({ length: 90 }, (_, at) => `The tower has a room with the number ${at}.`);
        await corpus.add([tower('long', long.join(' ')), tower('short', 'This tower has a room.')]);
        const idsOf = async (perDocument?: number) =>
          (await corpus.search('room of the tower', 9, undefined, perDocument)).map(({ id }) => id).sort();
        expect(await idsOf()).toEqual(['long', 'short']);
        expect(await idsOf(2)).toEqual(['long', 'long', 'short']);
        await corpus.clear();
      });
    }

    function secretTests() {
      const database = sharedDatabase();

      it('are needed once something is filed under one, and what the known ones do not find is counted', async () => {
        const secrets = createSecrets(database());
        expect(await secrets.isNeeded()).toBe(false);
        await secrets.note('kid-one', now);
        await secrets.note('kid-one', now + 1);
        expect([await secrets.isNeeded(), await secrets.used()]).toEqual([true, new Set(['kid-one'])]);
        const keyPlans = createKeyPlans(database());
        await keyPlans.set(keyPlan());
        await keyPlans.set(keyPlan({ callerId: bob }));
        const job = { callerId: ann, kid: 'kid-one', claims: 1, createdAt: now, owner: 'p', callerKey: 'k' };
        const jobs = ['one', 'two'].map((id) => ({ ...job, id, leaseUntil: now }));
        await createEvaluationRecords(database()).insert(jobs);
        await createIssuedKeys(database()).add([
          issuedKey(),
          issuedKey({ id: 'ik_000000000002', callerId: 'over', expiresAt: now }),
        ]);
        expect(await secrets.orphans(['kid-one'], now)).toEqual({
          keys: 0,
          plans: 0,
          evaluations: 0,
          issued: 0,
        });
        expect(await secrets.orphans(['kid-two', 'kid-three'], now)).toEqual({
          keys: 3,
          plans: 2,
          evaluations: 2,
          issued: 1,
        });
      });
    }

    function issuedKeyTests() {
      const database = sharedDatabase();

      it('are changed with what the audit log says of it, or not at all', async () => {
        const records = createIssuedKeys(database());
        const audit = createAuditLog(database());
        await records.add([issuedKey({ plan: 'pro', models: ['m'], note: 'n' })], [auditEntry()]);
        const budgets = { tokensPerMonth: 1, nanosPerMonth: 2, tokensPerDay: 3, nanosPerDay: 4 };
        const { revision } = await records.changesSince(0);
        const change = {
          key: issuedKey({ plan: 'free', ...budgets }),
          audit: [auditEntry({ id: 'au_2', action: 'key.change' })],
        };
        expect(await records.change('ik_000000000001', () => change)).toEqual(change.key);
        expect((await records.changesSince(revision)).keys).toEqual([change.key]);
        const refuse = () => records.change('ik_000000000001', () => ({ ...change, audit: [auditEntry()] }));
        await expect(refuse()).rejects.toThrow();
        await expect(records.add([issuedKey()], [auditEntry({ id: 'au_3' })])).rejects.toThrow();
        expect(await records.change('ik_none', () => change)).toBeUndefined();
        expect((await audit.page({ limit: 9 })).map(({ id }) => id)).toEqual(['au_2', 'au_1']);
      });

      it('are filed under a new secret, and found under the one before', async () => {
        const records = createIssuedKeys(database());
        await records.refile('ik_000000000001', ann, 'kid-two');
        await records.refile('ik_000000000001', bob, 'kid-two');
        expect(await records.find(['ik_000000000001', 'ik_none'])).toEqual([
          expect.objectContaining(
            issuedKey({ plan: 'free', callerId: ann, kid: 'kid-two', formerCallerId: 'issued' }),
          ),
        ]);
      });

      it('come page by page, the newest first', async () => {
        const records = createIssuedKeys(database());
        const many = Array.from({ length: 5 }, (_, i) =>
          issuedKey({ id: `ik_00000000001${i}`, callerId: `many-${i}`, createdAt: now + 1 + (i >> 1) }),
        );
        await records.add([...many, issuedKey({ id: 'ik_over', callerId: 'over', expiresAt: now })]);
        const ids = async (query: object) =>
          (await records.page({ limit: 2, nowMs: now, ...query })).map(({ id }) => id.slice(-2));
        expect(await ids({})).toEqual(['14', '13']);
        expect(await ids({ after: many[3]!.id })).toEqual(['12', '11']);
        expect(await ids({ after: many[0]!.id })).toEqual(['er', '01']);
        expect(await ids({ state: 'expired' })).toEqual(['er']);
        expect(await ids({ after: many[0]!.id, state: 'good' })).toEqual(['01']);
      });

      it('have their usage summed over what is not asked for', async () => {
        const usage = createKeyUsage(database());
        const row = { calls: 1, promptTokens: 2, completionTokens: 3, nanos: 4 };
        await usage.add(
          ['a', 'b'].flatMap((keyId) =>
            [20261101, 20261102].map((day) => ({ ...row, keyId, day, model: `m-${day}` })),
          ),
        );
        const two = { calls: 2, promptTokens: 4, completionTokens: 6, nanos: 8 };
        const since = 20261101;
        expect(await usage.report({ since, by: ['key'] })).toEqual([
          { keyId: 'a', ...two },
          { keyId: 'b', ...two },
        ]);
        expect(await usage.report({ since, until: since, by: [] })).toEqual([two]);
        const by = ['key', 'day', 'model'] as const;
        const after = { key: 'a', day: 20261101, model: 'm-20261101' };
        expect(await usage.report({ since, by, limit: 1, after })).toEqual([
          { keyId: 'a', day: 20261102, model: 'm-20261102', ...row },
        ]);
        const [day, month] = [20261102, 202611];
        expect(await usage.ofPeriod('a', day)).toEqual({ tokens: 5, nanos: 4 });
        expect(await usage.ofPeriod('a', month)).toEqual({ tokens: 10, nanos: 8 });
        expect([...(await usage.ofPeriodByKey(['b', 'none'], day))]).toEqual([
          ['b', { tokens: 5, nanos: 4 }],
        ]);
        expect(await usage.report({ since: 20261103, by: [] })).toEqual([
          { calls: 0, promptTokens: 0, completionTokens: 0, nanos: 0 },
        ]);
      });

      it('have balances that change only where they are as they were read', async () => {
        const balances = createKeyBalances(database());
        expect(await balances.swap('a', 202611, 0, '{"a":1}')).toBe(true);
        expect(await balances.swap('a', 202611, 0, '{"a":2}')).toBe(false);
        expect(await balances.swap('a', 202611, 1, '{"a":3}')).toBe(true);
        expect(await balances.swap('a', 202611, 1, '{"a":4}')).toBe(false);
        await balances.swap('b', 202610, 0, '{}');
        expect([...(await balances.findAll(['a', 'b', 'c'], 202611))]).toEqual([['a', '{"a":3}']]);
        expect((await balances.findAll([], 202611)).size).toBe(0);
      });
    }

    function teamTests() {
      const database = sharedDatabase();
      const team = (over: Partial<Team> = {}): Team => ({
        id: 'tm_000000000001',
        name: 'Research',
        createdAt: now,
        ...over,
      });

      it('have names that differ in more than their case, and are followed as they change', async () => {
        const teams = createTeams(database());
        await teams.add(team({ plan: 'pro', tokensPerDay: 3, nanosPerMonth: 4 }), [auditEntry()]);
        const second = team({ id: 'tm_000000000002', name: 'Ärzte' });
        await teams.add(second, []);
        const again = team({ id: 'tm_000000000003', name: 'RESEARCH' });
        await expect(teams.add(again, [])).rejects.toThrow("There is a team 'Research' already");
        await expect(
          teams.change(second.id, () => ({ team: { ...second, name: 'research' }, audit: [] })),
        ).rejects.toMatchObject({ code: 'conflict' });
        expect((await teams.findByName('ärzte'))?.id).toBe(second.id);
        const { revision, teams: all } = await teams.changesSince(0);
        expect(all.map(({ id }) => id)).toEqual([team().id, second.id]);
        const renamed = team({ name: 'RESEARCH', profile: 'support' });
        expect(await teams.change(team().id, () => ({ team: renamed, audit: [] }))).toEqual(renamed);
        expect((await teams.changesSince(revision)).teams).toEqual([renamed]);
        expect(await teams.change('tm_none', () => ({ team: renamed, audit: [] }))).toBeUndefined();
        const names = async (query: object) =>
          (await teams.page({ limit: 1, ...query })).map(({ name }) => name);
        const [first] = await names({});
        const [last] = await names({ after: (await teams.findByName(first!))!.id });
        expect([first, last].toSorted()).toEqual(['RESEARCH', 'Ärzte']);
      });

      it('give their plan to keys without one, and are deleted with a word on what becomes of these', async () => {
        const teams = createTeams(database());
        const keys = createIssuedKeys(database());
        const audit = createAuditLog(database());
        await teams.change(team().id, (before) => ({ team: { ...before, plan: 'pro' }, audit: [] }));
        const of = (digit: number, over: Partial<IssuedKey> = {}) =>
          issuedKey({ id: `ik_00000000000${digit}`, callerId: `of-${digit}`, team: team().id, ...over });
        const { team: _none, ...plain } = of(4);
        await keys.add([of(1), of(2, { plan: 'free' }), of(3, { revokedAt: now }), plain]);
        expect(Object.fromEntries((await keys.countByPlan(now)).map(({ plan, all }) => [plan, all]))).toEqual(
          {
            pro: 2,
            free: 1,
            null: 1,
          },
        );
        expect((await keys.page({ limit: 9, team: team().id, nowMs: now })).map(({ id }) => id)).toHaveLength(
          3,
        );
        expect(await teams.countKeys([team().id, 'tm_none'])).toEqual(new Map([[team().id, 2]]));
        const refuse = (_team: Team, ids: readonly string[]) => {
          throw new Error(ids.join(' '));
        };
        await expect(teams.remove(team().id, refuse)).rejects.toThrow(`${of(1).id} ${of(2).id}`);
        const { revision } = await keys.changesSince(0);
        const removal = { deletedAt: now, areKeysRevoked: false, audit: [auditEntry({ id: 'au_del' })] };
        expect(await teams.remove(team().id, () => removal)).toBe(true);
        expect(await teams.remove(team().id, () => removal)).toBe(false);
        expect((await keys.changesSince(revision)).keys.map(({ id, team }) => [id, team])).toEqual([
          [of(1).id, undefined],
          [of(2).id, undefined],
        ]);
        expect((await audit.page({ limit: 9, action: 'key.issue' })).map(({ id }) => id)).toContain('au_del');
        expect((await teams.find(team().id))?.deletedAt).toBe(now);
        expect(await teams.findByName('research')).toBeUndefined();
        const into = (id: string) => () => ({ key: { ...of(4), team: id }, audit: [] });
        await expect(keys.change(of(4).id, into(team().id))).rejects.toThrow('This team was deleted');
        await expect(keys.add([of(5)])).rejects.toMatchObject({ code: 'conflict' });
        await teams.add(team({ id: 'tm_000000000004', name: 'research' }), []);
        await keys.change(of(4).id, into('tm_000000000004'));
        await teams.remove('tm_000000000004', () => ({
          deletedAt: now + 1,
          areKeysRevoked: true,
          audit: [],
        }));
        expect(await keys.find([of(4).id])).toMatchObject([{ revokedAt: now + 1, team: 'tm_000000000004' }]);
      });

      it('have their usage beside that of their keys', async () => {
        const [ofKeys, ofTeams] = [createKeyUsage(database()), createTeamUsage(database())];
        const row = { day: 20261101, model: 'm', calls: 1, promptTokens: 2, completionTokens: 3, nanos: 4 };
        await ofTeams.add([
          { ...row, keyId: 'tm_2' },
          { ...row, keyId: 'tm_1' },
        ]);
        await ofTeams.add([{ ...row, keyId: 'tm_1' }]);
        expect(await ofTeams.ofPeriod('tm_1', 202611)).toEqual({ tokens: 10, nanos: 8 });
        const by = ['key'] as const;
        expect((await ofTeams.report({ since: 20261101, by })).map(({ keyId }) => keyId)).toEqual([
          'tm_1',
          'tm_2',
        ]);
        expect(await ofKeys.report({ since: 20261101, by })).toEqual([]);
      });
    }

    function trafficTests() {
      const database = sharedDatabase();
      const row = (over: Partial<TrafficRow>, counts: Partial<Record<TrafficCount, number>>): TrafficRow => ({
        series: trafficSeries('model', 'hour'),
        at: HOUR,
        name: 'openai/gpt',
        sandbox: false,
        ...over,
        sums: Float64Array.from(TRAFFIC_COUNTS, (count) => counts[count] ?? 0),
      });
      const query = {
        series: [trafficSeries('model', 'hour')],
        from: HOUR,
        until: HOUR + 2,
        byTime: true,
        byName: true,
        limit: 100,
      };

      it('adds up whatever several processes write, and is summed over what is not told apart', async () => {
        const traffic = createTraffic(database());
        const many = 2 ** 40;
        await Promise.all(
          Array.from({ length: 20 }, () =>
            traffic.add([
              row({ at: HOUR + 1 }, { requests: 1, refuted: 2 }),
              row({}, { requests: 1, nanos: many }),
              row({ sandbox: true }, { requests: 3 }),
              row({ name: 'xai/grok' }, { requests: 1, whole_7: 1 }),
              row({ series: trafficSeries('app', 'hour'), name: 'shop' }, { requests: 9 }),
            ]),
          ),
        );
        const short = (rows: Awaited<ReturnType<typeof traffic.report>>) =>
          rows.map(({ at, name, sandbox, sums: { requests, nanos, refuted, whole_7: slow } }) =>
            [at, name, sandbox, requests, nanos, refuted, slow].filter((part) => part !== undefined),
          );
        expect(short(await traffic.report(query))).toEqual([
          [HOUR, 'openai/gpt', false, 20, 20 * many, 0, 0],
          [HOUR, 'openai/gpt', true, 60, 0, 0, 0],
          [HOUR, 'xai/grok', false, 20, 0, 0, 20],
          [HOUR + 1, 'openai/gpt', false, 20, 0, 40, 0],
        ]);
        expect(short(await traffic.report({ ...query, byTime: false, byName: false }))).toEqual([
          [false, 60, 20 * many, 40, 20],
          [true, 60, 0, 0, 0],
        ]);
        expect(await traffic.report({ ...query, until: HOUR + 1, limit: 2 })).toHaveLength(2);
      });

      it('forgets what is old, and the hours of applications and keys earlier', async () => {
        const traffic = createTraffic(database());
        const later = HOUR + 1_000;
        const ofKey = (of: TrafficKind) => ({ key: 'ik_1', of });
        const series = ([ofKey('model'), ofKey('app'), ofKey('error'), 'app', 'error'] as const).flatMap(
          (group) => [trafficSeries(group, 'hour'), trafficSeries(group, 'day')],
        );
        const all = { ...query, series, from: later - 100, until: later + 1, byName: false };
        await traffic.add(
          series.flatMap((one) =>
            [later - 50, later - 10, later].map((at) => row({ series: one, at }, { requests: 1 })),
          ),
        );
        await traffic.prune(later - 20, later);
        expect((await traffic.report(all)).map(({ at, sums }) => [at, sums.requests])).toEqual([
          [later - 10, 6],
          [later, 10],
        ]);
      });
    }

    function auditTests() {
      const database = sharedDatabase();

      it('comes page by page, the latest first, and forgets what is old', async () => {
        const log = createAuditLog(database());
        const entries = [1, 2, 3, 4].map((n) =>
          auditEntry({ id: `au_${n}`, at: now + (n >> 1), actor: n === 4 ? 'unknown' : 'cli' }),
        );
        await log.add(entries);
        const ids = async (query: object) => (await log.page({ limit: 2, ...query })).map(({ id }) => id);
        expect(await log.page({ limit: 1 })).toEqual([entries[3]]);
        expect(await ids({ after: 'au_4' })).toEqual(['au_3', 'au_2']);
        expect(await ids({ after: 'au_2' })).toEqual(['au_1']);
        expect(await ids({ actor: 'unknown' })).toEqual(['au_4']);
        expect(await ids({ since: now + 1, until: now + 2 })).toEqual(['au_3', 'au_2']);
        await log.prune(now + 1);
        expect(await ids({ after: 'au_2' })).toEqual([]);
      });
    }

    function publishedTests() {
      const database = sharedDatabase();
      const report = (over: Partial<PublishedReport> = {}): PublishedReport => ({
        ...{ id: 'one', maker: ann, title: 'A title', claims: 2, bytes: 2, content: '{}' },
        ...{ createdAt: now, changedAt: now, ...over },
      });

      it('are listed by maker, changed under their id and removed, each maker with its own bound', async () => {
        const published = createPublishedReports(database());
        const [first, second, third] = ['one', 'two', 'three'].map((id, at) =>
          report({ id, createdAt: now + at, changedAt: now + at }),
        ) as [PublishedReport, PublishedReport, PublishedReport];
        // Whatever the same caller was called before counts too.
        expect(await published.add({ ...first, maker: 'before' }, ['before'], 2)).toBe(true);
        expect(await published.add(second, [ann, 'before'], 2)).toBe(true);
        expect(await published.add(third, [ann, 'before'], 2)).toBe(false);
        expect(await published.add({ ...third, maker: bob }, [bob], 2)).toBe(true);
        const { content: _, ...listed } = second;
        expect(await published.page({ limit: 1, makers: [ann, 'before'] })).toEqual([listed]);
        const ids = async (query: object) =>
          (await published.page({ limit: 9, ...query })).map(({ id }) => id);
        expect(await ids({})).toEqual(['three', 'two', 'one']);
        expect(await ids({ after: 'three' })).toEqual(['two', 'one']);
        expect(await ids({ after: 'two', makers: [ann] })).toEqual([]);

        const change = { ...second, title: 'Another', content: '{"a":1}', bytes: 7 };
        expect(await published.replace(change, [bob])).toBeUndefined();
        expect(await published.replace(change, [ann])).toBe(second.createdAt);
        expect(await published.read('two')).toEqual({ ...change, changedAt: second.changedAt + 1 });
        await published.replace({ ...change, changedAt: now + 50 }, [ann]);
        expect(await published.find('two')).toMatchObject({ title: 'Another', changedAt: now + 50 });

        expect(await published.remove('two', [bob])).toBe(false);
        expect(await published.remove('two', [ann])).toBe(true);
        expect(await published.read('two')).toBeUndefined();
        const entry = auditEntry({ action: 'report.remove', subject: 'one' });
        expect(await published.remove('one', undefined, [entry])).toBe(true);
        expect(await published.remove('one', undefined, [{ ...entry, id: 'au_2' }])).toBe(false);
        expect(await createAuditLog(database()).page({ limit: 9 })).toEqual([entry]);
      });
    }

    function sharedTests() {
      const database = sharedDatabase();
      const check = (over: Partial<SharedCheck> = {}): SharedCheck => ({
        ...{ id: 'one', maker: ann, claims: 2, bytes: 6, kid: 'kid-one', content: 'sealed' },
        ...{ createdAt: now, changedAt: now, expiresAt: now + 1_000, ...over },
      });
      const entry = (person: string, sealed: string | undefined, claim = 'claim-1') => ({
        ...{ person, claim, kid: 'kid-one', sealed },
      });
      const bounds = { entries: 3, bytes: 20 };

      it('are listed by maker, changed under their id, removed, and forgotten when they expire', async () => {
        const checks = createSharedChecks(database());
        expect(await checks.add(check({ maker: 'before' }), ['before'], 2)).toBe(true);
        expect(await checks.add(check({ id: 'two', createdAt: now + 1 }), [ann, 'before'], 2)).toBe(true);
        expect(await checks.add(check({ id: 'three' }), [ann, 'before'], 2)).toBe(false);
        const ids = async (query: object) =>
          (await checks.page({ limit: 9, nowMs: now, ...query })).map(({ id }) => id);
        expect(await ids({})).toEqual(['two', 'one']);
        expect(await ids({ after: 'two' })).toEqual(['one']);
        expect(await ids({ makers: [ann] })).toEqual(['two']);

        const change = check({
          id: 'two',
          content: 'other',
          bytes: 5,
          changedAt: now + 5,
          expiresAt: now + 2_000,
        });
        expect(await checks.replace(change, [bob])).toBeUndefined();
        expect(await checks.replace(change, [ann])).toBe(now + 1);
        expect(await checks.versions('two', now)).toEqual({ contentVersion: 2, version: 2 });
        expect(await checks.read('two', now)).toEqual({
          ...{ ...change, createdAt: now + 1 },
          ...{ contentVersion: 2, version: 2 },
        });

        // What has expired is not there, and no longer counts.
        expect(await ids({ nowMs: now + 1_000 })).toEqual(['two']);
        expect(await checks.versions('one', now + 1_000)).toBeUndefined();
        expect(await checks.write('one', [], bounds, now + 1_000, now + 5_000)).toBe('absent');
        await checks.prune(now + 1_000);
        expect(await ids({ nowMs: 0 })).toEqual(['two']);

        await checks.write('two', [entry('ann', 'x')], bounds, now, now + 2_000);
        expect(await checks.remove('two', [bob])).toBe(false);
        const removal = auditEntry({ action: 'share.remove', subject: 'two' });
        expect(await checks.remove('two', undefined, [removal])).toBe(true);
        expect(await checks.remove('two')).toBe(false);
        expect([await checks.read('two', now), await checks.entries('two')]).toEqual([undefined, []]);
        expect(await createAuditLog(database()).page({ limit: 9 })).toEqual([removal]);
      });

      it('hold an entry for each person and claim, at once by many, and all or none within their bounds', async () => {
        const checks = createSharedChecks(database());
        await checks.add(check(), [ann], 9);
        const write = (...changes: ReturnType<typeof entry>[]) =>
          checks.write('one', changes, bounds, now, now + 3_000);
        const people = ['ann', 'ben', 'cy'];
        await Promise.all(people.map((person) => write(entry(person, `of ${person}`))));
        const said = async () => (await checks.entries('one')).map(({ person, sealed }) => [person, sealed]);
        const all = people.map((person) => [person, `of ${person}`]);
        expect(await said()).toEqual(all);
        expect(await checks.versions('one', now)).toEqual({ contentVersion: 1, version: 4 });

        expect(await write(entry('ben', 'changed'), entry('ben', 'more', 'claim-2'))).toBe('full');
        expect(await write(entry('ben', 'far too long for it'))).toBe('full');
        expect(await said()).toEqual(all);
        expect(await write(entry('ann', undefined), entry('ben', 'changed'))).toBe('written');
        expect(await said()).toEqual([
          ['ben', 'changed'],
          ['cy', 'of cy'],
        ]);
        // Each change keeps the check longer.
        expect(await checks.versions('one', now + 2_999)).toEqual({ contentVersion: 1, version: 5 });
        expect(await checks.write('unknown', [], bounds, now, now)).toBe('absent');
      });
    }

    function responseTests() {
      const database = sharedDatabase();
      const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();

      it('are kept, but not behind one that is gone, and counted by caller', async () => {
        const records = createResponseRecords(database());
        const row = { callerId: ann, kid: 'kid-one', expiresAt: now + 1_000, sealed: 'x'.repeat(100) };
        const first = ['one', 'two'].map((id) => ({ ...row, id }));
        expect(await records.insert(first)).toEqual(new Set(['one', 'two']));
        const next = [
          { ...row, id: 'three', previous: 'two' },
          { ...row, id: 'behind-none', previous: 'gone', callerId: bob },
          { ...row, id: 'four' },
          { ...row, id: 'of-bob', callerId: bob },
        ];
        expect(await records.insert(next)).toEqual(new Set(['three', 'four', 'of-bob']));
        expect([await records.bytesOf(ann), await records.bytesOf('nobody')]).toEqual([400, 0]);
        expect(await records.find(['three'], now + 1_000, 1e6)).toEqual([]);
        expect(await records.chain('three', now, 1e6)).toEqual([
          { id: 'two', kid: 'kid-one', sealed: row.sealed },
          { id: 'three', previous: 'two', kid: 'kid-one', sealed: row.sealed },
        ]);
        expect(await records.chain('three', now + 1_000, 1e6)).toEqual([]);
        expect(await records.remove('one')).toEqual({ callerId: ann, bytes: 100 });
        expect(await records.remove('one')).toBeUndefined();
        expect(await records.bytesOf(ann)).toBe(300);
      });

      it('are deleted once they have expired, those that a later one goes on from with that one', async () => {
        const records = createResponseRecords(database());
        const row = { callerId: 'many'.padEnd(43, 'm'), kid: 'kid-one', sealed: 'x' };
        const chain = ['root', 'middle', 'leaf'];
        const rows = [
          ...chain.map((id, at) => ({ ...row, id, expiresAt: now + at, previous: chain[at - 1] })),
          { ...row, id: 'branch', expiresAt: now + 1, previous: 'root' },
          ...Array.from({ length: 450 }, (_, at) => ({ ...row, id: `alone-${at}`, expiresAt: now })),
        ];
        for (const each of rows) await records.insert([each as never]);
        const left = async () => idsOf(await records.find(idsOf(rows), 0, 1e6));
        await records.prune(now + 1);
        expect(await left()).toEqual(['leaf', 'middle', 'root']);
        await records.prune(now + 2);
        expect(await left()).toEqual([]);
      });
    }
  });
}
