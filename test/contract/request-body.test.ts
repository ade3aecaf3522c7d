/** Contract, section 6: what a body may be before its fields are looked at: 415, 413, 422 `json_invalid`. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, faultsOf } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake) });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const KEY = { api_key: 'sk-test' };
const SANDBOX = { api_key: 'sandbox', model: 'gpt-6-luna' };
const USER = { role: 'user', content: 'Hello' };

describe.each(['/v1/chat/completions', '/chat'])('the body of POST %s', (path) => {
  const good = path === '/chat' ? { user_query: 'Hello' } : { messages: [USER] };
  const body = JSON.stringify({ ...KEY, model: 'gpt-6-luna', ...good });
  const send = (
    type: string | undefined,
    content: string | Uint8Array,
    headers: Record<string, string> = {},
  ) =>
    sendRaw(gateway.url, {
      method: 'POST',
      target: path,
      headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
      body: content,
    });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('may be %s', async (type) => {
    expect((await send(type, body)).status).toBe(200);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'json',
  ])('is 415 as %s', async (type) => {
    await expectError(await send(type, body), {
      status: 415,
      detail: 'Content-Type must be application/json',
    });
  });

  it('is 415 where it is compressed', async () => {
    await expectError(await send('application/json', body, { 'Content-Encoding': 'gzip' }), { status: 415 });
    expect((await send('application/json', body, { 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  it.each([
    ['nothing', '', ['body missing']],
    ['null', 'null', ['body missing']],
    ['a list', '[]', ['body model_attributes_type']],
    ['a number', '5', ['body model_attributes_type']],
    ['a text', '"x"', ['body model_attributes_type']],
    ['true', 'true', ['body model_attributes_type']],
    ['an object cut short', '{"model":', ['body.9 json_invalid']],
    ['single quotes', "{'model': 'x'}", ['body.1 json_invalid']],
    ['a comma too many', '{"model": "x",}', ['body.14 json_invalid']],
    ['two values', '{} {}', ['body.3 json_invalid']],
    ['a comment', '{} // x', ['body.3 json_invalid']],
    ['no JSON', 'hello', ['body json_invalid']],
    ['a control character in a text', '{"model": "a\u0001"}', ['body.12 json_invalid']],
  ])('is 422 where it is %s', async (_what, content, expected) => {
    const response = await send('application/json', content);
    // No field is at fault.
    await expectError(response.clone(), { status: 422, param: null });
    expect(await faultsOf(response)).toEqual(expected);
  });

  it('may begin with a byte order mark', async () => {
    expect((await send('application/json', `\ufeff${body}`)).status).toBe(200);
  });

  it('is 422 where it is not UTF-8', async () => {
    const latin = Buffer.from(body.replace('Hello', 'caf\u00e9'), 'latin1');
    expect(await faultsOf(await send('application/json', latin))).toEqual(['body json_invalid']);
    const utf16 = Buffer.from(`\ufeff${body}`, 'utf16le');
    expect(await faultsOf(await send('application/json; charset=utf-16', utf16))).toEqual([
      'body json_invalid',
    ]);
  });

  it('may have 100 levels, and is 422 beyond, in a field that is ignored too', async () => {
    const inside = (levels: number) => body.replace('{', `{"x":${'['.repeat(levels)}${']'.repeat(levels)},`);
    expect((await send('application/json', inside(99))).status).toBe(200);
    const response = await send('application/json', inside(100));
    const { detail } = await expectError(response, { status: 422, code: 'invalid_body' });
    expect(detail).toEqual([
      {
        loc: ['body', 104],
        msg: 'JSON decode error: nested more than 100 levels deep',
        type: 'json_invalid',
      },
    ]);
    for (const deep of ['['.repeat(2_000_000), '['.repeat(1_000_000) + ']'.repeat(1_000_000)]) {
      expect(await faultsOf(await send('application/json', deep))).toEqual(['body.100 json_invalid']);
    }
  });

  it('may have 100,000 members, and is 422 beyond', async () => {
    const inside = (members: number) => body.replace('{', `{"x":[${new Array(members).fill(0).join()}],`);
    const own = [...body.matchAll(/":|\[\{/g)].length;
    expect((await send('application/json', inside(100_000 - own - 1))).status).toBe(200);
    const response = await send('application/json', inside(100_000 - own));
    const { detail } = await expectError(response, { status: 422, code: 'invalid_body' });
    expect(detail).toMatchObject([
      { msg: 'JSON decode error: more than 100,000 members', type: 'json_invalid' },
    ]);
  });

  it('may have 4 MiB, and is 413 beyond', async () => {
    const limit = 4 * 1024 * 1024;
    const exact = body.replace('{', `{"pad":"${'x'.repeat(limit - body.length - 9)}",`);
    expect(exact.length).toBe(limit);
    expect((await send('application/json', exact)).status).toBe(200);
    await expectError(await gateway.post(path, `${exact} `), { status: 413 });
  });

  it('is 413 in pieces of unknown length too', async () => {
    const piece = new TextEncoder().encode(' '.repeat(1024 * 1024));
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let i = 0; i < 5; i++) controller.enqueue(piece);
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    await expectError(response, { status: 413 });
  });
});

it('the limit of a body is config', async () => {
  const small = await startGateway({ yaml: 'server: { body_limit: 1 KiB }' });
  try {
    const response = await small.chat({ ...KEY, pad: 'x'.repeat(1024) });
    await expectError(response, { status: 413 });
  } finally {
    await small.stop();
  }
});

describe('a body with media', () => {
  const MiB = 1024 * 1024;
  const picture = (bytes: number) => ({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'iVBORw0KGgo/'.repeat(Math.ceil(bytes / 12))}` },
  });
  const ask = (content: unknown, more: object = {}) =>
    gateway.chat({ ...KEY, messages: [{ role: 'user', content }], ...more });

  it('may have 32 MiB', async () => {
    const text = { type: 'text', text: 'a '.repeat(MiB / 2) };
    expect((await ask([picture(20 * MiB), picture(10 * MiB), text])).status).toBe(200);
    await expectError(await ask([picture(32 * MiB)]), { status: 413 });
  });

  it('may have 32 MiB to the byte, in chunks too', async () => {
    const whole = JSON.stringify({ ...SANDBOX, messages: [{ role: 'user', content: [picture(31 * MiB)] }] });
    const body = (pad: number) => whole + ' '.repeat(pad);
    const rest = 32 * MiB - body(0).length;
    for (const [more, status] of [
      [0, 200],
      [1, 413],
    ] as const) {
      const text = body(rest + more);
      expect((await gateway.post('/v1/chat/completions', text)).status).toBe(status);
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(status);
    }
  });

  it('may have 4 MiB beside them', async () => {
    const text = (length: number) => ({ type: 'text', text: 'a b '.repeat(length / 4) });
    expect((await ask([picture(5 * MiB), text(3.9 * MiB)])).status).toBe(200);
    await expectError(await ask([picture(5 * MiB), text(4 * MiB)]), { status: 413, code: 'body_too_large' });
  });

  it.each([
    ['a text', { messages: [{ role: 'user', content: 'x'.repeat(5 * MiB) }] }],
    ['a field that is ignored', { image_url: { url: 'x'.repeat(5 * MiB) } }],
    ['a text part', { messages: [{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(5 * MiB) }] }] }],
  ])('has none in %s', async (_what, fields) => {
    await expectError(await gateway.chat({ ...KEY, ...fields }), { status: 413 });
  });

  it('is refused while it comes where it is text', async () => {
    let sent = 0;
    const piece = new TextEncoder().encode('some words '.repeat(6_000));
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        pull(controller) {
          sent += piece.length;
          if (sent > 24 * MiB) controller.close();
          else controller.enqueue(piece);
        },
      }),
      duplex: 'half',
    } as RequestInit);
    await expectError(response, { status: 413 });
    expect(sent).toBeLessThan(20 * MiB);
  });

  it('has its own limit in config', async () => {
    const small = await startGateway({
      env: envFor(fake),
      yaml: 'server: { body_limit_with_media: 5 MiB }',
    });
    try {
      const messages = (bytes: number) => [{ role: 'user', content: [picture(bytes)] }];
      expect((await small.chat({ ...KEY, messages: messages(4.5 * MiB) })).status).toBe(200);
      await expectError(await small.chat({ ...KEY, messages: messages(5.5 * MiB) }), { status: 413 });
    } finally {
      await small.stop();
    }
  });
});
