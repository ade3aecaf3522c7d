/** The shipped examples of load balancers: each replica is restarted in turn under load, and no request fails. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FakeProvider,
  OPENAI_END,
  openaiDelta,
  openaiWhole,
  startFakeProvider,
} from '../harness/fake-provider.ts';
import { keepAsking, newLoad } from '../harness/keep-asking.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { freePort } from '../servers/free-port.ts';
import { type ProxyServer, replaceOnce } from '../servers/proxy-server.ts';
import { caddyMissing, startCaddy } from '../servers/start-caddy.ts';
import { haproxyMissing, startHaproxy } from '../servers/start-haproxy.ts';
import { nginxMissing, startNginx } from '../servers/start-nginx.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';
import { startService, type TestService } from '../servers/start-service.ts';
import { type Replica, startReplica } from './start-replica.ts';

const PAGE = path.join(import.meta.dirname, '../../docs/operating/rolling-restarts.md');
const CONFIG = `
server: { drain_delay: 3500ms }
trusted_proxies: [127.0.0.1]
plans: { default: large, large: { per_hour: 1000000, models: all } }
fact_check: { mode: detect }
`;
/** Milliseconds after its SIGTERM for which a service still sends new connections to a replica. */
const ENDPOINT_LAG = 1_500;
/** Callers of each load balancer. */
const CALLERS = 6;

/** The page's recipe, with the replicas' addresses in place of its own. */
async function haproxyRecipe(ports: readonly number[]): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const block = /^```haproxy\n([\s\S]+?)^```$/m.exec(page)?.[1] ?? '';
  return ports.reduce(
    (text, port, index) => replaceOnce(text, `10.0.0.1${index + 1}:8080`, `127.0.0.1:${port}`),
    block,
  );
}

/** Answers at a model's pace; streams take over one second, those that are asked to be long six. */
async function startModel(): Promise<FakeProvider> {
  return startFakeProvider(async (request, response) => {
    await sleep(30);
    if (request.body.stream !== true) return openaiWhole('It was completed in 1889.')(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pause = request.text.includes('long') ? 600 : 120;
    for (let piece = 0; piece < 10; piece++) {
      response.write(openaiDelta(`Piece ${piece}. `));
      await sleep(pause);
    }
    response.end(OPENAI_END);
  });
}

describeWithServer(
  redisMissing ?? postgresMissing ?? nginxMissing ?? caddyMissing ?? haproxyMissing,
  'three replicas that are restarted one after the other under load',
  () => {
    let redis: TestRedis;
    let postgres: TestPostgres;
    let model: FakeProvider;
    let directory = '';
    let ports: number[] = [];
    const replicas: Replica[] = [];
    const proxies: ProxyServer[] = [];
    let service: TestService;

    const start = (port: number): Promise<Replica> =>
      startReplica({
        CLAIMGATE_SANDBOX: '',
        CLAIMGATE_CONFIG: path.join(directory, 'config.yaml'),
        CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
        CLAIMGATE_SECRET: 'one-secret-for-all-replicas',
        CLAIMGATE_OPENAI_BASE_URL: model.url,
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        PORT: String(port),
      });

    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'claimgate-rolling-'));
      await writeFile(path.join(directory, 'config.yaml'), CONFIG);
      [redis, postgres, model] = await Promise.all([startRedis(), startPostgres(), startModel()]);
      ports = [await freePort(), await freePort(), await freePort()];
      for (const port of ports) replicas.push(await start(port));
      proxies.push(await startNginx(ports));
      proxies.push(await startCaddy(ports));
      proxies.push(await startHaproxy(await haproxyRecipe(ports)));
      service = await startService();
      for (const port of ports) service.endpoints.add(port);
    }, 180_000);

    afterAll(async () => {
      await Promise.all([...proxies, service].map((proxy) => proxy?.stop()));
      await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
      await Promise.all([redis?.stop(), postgres?.stop(), model?.stop()]);
      await rm(directory, { recursive: true, force: true });
    });

    it('through nginx, Caddy, HAProxy and a service: not one request fails', async () => {
      const fronts = [...proxies, service].map(({ url }) => ({ url, load: newLoad() }));
      const asking = fronts.flatMap(({ url, load }) =>
        Array.from({ length: CALLERS }, (_, number) => keepAsking(url, number, load)),
      );
      await sleep(1_000);
      for (const [index, port] of ports.entries()) {
        const leaving = replicas[index] as Replica;
        leaving.signal('SIGTERM');
        await Promise.all([leaving.ended, sleep(ENDPOINT_LAG).then(() => service.endpoints.delete(port))]);
        expect(await leaving.ended).toBe(0);
        replicas[index] = await start(port);
        await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
        service.endpoints.add(port);
        // HAProxy asks every second.
        await sleep(2_000);
      }
      for (const { load } of fronts) load.going = false;
      await Promise.all(asking);
      expect(fronts.map(({ load }) => load.failures)).toEqual([{}, {}, {}, {}]);
      for (const { load } of fronts) expect(load.answered).toBeGreaterThan(50);
    }, 240_000);
  },
);
