/** How a gateway with workers ends, is restarted, and takes a new config, while callers go on. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { keepAliveCaller } from '../harness/keep-alive-caller.ts';
import { envFor, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { parseStream } from '../harness/read-answer.ts';
import {
  isRunning,
  startWorkers,
  WORKERS,
  type WorkersGateway,
  type WorkersOptions,
} from './start-workers.ts';

let fake: FakeProvider;
let gateway: WorkersGateway;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.stop());
beforeEach(() => {
  fake.answer(speak());
  fake.received.length = 0;
});
const start = async (options: WorkersOptions = {}): Promise<void> => {
  gateway = await startWorkers({
    yaml: 'plans: { default: enterprise }',
    ...options,
    env: { ...envFor(fake), ...options.env },
  });
};

/** Streams begin with `Hello`, and end when the returned function is called. */
function holdStreams(): () => void {
  let go = (): void => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  fake.answer(async (request, response) => {
    if (request.body.stream !== true) return speak()(request, response);
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + wire.delta('Hello'));
    await wait;
    response.end(wire.delta(' there.') + wire.end);
  });
  return go;
}
const openStreams = (count: number): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, () => gateway.chat({ stream: true })));
const endingsOf = (streams: readonly Response[]) =>
  Promise.all(
    streams.map(async (stream) => {
      const { text, done, errors } = parseStream(await stream.text());
      return done ? text : errors.map(({ error }) => error.code).join();
    }),
  );
const allEnded = async (pids: readonly number[]): Promise<void> => {
  await expect.poll(() => pids.filter(isRunning), { timeout: 60_000 }).toEqual([]);
};

describe('a gateway that ends', () => {
  afterEach(() => gateway.stop());

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s to the whole group: streams finish', async (signal) => {
    await start();
    const workers = gateway.workerPids();
    const go = holdStreams();
    const streams = await openStreams(8);
    gateway.signalGroup(signal);
    await delay(500);
    go();
    expect(await endingsOf(streams)).toEqual(Array(8).fill('Hello there.'));
    expect(await gateway.ended).toBe(0);
    expect(gateway.output().trim().split('\n').at(-1)).toBe(`claimgate: ended by ${signal}, drained`);
    await allEnded(workers);
    expect(gateway.output()).not.toMatch(/"level":"error"|unexpected/);
  });

  it('by SIGTERM to the primary alone, and a second one ends it at once', async () => {
    await start({ yaml: 'plans: { default: enterprise }\nserver: { drain_delay: 1h, drain_timeout: 1h }' });
    const workers = gateway.workerPids();
    holdStreams();
    const streams = await openStreams(8);
    gateway.signal('SIGTERM');
    await expect.poll(async () => (await fetch(`${gateway.url}/ready`)).status).toBe(503);
    await delay(1_200);
    gateway.signal('SIGTERM');
    expect(await endingsOf(streams)).toEqual(Array(8).fill('unavailable'));
    expect(await gateway.ended).toBe(0);
    await allEnded(workers);
  });

  it('by a second signal also while workers are being replaced', async () => {
    await start({ yaml: 'plans: { default: enterprise }\nserver: { drain_delay: 1h, drain_timeout: 1h }' });
    const workers = gateway.workerPids();
    holdStreams();
    const streams = await openStreams(8);
    for (const pid of workers) process.kill(pid, 'SIGTERM');
    await gateway.replaced(workers, WORKERS);
    await expect
      .poll(() => gateway.linesWith('workers were replaced').length, { timeout: 20_000 })
      .toBe(WORKERS);
    gateway.signal('SIGTERM');
    await delay(1_200);
    gateway.signal('SIGTERM');
    expect(await endingsOf(streams)).toEqual(Array(8).fill('unavailable'));
    expect(await gateway.ended).toBe(0);
  });

  it('by SIGKILL of the primary: streams finish, the port is free, and no worker stays', async () => {
    await start();
    const workers = gateway.workerPids();
    const go = holdStreams();
    const streams = await openStreams(8);
    gateway.signal('SIGKILL');
    await gateway.ended;
    await expect(
      new Promise((resolve, reject) =>
        connect(gateway.port, '127.0.0.1').on('connect', resolve).on('error', reject),
      ),
    ).rejects.toThrow('ECONNREFUSED');
    await delay(200);
    go();
    expect(await endingsOf(streams)).toEqual(Array(8).fill('Hello there.'));
    await allEnded(workers);
  });

  it('by SIGKILL of the primary while workers start: none of them stays', async () => {
    await start();
    const before = gateway.workerPids();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const fresh = (): number[] => gateway.workerPids().filter((pid) => !before.includes(pid));
    await expect.poll(() => fresh().length, { timeout: 15_000 }).toBeGreaterThan(0);
    const starting = fresh();
    await delay(150);
    gateway.signal('SIGKILL');
    await gateway.ended;
    await allEnded([...starting, ...gateway.workerPids()]);
  });
});

describe('a gateway that goes on', () => {
  beforeAll(() => start({ yaml: withMode('detect') }));
  afterAll(() => gateway.stop());

  const withMode = (mode: string, more = ''): string =>
    `plans: { default: enterprise }\nfact_check: { mode: "${mode}" }\n${more}`;
  /** Resolves with the line that a reload leaves. */
  const reload = async (yaml: string): Promise<Record<string, unknown>> => {
    const lines = () =>
      gateway.linesWith('the config').filter(({ msg }) => /^(?:read|the config is kept)/.test(String(msg)));
    const before = lines().length;
    gateway.configure(yaml);
    gateway.signal('SIGHUP');
    await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(before + 1);
    return lines().at(-1) ?? {};
  };
  /** Asks without a pause in several ways until the returned function is called, which says what went wrong. */
  const load = (): (() => Promise<{ asked: number; failed: string[] }>) => {
    let over = false;
    let asked = 0;
    const failed: string[] = [];
    const body = (stream: boolean) =>
      JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content: 'Hi' }] });
    const runs = Array.from({ length: 12 }, async (_, n) => {
      const kept = keepAliveCaller(gateway.url);
      while (!over) {
        const caller = n % 3 === 0 ? keepAliveCaller(gateway.url) : kept;
        const stream = n % 2 === 0;
        try {
          const answer = await caller.ask('/v1/chat/completions', body(stream));
          if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
          else if (stream && !parseStream(answer.text).done) failed.push(answer.text);
        } catch (error) {
          // A client may meet the end of an idle connection, as with one process: it was not asked yet.
          failed.push(String(error));
        }
        asked += 1;
        if (caller !== kept) caller.close();
        await delay(n % 5);
      }
      kept.close();
    });
    return async () => {
      over = true;
      await Promise.all(runs);
      return { asked, failed };
    };
  };

  it('replaces a worker that gets SIGTERM, and one after the other what changes at a start, without a failed request', async () => {
    const stop = load();
    const before = gateway.workerPids();
    process.kill(before[0]!, 'SIGTERM');
    await gateway.replaced(before, 1);
    await expect.poll(() => gateway.linesWith('workers were replaced').length, { timeout: 20_000 }).toBe(1);
    expect(await reload(withMode('off'))).toMatchObject({ restart_needed_for: [] });
    await expect.poll(() => gateway.linesWith('workers were replaced').length, { timeout: 40_000 }).toBe(2);
    const { asked, failed } = await stop();
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(100);
    await expect
      .poll(() => gateway.workerPids().filter((pid) => before.includes(pid)), { timeout: 20_000 })
      .toEqual([]);
    const modes = Array.from({ length: 8 }, async () => {
      const answer = await gateway.post('/v1/chat/completions', {
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }],
      });
      return ((await answer.json()) as { fact_check_metadata?: { mode: string } }).fact_check_metadata?.mode;
    });
    expect(new Set(await Promise.all(modes)).size).toBe(1);
  });

  it('gives all workers the plans and models of a changed file, also one that is just starting', async () => {
    const before = gateway.workerPids();
    process.kill(before[0]!, 'SIGKILL');
    await gateway.replaced(before, 1);
    expect(
      await reload(withMode('off').replace('default: enterprise', 'default: tiny, tiny: { per_hour: 500 }')),
    ).toMatchObject({ level: 'info', restart_needed_for: [] });
    await delay(3_000);
    const limits = Array.from({ length: 12 }, async () => {
      const answer = await fetch(`${gateway.url}/v1/limits`, {
        headers: { authorization: 'Bearer sk-x', connection: 'close' },
      });
      return ((await answer.json()) as { plan: string }).plan;
    });
    expect(await Promise.all(limits)).toEqual(Array(12).fill('tiny'));
  });

  it('keeps its config where the new one cannot be used, and names what only a start of its own takes', async () => {
    const before = gateway.workerPids();
    expect(await reload('plans: { default: gold }')).toMatchObject({
      level: 'error',
      msg: expect.stringContaining('the config is kept as it was: plans.default: '),
    });
    const own = withMode('off', 'limits: { failed_keys_per_minute: 3 }\nport: 9');
    for (let i = 0; i < 2; i++) {
      expect((await reload(own)).restart_needed_for).toEqual(expect.arrayContaining(['limits']));
    }
    await delay(300);
    expect(gateway.workerPids()).toEqual(before);
  });

  it('does not spin where workers die as soon as they live', async () => {
    const began = performance.now();
    let deaths = 0;
    while (performance.now() - began < 6_000) {
      for (const pid of gateway.workerPids()) {
        process.kill(pid, 'SIGKILL');
        deaths += 1;
      }
      await delay(20);
    }
    expect(deaths).toBeLessThan(60);
    await expect.poll(() => gateway.workerPids().length, { timeout: 30_000 }).toBe(WORKERS);
    await expect.poll(() => gateway.chat().then(({ status }) => status), { timeout: 20_000 }).toBe(200);
  });
});
