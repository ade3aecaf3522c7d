/** What the model is given to read, and where it stands while a conversation goes on. */
import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
import { fenceWordUnder } from './choose/fence-evidence.ts';
import { citableEvidence, type GivenEvidence, giveEvidence } from './give-evidence.ts';
import { itemOf } from './judge/judge-in-tests.ts';

const fenceWord = fenceWordUnder('secret');
const CONVERSATION = [
  textMessage('system', 'Be brief.'),
  textMessage('user', 'One?'),
  textMessage('assistant', 'Yes.'),
  textMessage('user', 'Two?'),
];
const found: Readonly<Record<number, readonly string[]>> = { 1: ['About one.', 'More.'], 3: ['About two.'] };

async function give(
  messages: readonly Message[] = CONVERSATION,
  remembered: Readonly<Record<number, GivenEvidence>> = {},
  cite = false,
) {
  const searched: number[] = [];
  const given = await giveEvidence(messages, {
    recall: async (question) => remembered[question],
    find: async (question) => {
      searched.push(question);
      return (found[question] ?? []).map((text) => itemOf(text));
    },
    cite,
    fenceWord,
  });
  return { given, searched };
}

describe('evidence', () => {
  it('stands behind each question, and its numbers go on', async () => {
    const { given } = await give();
    expect(given.map(({ question, first, numbered }) => [question, first, numbered.length])).toEqual([
      [1, 1, 2],
      [3, 3, 1],
    ]);
    expect(given[0]?.text).toMatch(/\n\[1\] .*\nAbout one\.\n\[2\] .*\nMore\.\n/);
    expect(given[1]?.text).toMatch(/\n\[3\] .*\nAbout two\.\n/);
    expect(citableEvidence(given)).toHaveLength(3);
  });

  it('may be cited by the numbers that it was given with', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((title) => ({ title, url: '' }));
    const given = [
      { question: 1, first: 1, numbered: [one!, two!] },
      { question: 3, first: 3, numbered: [three!] },
    ];
    expect(citableEvidence(given)).toEqual([one, two, three]);
  });

  it('is the same text each time, in a fence that another secret would give another word', async () => {
    const [first, again] = await Promise.all([give(), give()]);
    expect(again.given).toEqual(first.given);
    expect(fenceWord('a')).toMatch(/^[0-9a-f]{24}$/);
    expect(fenceWord('a')).toBe(fenceWord('a'));
    expect(new Set([fenceWord('a'), fenceWord('b'), fenceWordUnder('other')('a')]).size).toBe(3);
  });

  it('that was given before is neither looked for again nor changed', async () => {
    const before: GivenEvidence = { first: 1, numbered: [{ title: 'Old', url: '' }], text: 'As it was.' };
    const { given, searched } = await give(CONVERSATION, { 1: before });
    expect(given[0]).toEqual({ ...before, question: 1 });
    expect(given[1]?.first).toBe(2);
    expect(searched).toEqual([3]);
  });

  it('is none for a question that had none', async () => {
    const { given, searched } = await give(CONVERSATION, { 1: { first: 1, numbered: [] } });
    expect(given[0]?.text).toBeUndefined();
    expect(given[1]?.first).toBe(1);
    expect(searched).toEqual([3]);
  });

  it.each([
    [8, 8],
    [9, 8],
    [40, 8],
  ])('of %i forgotten questions is looked for anew for %i', async (questions, looked) => {
    const messages = Array.from({ length: questions }, () => textMessage('user', 'Hm?'));
    const { searched } = await give(messages);
    expect(searched).toEqual(Array.from({ length: looked }, (_, at) => questions - looked + at));
  });

  it('is to be cited by number where that is wanted, and without marks else', async () => {
    const [cited, plain] = await Promise.all([give(CONVERSATION, {}, true), give()]);
    expect(cited.given[0]?.text).toContain('such as [1]');
    expect(plain.given[0]?.text).toContain('Write no source numbers');
  });
});
