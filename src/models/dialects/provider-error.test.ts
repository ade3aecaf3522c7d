/** What a provider's failure is for the caller, whether it is tried again, and what a log may know of it. */
import { describe, expect, it } from 'vitest';
import { type ErrorRule, errorInBody, errorOfAnswer, type Fault, malformedAnswer } from './provider-error.ts';

const RULES: readonly ErrorRule[] = [
  { statuses: [400], words: ['too_long'], means: 'context_length_exceeded' },
  { statuses: [403], text: /revoked/i, means: 'api_key_revoked' },
];
const fail = (status: number, fault: Partial<Fault> = {}, headers: Record<string, string> = {}) =>
  errorOfAnswer(status, (name) => headers[name], { words: [], ...fault }, RULES);

it.each([
  [400, 'provider_rejected', false],
  [413, 'provider_rejected', false],
  [422, 'provider_rejected', false],
  [401, 'api_key_invalid', false],
  [402, 'insufficient_quota', false],
  [404, 'provider_model_not_found', false],
  [429, 'provider_rate_limited', false],
  [503, 'provider_overloaded', true],
  [529, 'provider_overloaded', true],
  [403, 'provider_failed', false],
  [408, 'provider_failed', true],
  [409, 'provider_failed', true],
  [499, 'provider_failed', false],
  [500, 'provider_failed', true],
])('status %i is %s; tried again: %s', (status, code, retryable) => {
  expect(fail(status)).toMatchObject({ code, retryable });
});

describe("the provider's own words", () => {
  it('come before the status, where every condition of their rule holds', () => {
    expect(fail(400, { words: ['x', 'too_long'] }).code).toBe('context_length_exceeded');
    expect(fail(400, { words: ['x'] }).code).toBe('provider_rejected');
    expect(fail(413, { words: ['too_long'] }).code).toBe('provider_rejected');
    expect(fail(403, { message: 'It was REVOKED.' }).code).toBe('api_key_revoked');
    expect(fail(403).code).toBe('provider_failed');
  });

  it('are told where the request is at fault, with the field that they name', () => {
    const rejected = fail(400, { message: 'Bad value.', param: 'temperature' });
    expect([rejected.message, rejected.param]).toEqual(['Bad value.', 'temperature']);
    expect(fail(400, { param: 'messages.7.content' }).param).toBe('messages');
    expect(fail(400, { param: 'no field' }).param).toBeNull();
    expect(fail(500, { message: 'Oops', param: 'x' })).toMatchObject({
      message: 'The provider failed with status 500',
      param: null,
    });
    expect(fail(401, { message: 'The key sk-1 is wrong' }).message).not.toContain('sk-1');
  });

  it('are in the log as machine words alone', () => {
    expect(fail(400, { words: ['invalid_request'], message: 'Text' }).cause).toBe('HTTP 400 invalid_request');
    expect(malformedAnswer('no output')).toMatchObject({ code: 'provider_failed', cause: 'no output' });
  });
});

describe('a wait', () => {
  it('is said where one helps, a second where the provider names none', () => {
    expect(fail(429, {}, { 'retry-after': '7' }).retryAfter).toBe('7');
    expect(fail(429, { retryAfter: '9' }).retryAfter).toBe('9');
    expect(fail(429).retryAfter).toBe('1');
    expect(fail(402).retryAfter).toBe('1');
    expect(fail(503).retryAfter).toBe('1');
    expect(fail(400, {}, { 'retry-after': '7' }).retryAfter).toBeUndefined();
    expect(fail(429, {}, { 'retry-after': 'a\r\nb: c' }).retryAfter).toBe('1');
  });

  it('of two seconds at most is waited for, unless the provider says that it does not help', () => {
    const isRetried = (status: number, after: string, headers = {}) =>
      fail(status, {}, { 'retry-after': after, ...headers }).retryable;
    expect([
      isRetried(429, '2'),
      isRetried(429, '2.5'),
      isRetried(429, 'Sun, 22 Nov 2026 13:00:00 GMT'),
    ]).toEqual([true, false, false]);
    expect([isRetried(503, '2'), isRetried(503, '3'), isRetried(500, '3')]).toEqual([true, false, false]);
    expect(isRetried(503, '1', { 'x-should-retry': 'false' })).toBe(false);
  });
});

it('inside a 2xx an error is never tried again: the provider has begun to answer', () => {
  const inBody = (status?: number, fault: Partial<Fault> = {}) =>
    errorInBody(status, { words: [], ...fault }, RULES);
  expect(inBody()).toMatchObject({ code: 'provider_failed', retryable: false, cause: 'error in the body' });
  expect(inBody(503, { retryAfter: '1' })).toMatchObject({
    code: 'provider_overloaded',
    retryable: false,
    retryAfter: '1',
  });
});
