/** Reads the judge's answer, which may be anything. */
import { type Stance, VERDICTS, type Verdict } from '../../../domain/claim.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { JUDGED_STANCES } from './compose-question.ts';

export interface NamedItem {
  /** Which of the claim's items, from 0. */
  readonly index: number;
  readonly stance: Exclude<Stance, 'unjudged'>;
  /** Words that the judge says are in the item; they may choose among its sentences, and no more. */
  readonly words: string;
}

/** What the judge says of one statement. Its texts are the judge's, not yet fit to be shown. */
export interface Judgement {
  readonly verdict: Verdict;
  /** 0 to 1; absent where it gave none. */
  readonly probability?: number;
  /** Items that are really there, each once. */
  readonly evidence: readonly NamedItem[];
  readonly explanation: string;
  /** Words of the claim, and of the evidence in their place; `""` where it names none. */
  readonly wrong: string;
  readonly right: string;
  /** What else might be searched for; two at most. */
  readonly nextQueries: readonly string[];
}

/** Of a claim without parts one; else one for each part, `undefined` for those that the judge passed over. */
export type Judgements = readonly (Judgement | undefined)[];

/** Items of one block, as they were numbered. */
interface NumberedBlock {
  readonly firstItem: number;
  readonly items: number;
  readonly parts: number;
}

/** The most UTF-16 units that are read of the answer's texts. */
const LONGEST_TEXT = 4_000;
const LONGEST_QUERY = 300;
const MOST_QUERIES = 2;

/**
 * @param value the parsed answer.
 * @returns for each block what it says, `undefined` where the answer has nothing that can be used. Numbers of items
 *   that the block does not have are dropped, those of another block too.
 */
export function readJudgements(
  value: unknown,
  blocks: readonly NumberedBlock[],
): readonly (Judgements | undefined)[] {
  const judgements = blocks.map(({ parts }) =>
    new Array<Judgement | undefined>(Math.max(1, parts)).fill(undefined),
  );
  for (const entry of entriesOf(value)) {
    // The only claim needs no number, and the only statement of a claim neither.
    const index = blocks.length === 1 && entry.claim === undefined ? 0 : readNumber(entry.claim) - 1;
    const block = blocks[index];
    const part = block?.parts === 0 ? 0 : readNumber(entry.part) - 1;
    const said = judgements[index];
    if (block === undefined || said === undefined || !(part in said) || said[part] !== undefined) continue;
    said[part] = readJudgement(entry, block);
  }
  return judgements.map((said) => (said.every((one) => one === undefined) ? undefined : said));
}

/** Models without structured output forget the frame at times. */
function entriesOf(value: unknown): readonly JsonObject[] {
  if (!isObject(value)) return [];
  const { verdicts } = value;
  if (Array.isArray(verdicts)) return verdicts.slice(0, 100).filter(isObject);
  return 'verdict' in value ? [value] : [];
}

function readJudgement(entry: JsonObject, block: NumberedBlock): Judgement | undefined {
  const verdict = readVerdict(entry.verdict);
  if (verdict === undefined) return undefined;
  const probability = readProbability(entry.probability);
  return {
    verdict,
    ...(probability === undefined ? {} : { probability }),
    evidence: readEvidence(entry.evidence, block),
    explanation: readText(entry.explanation, LONGEST_TEXT),
    wrong: readText(entry.wrong, LONGEST_QUERY),
    right: readText(entry.right, LONGEST_QUERY),
    nextQueries: readQueries(entry.next_queries),
  };
}

function readQueries(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const queries = value
    .slice(0, MOST_QUERIES)
    .map((one) => readText(one, LONGEST_QUERY).replace(/\s+/g, ' ').trim());
  return [...new Set(queries)].filter((query) => query !== '');
}

function readVerdict(value: unknown): Verdict | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const name = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return VERDICTS.find((verdict) => verdict === name);
}

function readProbability(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined;
}

function readEvidence(value: unknown, { firstItem, items }: NumberedBlock): readonly NamedItem[] {
  if (!Array.isArray(value)) return [];
  const named = new Map<number, NamedItem>();
  for (const entry of value.slice(0, 100)) {
    if (!isObject(entry)) continue;
    const index = readNumber(entry.number) - firstItem;
    const stance = JUDGED_STANCES.find((one) => one === entry.stance);
    if (!Number.isInteger(index) || index < 0 || index >= items || stance === undefined) continue;
    if (!named.has(index)) named.set(index, { index, stance, words: readText(entry.words, LONGEST_QUERY) });
  }
  return [...named.values()];
}

/** @returns NaN for what is none; an object may have a `toString` that is no function. */
function readNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

function readText(value: unknown, most: number): string {
  return typeof value === 'string' ? value.slice(0, most).toWellFormed() : '';
}
