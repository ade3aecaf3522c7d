import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import { WireError } from '../wire/wire-error.ts';
import { withRetries } from './retry.ts';

type Code = 'provider_failed' | 'provider_rate_limited' | 'provider_overloaded';

const failed = (retryable: boolean, code: Code, retryAfter?: string) =>
  new GatewayError(code, undefined, { retryable, ...(retryAfter === undefined ? {} : { retryAfter }) });

/** Fails as told, attempt by attempt, then answers; tells the waits between. */
async function run(errors: readonly unknown[], random = 1) {
  const waits: number[] = [];
  const attempt = vi.fn(async () => {
    const error = errors[attempt.mock.calls.length - 1];
    if (error !== undefined) throw error;
    return 'answer';
  });
  const result = await withRetries(attempt, {
    retries: 2,
    signal: new AbortController().signal,
    random: () => random,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  }).catch((error: unknown) => error);
  return { result, waits, attempts: attempt.mock.calls.length };
}

describe('a call is made again', () => {
  it('not at all where it is answered', async () => {
    expect(await run([])).toEqual({ result: 'answer', waits: [], attempts: 1 });
  });

  it('at most twice, and only where its error says that this may help', async () => {
    const yes = failed(true, 'provider_failed');
    const no = failed(false, 'provider_failed');
    expect(await run([yes, yes])).toEqual({ result: 'answer', waits: [250, 500], attempts: 3 });
    expect(await run([yes, yes, yes])).toEqual({ result: yes, waits: [250, 500], attempts: 3 });
    expect(await run([no])).toEqual({ result: no, waits: [], attempts: 1 });
    expect(await run([yes, no])).toMatchObject({ result: no, attempts: 2 });
    for (const other of [new Error('bug'), new WireError('aborted', 'gone'), 'thrown']) {
      expect(await run([other])).toEqual({ result: other, waits: [], attempts: 1 });
    }
  });

  it('no sooner than the provider asks for, and as it asks', async () => {
    expect(await run([failed(true, 'provider_rate_limited', '2')], 0)).toMatchObject({ waits: [2_000] });
    expect(await run([failed(true, 'provider_rate_limited', '0.5')], 0)).toMatchObject({ waits: [500] });
    expect(await run([failed(true, 'provider_rate_limited', '0')], 0.5)).toMatchObject({ waits: [125] });
    expect(await run([failed(true, 'provider_overloaded', '1.5')], 0)).toMatchObject({ waits: [1_500] });
    // An overloaded provider that asks for nothing is not waited for a whole second.
    expect(await run([failed(true, 'provider_overloaded', '1')], 0.5)).toMatchObject({ waits: [125] });
    expect(await run([failed(true, 'provider_failed')], 0.5)).toMatchObject({ waits: [125] });
  });

  it('after a wait with full jitter', async () => {
    const yes = failed(true, 'provider_failed');
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (random) => {
        const { waits } = await run([yes, yes, yes], random);
        expect(waits).toEqual([random * 250, random * 500]);
      }),
    );
  });

  it('never for a caller who left while it waited', async () => {
    const attempt = vi.fn(async () => {
      throw failed(true, 'provider_failed');
    });
    const retrying = withRetries(attempt, {
      retries: 2,
      signal: AbortSignal.abort(),
      random: () => 1,
      sleep: async () => {
        throw new DOMException('gone', 'AbortError');
      },
    });
    await expect(retrying).rejects.toMatchObject({ name: 'WireError', fault: 'aborted' });
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
