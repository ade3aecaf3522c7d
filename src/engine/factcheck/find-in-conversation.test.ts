import { describe, expect, it } from 'vitest';
import { textMessage } from '../../domain/chat.ts';
import type { DetectedClaim } from '../../domain/claim.ts';
import { type CheckScope, findInConversation } from './find-in-conversation.ts';

const claim = (start: number, end: number, more: Partial<DetectedClaim> = {}): DetectedClaim =>
  ({
    text: `claim ${start}`,
    original_text: '',
    start,
    end,
    confidence: 0.5,
    category: 'other',
    language: 'en',
    ...more,
  }) as DetectedClaim;

async function find(texts: string[], scope: Partial<CheckScope> = {}, claims = [claim(0, 5)]) {
  let turns = 0;
  const messages = texts.map((text, at) => textMessage(at % 2 === 0 ? 'user' : 'assistant', text));
  const detector = { detect: () => [claims], recall: () => [] };
  const found = await findInConversation(
    messages,
    { listing: 'latest' as CheckScope['listing'], detector, ...scope },
    async () => void turns++,
  );
  return { ...found, turns };
}
const places = (found: readonly { readonly message_index: number }[]) =>
  found.map(({ message_index }) => message_index);

describe('the claims of a conversation', () => {
  it('are all found; those of the last user message are asked', async () => {
    const found = await find(['Aaaaa.', 'Bbbbb.', 'Ccccc.']);
    expect(found.lastUser).toBe(2);
    expect(found.end).toBe(3);
    expect(places(found.ofQuestion)).toEqual([2]);
    expect(places(found.listed)).toEqual([2]);
    expect(found.question).toBe('Ccccc.');
    expect(found.isListing).toBe(true);
    expect((await find(['Aaaaa.'], { listing: 'none' as CheckScope['listing'] })).isListing).toBe(false);
  });

  it('answer the last question, also where something is said behind it', async () => {
    const found = await find(['What?', 'Bbbbb.']);
    expect([found.question, found.lastUser, found.end]).toEqual(['What?', 0, 2]);
  });

  it('leave open what nobody has said, in the first message alone', async () => {
    const open = [claim(0, 5, { stands_alone: false })];
    const found = await find(['He lost.', 'Who?', 'He won.'], { listing: 'all' }, open);
    expect(found.listed.map(({ stands_alone }) => stands_alone)).toEqual([false, undefined, undefined]);
  });

  it('are all listed where that is wanted', async () => {
    const found = await find(['Aaaaa.', 'Bbbbb.', 'Ccccc.'], { listing: 'all' });
    expect(places(found.listed)).toEqual([0, 1, 2]);
    expect(places(found.ofQuestion)).toEqual([2]);
  });

  it('are those that are sure and worthy enough', async () => {
    const found = await find(['Aaaaa.'], { minConfidence: 0.5, minCheckWorthiness: 0.3 });
    expect(found.isWanted(claim(0, 1, { confidence: 0.5, check_worthiness: 0.3 }))).toBe(true);
    expect(found.isWanted(claim(0, 1, { confidence: 0.49, check_worthiness: 0.9 }))).toBe(false);
    expect(found.isWanted(claim(0, 1, { confidence: 0.9, check_worthiness: 0.29 }))).toBe(false);
    expect((await find(['Aaaaa.'])).isWanted(claim(0, 1, { confidence: 0 }))).toBe(true);
    const worthy = await find(['Aaaaa.'], { minCheckWorthiness: 0.6 });
    // Where nothing is said of its worth, its confidence stands for it.
    expect([0.6, 0.59].map((confidence) => worthy.isWanted(claim(0, 1, { confidence })))).toEqual([
      true,
      false,
    ]);
  });

  it('are those that overlap what was chosen', async () => {
    const { isChosen } = await find(['Aaaaa.'], { spans: [{ start: 10, end: 20 }] });
    const chosen = [claim(0, 10), claim(0, 11), claim(19, 30), claim(20, 30), claim(12, 13)];
    expect(chosen.map(isChosen)).toEqual([false, true, true, false, true]);
    expect((await find(['Aaaaa.'])).isChosen(claim(0, 1))).toBe(true);
    expect((await find(['Aaaaa.'], { spans: [] })).isChosen(claim(0, 1))).toBe(false);
  });

  it('are looked for between turns of others where there is much', async () => {
    expect((await find(['a'.repeat(4_000)])).turns).toBe(0);
    expect((await find(['a'.repeat(4_001)])).turns).toBe(1);
    expect((await find(['a'.repeat(2_000), 'b'.repeat(2_001), 'c'])).turns).toBe(1);
    expect((await find(['a'.repeat(2_000), 'b'.repeat(2_000), 'c'])).turns).toBe(0);
  });

  it('of a long question, its end says what the answer is about', async () => {
    expect((await find([`a${'b'.repeat(1_000)}`])).question).toBe('b'.repeat(1_000));
  });

  it('are none where nobody has asked', async () => {
    expect((await find([])).lastUser).toBe(-1);
    expect((await find([])).question).toBe('');
  });
});
