/** Which claims of a conversation are listed: those at a threshold are, those below it are only counted. */
import { describe, expect, it } from 'vitest';
import { textMessage } from '../../domain/chat.ts';
import type { DetectedClaim } from '../../domain/claim.ts';
import { type CheckScope, DETECTOR, findInConversation } from './find-in-conversation.ts';
import { type CheckOptions, openCheck } from './open-check.ts';
import { resultOf, wholeAnswer } from './run-check.ts';

const TEXT = 'The tower in Paris was completed in 1889.';
const found = (fields: Partial<DetectedClaim>): DetectedClaim =>
  ({
    text: TEXT,
    original_text: TEXT,
    start: 0,
    end: TEXT.length,
    category: 'event',
    confidence: 0.7,
    language: 'en',
    language_supported: true,
    ...fields,
  }) as DetectedClaim;

async function listedOf(
  claim: Partial<DetectedClaim>,
  scope: Partial<CheckScope>,
  listing: 'new' | 'all' = 'new',
) {
  const detector = { ...DETECTOR, detect: () => [[found(claim)]] };
  const options: CheckOptions = { plan: { rung: 'detect', mode: 'detect' }, listing, detector, ...scope };
  const messages = [textMessage('user', TEXT)];
  const { ofQuestion, listed } = await findInConversation(messages, options, async () => {});
  const { signal } = new AbortController();
  const check = await openCheck(messages, options, async () => {}, signal);
  const answer = wholeAnswer(async () => ['']);
  const { metadata } = await resultOf(check.read(answer, 'answer', signal));
  return [ofQuestion.length, listed.length, metadata.claims?.length ?? 0, metadata.claims_detected];
}

const LISTED = [1, 1, 1, 1];
const COUNTED = [0, 0, 0, 1];

describe('a claim of the last user message', () => {
  it.each([
    ['below its confidence', { confidence: 0.7 }, { minConfidence: 0.69 }, LISTED],
    ['at its confidence', { confidence: 0.7 }, { minConfidence: 0.7 }, LISTED],
    ['above its confidence', { confidence: 0.7 }, { minConfidence: 0.71 }, COUNTED],
    ['below its worthiness', { check_worthiness: 0.4 }, { minCheckWorthiness: 0.39 }, LISTED],
    ['at its worthiness', { check_worthiness: 0.4 }, { minCheckWorthiness: 0.4 }, LISTED],
    ['above its worthiness', { check_worthiness: 0.4 }, { minCheckWorthiness: 0.41 }, COUNTED],
    ['at its confidence, which is its worthiness', {}, { minCheckWorthiness: 0.7 }, LISTED],
    ['above its confidence, which is its worthiness', {}, { minCheckWorthiness: 0.71 }, COUNTED],
    ['one is passed and the other is not', { check_worthiness: 0.9 }, { minConfidence: 0.8 }, COUNTED],
  ])('threshold %s', async (_where, claim, options, expected) => {
    expect(await listedOf(claim, options)).toEqual(expected);
    expect(await listedOf(claim, options, 'all')).toEqual(expected);
  });
});

describe('claims of a part of a text', () => {
  it.each([
    ['overlaps', [{ start: TEXT.length - 1, end: TEXT.length + 9 }], LISTED],
    ['ends where it begins', [{ start: TEXT.length, end: TEXT.length + 9 }], COUNTED],
    ['has no length', [{ start: 0, end: 0 }], COUNTED],
    [
      'is one of two',
      [
        { start: 90, end: 99 },
        { start: 0, end: 1 },
      ],
      LISTED,
    ],
    ['is none', [], COUNTED],
  ])('the part %s', async (_how, spans, expected) => {
    expect(await listedOf({}, { spans })).toEqual(expected);
  });
});
