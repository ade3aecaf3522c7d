/** Cuts an extraction into questions that a model can answer: one where it fits. */
import type { ExtractedClaim, Extraction } from '../domain/evaluation.ts';

export interface ClaimBatch {
  /** The passages that its claims come from, or the parts of them around the claims. */
  readonly passages: readonly { readonly index: number; readonly role: string; readonly text: string }[];
  /** Indices of the claims to be judged. */
  readonly claims: readonly number[];
  /** Texts of further claims from the same parts. */
  readonly others: readonly string[];
}

/** A model judges so many claims at once without losing count. */
const MOST_CLAIMS = 25;
/** UTF-16 units of text in one question. */
const MOST_TEXT = 24_000;
const MOST_OTHERS = 50;
/** Text before and behind a claim that it is judged by, where the whole is too long. */
const BEFORE = 2_000;
const BEHIND = 1_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** By passage. */
type Spans = ReadonlyMap<number, Span>;

/** @returns batches that together hold every claim once, in order. */
export function batchClaims({ passages, claims }: Extraction): ClaimBatch[] {
  const whole: Spans = new Map(passages.map(({ text }, index) => [index, { start: 0, end: text.length }]));
  const opening: Spans = lengthOf(whole) <= MOST_TEXT ? whole : new Map();
  const batches: { readonly claims: number[]; spans: Spans }[] = [];
  for (const [index, claim] of claims.entries()) {
    const { length } = passages[claim.passage]?.text ?? '';
    const last = batches.at(-1);
    const spans = widen(last?.spans ?? opening, claim, length);
    if (last === undefined || last.claims.length === MOST_CLAIMS || lengthOf(spans) > MOST_TEXT) {
      batches.push({ claims: [index], spans: widen(opening, claim, length) });
    } else {
      last.claims.push(index);
      last.spans = spans;
    }
  }
  return batches.map(({ claims: own, spans }) => ({
    passages: [...spans].map(([index, { start, end }]) => {
      const { role, text } = passages[index]!;
      return { index, role, text: text.slice(start, end).toWellFormed() };
    }),
    claims: own,
    others: claims
      .filter((claim, index) => !own.includes(index) && isWithin(claim, spans.get(claim.passage)))
      .slice(0, MOST_OTHERS)
      .map(({ text }) => text),
  }));
}

/** @returns the spans with what stands around a claim, in a passage of so many units. */
function widen(spans: Spans, claim: ExtractedClaim, length: number): Spans {
  const at = claim.start ?? 0;
  const behind =
    claim.start === undefined ? MOST_TEXT : Math.min(claim.original_text.length, MOST_TEXT / 2) + BEHIND;
  const own = { start: Math.max(0, at - BEFORE), end: Math.min(length, at + behind) };
  const { start, end } = spans.get(claim.passage) ?? own;
  return new Map(spans).set(claim.passage, {
    start: Math.min(start, own.start),
    end: Math.max(end, own.end),
  });
}

function lengthOf(spans: Spans): number {
  return [...spans.values()].reduce((length, { start, end }) => length + end - start, 0);
}

function isWithin({ start }: ExtractedClaim, span: Span | undefined): boolean {
  return span !== undefined && (start === undefined || (start >= span.start && start < span.end));
}
