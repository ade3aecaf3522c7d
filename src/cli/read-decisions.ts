/** Decisions on claims for the corpus: ClaimReview files and feeds, and reports that a person has decided in. */
import { decodeText } from '../documents/decode-text.ts';
import { DocumentFault, LIMITS, toDecision } from '../engine/corpus/read-document.ts';
import { readClaimReviews } from '../engine/factcheck/reviews/read-claim-reviews.ts';
import { CommandFailed } from './command-failed.ts';
import type { CorpusEntry, CorpusInputOptions } from './corpus-inputs.ts';
import { isLink, readAll, withLinks } from './open-input.ts';

/** A feed of years: larger ones are to be divided. */
const FILE_LIMITS = { bytes: 200 * 1024 ** 2, text: LIMITS.text * 20 };

/**
 * @param from a file, an address of the web, or `-`.
 * @param author who decided, where the file does not say.
 * @throws CommandFailed where it cannot be read at all, or holds no decision; the signal's reason.
 */
export async function* readDecisions(
  from: string,
  { documents, stdin, signal }: Omit<CorpusInputOptions, 'columns'>,
  author: string | undefined,
): AsyncGenerator<CorpusEntry> {
  const bytes = isLink(from)
    ? (await withLinks(documents).fetchLink(from, signal)).bytes
    : await readAll(from, stdin, FILE_LIMITS);
  const decisions = readClaimReviews(parse(from, decodeText(bytes, undefined, true)), author);
  if (decisions.length === 0) {
    throw new CommandFailed(`${from}: holds no ClaimReview, and no report that a person has decided in`);
  }
  for (const [at, decision] of decisions.entries()) {
    const place = `${from}:${at + 1}`;
    try {
      yield { document: toDecision({ ...decision }) };
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      const hint = error.field === 'review.author' ? '; say who decided with --author' : '';
      yield { fault: `${error.message}${hint}`, place, what: 'document' };
    }
  }
}

function parse(from: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailed(`${from}: is not JSON`);
  }
}
