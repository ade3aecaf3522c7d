/** What callers do wrong, or just unusually, and what they and their providers see of it. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type RawExchange, rawChunk, rawReply } from '../../harness/raw-server.ts';
import { dial, type Line, post } from '../dial.ts';
import { OPENAI } from '../dialects.ts';
import type { World } from '../world.ts';
import { flood, json, nothing, openStream, pieces, say, stream, trickle } from './say.ts';

export interface Caller {
  readonly name: string;
  /** Fails where it went otherwise than its name says. */
  run(world: World): Promise<void>;
}

const MIB = 1024 * 1024;
const hello = json(OPENAI.whole('Hello there'));
const hello3 = stream(OPENAI.begin, OPENAI.delta('Hello '), OPENAI.delta('there'), OPENAI.end);
const ask = (more: object = {}): Record<string, unknown> => ({
  model: OPENAI.model,
  messages: [{ role: 'user', content: 'Hello' }],
  ...more,
});

/** A caller with a line of its own, and what its provider does. */
interface Scene {
  readonly world: World;
  readonly key: string;
  readonly line: Line;
  /** Resolves with the next request that the provider gets. */
  asked(): Promise<RawExchange>;
  readonly count: () => number;
}

function scene(
  name: string,
  answer: (exchange: RawExchange, attempt: number) => void,
  play: (scene: Scene) => Promise<void>,
): Caller {
  return {
    name,
    async run(world) {
      const key = world.newKey();
      const seen: RawExchange[] = [];
      let onAsked: ((exchange: RawExchange) => void) | undefined;
      const served = world.serve(key, (exchange, attempt) => {
        if (onAsked === undefined) seen.push(exchange);
        else onAsked(exchange);
        onAsked = undefined;
        answer(exchange, attempt);
      });
      const line = await dial(world.gateway.url);
      try {
        await play({
          world,
          key,
          line,
          count: () => served.asked,
          asked: () => {
            const first = seen.shift();
            if (first !== undefined) return Promise.resolve(first);
            return new Promise((resolve, reject) => {
              const timer = setTimeout(() => reject(new Error('the provider was not asked')), 5_000);
              onAsked = (exchange) => {
                clearTimeout(timer);
                resolve(exchange);
              };
            });
          },
        });
      } finally {
        line.socket.destroy();
        world.forget(key);
      }
    },
  };
}

/** Resolves once the provider's side of a call is closed. */
function closed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the provider’s connection stays open')), 1_500);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** The gateway still answers. */
async function isWell({ world, key }: Scene): Promise<void> {
  world.serve(key, say(hello));
  const line = await dial(world.gateway.url);
  line.say(post(key, ask(), ['Connection: close']));
  expect(await line.closed()).toContain('"Hello there"');
}

const SLOW: readonly Caller[] = [
  scene('trickles its request byte by byte: it is answered', say(hello), async ({ line, key }) => {
    for (const byte of post(key, ask())) {
      line.say(Buffer.from([byte]));
      await pause(0);
    }
    expect(await line.hear(/\}$/)).toContain('"Hello there"');
  }),
  scene('trickles its request in chunks: it is answered', say(hello), async ({ line, key }) => {
    line.say(post(key, '', ['Transfer-Encoding: chunked']));
    for (const byte of Buffer.from(JSON.stringify(ask()))) {
      line.say(rawChunk(Buffer.from([byte])));
      await pause(0);
    }
    line.say(rawChunk(''));
    expect(await line.hear(/\}$/)).toContain('"Hello there"');
  }),
  scene(
    'reads a stream a little at a time: it gets all of it',
    ({ socket }) =>
      void socket.write(
        stream(...Array.from({ length: 2_000 }, (_, i) => OPENAI.delta(`word${i} `)), OPENAI.end),
      ),
    async ({ line, key }) => {
      line.socket.pause();
      line.say(post(key, ask({ stream: true, fact_check: { mode: 'off' } }), ['Connection: close']));
      const timer = setInterval(() => {
        line.socket.resume();
        setImmediate(() => line.socket.pause());
      }, 2);
      const text = await line.closed(10_000).finally(() => clearInterval(timer));
      expect(text.match(/word\d+ /g)).toHaveLength(2_000);
      expect(text).toContain('data: [DONE]');
    },
  ),
  scene(
    'never reads a stream: its provider is held back, others are served, and leaving frees all',
    flood(openStream(OPENAI.begin), rawChunk(OPENAI.delta('word '.repeat(1_000)).repeat(12)), 200 * MIB),
    async (it) => {
      it.line.socket.pause();
      it.line.say(post(it.key, ask({ stream: true, fact_check: { mode: 'off' } })));
      const { socket } = await it.asked();
      let written = -1;
      while (socket.bytesWritten !== written) {
        written = socket.bytesWritten;
        await pause(100);
      }
      expect(written).toBeLessThan(24 * MIB);
      await isWell(it);
      it.line.vanish();
      await closed(socket);
    },
  ),
];

/** Where a caller can be when it leaves, and what its provider is doing then. */
const VANISHING: readonly Caller[] = [
  scene('vanishes before the end of its headers', nothing, async (it) => {
    it.line.say('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Half:');
    await pause(20);
    it.line.vanish();
    await isWell(it);
  }),
  scene('vanishes before the end of its body: its provider never hears of it', nothing, async (it) => {
    it.line.say(post(it.key, '{"model":"gpt', ['Content-Length: 500']));
    await pause(30);
    it.line.vanish();
    await pause(100);
    expect(it.count()).toBe(0);
    await isWell(it);
  }),
  ...[false, true].flatMap((streamed): Caller[] => {
    const how = streamed ? ', streamed' : '';
    const body = ask(streamed ? { stream: true } : {});
    return [
      scene(`vanishes before its provider says anything${how}`, nothing, async (it) => {
        it.line.say(post(it.key, body));
        const { socket } = await it.asked();
        it.line.vanish();
        await closed(socket);
        expect(it.count()).toBe(1);
      }),
      scene(
        `vanishes before the first token${how}`,
        say(streamed ? openStream(OPENAI.begin, OPENAI.ping) : hello.subarray(0, -30)),
        async (it) => {
          it.line.say(post(it.key, body));
          const { socket } = await it.asked();
          await pause(30);
          it.line.vanish();
          await closed(socket);
        },
      ),
      scene(
        `leaves politely, by closing its side, before its provider says anything${how}`,
        nothing,
        async (it) => {
          it.line.say(post(it.key, body));
          const { socket } = await it.asked();
          it.line.socket.end();
          await closed(socket);
        },
      ),
      scene(
        `vanishes while its request is about to be tried again${how}: it is not`,
        say(rawReply('429 Slow', ['Retry-After: 0.4'])),
        async (it) => {
          it.line.say(post(it.key, body));
          await it.asked();
          await pause(100);
          it.line.vanish();
          await pause(600);
          expect(it.count()).toBe(1);
        },
      ),
    ];
  }),
  scene(
    'vanishes in mid-stream',
    pieces(50, openStream(OPENAI.begin), ...Array<Buffer>(100).fill(rawChunk(OPENAI.delta('word ')))),
    async (it) => {
      it.line.say(post(it.key, ask({ stream: true })));
      const { socket } = await it.asked();
      await it.line.hear(/word/);
      it.line.vanish();
      await closed(socket);
    },
  ),
  scene(
    'vanishes in mid-stream while its provider is silent',
    say(openStream(OPENAI.delta('word '))),
    async (it) => {
      it.line.say(post(it.key, ask({ stream: true })));
      const { socket } = await it.asked();
      await it.line.hear(/word/);
      it.line.vanish();
      await closed(socket);
    },
  ),
  scene(
    'vanishes while a whole answer is coming',
    trickle(json(OPENAI.whole('x'.repeat(5_000))), 10, 20),
    async (it) => {
      it.line.say(post(it.key, ask()));
      const { socket } = await it.asked();
      await pause(60);
      it.line.vanish();
      await closed(socket);
    },
  ),
  scene('vanishes behind the end of its stream', say(hello3), async (it) => {
    it.line.say(post(it.key, ask({ stream: true })));
    await it.line.hear(/\[DONE\]/);
    it.line.vanish();
    await isWell(it);
  }),
];

/** Bytes that are no request, or one that nobody can be sure of. */
function refused(name: string, expected: RegExp, request: (key: string) => string | Buffer): Caller {
  return scene(name, say(hello), async (it) => {
    it.line.say(request(it.key));
    expect(await it.line.closed()).toMatch(expected);
    expect(it.count()).toBe(0);
    await isWell(it);
  });
}

const text = JSON.stringify(ask());
const BAD = /^HTTP\/1\.1 400 [\s\S]*"code":"bad_http"/;
const FRAMES: readonly Caller[] = [
  refused('sends Content-Length and Transfer-Encoding together: 400, and closed', BAD, (key) =>
    Buffer.concat([
      post(key, '', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
      rawChunk(text),
      rawChunk(''),
    ]),
  ),
  refused('sends two lengths', BAD, (key) => post(key, text, ['Content-Length: 5', 'Content-Length: 9'])),
  refused('sends a length that is none', BAD, (key) => post(key, text, ['Content-Length: x'])),
  refused('sends a transfer coding that is none', BAD, (key) => post(key, text, ['Transfer-Encoding: x'])),
  refused('sends a chunk that is none', BAD, (key) =>
    Buffer.concat([post(key, '', ['Transfer-Encoding: chunked']), Buffer.from('zz\r\n')]),
  ),
  refused('sends no HTTP', BAD, () => 'hello\r\n\r\n'),
  refused('speaks TLS to a port that has none', BAD, () => Buffer.from('160301020001', 'hex')),
  refused('sends a header without a name', BAD, () => 'GET /health HTTP/1.1\r\n: x\r\n\r\n'),
  refused('sends a header with a NUL', BAD, () => 'GET /health HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'),
  refused('sends headers of 64 kB', /^HTTP\/1\.1 431 [\s\S]*"code":"bad_http"/, (key) =>
    post(key, text, [`X-Big: ${'x'.repeat(65_536)}`]),
  ),
  refused('sends a thousand headers of 64 B', /^HTTP\/1\.1 431 /, (key) =>
    post(key, text, Array<string>(1_000).fill(`X-Many: ${'x'.repeat(64)}`)),
  ),
  scene('sends three requests at once: three answers, in order', say(hello), async (it) => {
    const request = (n: number): Buffer => post(it.key, ask(), [`X-Request-Id: req-${n}`]);
    it.line.say(Buffer.concat([request(1), request(2), request(3)]));
    const heard = await it.line.hear(/(?:"Hello there"[\s\S]*){3}\}$/);
    expect(heard.match(/x-request-id: req-\d/gi)?.map((id) => id.at(-1))).toEqual(['1', '2', '3']);
  }),
  scene('sends three requests at once and vanishes: nothing is left of them', nothing, async (it) => {
    it.line.say(Buffer.concat([post(it.key, ask()), post(it.key, ask()), post(it.key, ask())]));
    const { socket } = await it.asked();
    it.line.vanish();
    await closed(socket);
  }),
  scene('asks whether it may send its body: it may', say(hello), async (it) => {
    const request = post(it.key, text, ['Expect: 100-continue', `Content-Length: ${text.length}`]);
    it.line.say(request.subarray(0, -text.length));
    await it.line.hear(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    it.line.say(text);
    expect(await it.line.hear(/\}$/)).toContain('"Hello there"');
  }),
  scene('wants to speak another protocol: it is answered in this one', say(hello), async (it) => {
    it.line.say(post(it.key, text, ['Connection: close, Upgrade', 'Upgrade: websocket']));
    expect(await it.line.closed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"Hello there"/);
  }),
  scene('speaks HTTP/1.0: its stream ends with its connection', say(hello3), async (it) => {
    const request = post(it.key, ask({ stream: true }))
      .toString()
      .replace('HTTP/1.1', 'HTTP/1.0');
    it.line.say(request);
    const heard = await it.line.closed();
    expect(heard).toMatch(/data: \[DONE\]\n\n$/);
    expect(heard).not.toMatch(/transfer-encoding/i);
  }),
];

/** Bodies: what is answered with 2xx reaches the provider, what is refused does not. */
function body(
  name: string,
  expected: RegExp,
  content: () => string | Buffer,
  headers: readonly string[] = [],
  check?: (request: RawExchange) => void,
): Caller {
  return scene(name, say(hello), async (it) => {
    it.line.say(post(it.key, content(), [...headers, 'Connection: close']));
    expect(await it.line.closed(8_000)).toMatch(expected);
    const answered = expected.source.includes('200');
    expect(it.count()).toBe(answered ? 1 : 0);
    if (answered) check?.(await it.asked());
  });
}

const OK = /^HTTP\/1\.1 200 [\s\S]*"Hello there"/;
const INVALID = /^HTTP\/1\.1 422 [\s\S]*"json_invalid"/;
const padded = (bytes: number): string => {
  const empty = JSON.stringify(ask({ pad: '' }));
  return empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - empty.length)}"`);
};
const messagesOf = ({ body: sent }: RawExchange): { role: string; content: string }[] =>
  JSON.parse(sent).messages;

const BODIES: readonly Caller[] = [
  body(
    'sends 10,000 messages: all reach the provider',
    OK,
    () =>
      JSON.stringify(
        ask({
          messages: Array.from({ length: 10_000 }, (_, i) => ({
            role: i % 2 === 0 ? 'user' : 'assistant',
            content: `m${i}`,
          })).concat({ role: 'user', content: 'last' }),
        }),
      ),
    [],
    (request) => {
      expect(
        messagesOf(request).filter(({ role }) => role !== 'system' && role !== 'developer'),
      ).toHaveLength(10_001);
    },
  ),
  body('sends 4 MiB: they are read', OK, () => padded(4 * MIB)),
  body('sends 4 MiB and a byte: 413', /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/, () => padded(4 * MIB + 1)),
  body(
    'sends 4 MiB and a byte in chunks: 413',
    /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/,
    () => Buffer.concat([rawChunk(padded(4 * MIB + 1)), rawChunk('')]),
    ['Transfer-Encoding: chunked'],
  ),
  body(
    'sends __proto__ and constructor: they are fields that nobody knows',
    OK,
    () =>
      text.replace('{', '{"__proto__":{"model":"evil","stream":true},"constructor":{"prototype":{"a":1}},'),
    [],
    () => expect(({} as { stream?: unknown }).stream).toBeUndefined(),
  ),
  body(
    'sends all it has inside __proto__: its fields are missing',
    /^HTTP\/1\.1 422 [\s\S]*"missing"/,
    () => `{"__proto__":${text}}`,
  ),
  body('sends a message with __proto__ in place of its content', /^HTTP\/1\.1 422 /, () =>
    text.replace('"content"', '"__proto__"'),
  ),
  body('sends a field a hundred thousand levels deep', /^HTTP\/1\.1 (?:200|422) /, () =>
    text.replace('{', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
  ),
  body('sends messages a hundred thousand levels deep', /^HTTP\/1\.1 422 /, () =>
    JSON.stringify(ask({ messages: 0 })).replace(
      '"messages":0',
      `"messages":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ),
  ),
  body('sends a million faults: the first of them are told', /^HTTP\/1\.1 422 [\s\S]{1000,300000}$/, () =>
    JSON.stringify(ask({ messages: Array(1_000_000).fill(7) })),
  ),
  body('sends half of an object', INVALID, () => text.slice(0, -5)),
  body('sends nothing', /^HTTP\/1\.1 422 /, () => ''),
  body('sends blanks', INVALID, () => '   '),
  body('sends what is not UTF-8', INVALID, () => Buffer.from(text.replace('Hello', '\xff\xfe'), 'latin1')),
  body('sends UTF-16', INVALID, () => Buffer.from(text, 'utf16le')),
  body('begins with a byte order mark', OK, () => `\u{feff}${text}`),
  body('sends a key twice: the last one holds', OK, () => text.replace('{', '{"model":"unknown",')),
  body(
    'sends a lone surrogate: the provider gets text that is text',
    OK,
    () => text.replace('Hello', '\\ud83d'),
    [],
    (request) => expect(messagesOf(request).at(-1)?.content).toBe('\u{fffd}'),
  ),
  body(
    'sends a NUL within its message',
    OK,
    () => text.replace('Hello', 'a\\u0000b'),
    [],
    (request) => expect(messagesOf(request).at(-1)?.content).toBe('a\0b'),
  ),
  body('sends a compressed body: 415', /^HTTP\/1\.1 415 /, () => gzipSync(text), ['Content-Encoding: gzip']),
];

const KEYS: readonly Caller[] = [
  ['a key of 513 characters', 'k'.repeat(513)],
  ['a key that is not ASCII', 'k\xe9y-that-is-long'],
  ['a key of the sandbox that there is not', 'sandbox-of-nobody'],
].map(([name, key]) =>
  scene(`has ${name}: 401`, say(hello), async ({ line, count }) => {
    line.say(post(String(key), ask(), ['Connection: close']));
    const heard = await line.closed();
    expect(heard).toMatch(/^HTTP\/1\.1 401 [\s\S]*"detail":"Invalid API key"/);
    expect(heard).not.toContain(String(key));
    expect(count()).toBe(0);
  }),
);

export const CALLERS: readonly Caller[] = [...SLOW, ...VANISHING, ...FRAMES, ...BODIES, ...KEYS];
