/** What Google says went wrong, inside a 2xx too. */
import { describe, expect, it } from 'vitest';
import { isErrorBody, readError, readErrorBody } from './read-error.ts';

const codeOf = (error: object) => readErrorBody({ error }).code;
const answered = (status: number, error: object) =>
  readError(status, () => undefined, JSON.stringify({ error }));

describe('an error inside a 2xx', () => {
  it.each<[unknown, boolean]>([
    [{ error: {} }, true],
    [[{ error: {} }], true],
    [[], false],
    [[{}, { error: {} }], false],
    [{ error: 'x' }, false],
    [{ candidates: [] }, false],
    [null, false],
  ])('%j: %s', (body, isOne) => {
    expect(isErrorBody(body)).toBe(isOne);
  });

  it('is what its number says, or else its word', () => {
    const limited = codeOf({ code: 429 });
    const away = codeOf({ code: 503 });
    const failed = codeOf({});
    expect(new Set([limited, away, failed]).size).toBe(3);
    expect(codeOf({ status: 'RESOURCE_EXHAUSTED' })).toBe(limited);
    expect(codeOf({ status: 'UNAVAILABLE' })).toBe(away);
    expect(codeOf({ code: 429, status: 'UNAVAILABLE' })).toBe(limited);
    // No number of an error.
    for (const code of [399, 600, '429', null]) {
      expect(codeOf({ code, status: 'RESOURCE_EXHAUSTED' })).toBe(limited);
    }
    for (const status of ['OF_TOMORROW', 'toString', 7]) expect(codeOf({ status })).toBe(failed);
    expect(codeOf({ code: 400 })).toBe(codeOf({ status: 'INVALID_ARGUMENT' }));
    expect(codeOf({ code: 599 })).toBe(codeOf({ code: 500 }));
  });
});

describe('an error', () => {
  const withReason = (reason: unknown, message?: string) => ({ message, details: [{ reason }] });

  it.each<[number, object, string]>([
    [400, withReason('API_KEY_INVALID'), 'api_key_invalid'],
    [400, withReason('API_KEY_INVALID', 'API key expired.'), 'api_key_revoked'],
    [403, { message: 'Your API key was reported as leaked.' }, 'api_key_revoked'],
    [403, withReason('CONSUMER_SUSPENDED'), 'api_key_revoked'],
    [401, { status: 'UNAUTHENTICATED' }, 'api_key_invalid'],
    [400, { message: 'API key not valid. Please pass a valid one.' }, 'api_key_invalid'],
    [429, { message: 'Your prepayment credits are depleted.' }, 'insufficient_quota'],
    [429, { message: 'Check your plan and billing details.' }, 'provider_rate_limited'],
    [403, { message: 'No access to models/gemini-9.' }, 'provider_model_not_found'],
  ])('%i with %j means %s', (status, error, code) => {
    expect(answered(status, error).code).toBe(code);
  });

  it.each<[unknown, string]>([
    ['34.4s', '35'],
    ['7s', '7'],
    ['0.1s', '1'],
    ['7', '1'],
    ['soon', '1'],
    [7, '1'],
  ])('says when to come again, which is soon where nobody says: %j', (retryDelay, seconds) => {
    const details = ['x', { reason: '' }, { retryDelay }];
    expect(answered(429, { code: 429, details }).retryAfter).toBe(seconds);
  });

  it('is one too where its body says nothing', () => {
    for (const body of ['', 'x', '{}', '{"error":7}', '{"error":{"details":"x","message":7}}']) {
      expect(readError(503, () => undefined, body).code).toBe(readError(503, () => undefined, '{}').code);
    }
  });
});
