/** PostgreSQL and Redis behind a connection that is slow, mute, cut, or cut in the middle of an answer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyLink, type LinkFault, startFaultyLink } from '../harness/faulty-link.ts';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';

/** Milliseconds in which a chat is answered, whatever its stores do. */
const IN_TIME = 5_000;

const FAULTS: readonly (readonly [name: string, fault: LinkFault | 'cut in an answer'])[] = [
  ['slow (a fifth of a second for each piece)', { delay: 200 }],
  ['slow (three seconds for each piece)', { delay: 3_000 }],
  ['mute', 'mute'],
  ['cut', 'cut'],
  ['cut in the middle of an answer', 'cut in an answer'],
];

describeWithServer(redisMissing ?? postgresMissing, 'a gateway whose', () => {
  let redis: TestRedis;
  let postgres: TestPostgres;
  const links: Record<string, FaultyLink> = {};
  let gateway: Gateway;
  beforeAll(async () => {
    await awayFromTheHour(120_000);
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    links.Redis = await startFaultyLink(redis.url);
    links.PostgreSQL = await startFaultyLink(postgres.url);
    gateway = await startGateway({
      env: {
        REDIS_URL: links.Redis.url,
        DATABASE_URL: links.PostgreSQL.url,
        CLAIMGATE_SECRET: 'a-secret-of-the-test',
        CLAIMGATE_SANDBOX: 'all',
      },
    });
  });
  afterAll(async () => {
    for (const link of Object.values(links)) link.mend();
    await gateway?.stop();
    await Promise.all(Object.values(links).map((link) => link.stop()));
    await Promise.all([redis?.stop(), postgres?.stop()]);
  });

  const health = async () => readJson<{ status: string }>(await fetch(`${gateway.url}/health`));
  const remaining = async (key: string): Promise<number | undefined> => {
    const headers = { authorization: `Bearer ${key}` };
    const { windows } = await readJson<{ windows: { remaining: number }[] }>(
      await fetch(`${gateway.url}/v1/limits`, { headers }),
    );
    return windows[0]?.remaining;
  };

  it.each(
    ['Redis', 'PostgreSQL'].flatMap((server) =>
      FAULTS.map(([name, fault]) => [server, name, fault] as const),
    ),
  )(
    '%s is %s answers in time, counts what it answers, and is healthy when it is over',
    async (server, name, fault) => {
      const link = links[server] as FaultyLink;
      const key = `sk-${server}-${name}`.replace(/[^\w-]/g, '');
      expect((await gateway.chat({ api_key: key })).status).toBe(200);
      if (fault === 'cut in an answer') link.cutAfter(3);
      else link.break(fault);
      const began = performance.now();
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) {
        const response = await gateway.chat({ api_key: key, stream: i === 1 });
        const text = await response.text();
        statuses.push(response.status);
        expect(i === 1 ? text.includes('[DONE]') : text.includes('"choices"')).toBe(true);
      }
      const kept = await gateway.post(
        '/v1/responses',
        { model: 'gpt-6-luna', input: 'Hello' },
        { authorization: `Bearer ${key}-2` },
      );
      expect([...statuses, kept.status]).toEqual([200, 200, 200, 200]);
      const { id, store } = await readJson<{ id: string; store: boolean }>(kept);
      expect((performance.now() - began) / 4).toBeLessThan(IN_TIME);
      expect((await health()).status).toMatch(/^(?:healthy|degraded)$/);
      link.mend();
      await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe('healthy');
      const again = await fetch(`${gateway.url}/v1/responses/${id}`, {
        headers: { authorization: `Bearer ${key}-2` },
      });
      // What an answer says that it keeps is there; what it does not say may be there, where the server was only slow.
      if (store) expect(again.status).toBe(200);
      if (server === 'Redis') expect(store).toBe(true);
      // Those that were counted here while the counts could not be reached are added to them.
      // A count whose answer was lost in the middle may have been written: it costs the key a place, never gives it one.
      const lost = fault === 'cut in an answer' && server === 'Redis' ? 1 : 0;
      await expect.poll(() => remaining(key), { timeout: 60_000 }).toBeLessThanOrEqual(100 - 4);
      expect(await remaining(key)).toBeGreaterThanOrEqual(100 - 4 - lost);
    },
    60_000,
  );
});
