/** Requests whose bytes are odd or wrong, of callers who say them all. */
import { expect } from 'vitest';
import { rawChunk } from '../../harness/raw-server.ts';
import { post } from '../dial.ts';
import { OPENAI } from '../dialects.ts';
import { nothing, say, stream } from './say.ts';
import { ask, type Caller, closed, hello, isWell, scene } from './scene.ts';

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
export const ODD_REQUESTS: readonly Caller[] = [
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
  scene(
    'speaks HTTP/1.0: its stream ends with its connection',
    say(stream(OPENAI.delta('Hello '), OPENAI.end)),
    async (it) => {
      const request = post(it.key, ask({ stream: true }))
        .toString()
        .replace('HTTP/1.1', 'HTTP/1.0');
      it.line.say(request);
      const heard = await it.line.closed();
      expect(heard).toMatch(/data: \[DONE\]\n\n$/);
      expect(heard).not.toMatch(/transfer-encoding/i);
    },
  ),
];
