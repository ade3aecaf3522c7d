/** The claims of checked files that somebody should look at, each with its place: for tools that show them in the file. */
import { type Claim, type FactCheckMetadata, isChecked, type Verdict } from '../../domain/claim.ts';
import { type Pen, writeClaims } from './write-check.ts';

/** A text that was checked. */
export interface CheckedText {
  readonly metadata: FactCheckMetadata;
  /** Its file, relative to where the check runs, or its address; absent for a text from elsewhere. */
  readonly file?: string | undefined;
  /** The text as it stands in the file; absent where the file is no plain text, and so has no lines. */
  readonly lines?: string | undefined;
}

/** How much a verdict matters. */
export type Level = 'error' | 'warning' | 'note';

/** Lines and columns from 1; columns count UTF-16 code units, and the end column is the first one after it. */
export type Region = ReturnType<typeof regionOf>;

export interface Problem {
  readonly verdict: Verdict;
  readonly level: Level;
  /** The claim, its verdict and what it rests on, in several lines of plain text. */
  readonly message: string;
  readonly file?: string | undefined;
  readonly region?: Region | undefined;
}

/** A supported claim is no problem. */
const LEVELS: Readonly<Record<Exclude<Verdict, 'supported'>, Level>> = {
  refuted: 'error',
  conflicting: 'warning',
  not_enough_evidence: 'note',
};

/** @param pen writes the messages: one without colours. */
export function findProblems(texts: readonly CheckedText[], pen: Pen): Problem[] {
  return texts.flatMap(({ metadata, file, lines }) =>
    metadata.claims.flatMap((claim) => {
      const { verdict } = claim;
      if (verdict === undefined || verdict === 'supported' || !isChecked(claim)) return [];
      return {
        verdict,
        level: LEVELS[verdict],
        message: writeClaims({ ...metadata, claims: [claim] }, pen).trimEnd(),
        file,
        region: lines === undefined ? undefined : regionOf(claim, lines),
      };
    }),
  );
}

function regionOf({ start, end }: Pick<Claim, 'start' | 'end'>, text: string) {
  const [from, to] = [placeOf(start, text), placeOf(end, text)];
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

/** A line ends with LF, CR or both. */
function placeOf(offset: number, text: string): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
