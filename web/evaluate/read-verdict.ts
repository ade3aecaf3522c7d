/** Verdicts as files spell them. */
import type { Verdict } from '../api/types.ts';

/** In lower case, with `_` between words: our own names, and those of common data sets. */
const SPELLINGS: Readonly<Record<Verdict, RegExp>> = {
  supported: /^(?:support(?:s|ed)?|true|yes|1|correct|entail(?:s|ed|ment)?)$/,
  refuted: /^(?:refute[sd]?|false|no|0|incorrect|contradict(?:s|ed|ion)?)$/,
  conflicting:
    /^(?:conflict(?:ing|ed)?(?:_evidence)?(?:_cherry_?picking)?|mixed|mixture|disputed|half_true)$/,
  not_enough_evidence:
    /^(?:not_enough_(?:evidence|info(?:rmation)?)|insufficient(?:_evidence|_info(?:rmation)?)?|nei|nee|unverified|unproven|unknown|neutral)$/,
};

const EACH = Object.entries(SPELLINGS) as [Verdict, RegExp][];

/** @returns `undefined` for words that name no verdict. */
export function readVerdict(words: string | undefined): Verdict | undefined {
  const plain = (words ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s\-_/]+/g, '_');
  return EACH.find(([, spelling]) => spelling.test(plain))?.[0];
}

export interface References {
  /** For each row its reference verdict. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** Rows whose words were not understood, from 1. */
  readonly unclear: readonly { readonly row: number; readonly words: string }[];
  /** How many rows have no words. */
  readonly empty: number;
}

/** @param words what each row has in the column of reference verdicts. */
export function readReferences(words: readonly string[]): References {
  const verdicts = words.map(readVerdict);
  const unclear = words.flatMap((each, index) =>
    verdicts[index] === undefined && each.trim() !== '' ? [{ row: index + 1, words: each.trim() }] : [],
  );
  const understood = verdicts.filter((verdict) => verdict !== undefined).length;
  return { verdicts, unclear, empty: words.length - understood - unclear.length };
}
