import { expect, it } from 'vitest';
import { GOOGLE_FACT_CHECK } from './google-fact-check.ts';

const REVIEW = {
  publisher: { name: 'Checkers', site: 'checkers.org' },
  url: 'https://checkers.org/a',
  title: 'No, it is not',
  reviewDate: '2024-01-02',
  textualRating: 'False',
};
const CLAIM = { text: 'It is.', claimant: 'Somebody', claimDate: '2023-12-31', claimReview: [REVIEW] };
const search = (...claims: unknown[]) =>
  GOOGLE_FACT_CHECK.search({ text: 'It is.', language: 'en', limit: 3 }, async () => ({ claims }));

it('gives each review of a claim', async () => {
  const found = await search({ ...CLAIM, claimReview: [REVIEW, { ...REVIEW, url: 'https://b.org' }] });
  expect(found).toHaveLength(2);
  expect(found[0]).toEqual({
    title: 'No, it is not',
    url: 'https://checkers.org/a',
    text: 'Claim: It is.\nClaimed by: Somebody\nRating: False\nChecked by: Checkers\nNo, it is not',
    published: '2024-01-02',
  });
});

it('makes do with what there is', async () => {
  const review = { url: 'https://b.org', publisher: { site: 'b.org' } };
  const found = await search({ ...CLAIM, claimant: '', claimReview: [review] });
  expect(found).toEqual([
    {
      title: 'It is.',
      url: 'https://b.org',
      text: 'Claim: It is.\nChecked by: b.org',
      published: '2023-12-31',
    },
  ]);
});

it('finds nothing where there is no review', async () => {
  expect(await search({ ...CLAIM, claimReview: 'none' }, { text: 'It is.' })).toEqual([]);
  expect(await search()).toEqual([]);
});

it('asks with the claim, then with three words of it', async () => {
  const asked: unknown[] = [];
  const text = 'The Great Wall of China is visible with naked eyes.';
  await GOOGLE_FACT_CHECK.search({ text, language: 'en', limit: 3 }, async ({ query }) => {
    asked.push(query?.query);
    return {};
  });
  expect(asked).toEqual([text, 'Great Wall China']);
});

it('asks once with a claim of few words', async () => {
  let asked = 0;
  await GOOGLE_FACT_CHECK.search({ text: 'Great Wall China', language: 'en', limit: 3 }, async () => {
    asked += 1;
    return {};
  });
  expect(asked).toBe(1);
});
