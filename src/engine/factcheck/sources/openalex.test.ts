import { expect, it } from 'vitest';
import { OPENALEX } from './openalex.ts';

const search = (results: unknown[], text = 'Coffee causes cancer.') =>
  OPENALEX.search({ text, language: 'en', limit: 3 }, async () => ({ results }));
const WORK = {
  id: 'https://openalex.org/W1',
  doi: 'https://doi.org/10.1/a',
  display_name: 'A work',
  publication_date: '2020-01-02',
  primary_location: { landing_page_url: 'https://example.org/a' },
  abstract_inverted_index: { wall: [3, 1], A: [0], 'is a': [2] },
};

it('puts the words of an abstract back in their order', async () => {
  expect(await search([WORK])).toEqual([
    { title: 'A work', url: WORK.doi, text: 'A wall is a wall', published: '2020-01-02' },
  ]);
});

it.each<[unknown, string]>([
  [undefined, 'A work'],
  [['wall'], 'A work'],
  [{}, 'A work'],
  [{ wall: 1, A: [0.5, '1'], long: [2] }, 'long'],
])('reads the abstract %j', async (abstract_inverted_index, text) => {
  expect((await search([{ ...WORK, abstract_inverted_index }]))[0]?.text).toBe(text);
});

it('reads no more than 5,000 words of an abstract', async () => {
  const places = Array.from({ length: 5_001 }, (_, at) => at);
  const [found] = await search([{ ...WORK, abstract_inverted_index: { a: places, b: [5_001] } }]);
  expect(`${found?.text}`.split(' ')).toHaveLength(5_000);
});

it('has the address that there is', async () => {
  const urlOf = async (work: object) => (await search([{ ...WORK, ...work }]))[0]?.url;
  expect(await urlOf({ doi: null })).toBe('https://example.org/a');
  expect(await urlOf({ doi: null, primary_location: null })).toBe(WORK.id);
});

it('asks in lower case, with fewer words where all of them find nothing', async () => {
  const asked: unknown[] = [];
  const text = 'The Great Wall OR towers of China have visible stones.';
  await OPENALEX.search({ text, language: 'en', limit: 3 }, async ({ query }) => {
    asked.push(query?.search);
    return { results: [] };
  });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toBe('great wall china');
  expect(asked.join()).toBe(asked.join().toLowerCase());
});
