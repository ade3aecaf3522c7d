/** Callers who are slow, who never read, and who vanish at each stage of their request. */
import { expect } from 'vitest';
import { rawChunk, rawReply } from '../../harness/raw-server.ts';
import { post } from '../dial.ts';
import { OPENAI } from '../dialects.ts';
import { flood, json, nothing, openStream, pieces, say, stream, trickle } from './say.ts';
import { ask, type Caller, closed, hello, isWell, pause, scene } from './scene.ts';

const MIB = 1024 * 1024;

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
  scene(
    'vanishes behind the end of its stream',
    say(stream(OPENAI.delta('Hello '), OPENAI.end)),
    async (it) => {
      it.line.say(post(it.key, ask({ stream: true })));
      await it.line.hear(/\[DONE\]/);
      it.line.vanish();
      await isWell(it);
    },
  ),
];

export const SLOW_AND_LEAVING: readonly Caller[] = [...SLOW, ...VANISHING];
