/**
 * The adapters and the sandbox's simulated providers are two readings of the same documentation, written apart.
 * Here they talk to each other: whatever an adapter sends is accepted, whatever is answered is understood.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import type { Dialect } from '../../src/models/dialects/dialect.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { modelOf, type Pair, readFixtures, readShippedCatalogue } from './read-fixtures.ts';
import { decode, type Outcome, run, textOf } from './run-stream.ts';
import { SPOKEN } from './spoken-dialects.ts';

const catalogue = readShippedCatalogue();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({
    token: '0123456789abcdef',
    detect: () => [],
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

async function post(dialect: Dialect, pair: Pair, key: string, stream: boolean): Promise<Response> {
  const model = modelOf(catalogue, pair);
  const { request } = dialect.adapter.toRequest({ ...pair.asked, stream }, model, ApiKey.parse(key)!);
  return fetch(sandbox.baseUrl(model.provider) + request.path, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: joinPieces(request.body),
  });
}

async function readError(dialect: Dialect, response: Response): Promise<GatewayError> {
  const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
  return dialect.adapter.readError(response.status, header, await response.text());
}

/** All pieces that came before the body ended or broke off. */
async function readPieces(response: Response): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of response.body!) pieces.push(piece);
  } catch {
    // The body broke off: what came stands.
  }
  return pieces;
}

async function readStream(dialect: Dialect, pair: Pair, key: string): Promise<Outcome> {
  const response = await post(dialect, pair, key, true);
  expect(response.status).toBe(200);
  return run(dialect.adapter.openStream(modelOf(catalogue, pair)), decode(await readPieces(response)));
}

function finishOf({ chunks }: Outcome): string | undefined {
  return chunks.find((chunk) => chunk.type === 'finish')?.finishReason;
}

/** The conformance suite names the others. */
const WITH_FIXTURES = SPOKEN.filter(({ key }) => readFixtures(key).pairs.length > 0);

describe.each(WITH_FIXTURES)('$key in the sandbox', (dialect) => {
  const { pairs } = readFixtures(dialect.key);
  const plain = pairs.find((pair) => pair.name === 'plain-answer');

  it.each(pairs)('takes the request of $name and is understood', async (pair) => {
    const response = await post(dialect, pair, 'sandbox', false);
    if (response.status !== 200) throw await readError(dialect, response);
    const whole = dialect.adapter.readCompletion(await response.json(), modelOf(catalogue, pair));
    const streamed = await readStream(dialect, pair, 'sandbox');
    expect(streamed.error).toBeUndefined();
    expect(streamed.complete).toBe(true);
    expect(textOf(streamed.chunks)).toBe(whole.content);
    expect(finishOf(streamed)).toBe(whole.finishReason);
    expect(streamed.chunks.findLast((chunk) => chunk.type === 'usage')?.usage).toEqual(whole.usage);
  });

  if (plain === undefined) return;

  it.each([
    ['sandbox-invalid', 'api_key_invalid'],
    ['sandbox-revoked', 'api_key_revoked'],
    ['sandbox-ratelimited', 'provider_rate_limited'],
    ['sandbox-quota', 'insufficient_quota'],
    ['sandbox-overloaded', 'provider_overloaded'],
  ])('says with the key %s what is %s', async (key, code) => {
    for (const stream of [false, true]) {
      const error = await readError(dialect, await post(dialect, plain, key, stream));
      expect(error).toMatchObject({ code });
    }
  });

  it('breaks off, fails in mid-stream, runs out of length and is filtered, each as itself', async () => {
    const cut = await readStream(dialect, plain, 'sandbox-cut');
    expect(cut).toMatchObject({ complete: false });
    expect(cut.error).toBeUndefined();
    expect(textOf(cut.chunks)).not.toBe('');
    expect(finishOf(cut)).toBeUndefined();

    const failed = await readStream(dialect, plain, 'sandbox-error');
    expect(failed.error).toBeInstanceOf(GatewayError);
    expect(textOf(failed.chunks)).not.toBe('');

    expect(finishOf(await readStream(dialect, plain, 'sandbox-length'))).toBe('length');
    expect(finishOf(await readStream(dialect, plain, 'sandbox-filtered'))).toBe('content_filter');
  });
});
