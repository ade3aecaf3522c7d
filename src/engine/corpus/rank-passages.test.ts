/** Each part of the ranking decides between two passages that are alike in all else. */
import { describe, expect, it } from 'vitest';
import { createMemoryIndex } from './memory-index.ts';
import { type PartWeights, rankPassages, weighTerms } from './rank-passages.ts';
import { readTerms } from './read-terms.ts';
import { splitPassages } from './split-passages.ts';
import type { Candidate } from './term-pool.ts';
import { inverseFrequency, lengthNorm, saturate } from './term-weight.ts';

/** @returns the titles of the texts, the best first. */
function rank(query: string, texts: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(texts).map(([id, text]) => ({ id, title: '', text }));
  return createMemoryIndex(entries)
    .search(query, entries.length)
    .map(({ entry }) => entry.id);
}

describe('the ranking of passages', () => {
  it('prefers a text with words that have parts in common with the query', () => {
    const texts = {
      pressure: 'The new drug lowers blood pressure of laboratory mice.',
      tumor: 'The new drug shrinks large tumors of laboratory mice.',
    };
    expect(rank('antitumoral drug', texts)).toEqual(['tumor', 'pressure']);
    expect(rank('antihypertensive drug', texts)).toEqual(['pressure', 'tumor']);
  });

  it('prefers a text with terms that the best texts have in common', () => {
    const texts = {
      zoo: 'A bear in the zoo eats fruit.',
      arctic: 'A bear on the ice hunts seals there daily.',
      first: 'Polar bear decline follows the loss of ice and of seals.',
      second: 'Polar bear decline goes with the ice and the seals.',
    };
    expect(rank('polar bear decline', texts).slice(-2)).toEqual(['arctic', 'zoo']);
  });

  it('prefers a text that has the terms of the query in one sentence', () => {
    const texts = {
      apart: 'The vaccine was kept cold. Measles has spread. Nurses travel far.',
      together: 'The vaccine stops measles. Nurses were kept cold. They travel far.',
    };
    expect(rank('measles vaccine', texts)).toEqual(['together', 'apart']);
  });
});

describe('the parts of the score, reckoned word by word', () => {
  const entries = [
    {
      title: 'Tumors of mice',
      text: 'A drug shrinks tumors. The drug, a drug of plants, is new. Mice live on.',
    },
    { title: 'Drugs', text: 'Antitumoral drugs are rare.' },
    { title: '', text: 'The harbour is cold; ships wait there for the new market to open again.' },
    { title: 'Drug', text: 'A tumor.' },
    { title: 'New', text: 'New x.' },
  ];
  const query = [...new Set(readTerms('antitumor drug of x mice unknownword'))];
  const candidates: Candidate[] = entries.map(({ title, text }, at) => ({
    key: 10 + at,
    document: at,
    title: readTerms(title).join(' '),
    body: splitPassages(text)[0]!.terms,
  }));
  const sentencesOf = ({ title, body }: Candidate) =>
    [title, ...body.split(' . ')].map((sentence) => sentence.split(' ').filter(Boolean));
  const words = candidates.map((one) => sentencesOf(one).flat());
  const frequencies = new Map(
    query.flatMap((term) => {
      const frequency = words.filter((some) => some.includes(term)).length;
      return frequency === 0 ? [] : [[term, frequency] as const];
    }),
  );
  const meanTerms = words.flat().length / words.length;
  const collection = { passages: candidates.length, meanTerms, frequencies };
  const weights = weighTerms(query, collection);
  const norms = words.map(({ length }) => lengthNorm(length / meanTerms));
  const scale = [...frequencies.keys()].reduce((sum, term) => sum + weights.get(term)!, 0);

  /** What a passage has of each word: three for each in its title. */
  const countsOf = ({ title, body }: Candidate) => {
    const counts = new Map<string, number>();
    for (const [text, count] of [
      [title, 3],
      [body, 1],
    ] as const)
      for (const word of text.split(' ').filter((one) => one !== '' && one !== '.'))
        counts.set(word, (counts.get(word) ?? 0) + count);
    return counts;
  };
  const partsOf = (word: string) => {
    const marked = `_${word}_`;
    return marked.length < 4 ? [marked] : [...marked.slice(3)].map((_, at) => marked.slice(at, at + 4));
  };

  const byTerms = candidates.map((one, i) =>
    query.reduce(
      (sum, term) => sum + weights.get(term)! * saturate(countsOf(one).get(term) ?? 0, norms[i]!),
      0,
    ),
  );
  const queryParts = [...new Set(query.flatMap(partsOf))];
  const partCounts = candidates.map((one) =>
    queryParts.map((part) =>
      [...countsOf(one)].reduce(
        (sum, [word, count]) => sum + count * partsOf(word).filter((other) => other === part).length,
        0,
      ),
    ),
  );
  const partWeights = queryParts.map((_, part) => {
    const frequency = partCounts.filter((counts) => counts[part]! > 0).length;
    return frequency === 0 ? 0 : inverseFrequency(candidates.length, frequency);
  });
  const allParts = partWeights.reduce((sum, weight) => sum + weight, 0);
  const byParts = partCounts.map(
    (counts, i) =>
      counts.reduce((sum, count, part) => sum + partWeights[part]! * saturate(count, norms[i]!), 0) /
      allParts,
  );
  const bySentence = candidates.map((one) =>
    Math.max(
      ...sentencesOf(one).map(
        (sentence) =>
          query.filter((term) => sentence.includes(term)).reduce((sum, term) => sum + weights.get(term)!, 0) /
          (1 + sentence.length / 40),
      ),
    ),
  );

  const NONE: PartWeights = { feedback: 0, wordParts: 0, sentence: 0 };
  const expectScores = (given: PartWeights, expected: readonly number[]) => {
    const ranked = rankPassages(query, candidates, collection, 1, given);
    const best = expected
      .map((score, document) => ({
        key: 10 + document,
        document,
        score: expect.closeTo(score, 9),
        by: score,
      }))
      .filter(({ by }) => by > 0)
      .sort((a, b) => b.by - a.by);
    expect(ranked).toEqual(best.map(({ by, ...one }) => one));
  };

  it('has those of terms, where a title counts three times', () => {
    expectScores(NONE, byTerms);
  });

  it('has those of the parts of words', () => {
    expectScores(
      { ...NONE, wordParts: 0.7 },
      byTerms.map((score, i) => score + 0.7 * scale * byParts[i]!),
    );
  });

  it('has that of the best sentence', () => {
    expectScores(
      { ...NONE, sentence: 0.5 },
      byTerms.map((score, i) => score + 0.5 * bySentence[i]!),
    );
  });

  it('is the same of an index in memory, whatever was searched before', () => {
    const index = createMemoryIndex(entries);
    const found = () =>
      index.search(query.join(' '), 9).map(({ entry, score }) => [entries.indexOf(entry), score] as const);
    const first = found();
    const ranked = rankPassages(query, candidates.toSpliced(2, 1), collection);
    expect(first).toEqual(ranked.map(({ document, score }) => [document, expect.closeTo(score, 9)]));
    index.search('ships of the new market', 9);
    expect(found()).toEqual(first);
  });

  it('keeps the best passages of a document, and of equal ones those of the first', () => {
    const some = [2, 1, 2, 1, 1].map((document, key) => ({ key, document, title: '', body: 'drug' }));
    const keys = (perDocument?: number) =>
      rankPassages(
        ['drug'],
        some,
        { passages: 9, meanTerms: 1, frequencies: new Map([['drug', 5]]) },
        perDocument,
      ).map(({ key }) => key);
    expect(keys()).toEqual([1, 0]);
    expect(keys(2)).toEqual([1, 3, 0, 2]);
  });
});
