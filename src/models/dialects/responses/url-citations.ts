/** The sources that an answer rests on, as annotations of its text. */

import type { Citable } from '../../../domain/chat-answer.ts';
import type { Claim, Evidence } from '../../../domain/claim.ts';
import type { UrlCitation } from './wire.ts';

const MARK = /\[(\d{1,3})\]/g;

/**
 * @param text of one part of the answer.
 * @param from where the part begins in the whole answer's text, which claims' offsets count in.
 * @param citable the evidence that marks such as `[1]` name, in the order of their numbers.
 * @param claims of the whole conversation; those of the answer have the role `assistant`.
 * @returns the citations in the order of their places: of each mark, and of each claim the evidence of its verdict.
 */
export function urlCitations(
  text: string,
  from: number,
  citable: readonly Citable[],
  claims: readonly Claim[],
): readonly UrlCitation[] {
  const found: UrlCitation[] = [];
  if (citable.length > 0) {
    for (const { 0: mark, 1: number, index } of text.matchAll(MARK)) {
      const evidence = citable[Number(number) - 1];
      if (evidence !== undefined) found.push(...citation(evidence, index, index + mark.length));
    }
  }
  const marks = found.slice();
  for (const claim of claims) {
    const [start, end] = [claim.start - from, claim.end - from];
    if (claim.role !== 'assistant' || claim.choice_index || start < 0 || end > text.length) continue;
    const named = new Set(marks.filter((mark) => isWithin(mark, start, end)).map(({ url }) => url));
    for (const evidence of deciding(claim)) {
      if (named.has(evidence.url)) continue;
      named.add(evidence.url);
      found.push(...citation(evidence, start, end));
    }
  }
  return found.sort((a, b) => a.start_index - b.start_index || a.end_index - b.end_index);
}

/** What a claim's verdict rests on. */
function deciding({ verdict, evidence = [] }: Claim): readonly Evidence[] {
  if (verdict === undefined) return [];
  return evidence.filter(({ stance }) => stance === 'supports' || stance === 'refutes');
}

/** A mark may stand right behind its sentence. */
function isWithin({ start_index: at }: UrlCitation, start: number, end: number): boolean {
  return at >= start && at <= end + 1;
}

function citation({ url, title }: Citable, start: number, end: number): UrlCitation[] {
  if (!/^https?:\/\//i.test(url)) return [];
  return [{ type: 'url_citation', start_index: start, end_index: end, url, title }];
}
