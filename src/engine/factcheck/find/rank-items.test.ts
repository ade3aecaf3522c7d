import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetrievedItem } from '../sources/source.ts';
import { bareUrl, rankItems, termsOf } from './rank-items.ts';

const CLAIM = 'The Eiffel Tower in Paris was completed in 1889.';

let number = 0;
function item(text: string, more: Partial<RetrievedItem> = {}): RetrievedItem {
  number += 1;
  return { source: 'wikipedia', title: '', url: `https://example.org/${number}`, text, ...more };
}

function scoreOf(text: string, claim = CLAIM, language = 'en'): number {
  return rankItems(claim, language, [[item(text)]])[0]!.relevance;
}

describe('relevance', () => {
  it('is nearly 1 where the text says what the claim says, and 0 where it shares no word', () => {
    expect(scoreOf(CLAIM)).toBeGreaterThan(0.95);
    expect(scoreOf('Bananas ripen faster beside apples.')).toBe(0);
  });

  it('is high for what supports and for what refutes', () => {
    expect(
      scoreOf('Construction of the Eiffel Tower, in Paris, was complete by March 1889.'),
    ).toBeGreaterThan(0.8);
    expect(scoreOf('The Eiffel Tower in Paris was not completed before 1890.')).toBeGreaterThan(0.6);
  });

  it('is low where only words are shared that stand in every text', () => {
    const claim = 'The new tramway of Prague was used by many people for the first time in three years.';
    expect(scoreOf('It was the first time that people were shown this.', claim)).toBeLessThan(0.35);
    expect(scoreOf('The report was completed in March.')).toBeLessThan(0.35);
  });

  it('counts what a text means where that is known', () => {
    const of = (text: string, similarity?: number) =>
      rankItems(CLAIM, 'en', [[item(text, similarity === undefined ? {} : { similarity })]])[0]!.relevance;
    const other = 'The iron lady was finished when the century was nearly over.';
    expect(of(other)).toBeLessThan(0.1);
    expect(of(other, 0.8)).toBeGreaterThan(0.5);
    expect(of(other, 0.5)).toBeLessThanOrEqual(of(other));
    // The words alone are not enough where the text is on another matter.
    expect(of('Paris in 1889 saw the Eiffel family leave a tower.', 0.5)).toBeLessThan(
      of('Paris in 1889 saw the Eiffel family leave a tower.') * 0.6,
    );
    expect(of(CLAIM, 1)).toBeGreaterThan(0.95);
  });

  it('knows other forms of a word', () => {
    const claim = 'Vaccination causes infections.';
    expect(scoreOf('Vaccinations caused an infection', claim)).toBeGreaterThan(0.9);
    expect(scoreOf('Vacuum cleaners', claim)).toBe(0);
  });

  it('takes a number for another only where it is the same', () => {
    const claim = 'The city has 1,234,567 inhabitants.';
    expect(scoreOf('It has 1234567 inhabitants.', claim)).toBe(
      scoreOf('It has 1 234 567 inhabitants.', claim),
    );
    expect(scoreOf('It has 1,234,567 inhabitants.', claim)).toBeGreaterThan(
      scoreOf('It has 1,234,568 inhabitants.', claim),
    );
    expect(scoreOf('The 18890 towers', 'The 1889 tower')).toBe(scoreOf('The towers', 'The 1889 tower'));
  });

  it('is higher where the words stand together', () => {
    const far = `Paris is a city. ${'Something else is said here. '.repeat(30)}A tower by Eiffel, completed in 1889.`;
    const near = `${'Something else is said here. '.repeat(30)}In Paris, a tower by Eiffel, completed in 1889.`;
    expect(scoreOf(near)).toBeGreaterThan(scoreOf(far));
  });

  it('reads languages with endings, accents and no blanks', () => {
    const german = 'Der Eiffelturm in Paris wurde 1889 fertiggestellt.';
    expect(scoreOf('Die Fertigstellung des Eiffelturms in Paris: 1889', german, 'de')).toBeGreaterThan(0.5);
    expect(scoreOf('La Tour Eiffel achevee', 'La tour Eiffel est achevée', 'fr')).toBeGreaterThan(0.9);
    expect(
      scoreOf('エッフェル塔は1889年に完成した。', 'エッフェル塔は1889年に完成しました。', 'ja'),
    ).toBeGreaterThan(0.7);
    expect(scoreOf('東京タワーは赤い。', 'エッフェル塔は1889年に完成しました。', 'ja')).toBeLessThan(0.2);
  });

  it('is higher for a text whose title says what it is about, and lower for one that is long', () => {
    const text = 'It was completed in 1889.';
    const [titled] = rankItems(CLAIM, 'en', [[item(text, { title: 'Eiffel' })]]);
    const [named] = rankItems(CLAIM, 'en', [[item(`Eiffel ${text}`)]]);
    expect(titled?.relevance).toBeGreaterThan(named?.relevance ?? 1);
    expect(scoreOf(`${text} ${'Something else is said here. '.repeat(60)}`)).toBeLessThan(scoreOf(text));
  });

  it('asks of a text to cover less of a long claim than of a short one', () => {
    const words = 'anteaters bulldozers cathedrals dandelions escalators formations generators hurricanes';
    const half = 'anteaters cathedrals escalators generators';
    const quarter = 'anteaters cathedrals';
    expect(scoreOf(half, words)).toBeGreaterThan(scoreOf(quarter, words.slice(0, 43)));
  });

  it('is from 0 to 1, whatever is compared', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('é', 'エ', '𝒳', '٣', '1', ' ', '\u0301', '\ud83d') }),
      fc.lorem(),
    );
    fc.assert(
      fc.property(anything, anything, fc.constantFrom('en', 'de', 'ja', 'xx'), (claim, text, language) => {
        const score = scoreOf(text, claim, language);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('looks for the words that say something alone', () => {
    expect(termsOf(CLAIM, 'en').map(({ stem }) => stem)).toEqual([
      'eiffel',
      'tower',
      'paris',
      'comple',
      '1889',
    ]);
    expect(termsOf('It was what it is.', 'en')).toEqual([]);
  });

  const looked = (claim: string, language = 'en') =>
    termsOf(claim, language).map(({ stem, tail, weight, inner }) =>
      [stem, tail, Math.round(weight * 1e3) / 1e3, ...(inner ? ['inner'] : [])].join(' '),
    );

  it.each([
    // What begins a sentence may be no name, unless it has two capitals; a letter alone says nothing.
    ['Vaccination by NATO in Rom of vitamin D.', ['vaccina 5 1', 'nato 2 1.4', 'rom 2 1.4', 'vitam 5 0.94']],
    ['NATO met people.', ['nato 2 1.4', 'met 5 0.46', 'peop 5 0.246']],
    ['It costs 1,234.5.', ['cost 5 0.7', '1234 2 1.4', '5 2 1.4']],
    // Of a word in two forms, the one that says more.
    ['The rom and the Rom.', ['rom 2 1.4']],
    ['The Rom and the rom.', ['rom 2 1.4']],
  ])('weighs what is looked for: %s', (claim, expected) => {
    expect(looked(claim)).toEqual(expected);
  });

  it('knows no common words but of English', () => {
    expect([looked('people'), looked('people', 'xx')]).toEqual([['peop 5 0.246'], ['peop 5 0.82']]);
    expect(looked('東京都', 'ja')).toEqual(['東京 0 0.6 inner', '京都 0 0.6 inner']);
  });

  it('cuts off more of longer words', () => {
    const words = ['cat', 'cats', 'horse', 'horses', 'windows', 'antarctica', 'institutionalised'];
    expect(words.map((word) => termsOf(word, 'xx')[0]!.stem)).toEqual([
      ...['cat', 'cat', 'hors', 'hors', 'windo', 'antarc', 'institutional'],
    ]);
  });

  it('counts words as one passage within 360 characters', () => {
    const apart = (units: number) =>
      scoreOf(`anteaters ${'.'.repeat(units - 11)} cathedrals`, 'anteaters cathedrals');
    expect(apart(359) - apart(360)).toBeLessThan(0.01);
    expect(apart(360) - apart(361)).toBeGreaterThan(0.2);
  });
});

describe('one list of what several sources found', () => {
  it('has the most relevant first, whichever source it is from', () => {
    const good = item(CLAIM, { source: 'brave' });
    const fair = item('The Eiffel Tower is in Paris.');
    const poor = item('Paris is a city.', { source: 'exa' });
    const ranked = rankItems(CLAIM, 'en', [[fair], [good], [poor]]);
    expect(ranked.map(({ item: one }) => one)).toEqual([good, fair, poor]);
  });

  it('counts the source’s own order with its words', () => {
    const first = item('The tower in Paris by Eiffel stood complete in that year.');
    const last = item(CLAIM);
    const between = Array.from({ length: 14 }, (_, at) => item(`Number ${at} of the towers.`));
    const ranked = rankItems(CLAIM, 'en', [[first, ...between, last]]).map(({ item: one }) => one);
    expect(ranked.slice(0, 2)).toEqual([first, last]);
    expect(rankItems(CLAIM, 'en', [[item('Cats.'), first, last]])[0]?.item).toBe(last);
  });

  it('has what bears on nothing last, however early its source has it', () => {
    const poor = item('A city is Paris.');
    const ranked = rankItems(CLAIM, 'en', [[item('Cats.'), item('Dogs.'), item('Birds.'), poor]]);
    expect(ranked[0]?.item).toBe(poor);
    expect(ranked.map(({ relevance }) => relevance).slice(1)).toEqual([0, 0, 0]);
  });

  it('lets the source that had a page first keep all its passages', () => {
    const url = 'https://example.org/eiffel';
    const [first, second] = [item(CLAIM, { url }), item('Paris is a city.', { url })];
    const other = item('The Eiffel Tower in Paris.', { url, source: 'brave' });
    expect(rankItems(CLAIM, 'en', [[first, second], [other]]).map(({ item: one }) => one)).toEqual([
      first,
      second,
    ]);
  });

  it('lets the source’s own order decide between equals, and the order of the sources after that', () => {
    const [a, b, c] = [item('Eiffel, first.'), item('Eiffel, second.'), item('Eiffel, third.')] as const;
    const ranked = rankItems(CLAIM, 'en', [[a, c], [b]]);
    expect(ranked.map(({ item: one }) => one)).toEqual([a, b, c]);
  });

  it('has each page and each text once, the better of them', () => {
    const short = item('The Eiffel Tower.', { url: 'http://www.example.org/eiffel/?utm_source=x#top' });
    const long = item(CLAIM, { url: 'https://example.org/eiffel', source: 'brave' });
    const copy = item(`  ${CLAIM.toUpperCase()} `, { url: 'https://copy.example/' });
    expect(rankItems(CLAIM, 'en', [[short], [copy], [long]])).toHaveLength(1);
    expect(rankItems(CLAIM, 'en', [[short], [long]])[0]?.item).toBe(long);
  });

  it('has several passages of one page where one source found them, each once', () => {
    const url = 'https://example.org/eiffel';
    const parts = [item('The Eiffel Tower.', { url }), item('It was completed in 1889.', { url })];
    expect(rankItems(CLAIM, 'en', [[...parts, parts[0]!]])).toHaveLength(2);
  });

  it('is empty where nothing was found', () => {
    expect(rankItems(CLAIM, 'en', [])).toEqual([]);
    expect(rankItems(CLAIM, 'en', [[], []])).toEqual([]);
  });
});

describe('addresses of one page', () => {
  it('are named by what distinguishes pages', () => {
    expect(bareUrl('https://www.example.org/a/?utm_source=x&utm_medium=y')).toBe('example.org/a');
    expect(bareUrl('http://m.example.org/a#b')).toBe('example.org/a');
    expect(bareUrl('https://example.org/a?id=1&utm_source=x&b=2')).toBe('example.org/a?id=1&b=2');
    expect(bareUrl('/starter/eiffel-tower')).toBe('/starter/eiffel-tower');
  });
});
