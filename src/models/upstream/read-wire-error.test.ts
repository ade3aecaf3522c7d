import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import { WireError, type WireFault } from '../wire/wire-error.ts';
import { readWireError } from './read-wire-error.ts';

describe('a fault of the wire, as the caller gets it', () => {
  const rows: readonly [WireFault, number, string, boolean][] = [
    ['unreachable', 502, 'provider_unreachable', true],
    ['broken', 502, 'provider_failed', true],
    ['cut', 502, 'provider_cut_off', false],
    ['first_byte_timeout', 504, 'provider_timeout', false],
    ['idle_timeout', 504, 'provider_timeout', false],
    ['malformed', 502, 'provider_failed', false],
    ['too_large', 502, 'provider_failed', false],
  ];
  it.each(rows)('%s: %d %s, may be tried again: %s', (fault, status, code, retryable) => {
    const cause = new WireError(fault, 'for the log alone');
    const error = readWireError(cause, 'OpenAI') as GatewayError;
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status, code, retryable, cause });
    expect(error.message).toMatch(/^OpenAI /);
    expect(error.message).not.toContain('for the log alone');
  });

  it('is none where the caller left, or where it is another error', () => {
    for (const error of [new WireError('aborted', 'x'), new GatewayError('internal'), new Error('x'), 'x']) {
      expect(readWireError(error, 'OpenAI')).toBe(error);
    }
  });
});
