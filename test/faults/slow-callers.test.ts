/** Callers who send their request so slowly that it never ends: they hold nothing for long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { dial, type Line, post } from './dial.ts';

const PLACES = 20;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    env: { CLAIMGATE_SANDBOX: 'all' },
    yaml: `server: { request_timeout: 1s, max_open_requests: ${PLACES} }`,
  });
});
afterAll(() => gateway.stop());

/** Says a few bytes now and then for as long as anybody listens. */
async function trickle(line: Line, piece: string): Promise<void> {
  while (!line.socket.destroyed && line.socket.writable) {
    line.say(piece);
    await sleep(100);
  }
}

describe('a caller who sends a byte now and then', () => {
  it.each<[string, string | Buffer, string]>([
    ['of its head', 'POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n'],
    ['of its body', post('sk-slow', '', ['Content-Length: 5000']), ' '],
    ['of a body in chunks', post('sk-slow', '', ['Transfer-Encoding: chunked']), '1\r\n \r\n'],
  ])('%s gets 408, is closed, and leaves its place to others', async (_what, begin, piece) => {
    // More than there are places: whoever came to hold one has to let go of it.
    const lines = await Promise.all(Array.from({ length: PLACES + 5 }, () => dial(gateway.url)));
    const heard = lines.map(async (line) => {
      line.say(begin);
      void trickle(line, piece);
      return line.closed(10_000);
    });
    const answers = await Promise.all(heard);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).not.toHaveLength(0);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (?:408|503) /);
    expect((await gateway.chat({ api_key: 'sk-other' })).status).toBe(200);
  });

  it('is not one who waits for its answer', async () => {
    const line = await dial(gateway.url);
    const body = { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] };
    line.say(post('sk-patient', body, ['Connection: close']));
    expect(await line.closed()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
