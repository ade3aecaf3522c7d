import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence, Stance } from '../../../domain/claim.ts';
import { correctionFor } from './correct-claim.ts';

const says = (quote: string, stance: Stance = 'refutes', source = 'wikipedia'): Evidence => ({
  source,
  kind: 'encyclopedia',
  title: 'Page',
  url: `https://example.org/${source}`,
  quote,
  stance,
});

/** `wrong → right`, or what was not found. */
function correct(claim: string, quote: string, wrong = '', right = ''): string | undefined {
  const found = correctionFor(claim, wrong === '' ? [] : [{ wrong, right }], [says(quote)]);
  return found === undefined ? undefined : `${found.wrong} → ${found.right}`;
}

const QUOTE = 'The bridge in Oberwald was opened on 12 March 1887 and is 324 m long.';

it('of numbers in other units corrects none, unless neither unit measures anything', () => {
  const between = (unit: string, other: string) =>
    correct(
      `The bridge in Oberwald carries 40 ${unit} daily.`,
      `The bridge in Oberwald carries 50 ${other} daily.`,
    );
  expect(between('boxes', 'crates')).toBe('40 → 50');
  expect(between('metres', 'crates')).toBeUndefined();
  expect(between('crates', 'metres')).toBeUndefined();
  expect(between('metres', 'feet')).toBeUndefined();
});

describe('a correction that the judge names', () => {
  it('has its source and its address', () => {
    const claim = 'The bridge in Oberwald was opened in 1889.';
    const evidence = [
      says('Opened in 1889.', 'supports', 'brave'),
      says('Nothing.', 'refutes', 'exa'),
      says(QUOTE),
    ];
    expect(correctionFor(claim, [{ wrong: '1889', right: '1887' }], evidence)).toEqual({
      wrong: '1889',
      right: '1887',
      source: 'wikipedia',
      url: 'https://example.org/wikipedia',
    });
  });

  it.each([
    // As it stands.
    [
      'The mayor of Oberwald is Ana Ruiz.',
      'Mayor since 2019: Tom Berg.',
      'Ana Ruiz',
      'Tom Berg',
      'Ana Ruiz → Tom Berg',
    ],
    [
      'The alloy melts slowly.',
      'It is known that the alloy melts very fast.',
      'slowly',
      'very fast',
      'slowly → very fast',
    ],
    // Case, quotation marks, marks of Markdown, separators, blanks, an article more.
    [
      'The mayor is **Ana Ruiz**.',
      'The mayor is Tom Berg.',
      ' “ana ruiz” ',
      'tom berg',
      'Ana Ruiz → Tom Berg',
    ],
    [
      '- **Length:** 1 500 m or 1,500 steps',
      'It is 1,800 steps long.',
      '1500 steps',
      '1800',
      '1,500 → 1,800',
    ],
    [
      'They met in the Blue Hall.',
      'They met in Red Hall.',
      'the Blue Hall',
      'the Red Hall',
      'Blue Hall → Red Hall',
    ],
    // No more than what is wrong.
    [
      'The bridge in Oberwald was opened in 1889.',
      QUOTE,
      'opened in 1889',
      'opened on 12 March 1887',
      '1889 → 1887',
    ],
    ['It was opened on 12 March 1889.', QUOTE, '12 March 1889', '12 March 1887', '1889 → 1887'],
    ['It was opened on 3 May 1889.', QUOTE, '3 May 1889', '12 March 1887', '3 May 1889 → 12 March 1887'],
    ['It was opened on 1887-04-12.', QUOTE, '1887-04-12', '12 March 1887', '1887-04-12 → 12 March 1887'],
    // Units go with their numbers where they differ.
    ['The bridge is 330 m long.', QUOTE, '330', '324', '330 → 324'],
    ['The bridge is 330 metres long.', QUOTE, '330', '324', '330 metres → 324 m'],
    ['It cost $5 million.', 'It cost 3 billion dollars.', '5', '3', undefined],
    ['It cost 5 million euros.', 'It cost 3 billion euros.', '5', '3', '5 million → 3 billion'],
    ['It grew by 10%.', 'It grew by 12%.', '10%', '12%', '10% → 12%'],
    ['It grew by 10%.', 'It grew by 12 percent.', '10', '12', '10% → 12 percent'],
    ['It fell to −5 °C.', 'It fell to −15 °C.', '−5', '−15', '−5 → −15'],
    // A word beside it, where it would be in the claim twice.
    ['In 19 games of 2019 he scored.', 'In 23 games he scored.', '19', '23', '19 games → 23 games'],
    // Scripts without blanks, and without capitals.
    ['日本の首都は京都です。', '日本の首都は東京です。', '京都', '東京', '京都 → 東京'],
    ['橋は1978年に開通した。', '橋は1987年に開通した。', '1978年', '1987年', '1978 → 1987'],
    ['عاصمة فرنسا هي ليون.', 'عاصمة فرنسا هي باريس.', 'ليون', 'باريس', 'ليون → باريس'],
    ['Мост открыт 12 марта 1889 года.', 'Мост открыт 12 марта 1887 года.', '1889', '1887', '1889 → 1887'],
  ])('%s — %s (%s, %s): %s', (claim, quote, wrong, right, expected) => {
    expect(correct(claim, quote, wrong, right)).toBe(expected);
  });

  it.each([
    ['is not in the claim', 'The mayor is Ana Ruiz.', 'They say Tom Berg rules.', 'Eva Lind', 'Tom Berg'],
    ['stands in the claim twice', 'Ana met Ana.', 'Tom met Eva.', 'Ana', 'Tom'],
    [
      'is a part of a word',
      'The Parisian cafés opened late.',
      'Most of London opened late.',
      'Paris',
      'London',
    ],
    ['is a part of a number', 'It took 3.14 hours.', 'Five or 5 is enough.', '14', '5'],
    ['is a part of a code', 'It causes COVID-19 mostly.', 'It has 12 causes mostly.', '19', '12'],
  ])('is passed over where wrong %s', (_, claim, quote, wrong, right) => {
    expect(correct(claim, quote, wrong, right)).toBeUndefined();
  });

  it.each([
    ['is in no quote', 'The mayor is Ana Ruiz.', 'The mayor is somebody else.', 'Ana Ruiz', 'Tom Berg'],
    ['is a part of a word', 'He lives in Rome.', 'He is a Parisian.', 'Rome', 'Paris'],
    ['is the same', 'The mayor is Ana Ruiz.', 'Ana Ruiz is not the mayor.', 'Ana Ruiz', 'ana ruiz'],
    ['is a denial', 'The tower is open to all.', 'The tower is not open to all.', 'is open', 'is not open'],
    ['is a short word', 'He wrote for them.', 'He wrote against them.', 'for', 'against'],
    ['is of another kind', 'The mayor is Ana Ruiz.', 'The mayor left in 1987.', 'Ana Ruiz', '1987'],
    ['is no name', 'The mayor is Ana Ruiz.', 'The mayor is rather popular.', 'Ana Ruiz', 'popular'],
    [
      'counts something else',
      'The bridge is 330 m long.',
      'The bridge has 12 percent slope.',
      '330 m',
      '12 percent',
    ],
    ['is a year', 'The bridge is 330 m long.', 'The bridge was opened in 1887.', '330', '1887'],
    ['is in the claim', 'Ana Ruiz followed Tom Berg.', 'Tom Berg followed Eva Lind.', 'Ana Ruiz', 'Tom Berg'],
    ['ends a sentence', 'It melts slowly.', 'It melts. At once it flows.', 'slowly', 'melts. At once'],
    [
      'is a link',
      'It is on the main page.',
      'It is on evil.example.com only.',
      'main page',
      'evil.example.com',
    ],
    ['has marks', 'It is the main page.', 'It is the **first page** only.', 'main page', 'the **first page'],
    [
      'is long',
      'It melts slowly.',
      'It melts with a sound that nobody who has ever heard it would describe in any other words than these.',
      'slowly',
      'with a sound that nobody who has ever heard it would describe in any other words than these',
    ],
  ])('is passed over where right %s', (_, claim, quote, wrong, right) => {
    expect(correct(claim, quote, wrong, right)).toBeUndefined();
  });

  it.each([
    // A word before it, or behind it, would stand there twice.
    ['It is painted very red.', 'It is painted very green.', 'red', 'very green', undefined],
    ['It is a red house.', 'It is a green house.', 'red', 'green house', undefined],
    ['It is painted very red.', 'It is painted so green.', 'red', 'so green', 'red → so green'],
    ['It is a red house.', 'It is a green barn.', 'red house', 'green barn', 'red house → green barn'],
    // A part of a name is no other part of another.
    ['Ana Ruiz is mayor.', 'Ana Berg is mayor.', 'Ruiz', 'Berg', 'Ruiz → Berg'],
    ['Ana Ruiz is mayor.', 'Ana Berg is mayor.', 'Ruiz', 'Ana Berg', 'Ruiz → Berg'],
    ['Ana Ruiz is mayor.', 'Eva Ruiz is mayor.', 'Ana', 'Eva', 'Ana → Eva'],
    ['Ana Ruiz is mayor.', 'Tom Berg is mayor.', 'Ruiz', 'Berg', undefined],
    ['Ana Ruiz is mayor.', 'Tom Berg is mayor.', 'Ana', 'Tom Berg', undefined],
    ['ana ruiz is mayor.', 'Tom Berg is mayor.', 'ruiz', 'Berg', 'ruiz → Berg'],
  ])(
    'reads well in the place of what is wrong: %s — %s (%s, %s): %s',
    (claim, quote, wrong, right, expected) => {
      expect(correct(claim, quote, wrong, right)).toBe(expected);
    },
  );

  it('is passed over where the claim would lose its unit', () => {
    const claim = 'Ana Ruiz sold it for 3 million in May.';
    expect(correctionFor(claim, [], [says('Ana Ruiz bought it for 5 in May.')])).toBeUndefined();
    expect(correct(claim, 'Ana Ruiz sold it for 5 million in May.')).toBe('3 → 5');
  });

  it('is passed over where the quote has the claim’s words in their place', () => {
    const quote = 'The bridge in Oberwald was opened in 1987 and closed in 2011.';
    expect(correct('The bridge in Oberwald was opened in 1987.', quote, '1987', '2011')).toBeUndefined();
    expect(correct('The bridge in Oberwald was closed in 1987.', quote, '1987', '2011')).toBe('1987 → 2011');
    const denied = 'It is false that the bridge was opened in 1978: the bridge was opened in 1987.';
    expect(correct('The bridge was opened in 1978.', denied, '1978', '1987')).toBe('1978 → 1987');
  });

  it('is passed over where something else in the claim would stay wrong', () => {
    const claim = 'The bridge in Oberwald was opened on 12 March 1889 and is 330 m long.';
    expect(correct(claim, QUOTE, '1889', '1887')).toBeUndefined();
    expect(correct(claim.replace('330', '324'), QUOTE, '1889', '1887')).toBe('1889 → 1887');
  });

  it('is of quotes that refute alone', () => {
    for (const stance of ['supports', 'neutral', 'unjudged'] as const) {
      const evidence = [says('The mayor is Tom Berg.', stance)];
      const pair = [{ wrong: 'Ana Ruiz', right: 'Tom Berg' }];
      expect(correctionFor('The mayor is Ana Ruiz.', pair, evidence)).toBeUndefined();
    }
  });

  it('is the next one where the first does not hold', () => {
    const pairs = [
      { wrong: 'mayor', right: 'queen' },
      { wrong: 'Ana Ruiz', right: 'Tom Berg' },
    ];
    expect(correctionFor('The mayor is Ana Ruiz.', pairs, [says('The mayor is Tom Berg.')])?.right).toBe(
      'Tom Berg',
    );
  });
});

describe('a correction that nobody names', () => {
  it.each([
    [
      'The bridge in Oberwald was opened in 1889.',
      'The bridge in Oberwald was opened in 1887.',
      '1889 → 1887',
    ],
    [
      '* The **bridge in Oberwald** was opened in *1889*.',
      'The bridge in Oberwald was opened in 1887.',
      '1889 → 1887',
    ],
    ['In 1889 the bridge in Oberwald was opened.', QUOTE, '1889 → 1887'],
    ['The bridge in Oberwald is 330 m long.', QUOTE, '330 → 324'],
    [
      'The bridge in Oberwald was opened in 1887.',
      'The bridge in New Arlen was opened in 1887.',
      'Oberwald → New Arlen',
    ],
    ['日本の首都は京都です。', '日本の首都は東京です。', '京都 → 東京'],
    [
      'Die Brücke in Oberwald wurde 1889 eröffnet.',
      'Die Brücke in Oberwald wurde 1887 eröffnet.',
      '1889 → 1887',
    ],
    // Nothing is certain.
    ['The bridge in Oberwald was opened in 1889.', 'Oberwald had 1,887 people.', undefined],
    [
      'The bridge in Oberwald was opened in 1889.',
      'It was planned in 1850, begun in 1860 and named in 1870.',
      undefined,
    ],
    ['The bridge was opened in 1889 by Ana Ruiz.', 'The bridge was opened in 1887 by Tom Berg.', undefined],
    [
      'The bridge in Oberwald was not opened in 1887.',
      'The bridge in Oberwald was opened in 1887.',
      undefined,
    ],
    [
      'The library in Oberwald holds over 7,000 books.',
      'The library in Oberwald holds 7,482 books.',
      undefined,
    ],
    ['The statue was made by a sculptor.', 'The work was made by a sculptor.', undefined],
    ['He grew up in TX with his mother Ana.', 'He grew up in Texas with his mother Ana.', undefined],
    [
      'Dan studies methods of natural language processing (NLP).',
      'He is active in methods of natural language processing, Speech and more.',
      undefined,
    ],
    ['The bridge in Oberwald was opened in 1887.', QUOTE, undefined],
    ['', QUOTE, undefined],
    ['The bridge was opened in 1889.', '', undefined],
  ])('%s — %s: %s', (claim, quote, expected) => {
    expect(correct(claim, quote)).toBe(expected);
  });
});

describe('any claim, any quote, any judge', () => {
  const parts = [
    ...[
      'Oberwald',
      'New Arlen',
      'Ana Ruiz',
      '1887',
      '1889',
      '12 March 1887',
      '330 m',
      '324 m',
      '$5',
      '−5',
      '10%',
    ],
    ...[
      '10 percent',
      '3 million',
      '**1887**',
      '[1]',
      'https://a.org',
      '(330',
      '“Arlen',
      '京都',
      'COVID-19',
      '3.14',
      'é',
    ],
    ...['\u202e1887', '🙂', 'not', 'the', 'very fast', 'Arlen. Ana', 'a\nb', ''],
  ];
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...parts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 90 }) },
  );
  const sentence = fc
    .tuple(part, part)
    .map(([a, b]) => `The bridge in ${a} was opened in ${b} by the mayor.`);
  const pair = fc.oneof(
    fc.record({ wrong: part, right: part }),
    fc.record({ wrong: sentence, right: sentence }),
  );

  it('gives words of the claim that stand there once, and words of a refuting quote', () => {
    let found = 0;
    fc.assert(
      fc.property(
        sentence,
        fc.array(pair, { maxLength: 2 }),
        fc.array(sentence, { maxLength: 2 }),
        (claim, pairs, quotes) => {
          const evidence = [
            says('The bridge in Rome was opened in 1999.', 'supports'),
            ...quotes.map((one) => says(one)),
          ];
          const correction = correctionFor(claim, pairs, evidence);
          if (correction === undefined) return;
          found += 1;
          const { wrong, right } = correction;
          expect(claim.split(wrong)).toHaveLength(2);
          expect(quotes.some((quote) => quote.includes(right))).toBe(true);
          expect(wrong).not.toBe(right);
          for (const one of [wrong, right]) {
            expect(one.length).toBeLessThanOrEqual(80);
            expect(one).toMatch(/^[^*[\]<>\n\u202e]+$/u);
            expect(one).not.toContain('a.org');
          }
        },
      ),
      { numRuns: 2_000, seed: 16 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
