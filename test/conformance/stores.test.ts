/** What every database must do, whichever it is: the suite runs over every way to each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_DOCUMENTS } from '../../src/engine/corpus/searchable-corpus.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { type AuditEntry, createAuditLog } from '../../src/gateway/store/audit-log.ts';
import { createCorpus, INDEXES } from '../../src/gateway/store/corpus/corpus.ts';
import { holdPassages } from '../../src/gateway/store/corpus/held-passages.ts';
import type { Database } from '../../src/gateway/store/database.ts';
import { DATABASES } from '../../src/gateway/store/databases/registry.ts';
import { createEvaluationRecords } from '../../src/gateway/store/evaluations.ts';
import { createIssuedKeys, type IssuedKey } from '../../src/gateway/store/issued-keys.ts';
import { createResponseRecords } from '../../src/gateway/store/kept-responses.ts';
import { createKeyPlans, type KeyPlan, type KeyPlans } from '../../src/gateway/store/key-plans.ts';
import { createKeyUsage } from '../../src/gateway/store/key-usage.ts';
import {
  createLimitCounts,
  type LimitCounts,
  type StoredCount,
} from '../../src/gateway/store/limit-counts.ts';
import { MIGRATIONS, type Migration } from '../../src/gateway/store/migrations/list.ts';
import { migrate, readSchema } from '../../src/gateway/store/schema.ts';
import { createSecrets } from '../../src/gateway/store/secrets.ts';
import { openStore, planMigration } from '../../src/gateway/store/store.ts';
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
    describe('secrets', secretTests);
    describe('responses', responseTests);
    describe('issued keys', issuedKeyTests);
    describe('the audit log', auditTests);

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
        expect(await corpus.add(many)).toEqual({ added: 700, replaced: 0, passages: 700 });
        expect(await corpus.add([tower('t7', 'Nothing is left of it.'), tower('new', 'It is new.')])).toEqual(
          {
            added: 1,
            replaced: 1,
            passages: 2,
          },
        );
        const { passages, terms, title_terms, documents } = await database()
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
        expect((await corpus.search('tower number 699', 1)).map(({ id }) => id)).toEqual(['t699']);
        expect((await corpus.search('nothing is left', 1)).map(({ id }) => id)).toEqual(['t7']);
        await corpus.clear();
        expect(await corpus.stats()).toEqual({ documents: 0, passages: 0, characters: 0 });
        expect(await corpus.search('tower', 1)).toEqual([]);
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
        const [corpus, index] = [createCorpus(database()), INDEXES[database().dialect]];
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
          const held = await holdPassages(database().kysely, index);
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
        const { revision } = await records.changesSince(0);
        const change = {
          key: issuedKey({ plan: 'free' }),
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
          issuedKey({ plan: 'free', callerId: ann, kid: 'kid-two', formerCallerId: 'issued' }),
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
        expect(await usage.report({ since: 20261103, by: [] })).toEqual([
          { calls: 0, promptTokens: 0, completionTokens: 0, nanos: 0 },
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
