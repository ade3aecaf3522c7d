/** A header that decides something stands in a request once: which of two counts, a proxy may see otherwise. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { expectError } from '../harness/read-answer.ts';
import { parseResponse, sendBytes } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let provider: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startFakeProvider(openaiWhole('Hello.'));
  gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` },
    yaml: 'admin: { port: 0 }',
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop()]));

const BODY = JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] });
const HEAD = ['Host: localhost', 'Content-Type: application/json', 'Authorization: Bearer sk-one-0123456789'];
const send = async (url: string, lines: readonly string[]) =>
  parseResponse(
    await sendBytes(
      url,
      ['POST /v1/chat/completions HTTP/1.1', ...lines, `Content-Length: ${BODY.length}`, 'Connection: close']
        .join('\r\n')
        .concat(`\r\n\r\n${BODY}`),
    ),
  );

describe('a header that decides something', () => {
  it('is served once', async () => {
    expect((await send(gateway.url, HEAD)).status).toBe(200);
  });

  it.each([
    'Host: localhost',
    'Host: evil.example',
    'hOST: evil.example',
    'Authorization: Bearer sk-two-0123456789',
    'Authorization: Basic c2s6',
    'authorization: Bearer sk-one-0123456789',
    'Content-Type: text/plain',
    'Content-Length: 1',
    `Content-Length: ${BODY.length}`,
  ])('is refused twice: %s', async (line) => {
    provider.received.length = 0;
    for (const lines of [
      [...HEAD, line],
      [line, ...HEAD],
    ]) {
      const response = await send(gateway.url, lines);
      const code = line.startsWith('Content-Length') ? 'bad_http' : null;
      await expectError(response, { status: 400, type: 'invalid_request_error', code });
    }
    expect(provider.received).toEqual([]);
  });

  it('is named', async () => {
    const { error } = (await (await send(gateway.url, [...HEAD, 'Host: localhost'])).json()) as {
      error: { message: string };
    };
    expect(error.message).toBe('The header host is there more than once');
  });

  it('is refused twice by the admin listener too', async () => {
    const bytes =
      'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect(parseResponse(await sendBytes(gateway.adminUrl, bytes)).status).toBe(400);
  });
});
