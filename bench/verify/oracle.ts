/**
 * A judge that knows the right verdicts and says one only where an item that it is shown holds a sentence that
 * decides the claim, and a reader that knows what sentences say. With them, what is measured is everything but the
 * model.
 */
import type { Verdict } from '../../src/domain/claim.ts';
import { fenceLine } from '../../src/engine/factcheck/choose/fence-evidence.ts';
import type { SeenBlock } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { bareText } from '../../src/engine/text/words-of.ts';

/** A claim whose verdict is known; a sentence of several such claims has them as its parts. */
export interface OracleClaim {
  readonly text: string;
  readonly verdict: Verdict;
  /** Sentences of which each decides it, as the prompt shows them. */
  readonly deciding: readonly string[];
  readonly parts?: readonly OracleClaim[];
}

/** What was said of a claim, or of one part of it. */
export interface Said {
  readonly statement: string;
  readonly verdict: Verdict;
  /** What the statement was taken for; nothing where it is like none. */
  readonly claim: OracleClaim | undefined;
  /** Claims of which a deciding sentence was shown. */
  readonly shown: readonly OracleClaim[];
}

/** Makes the search queries for a claim that the evidence does not settle. */
export type AskFurther = (statement: string) => readonly string[];

type Block = SeenBlock & { readonly parts?: readonly string[] };

/** Words that two texts must share, of all their words (Dice), to be taken for the same claim. */
const ALIKE = 0.5;
/** Shorter sentences of an evidence text, such as "Read more.", decide nothing. */
const LEAST_WORDS = 4;
const WORDS_NAMED = 8;

/** @param texts each of which decides the claim by any of its sentences. */
export function oracleClaim(text: string, verdict: Verdict, texts: readonly string[]): OracleClaim {
  const sentences = texts.flatMap((one) =>
    splitSentences(one).map(({ start, end }) => fenceLine(one.slice(start, end), '')),
  );
  const long = sentences.filter((sentence) => sentence.split(' ').length >= LEAST_WORDS);
  return { text, verdict, deciding: long.length > 0 ? long : sentences };
}

/** @param text of a claim on which nothing is known that decides it. */
export function undecidedClaim(text: string): OracleClaim {
  return { text, verdict: 'not_enough_evidence', deciding: [] };
}

/** @param parts as they stand in the sentence. */
export function oracleSentence(text: string, parts: readonly OracleClaim[]): OracleClaim {
  return { text, verdict: wholeOf(parts.map(({ verdict }) => verdict)), deciding: [], parts };
}

/** @returns the verdict on a sentence whose parts have these. */
export function wholeOf(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'supported';
}

/** @returns what the judge answers on a block, in the form of both versions of the question, and what it meant by it. */
export function judgeBlock(
  block: Block,
  known: readonly OracleClaim[],
  askFurther: AskFurther,
): { readonly answers: readonly object[]; readonly said: readonly Said[] } {
  const parts = block.parts ?? [];
  const statements = parts.length === 0 ? [block.claim] : parts;
  const judged = statements.map((statement) => judgeStatement(statement, block, known));
  const answers = judged.map(({ said, evidence }, index) => {
    const settled = said.verdict !== 'not_enough_evidence' || block.final;
    const queries = settled ? [] : askFurther(said.statement);
    return {
      claim: block.number,
      part: parts.length === 0 ? 0 : index + 1,
      evidence,
      explanation: 'This is what the evidence says.',
      verdict: said.verdict,
      probability: 0.95,
      wrong: '',
      right: '',
      next_queries: queries,
    };
  });
  return { answers, said: judged.map(({ said }) => said) };
}

function judgeStatement(statement: string, { items }: Block, known: readonly OracleClaim[]) {
  const claim = findClaim(statement, known);
  const found = leavesOf(claim).flatMap((leaf) => {
    const sentence = leaf.deciding.find((one) => items.some(({ text }) => text.includes(one)));
    const item = items.find(({ text }) => sentence !== undefined && text.includes(sentence));
    return sentence === undefined || item === undefined ? [] : [{ leaf, sentence, number: item.number }];
  });
  const shown = found.map(({ leaf }) => leaf);
  const verdicts = leavesOf(claim).map((leaf) =>
    shown.includes(leaf) ? leaf.verdict : ('not_enough_evidence' as const),
  );
  const said: Said = {
    statement,
    verdict: claim === undefined ? 'not_enough_evidence' : wholeOf(verdicts),
    claim,
    shown,
  };
  const evidence = found.map(({ leaf, sentence, number }) => ({
    number,
    stance: leaf.verdict === 'refuted' ? 'refutes' : 'supports',
    words: sentence.split(' ').slice(0, WORDS_NAMED).join(' '),
  }));
  return { said, evidence };
}

/** @returns what the reader answers on its question: what each claim says, or that each stands alone as it is. */
export function readClaims(user: string, known: readonly OracleClaim[], knows: boolean): object[] {
  const lists = [...user.matchAll(/^<<<CLAIMS (\S+)>>>\n([\s\S]*?)\n?<<<END CLAIMS \1>>>$/gm)];
  const claims = lists.flatMap(([, , list = '']) => [...list.matchAll(/^\[(\d+)\] (.*)$/gm)]);
  return claims.map(([, number, text = '']) => {
    const parts = knows ? (findClaim(text, known)?.parts ?? []) : [];
    const [first] = parts;
    return {
      claim: Number(number),
      reading: parts.length === 1 && first !== undefined ? first.text : '',
      parts: parts.length > 1 ? parts.map((part) => part.text) : [],
    };
  });
}

/** @returns the claim with these words, or else the one most like it. */
function findClaim(statement: string, known: readonly OracleClaim[]): OracleClaim | undefined {
  const all = known.flatMap((claim) => [claim, ...(claim.parts ?? [])]);
  const words = bareText(statement);
  const same = all.find(({ text }) => bareText(text) === words);
  if (same !== undefined) return same;
  let best: OracleClaim | undefined;
  let most = ALIKE;
  for (const claim of all) {
    const like = shareWords(words, bareText(claim.text));
    if (like < most || (like === most && best !== undefined)) continue;
    best = claim;
    most = like;
  }
  return best;
}

function shareWords(a: string, b: string): number {
  const [one, other] = [new Set(a.split(' ')), new Set(b.split(' '))];
  return (2 * one.intersection(other).size) / (one.size + other.size);
}

/** @returns the claims that a sentence is made of, or the claim itself. */
export function leavesOf(claim: OracleClaim | undefined): readonly OracleClaim[] {
  return claim === undefined ? [] : (claim.parts ?? [claim]);
}
