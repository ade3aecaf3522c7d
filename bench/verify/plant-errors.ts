/**
 * Corrections: one wrong number, date or name is planted in claims that their evidence supports word for word, and
 * what the evidence has in its place must be named: with a judge that names it, with one that names nothing, and
 * with judges that lie. Nobody is asked.
 */
import type { Evidence } from '../../src/domain/claim.ts';
import { quoteExcerpt } from '../../src/engine/factcheck/choose/quote-evidence.ts';
import { correctionFor, type ProposedPair } from '../../src/engine/factcheck/correct/correct-claim.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { type GoldSet, readGoldSets } from './read-gold.ts';

/** Claims with a planted error, of all sets together. */
const PLANTED = 200;

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** Found without the product's own reading. */
const KINDS = {
  date: new RegExp(
    String.raw`\b(?:(?:\d{1,2} )?(?:${MONTH})(?: \d{1,2},)? )?(?:1[5-9]|20)\d\d\b(?![.,]?\d|-)`,
    'g',
  ),
  number:
    /(?<![\p{L}\p{N}.,/–-]|January |February |March |April |May |June |July |August |September |October |November |December )\d+(?:[.,]\d+)*(?![\p{L}\p{N}]|[-–.,/]\p{N})/gu,
  name: /(?<=(?<![\p{L}\p{N}])\p{Ll}+ )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})*(?![\p{L}\p{N}-]| (?:of )?\p{Lu}| \p{N})/gu,
} as const;
type Kind = keyof typeof KINDS;

export interface Planted {
  readonly set: string;
  readonly kind: Kind;
  /** As the set has it, and with the error. */
  readonly claim: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
  readonly quote: string;
}

export function plantErrors(sets: readonly GoldSet[], count = PLANTED): Planted[] {
  const random = seededRandom(16);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const queues = sets.flatMap(({ name, claims }) => {
    const pool = (kind: Kind) => [...new Set(claims.flatMap(({ text }) => text.match(KINDS[kind]) ?? []))];
    const pools = { date: pool('date'), number: pool('number'), name: pool('name') };
    return (Object.keys(KINDS) as Kind[]).map((kind) =>
      claims
        .filter(({ verdict }) => verdict === 'supported')
        .flatMap(({ text, gold }): Planted[] => {
          const texts = gold.map((sentences) => sentences.join(' '));
          const found = [...text.matchAll(KINDS[kind])].flatMap(({ 0: right, index }) => {
            if (text.split(right).length !== 2) return [];
            // A year is no number, and what the evidence does not have cannot be right.
            if (kind === 'number' && /^(?:1[5-9]|20)\d\d$/.test(right)) return [];
            const source = texts.find((one) => hasWord(one, right));
            return source === undefined ? [] : [{ right, index, source }];
          });
          if (found.length === 0) return [];
          const { right, index, source } = pick(found);
          const others = pools[kind].filter(
            (one) => !hasWord(text, one) && !texts.some((gold) => hasWord(gold, one)),
          );
          // What looks alike is likelier to be taken for it.
          const alike = others.filter((one) => shapeOf(one) === shapeOf(right));
          if (alike.length === 0) return [];
          const wrong = pick(alike);
          const planted = text.slice(0, index) + wrong + text.slice(index + right.length);
          const quote = quoteExcerpt(source, { excerpt: source, start: 0 }, planted, '');
          return [{ set: name, kind, claim: text, text: planted, wrong, right, quote }];
        }),
    );
  });
  for (const queue of queues) queue.sort(() => random() - 0.5);
  const planted: Planted[] = [];
  while (planted.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.pop();
      if (next !== undefined && planted.length < count && hasWord(next.quote, next.right)) planted.push(next);
    }
  }
  return planted;
}

function shapeOf(text: string): string {
  return text.replace(/\p{N}/gu, '0').replace(/\p{L}+/gu, 'a');
}

/** A word, or a number that is no part of another. */
const INSIDE_BEFORE = /[\p{L}\p{N}]$|\p{N}[.,·]$|\p{L}-$/u;
const INSIDE_BEHIND = /^(?:[\p{L}\p{N}]|[.,·]\p{N})/u;

function hasWord(text: string, word: string): boolean {
  return text.split(word).some((before, at, all) => {
    const after = all[at + 1];
    return after !== undefined && !INSIDE_BEFORE.test(before) && !INSIDE_BEHIND.test(after);
  });
}

export function refuting(quote: string): Evidence {
  return { source: 'gold', kind: 'web', title: '', url: '', quote, stance: 'refutes' };
}

/** What a judge proposes for a claim; `other` is another claim with an error. */
type Judge = (planted: Planted, other: Planted) => readonly ProposedPair[];

/** Judges that lie. */
const LIARS: readonly Judge[] = [
  // Another word of the claim is wrong, another of the quote right, another number or name of the quote.
  ({ text, wrong, right }) => [{ wrong: wordOf(text, wrong), right }],
  ({ text, wrong, right, quote }) => [{ wrong, right: wordOf(quote, `${text} ${right}`) }],
  ({ wrong, right, quote, kind }) => [
    { wrong, right: quote.match(KINDS[kind])?.find((one) => one !== right) ?? '' },
  ],
  // What stands in another quote, in another claim, in none.
  ({ wrong }, other) => [{ wrong, right: other.right }],
  ({ right }, other) => [{ wrong: other.wrong, right }],
  ({ wrong }) => [{ wrong, right: `exactly ${wrong} or so` }],
  // A denial, all of both, marks and links.
  () => [
    { wrong: 'is', right: 'is not' },
    { wrong: 'was', right: 'was not' },
    { wrong: 'a', right: 'no' },
  ],
  ({ text, quote }) => [{ wrong: text, right: quote }],
  ({ wrong, right }) => [{ wrong, right: `[${right}](https://example.org)` }],
];

/** A word with something to say that is none of another text's. */
function wordOf(text: string, but: string): string {
  return text.match(/[\p{L}\p{N}]{4,}/gu)?.find((word) => !hasWord(but, word)) ?? '';
}

/** What becomes of claims: the planted error named, something else exchanged, words that stand in no quote. */
interface Count {
  readonly claims: number;
  readonly named: number;
  readonly others: number;
  readonly invented: number;
}

function countAll(
  all: readonly Planted[],
  propose: (one: Planted, at: number) => readonly ProposedPair[],
): Count {
  const corrected = all.flatMap((one, at) => {
    const correction = correctionFor(one.text, propose(one, at), [refuting(one.quote)]);
    return correction === undefined ? [] : [{ one, ...correction }];
  });
  const named = corrected.filter(
    ({ one, wrong, right }) =>
      one.text.replace(wrong, right).includes(one.right) &&
      meets(wrong, one.wrong) &&
      meets(right, one.right),
  );
  return {
    claims: all.length,
    named: named.length,
    others: corrected.length - named.length,
    invented: corrected.filter(
      ({ one, wrong, right }) => !hasWord(one.quote, right) || !hasWord(one.text, wrong),
    ).length,
  };
}

/** What is exchanged may be the error with a word beside it, or the part of it that differs. */
function meets(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

/** @param data the folder of the sets. */
export function formatCorrections(data: string): string {
  const sets = readGoldSets(data);
  const every = plantErrors(sets, Number.POSITIVE_INFINITY);
  const planted = plantErrors(sets, PLANTED);
  const lied = LIARS.map((lie) =>
    countAll(planted, (one, at) => lie(one, planted[(at + 1) % planted.length]!)),
  );
  const untouched = sets.flatMap(({ name, claims }) =>
    claims
      .filter(({ verdict }) => verdict === 'supported')
      .map(({ text, gold }): Planted => {
        const source = gold[0]!.join(' ');
        const quote = quoteExcerpt(source, { excerpt: source, start: 0 }, text, '');
        return { set: name, kind: 'number', claim: text, text, wrong: '\0', right: '\0', quote };
      }),
  );
  const pairs = (all: readonly Planted[]) => countAll(all, ({ wrong, right }) => [{ wrong, right }]);
  const rows: (readonly [string, Count])[] = [
    ['a judge that names it', pairs(planted)],
    ['the same, of all claims with such a place', pairs(every)],
    ['a judge that names nothing', countAll(planted, () => [])],
    ...(Object.keys(KINDS) as Kind[]).map(
      (kind) =>
        [
          `the same, of all: a wrong ${kind}`,
          countAll(
            every.filter((one) => one.kind === kind),
            () => [],
          ),
        ] as const,
    ),
    [`${LIARS.length} judges that lie`, lied.reduce(sum)],
    ['nothing planted, a judge that names nothing', countAll(untouched, () => [])],
    [
      'nothing planted, judges that name other words',
      LIARS.slice(1, 3)
        .map((lie) =>
          countAll(
            planted.map((one) => ({ ...one, text: one.claim, wrong: one.right })),
            (one) => lie(one, one),
          ),
        )
        .reduce(sum),
    ],
  ];
  return [
    `One number, date or name was exchanged for another of its set in ${planted.length} supported claims whose evidence has it word for`,
    'word; the evidence, quoted as the gateway quotes it, counts as refuting. Named: what the evidence has in its place.',
    'Others: words of the quote in the place of other words, or other words of the quote. Invented: `right` in no quote, or',
    '`wrong` not in the claim. The sets say most things in other words than their evidence does.',
    '',
    '| with | claims | named | share | others | invented |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ([name, { claims, named, others, invented }]) =>
        `| ${name} | ${claims} | ${named} | ${(named / claims).toFixed(3)} | ${others} | ${invented} |`,
    ),
  ].join('\n');
}

function sum(a: Count, b: Count): Count {
  return {
    claims: a.claims + b.claims,
    named: a.named + b.named,
    others: a.others + b.others,
    invented: a.invented + b.invented,
  };
}
