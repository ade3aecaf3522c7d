/** What the scores of the local scorer mean: each falls when a claim is made worse in its own way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { scoreLocally } from './score-locally.ts';

function extraction(text: string, claims: readonly string[], more: readonly string[] = []): Extraction {
  return {
    passages: [text, ...more].map((each) => ({ role: 'text', text: each })),
    claims: claims.map((claim, index) => ({
      id: `claim-${index + 1}`,
      text: claim,
      original_text: '',
      passage: 0,
      category: 'other',
      confidence: 0.8,
    })),
  };
}

const score = (text: string, ...claims: string[]): ClaimScores[] => scoreLocally(extraction(text, claims));
const one = (text: string, claim: string): ClaimScores => score(text, claim)[0]!;

const LIGHTHOUSE =
  'The lighthouse at Cape Alder was built in 1874 by the engineer Ruth Okafor. It stands 41 metres high and was automated in 1988. Few visitors reach it in winter.';
const CLAIMS = [
  'The lighthouse at Cape Alder was built in 1874.',
  'The lighthouse at Cape Alder was built by the engineer Ruth Okafor.',
  'The lighthouse at Cape Alder stands 41 metres high.',
  'The lighthouse at Cape Alder was automated in 1988.',
];

describe('accuracy', () => {
  it('is 1 for a claim in the words of the text, and near it for one in other forms of them', () => {
    expect(one(LIGHTHOUSE, 'The lighthouse at Cape Alder was built in 1874.').accuracy).toBe(1);
    expect(
      one(LIGHTHOUSE, 'Ruth Okafor, an engineer, built the lighthouse at Cape Alder.').accuracy,
    ).toBeGreaterThan(0.85);
    expect(one('The painter came from Italy.', 'The painter was Italian.').added).toEqual([]);
    expect(one('The engineer built twelve lighthouses.', 'The engineer built 12 lighthouses.').accuracy).toBe(
      1,
    );
  });

  it.each([
    [
      'a fact that the text does not have',
      'The lighthouse at Cape Alder was built in 1874 by prisoners.',
      ['prisoners'],
    ],
    ['another year', 'The lighthouse at Cape Alder was built in 1847.', ['1847']],
    ['another name', 'The lighthouse at Cape Birch was built in 1874.', ['Birch']],
  ])('falls for %s, and names it', (_what, claim, added) => {
    const scores = one(LIGHTHOUSE, claim);
    expect(scores.accuracy).toBeLessThan(0.9);
    expect(scores.added).toEqual(added);
  });

  it('falls where a claim denies what the text states, or states what it denies', () => {
    const text = 'The committee did not approve the bridge. It approved the tunnel.';
    expect(one(text, 'The committee approved the bridge.').accuracy).toBeLessThan(0.5);
    expect(one(text, 'The committee did not approve the bridge.').accuracy).toBe(1);
    expect(
      one('The committee approved the tunnel.', 'The committee never approved the tunnel.').accuracy,
    ).toBeLessThan(0.5);
  });

  it('falls where a claim denies another part than the text does', () => {
    const text = 'She never returned to Leeds, and retired in 2009.';
    expect(one(text, 'She never returned to Leeds.').accuracy).toBe(1);
    expect(one(text, 'She never retired in 2009.').accuracy).toBeLessThan(0.5);
    expect(one(text, 'She did not retire in 2009.').accuracy).toBeLessThan(0.5);
    const unlikely = 'It is unlikely that the bridge as we know it today could have stood in 1490.';
    expect(one(unlikely, 'The bridge could not have stood in 1490.').accuracy).toBeGreaterThan(0.8);
  });

  it('falls where a claim makes an exception of what the text says of one among many', () => {
    const text = 'Ruth Okafor was an engineer.';
    expect(one(text, 'Ruth Okafor was the only engineer.').accuracy).toBeLessThan(0.9);
  });

  it('falls where a hedge is lost, and where words change places', () => {
    expect(one('The drug may cause headaches.', 'The drug causes headaches.').accuracy).toBeLessThan(0.85);
    expect(one('Leeds beat York in the final.', 'York beat Leeds in the final.').accuracy).toBeLessThan(1);
  });

  it('takes names from elsewhere in the conversation, but hardly numbers', () => {
    const scores = scoreLocally(
      extraction(
        'It was automated in 1988.',
        ['The lighthouse at Cape Alder was automated in 1988.', 'It was automated in 1874.'],
        ['The lighthouse at Cape Alder dates from 1874.'],
      ),
    );
    expect(scores[0]!.accuracy).toBeGreaterThan(0.85);
    expect(scores[1]!.accuracy).toBeLessThan(0.75);
  });
});

describe('completeness', () => {
  it('falls when a claim is deleted, and names what is missing', () => {
    const whole = score(LIGHTHOUSE, ...CLAIMS);
    for (let deleted = 0; deleted < CLAIMS.length; deleted++) {
      const rest = score(LIGHTHOUSE, ...CLAIMS.toSpliced(deleted, 1));
      const sum = (scores: readonly ClaimScores[]) =>
        scores.reduce((total, each) => total + each.completeness, 0);
      expect(sum(rest)).toBeLessThan(sum(whole.toSpliced(deleted, 1)));
    }
    const [first] = score(LIGHTHOUSE, ...CLAIMS.toSpliced(1, 1));
    expect(first!.missing).toEqual(expect.arrayContaining(['engineer Ruth Okafor']));
  });

  it('is 1 where the text says nothing else, and leaves out what claims nothing', () => {
    const text = 'Hello there! The lighthouse at Cape Alder was built in 1874. What do you think?';
    const { completeness, missing } = one(text, 'The lighthouse at Cape Alder was built in 1874.');
    expect(completeness).toBeGreaterThan(0.9);
    expect(missing).toEqual([]);
  });
});

describe('coherence', () => {
  it('is 1 for one plain statement that stands alone', () => {
    for (const claim of [
      ...CLAIMS,
      'It is estimated that 40 people live on Cape Alder.',
      'There are two lighthouses on Cape Alder.',
      'The tower of Cape Alder is similar to that of Leeds.',
      'Cape Alder is known for those who drowned in 1874.',
      'The US launched Apollo 11 in 1969.',
    ]) {
      expect([claim, one(LIGHTHOUSE, claim).faults]).toEqual([claim, []]);
    }
  });

  it.each([
    ['Ruth Okafor sold her house in 1881.', 'her'],
    ['When she retired, Ruth Okafor moved to Leeds.', 'she'],
    ['The president of Peru said that he would resign.', 'he'],
    ['Ruth Okafor sold the lighthouse after Cape Alder bought it.', 'it'],
    ['Ruth Okafor painted the lighthouse herself.', 'herself'],
  ])('is a little less where the claim itself says what a pronoun means: %s', (claim, word) => {
    const { coherence, faults } = one(LIGHTHOUSE, claim);
    expect(faults).toEqual([`what "${word}" means has to be worked out`]);
    expect(coherence).toBe(0.95);
  });

  it.each([
    ['It was built in 1874.', 'It'],
    ['She built the lighthouse.', 'She'],
    ['His house was sold in 1881.', 'His'],
    ['Ruth Okafor built it.', 'it'],
    ['Ruth Okafor admired him.', 'him'],
    ['The lighthouse was automated that year.', 'that year'],
    ['This was the first of three lighthouses.', 'This'],
    ['We visited Cape Alder in 1990.', 'We'],
    ['Those were built in 1874.', 'Those'],
    ['Ruth Okafor was born in those.', 'those'],
    ['Ruth Okafor built that.', 'that'],
    ['Ruth Okafor moved to Leeds after that.', 'after that'],
    ['The latter plays football.', 'The latter'],
    ['According to him, Leeds is in England.', 'him'],
    ['He said that she was born in Leeds.', 'she'],
    ['The lighthouse is hers.', 'hers'],
    ['Ruth Okafor built this lighthouse.', 'this'],
    ['Ruth Okafor retired three years ago.', 'ago'],
    ['The lighthouse was built in 1874.', 'The lighthouse'],
  ])('falls for a reference that nothing resolves: %s', (claim, words) => {
    const { coherence, faults } = one(LIGHTHOUSE, claim);
    expect(coherence).toBeLessThanOrEqual(0.85);
    expect(faults.join()).toContain(`"${words}"`);
  });

  it.each([
    ['Cape Alder has a lighthouse. It was built in 1874.', 'it is 2 sentences'],
    ['Cape Alder has a lighthouse and it was built in 1874.', 'it joins several statements'],
    [`Cape Alder has ${'very '.repeat(45)}many visitors.`, 'it is too long for one statement'],
    ['The lighthouse at Cape Alder', 'it has no verb'],
    ['Was the lighthouse built in 1874?', 'it is a question'],
    ['However, the lighthouse at Cape Alder was built in 1874.', 'it goes on from something before it'],
    ['The lighthouse at Cape Alder was was built in 1874.', 'a word is doubled'],
    ['The lighthouse at Cape Alder was built by the', 'it is cut off'],
    ['The lighthouse (at Cape Alder was built in 1874.', 'a bracket or a quotation mark is left open'],
  ])('falls for what is no single grammatical statement: %s', (claim, fault) => {
    const { coherence, faults } = one(LIGHTHOUSE, claim);
    expect(faults).toContain(fault);
    expect(coherence).toBeLessThan(1);
  });
});

describe('the local scorer', () => {
  it('takes a claim from the very place that it names', () => {
    const text = 'Anna was born in 1950. Bert was born in 1960.';
    const at = (start: number): Extraction => ({
      passages: [{ role: 'user', text }],
      claims: [
        {
          id: 'c',
          text: 'Bert was born in 1960.',
          original_text: 'Bert was born in 1960.',
          passage: 0,
          start,
          category: 'event',
          confidence: 0.3,
        },
      ],
    });
    const [scores] = scoreLocally(at(23));
    expect(scores).toMatchObject({ accuracy: 1, verifiable: false });
    expect(scores!.missing).toEqual(['Anna was born in 1950.']);
  });

  it.each([
    [0.49, false],
    [0.5, true],
  ])('calls a claim of confidence %d verifiable: %s', (confidence, verifiable) => {
    const { passages, claims } = extraction('Bert was born in 1960.', ['Bert was born in 1960.']);
    const [scores] = scoreLocally({ passages, claims: claims.map((claim) => ({ ...claim, confidence })) });
    expect(scores).toMatchObject({ verifiable });
  });

  it('reads writing without spaces', () => {
    const text = '東京タワーは1958年に完成した。高さは333メートルである。';
    expect(one(text, '東京タワーは1958年に完成した。').accuracy).toBe(1);
    expect(one(text, '東京タワーは1985年に完成した。').accuracy).toBeLessThan(0.9);
  });

  it('gives every claim of any text scores from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 3 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 100 }), { maxLength: 5 }),
        (texts, claims) => {
          const [first = '', ...rest] = texts;
          const all = scoreLocally(extraction(first, claims, rest));
          expect(all).toHaveLength(claims.length);
          for (const { accuracy, completeness, coherence } of all) {
            for (const value of [accuracy, completeness, coherence]) {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1 + 1e-9);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('scores nothing where there is nothing', () => {
    expect(scoreLocally({ passages: [], claims: [] })).toEqual([]);
    expect(one('', 'The lighthouse was built in 1874.').accuracy).toBe(0);
  });
});
