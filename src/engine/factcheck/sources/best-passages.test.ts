import { expect, it } from 'vitest';
import { bestPassages } from './best-passages.ts';

const filler = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `Remark ${from + at} is about gardens and nothing else.`).join(
    ' ',
  );
const textsOf = async (claim: string, ...texts: unknown[]) =>
  (
    await bestPassages(
      claim,
      texts.map((text, at) => ({ text, title: `T${at}`, url: `u${at}` })),
    )
  ).map(({ text, url }) => [url, String(text)] as const);

it('takes at most two passages of a text, those that bear on the claim', async () => {
  const fact = 'The bridge of Kirkham was opened in 1931.';
  const found = await textsOf(
    fact,
    `${filler(0, 80)} ${fact} ${filler(100, 80)} The bridge is long. ${filler(200, 80)}`,
  );
  expect(found).toHaveLength(2);
  expect(found[0]![1]).toContain(fact);
  expect(found[1]![1]).toContain('The bridge is long.');
});

it('keeps the beginning of a text that shares no word with the claim, behind those that do', async () => {
  const found = await textsOf('The mayor resigned.', 'She stepped down.', 'The mayor resigned in May.');
  expect(found.map(([url]) => url)).toEqual(['u1', 'u0']);
});

it('lets the order of the archive decide where words do not', async () => {
  const same = 'The mayor resigned.';
  expect((await textsOf(same, same, `${same} `)).map(([url]) => url)).toEqual(['u0', 'u1']);
});

it('leaves out what is no text, and reads markup', async () => {
  expect(
    await textsOf('The mayor resigned.', undefined, 7, ' ', '<p>The <i>mayor</i> resigned.</p>'),
  ).toEqual([['u3', 'The mayor resigned.']]);
});
