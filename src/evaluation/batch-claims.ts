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

/** @returns batches that together hold every claim once, in order. */
export function batchClaims({ passages, claims }: Extraction): ClaimBatch[] {
  const total = passages.reduce((length, { text }) => length + text.length, 0);
  const whole = total <= MOST_TEXT;
  const batches: ClaimBatch[] = [];
  let open: number[] = [];
  let spans = new Map<number, Span>();

  const close = (): void => {
    if (open.length === 0) return;
    const own = new Set(open);
    const shown = whole ? passages.map((_passage, index) => [index, undefined] as const) : [...spans];
    const others = claims
      .filter((claim, index) => !own.has(index) && (whole || isWithin(claim, spans.get(claim.passage))))
      .slice(0, MOST_OTHERS)
      .map(({ text }) => text);
    batches.push({
      passages: shown.map(([index, span]) => {
        const { role, text } = passages[index]!;
        return {
          index,
          role,
          text: span === undefined ? text : text.slice(span.start, span.end).toWellFormed(),
        };
      }),
      claims: open,
      others,
    });
    [open, spans] = [[], new Map()];
  };

  for (const [index, claim] of claims.entries()) {
    const length = passages[claim.passage]?.text.length ?? 0;
    const isTooLong = !whole && lengthOf(widen(spans, claim, length)) > MOST_TEXT;
    if (open.length === MOST_CLAIMS || isTooLong) close();
    open.push(index);
    spans = widen(spans, claim, length);
  }
  close();
  return batches;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function widen(spans: ReadonlyMap<number, Span>, claim: ExtractedClaim, length: number): Map<number, Span> {
  const at = claim.start ?? 0;
  const behind =
    claim.start === undefined ? MOST_TEXT : Math.min(claim.original_text.length, MOST_TEXT / 2) + BEHIND;
  const own = { start: Math.max(0, at - BEFORE), end: Math.min(length, at + behind) };
  const known = spans.get(claim.passage);
  const joined =
    known === undefined
      ? own
      : { start: Math.min(known.start, own.start), end: Math.max(known.end, own.end) };
  return new Map(spans).set(claim.passage, joined);
}

function lengthOf(spans: ReadonlyMap<number, Span>): number {
  return [...spans.values()].reduce((length, { start, end }) => length + end - start, 0);
}

function isWithin({ start }: ExtractedClaim, span: Span | undefined): boolean {
  return span !== undefined && (start === undefined || (start >= span.start && start < span.end));
}
