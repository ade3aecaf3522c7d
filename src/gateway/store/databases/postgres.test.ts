/** What happens when PostgreSQL goes away and comes back. What it does while it is there is in the conformance suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../../test/servers/find-server.ts';
import {
  postgresMissing,
  startPostgres,
  type TestPostgres,
} from '../../../../test/servers/start-postgres.ts';
import { openPlanDirectory } from '../../admission/plan-directory.ts';
import { openStore, type Store } from '../store.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');
const HOUR = 498_000;

describeWithServer(postgresMissing, 'the store while PostgreSQL is away', () => {
  let postgres: TestPostgres;
  const opened: Store[] = [];
  const lost: Error[] = [];
  const open = async (options = {}) => {
    const store = await openStore({
      dataDir: '',
      databaseUrl: postgres.url,
      now: () => NOW,
      onConnectionLost: (error) => lost.push(error),
      ...options,
    });
    opened.push(store);
    return store;
  };

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => postgres.stop());

  it('comes through five kills under load: what fails says so at once, and all works again afterwards', async () => {
    const store = await open();
    const callerId = 'a'.repeat(43);
    let [written, failed, stop] = [0, 0, false];
    const load = async () => {
      while (!stop) {
        await store.limitCounts.add(HOUR, 202611, [{ callerId, amount: 1 }]).then(
          () => written++,
          () => failed++,
        );
        await sleep(2);
      }
    };
    const loads = Promise.all(Array.from({ length: 8 }, load));
    for (let kill = 1; kill <= 5; kill++) {
      const [before, failedBefore] = [written, failed];
      await expect.poll(() => written, { timeout: 5000 }).toBeGreaterThan(before + 10);
      await postgres.kill();
      await expect.poll(() => failed, { timeout: 5000 }).toBeGreaterThan(failedBefore + 10);
      await postgres.start();
    }
    const recovered = written;
    await expect.poll(() => written, { timeout: 5000 }).toBeGreaterThan(recovered + 10);
    stop = true;
    await loads;
    await store.probe();
    const rows = [];
    for await (const page of store.limitCounts.load(202611)) rows.push(...page);
    // Of what failed, some may have been written before the answer was lost; nothing that was answered is.
    expect(rows[0]!.monthCount).toBeGreaterThanOrEqual(written);
    expect(rows[0]!.monthCount).toBeLessThanOrEqual(written + failed);
  }, 60_000);

  it('leaves running gateways their plans, and gives them the changes afterwards', async () => {
    const store = await open();
    const caller = { id: 'b'.repeat(43) as never, formerIds: [] };
    const plans = new Map(['free', 'pro'].map((name) => [name, { name, models: 'all' as const }]));
    await store.keyPlans.set({ callerId: caller.id, kid: 'k', plan: 'pro', updatedAt: NOW });
    const failures: unknown[] = [];
    const directory = await openPlanDirectory({
      keyPlans: store.keyPlans,
      plans,
      defaultPlan: 'free',
      kid: 'k',
      now: () => NOW,
      refreshMs: 20,
      onFailure: (error) => failures.push(error),
    });
    await postgres.kill();
    await expect.poll(() => failures.length, { timeout: 5000 }).toBeGreaterThan(3);
    expect(directory.planOf(caller).name).toBe('pro');
    await postgres.start();
    await store.keyPlans.remove([caller.id], NOW);
    await expect.poll(() => directory.planOf(caller).name, { timeout: 5000 }).toBe('free');
    await directory.close();
  }, 30_000);

  it('is waited for at the start, while the server is still starting', async () => {
    await postgres.kill();
    const opening = open();
    await sleep(300);
    await postgres.start();
    await expect((await opening).probe()).resolves.toBeUndefined();
  }, 30_000);

  it('is refused with a line for the operator, without the password, where it does not come', async () => {
    await expect(open({ databaseUrl: 'postgres://user:canary@127.0.0.1:1/x', waitMs: 300 })).rejects.toThrow(
      /^The database cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
    const absent = open({ databaseUrl: postgres.url.replace(/\/postgres$/, '/absent') });
    await expect(absent).rejects.toThrow('The database cannot be opened: database "absent" does not exist');
  });
});
