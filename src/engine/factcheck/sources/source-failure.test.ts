import { describe, expect, it } from 'vitest';
import { WireError, type WireFault } from '../../../models/wire/wire-error.ts';
import type { OutsideSource } from './outside-source.ts';
import { ShapeError } from './read-reply.ts';
import { SourceError } from './source.ts';
import { readError, readStatus } from './source-failure.ts';

const PLAIN = {} as OutsideSource;
const WITH_RULES = {
  failures: [
    { status: [400], body: /no credits/, fault: 'limited', message: 'used up' },
    { status: [403], fault: 'refused', message: 'off' },
    { body: /bad key/, fault: 'key', message: 'bad' },
  ],
} as unknown as OutsideSource;

describe('a status', () => {
  it.each([
    [401, true, 'key', 'the key is not accepted (401)'],
    [401, false, 'key', 'needs a key (401)'],
    [403, true, 'key', 'the key lacks permission (403)'],
    [403, false, 'refused', 'refuses the request (403)'],
    [402, false, 'limited', 'the quota of the key is used up (402)'],
    [429, false, 'limited', 'limits the rate of requests (429)'],
    [408, false, 'timeout', 'timed out (408)'],
    [504, false, 'timeout', 'timed out (504)'],
    [500, false, 'unreachable', 'reports an internal error (500)'],
    [499, false, 'refused', 'refuses the request (499)'],
    [400, false, 'refused', 'refuses the request (400)'],
    [399, false, 'refused', 'redirects to an address that is not followed (399)'],
  ])('%i means, with a key or not (%s): %s', (status, hasKey, fault, message) => {
    expect(readStatus(PLAIN, status, '', hasKey)).toEqual({ fault, message });
  });

  it.each([
    [400, 'no credits left', 'used up (400)'],
    [400, 'bad words', 'refuses the request (400)'],
    [500, 'no credits left', 'reports an internal error (500)'],
    [403, '', 'off (403)'],
    [500, 'bad key', 'bad (500)'],
  ])('%i means what the source says it means: %j', (status, body, message) => {
    expect(readStatus(WITH_RULES, status, body, false).message).toBe(message);
  });
});

describe('an error', () => {
  const live = new AbortController().signal;

  it.each<[WireFault, string, string]>([
    ['unreachable', 'unreachable', 'cannot be reached (refused)'],
    ['broken', 'unreachable', 'closed the connection without an answer'],
    ['cut', 'unreachable', 'cut its answer off'],
    ['first_byte_timeout', 'timeout', 'did not answer in time'],
    ['idle_timeout', 'timeout', 'did not answer in time'],
    ['too_large', 'malformed', 'answered with more than 1 MiB'],
    ['malformed', 'malformed', 'refused'],
    ['aborted', 'aborted', 'nobody waits for the answer any more'],
  ])('of the wire, %s, means %s', (wire, fault, message) => {
    expect(readError(new WireError(wire, 'refused'), live)).toEqual({ fault, message });
  });

  it('of a search that was aborted is no fault of its own', () => {
    const broken = new WireError('broken', 'closed');
    expect(readError(broken, AbortSignal.abort())).toMatchObject({ fault: 'aborted' });
    expect(readError(broken, AbortSignal.abort('gone'))).toMatchObject({ fault: 'aborted' });
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    expect(readError(broken, late)).toEqual({ fault: 'timeout', message: 'did not answer in time' });
    const known = new SourceError('brave', 'key', 'bad');
    expect(readError(known, AbortSignal.abort())).toEqual({ fault: 'key', message: 'bad' });
  });

  it('of a reply says what it lacks, and of all else nothing', () => {
    expect(readError(new ShapeError('list'), live)).toEqual({
      fault: 'malformed',
      message: 'the reply has no list',
    });
    expect(readError(new TypeError('secret'), live)).toEqual({
      fault: 'malformed',
      message: 'the reply is malformed',
    });
  });
});
