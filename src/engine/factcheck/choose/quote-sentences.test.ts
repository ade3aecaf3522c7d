/**
 * No "not" is ever cut off: pages are put together from sentences that are known, so that the sentence splitter is
 * not its own judge. Whatever is quoted of them is a run of those sentences, each whole.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimOf, found } from '../judge/judge-in-tests.ts';
import { readJudgements } from '../judge/read-judgements.ts';
import { cleanItem } from '../sources/clean-item.ts';
import { stateVerdict } from '../state/state-verdict.ts';
import { chooseItems } from './choose-items.ts';
import { quoteFor, widenToSentences } from './quote-evidence.ts';

/** Each denies what part of it says. */
const SENTENCES = [
  'The Great Wall of China is not visible from the Moon.',
  'That the wall is visible from the Moon, as Dr. Smith of the U.S. Navy said in Jan. 1969, is not true.',
  'It is not so, wrote Prof. J. R. R. Martin (cf. vol. 3, p. 12), that the wall is visible.',
  'Mr. and Mrs. Jones of St. Louis never saw the wall at 3.5 km, i.e. from the air.',
  'Is the wall visible from the Moon?',
  'No, it is not!',
  '“The wall is visible from the Moon.” is what Gen. Lee did not say.',
  'Apple Inc. did not build the wall, nor did the firm of Smith & Co. Ltd. of London.',
  'The wall was visible from the Moon ... in films, and nowhere else.',
  'At 10 a.m. on Feb. 3 the wall was visible from the Moon to nobody.',
  'Nr. 5 lebt nicht in der Dr.-Karl-Str. in Berlin, z.B. weil sie fehlt.',
  'Die Mauer ist am 3. Oktober vom Mond aus nicht zu sehen.',
  'La muralla china no se ve desde la Luna, dijo el Dr. Pérez.',
  'La muraille n’est pas visible de la Lune, dit M. Dupont.',
  'Стена с Луны не видна, сказал он.',
];
const OTHERS = [
  '长城从月球上看不见。',
  '“长城从月球上看得见”并非事实！',
  '万里の長城は月から見えません。',
  'चीन की दीवार चंद्रमा से दिखाई नहीं देती।',
  'سور الصين لا يُرى من القمر.',
  'هل يُرى السور من القمر؟',
  'Το τείχος δεν φαίνεται από τη Σελήνη.',
  '만리장성은 달에서 보이지 않는다.',
  'החומה אינה נראית מן הירח.',
];
const sentence = fc.constantFrom(...SENTENCES, ...OTHERS);
const page = fc.record({
  sentences: fc.array(sentence, { minLength: 1, maxLength: 60, size: 'max' }),
  gap: fc.constantFrom(' ', '\n', '\n\n', '  '),
});

/** Whether the quote is some of the sentences, one behind the other. */
function isRun(quote: string, sentences: readonly string[], gap: string): boolean {
  const text = sentences.join(gap);
  const starts = new Set<number>();
  const ends = new Set<number>();
  let at = 0;
  for (const one of sentences) {
    starts.add(at);
    ends.add(at + one.length);
    at += one.length + gap.length;
  }
  for (let from = text.indexOf(quote); from !== -1; from = text.indexOf(quote, from + 1)) {
    if (starts.has(from) && ends.has(from + quote.length)) return true;
  }
  return false;
}

describe('a quote', () => {
  it('is whole sentences of a page, whatever the claim', () => {
    fc.assert(
      fc.property(page, sentence, ({ sentences, gap }, claim) => {
        const quote = quoteFor(sentences.join(gap), claim);
        expect({ quote, whole: isRun(quote, sentences, gap) }).toEqual({ quote, whole: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is whole sentences wherever it was pointed at', () => {
    fc.assert(
      fc.property(page, fc.nat(5_000), fc.nat(200), ({ sentences, gap }, start, length) => {
        const text = sentences.join(gap);
        const from = start % text.length;
        if (text.slice(from, from + Math.max(1, length)).trim() === '') return;
        const quote = widenToSentences(text, from, from + length).trim();
        expect({ quote, whole: isRun(quote, sentences, gap) }).toEqual({ quote, whole: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is whole sentences of a source’s page of any length, whatever the judge copied', () => {
    const judged = fc.record({
      words: fc.oneof(sentence, fc.string()),
      verdict: fc.constantFrom('supported', 'refuted'),
    });
    const long = fc.record({
      sentences: fc.array(sentence, { minLength: 1, maxLength: 200, size: 'max' }),
      gap: fc.constantFrom(' ', '\n'),
    });
    fc.assert(
      fc.property(long, sentence, judged, ({ sentences, gap }, claim, { words, verdict }) => {
        const text = sentences.join(gap);
        const item = cleanItem('web', {
          title: 'A page',
          url: 'https://a.example/',
          text,
          published: undefined,
        });
        if (item === undefined) throw new Error('no item');
        const items = chooseItems(claim, found(item).items);
        const stance = verdict === 'supported' ? 'supports' : 'refutes';
        const [judgements] = readJudgements(
          { verdicts: [{ claim: 1, verdict, evidence: [{ number: 1, stance, words }] }] },
          [{ firstItem: 1, items: items.length, parts: 0 }],
        );
        const judgement = judgements?.[0];
        if (judgement === undefined) throw new Error('no judgement');
        const reading = { text: claim, parts: [] };
        const { evidence } = stateVerdict(claimOf(claim), { reading, outcomes: [{ items, judgement }] });
        const quote = evidence[0]?.quote ?? '';
        expect({ quote, whole: isRun(quote, sentences, gap) }).toEqual({ quote, whole: true });
      }),
      { numRuns: 500 },
    );
  });

  it('is the whole of a sentence that is longer than sentences are', () => {
    const text = `It is said, ${'by many a traveller who came from afar, '.repeat(60)}that the wall is visible from the Moon, ${'and by those who did not travel, '.repeat(20)}which is not true.`;
    expect(quoteFor(`Walls are long. ${text} They are old.`, 'The wall is visible from the Moon.')).toBe(
      text,
    );
    expect(widenToSentences(text, 1_500, 1_510)).toBe(text);
  });
});
