/** One threshold: what a verdict may rest on is not left out where nobody judges. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../domain/claim.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { rankItems } from '../find/rank-items.ts';
import { groundConversation, relevantItems } from '../ground-conversation.ts';
import { itemOf } from '../judge/judge-in-tests.ts';
import { bearingItems } from './bearing-items.ts';
import { chooseItems } from './choose-items.ts';

const CLAIM = 'The Kestrel Bridge was designed by the engineer Ada Brunner.';
const never = new AbortController().signal;
const ranked = (relevance: number, rest: Parameters<typeof itemOf>[1] = {}) => ({
  item: itemOf(`Text ${relevance}.`, rest),
  relevance,
});

async function groundedOn(items: readonly ReturnType<typeof ranked>[]) {
  const claim = { id: 'claim-1', text: CLAIM } as Claim;
  const retrieve = async () => ({ items, answered: ['corpus'] });
  const { evidence, given } = await groundConversation([claim], { retrieve, maxClaims: 1 }, never);
  return { quotes: evidence.get('claim-1')?.length, given: given.length };
}

describe('what bears on a claim', () => {
  it.each([
    ['a document of the operator', {}, 0.34],
    ['what the request brought', { passage: 1 }, 0.2],
    ['the starter corpus', { source: 'starter' }, 0.45],
  ] as const)(
    'of %s is read by a judge, shown and given to the model from %o %d on',
    async (_whose, rest, least) => {
      const [at, below] = [ranked(least, rest), ranked(least - 0.01, rest)];
      expect([bearingItems([at]), bearingItems([below])]).toEqual([[at], []]);
      expect([chooseItems(CLAIM, [at]).length, chooseItems(CLAIM, [below]).length]).toEqual([1, 0]);
      expect([relevantItems([at]).length, relevantItems([below]).length]).toEqual([1, 0]);
      expect(await groundedOn([at])).toEqual({ quotes: 1, given: 1 });
      expect(await groundedOn([below])).toEqual({ quotes: 0, given: 0 });
    },
  );

  it('is shown of others only near the best, and all the same of what the request brought', () => {
    const own = ranked(0.3, { passage: 1 });
    expect(relevantItems([ranked(0.8), ranked(0.53), ranked(0.51), own])).toEqual([
      ranked(0.8),
      ranked(0.53),
      own,
    ]);
    expect(relevantItems([ranked(0.8), ranked(0.19, { passage: 1 })])).toHaveLength(1);
  });
});

it('keeps a sentence, however many that say nothing stand beside it', () => {
  const deciding = 'The crossing at Kestrel is the work of Ada Brunner.';
  const neutral =
    'Visitors reach the town by train within the hour. A market is held twice a week in summer. The school has a new roof.';
  const texts = splitSentences(neutral).map((_, at, all) =>
    [deciding, ...all.slice(0, at + 1).map(({ start, end }) => neutral.slice(start, end))].join(' '),
  );
  for (const text of [deciding, ...texts, `${deciding} ${neutral} ${neutral}`]) {
    const found = rankItems(CLAIM, 'en', [[itemOf(text, { passage: 1 })]]);
    expect([chooseItems(CLAIM, found).length, relevantItems(found).length], text).toEqual([1, 1]);
  }
});
