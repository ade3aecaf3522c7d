/** Providers that go away and come back, and how long each is waited for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawAnswer, type RawServer, rawReply, startRawServer } from '../harness/raw-server.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { json, nothing, openStream, say } from './cases/say.ts';
import { ANTHROPIC, OPENAI } from './dialects.ts';
import { see } from './see.ts';

const hello = say(json(OPENAI.whole('Hello there')));
const HELLO = '"Hello there" stop';

let provider: RawServer;
let gateway: Gateway;
beforeEach(async () => {
  provider = await startRawServer(hello);
});
afterEach(async () => {
  await gateway.stop();
  await provider.stop();
});

async function open(yaml = ''): Promise<void> {
  gateway = await startGateway({
    env: {
      CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1`,
      CLAIMGATE_ANTHROPIC_BASE_URL: provider.url,
    },
    yaml: `plans: { default: enterprise }\n${yaml}`,
  });
}

const ask = (body: Record<string, unknown> = {}): Promise<string> =>
  see({
    url: gateway.url,
    key: 'caller-of-this-test',
    within: 15_000,
    body: { model: OPENAI.model, messages: [{ role: 'user', content: 'Hello' }], ...body },
  });
const askOften = (times: number): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => ask()));

/** Kills the provider with every connection of its, and starts it again on its port. */
async function restart(answer: RawAnswer = hello): Promise<void> {
  const { port } = provider;
  await provider.stop();
  provider = await startRawServer(answer, port);
}

describe('a provider that is started anew', () => {
  it('between two requests: none fails', async () => {
    await open();
    for (let round = 0; round < 5; round++) {
      expect(await askOften(20)).toEqual(Array(20).fill(HELLO));
      await restart();
    }
    expect(await askOften(20)).toEqual(Array(20).fill(HELLO));
  });

  it('under load: none fails but those whose answers had begun', async () => {
    await open();
    const [head, body] = [json(OPENAI.whole('Hello there')).subarray(0, -20), OPENAI.whole('Hello there')];
    let begun = 0;
    let unfinished = 0;
    const inTwoSteps: RawAnswer = ({ socket }) => {
      begun += 1;
      unfinished += 1;
      socket.write(head);
      setTimeout(() => {
        unfinished -= 1;
        if (!socket.destroyed) socket.write(body.slice(-20));
      }, 10);
    };
    provider.answer(inTwoSteps);
    const seen: string[] = [];
    let going = true;
    const asked = Array(8).fill(0);
    const callers = asked.map(async (_, at) => {
      while (going) {
        seen.push(await ask());
        asked[at] += 1;
      }
    });
    // Of two requests, the second has begun since: none meets two restarts.
    const twoOfEach = (): Promise<void> => {
      const least = asked.map((count) => count + 2);
      return expect.poll(() => asked.every((count, at) => count >= least[at]), { interval: 5 }).toBe(true);
    };
    for (let i = 0; i < 8; i++) {
      await twoOfEach();
      await restart(inTwoSteps);
    }
    await twoOfEach();
    going = false;
    await Promise.all(callers);
    const failed = seen.filter((what) => what !== HELLO);
    // A reset can take back bytes that were sent: to the gateway nothing of that answer had come.
    expect(['502 provider_cut_off', '502 provider_error']).toEqual(
      expect.arrayContaining([...new Set(failed)]),
    );
    const answered = seen.length - failed.length;
    expect(failed.length).toBeLessThanOrEqual(begun - answered);
    expect(answered).toBeGreaterThan(0);
    expect(unfinished).toBe(0);
  });

  it('before it had answered: even those that it had been asked are answered', async () => {
    await open();
    provider.answer(nothing);
    const asked = askOften(10);
    await expect.poll(() => provider.exchanges.length).toBe(10);
    await restart();
    expect(await asked).toEqual(Array(10).fill(HELLO));
  });
});

describe('a provider that is dead', () => {
  it('is given up at once after a while, and served again as soon as it is back', async () => {
    await open();
    const { port } = provider;
    await provider.stop();
    const began = performance.now();
    // Each of these has its retries; then the host counts as dead.
    while (performance.now() - began < 1_200) {
      expect(new Set(await askOften(3))).toEqual(new Set(['502 provider_unreachable']));
    }
    const response = await gateway.chat({ api_key: 'caller-of-this-test' });
    const body = (await response.json()) as { detail: string };
    expect(body.detail).toMatch(
      /^(?:The provider cannot be reached at the moment|OpenAI could not be reached)$/,
    );
    const many = performance.now();
    expect(new Set(await askOften(50))).toEqual(new Set(['502 provider_unreachable']));
    expect(performance.now() - many, 'most do not even try').toBeLessThan(2_000);

    provider = await startRawServer(hello, port);
    await expect.poll(() => ask(), { timeout: 2_000, interval: 50 }).toBe(HELLO);
    expect(await askOften(20)).toEqual(Array(20).fill(HELLO));
  });

  it('takes no other provider with it', async () => {
    await open('providers: { xai: { base_url: "http://127.0.0.1:1/v1" } }');
    for (let i = 0; i < 5; i++) {
      expect(await ask({ model: 'grok-4.3' })).toBe('502 provider_unreachable');
    }
    expect(await ask()).toBe(HELLO);
  });
});

describe('a deadline of one provider', () => {
  it('for the first byte holds for it alone', async () => {
    await open('providers: { openai: { first_byte_timeout: 100ms } }');
    provider.answer((exchange) => {
      setTimeout(() => say(json(ANTHROPIC.whole('late')))(exchange), 1_600);
    });
    const [short, long] = await Promise.all([ask(), ask({ model: ANTHROPIC.model })]);
    expect(short).toBe('504 provider_timeout');
    expect(long).toBe('"late" stop');
  });

  it('for silence holds for it alone', async () => {
    await open('providers: { openai: { idle_timeout: 100ms } }');
    provider.answer((exchange) => {
      const dialect = exchange.head.includes('/v1/messages') ? ANTHROPIC : OPENAI;
      const [first, rest] = [openStream(dialect.begin, dialect.delta('a')), openStream(dialect.end)];
      exchange.socket.write(first);
      setTimeout(() => exchange.socket.write(rest.subarray(openStream().length)), 1_600);
    });
    const [short, long] = await Promise.all([
      ask({ stream: true }),
      ask({ stream: true, model: ANTHROPIC.model }),
    ]);
    expect(short).toBe('"a" then provider_timeout');
    expect(long).toBe('"a" stop');
  });
});

describe('a wait that a provider asks for', () => {
  it('is kept before the request is tried again', async () => {
    await open();
    const times: number[] = [];
    provider.answer((exchange) => {
      times.push(performance.now());
      if (times.length === 1) say(rawReply('429 Slow', ['Retry-After: 0.4']))(exchange);
      else hello(exchange);
    });
    expect(await ask()).toBe(HELLO);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(399);
  });
});
