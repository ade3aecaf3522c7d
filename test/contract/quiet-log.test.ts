/** What the log does not say at info: each probe, and for each request again that something is away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { redisMissing, startRedis } from '../servers/start-redis.ts';

interface Line {
  readonly level: string;
  readonly route?: string;
  readonly msg?: string;
  readonly failure?: string;
}

const linesOf = ({ logLines }: Gateway) => logLines.map((line) => JSON.parse(line) as Line);
const REQUESTS = 20;
const auth = { authorization: 'Bearer sandbox' };

describe('probes', () => {
  it.each([
    ['info', []],
    ['debug', ['/health', '/ready', '/metrics']],
  ])('at the level %s have lines for %j', async (level, expected) => {
    const gateway = await startGateway({ env: { LOG_LEVEL: level } });
    for (const path of ['/health', '/ready', '/metrics', '/models']) {
      await (await fetch(gateway.url + path)).text();
    }
    await expect
      .poll(() => linesOf(gateway).flatMap(({ route }) => (route === undefined ? [] : [route])))
      .toEqual([...expected, '/models']);
    await gateway.stop();
  });
});

describeWithServer(postgresMissing, 'while PostgreSQL is away', () => {
  let postgres: TestPostgres;
  let gateway: Gateway;
  beforeAll(async () => {
    postgres = await startPostgres();
    gateway = await startGateway({
      env: { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'a-secret-for-tests', LOG_LEVEL: 'debug' },
      yaml: 'sandbox: { enabled: true }',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await postgres.stop();
  });

  it('each kind of failure has a line, not each request', async () => {
    await postgres.kill();
    const from = gateway.logLines.length;
    for (let i = 0; i < REQUESTS; i++) {
      const chat = await gateway.chat({ enable_evaluations: true }, auth);
      const { id } = (await chat.json()) as { id: string };
      await (await fetch(`${gateway.url}/v1/evaluations/${id}/report?wait=0`, { headers: auth })).text();
    }
    const lines = linesOf(gateway).slice(from);
    const extra = lines.filter(({ level, route }) => route === undefined && level !== 'debug');
    const byMessage = Map.groupBy(extra, ({ msg, failure }) => msg ?? failure);
    for (const [message, found] of byMessage) expect([message, found.length]).toEqual([message, 1]);
    expect(byMessage.size).toBeGreaterThan(0);
    expect(lines.filter(({ route, level }) => route !== undefined && level === 'info')).toHaveLength(
      2 * REQUESTS,
    );
  });
});

describeWithServer(redisMissing, 'while Redis is away and requests are refused', () => {
  it('one line says so, and each request has one of its own', async () => {
    const redis = await startRedis();
    const gateway = await startGateway({
      env: { REDIS_URL: redis.url, CLAIMGATE_SECRET: 'a-secret-for-tests' },
      yaml: 'limits: { when_redis_is_away: refuse }\nsandbox: { enabled: true }',
    });
    await redis.kill();
    const from = gateway.logLines.length;
    for (let i = 0; i < REQUESTS; i++) await (await gateway.chat({}, auth)).text();
    const lines = linesOf(gateway).slice(from);
    expect(lines.filter(({ route }) => route !== undefined)).toHaveLength(REQUESTS);
    expect(lines.filter(({ route }) => route === undefined).length).toBeLessThanOrEqual(1);
    expect(linesOf(gateway).filter(({ msg }) => msg === 'Redis is away')).toHaveLength(1);
    await gateway.stop();
    await redis.stop();
  });
});
