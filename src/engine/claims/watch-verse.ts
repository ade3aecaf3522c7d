/**
 * Verse outside of code: lines that break off before their sentence ends. What such lines seem to claim is
 * held back until the lines after them have shown whether they are verse.
 */
import type { Sentence } from '../text/scan-sentences.ts';

/** Lines of verse are shorter. Units. */
const LONGEST_LINE = 64;
/** So many lines that break off, and one more, are verse. */
const BROKEN_LINES = 2;

const FULL_STOP = /[.!?…。！？؟।:][“”"'’»)\]*_]*$/u;
/** Figures, addresses, labels and columns are found in lists, headlines and tables, not in verse. */
const PROSAIC = /[\d@|=<>{}\t]|:\/\/|[,;]\S| {3}|^[^,]{1,30}: /;

function isLined(text: string): boolean {
  return text.length <= LONGEST_LINE && !PROSAIC.test(text);
}

export function openVerseWatch<Claim>() {
  const held: Claim[] = [];
  let paragraph = -1;
  let line = -1;
  let broken = 0;
  let verse = false;

  /** No more sentences come: adds what was held back. */
  function release(into: Claim[]): void {
    into.push(...held);
    held.length = 0;
  }

  return {
    /** Takes the next sentence and its claim; adds to `into` what is now known not to be verse, in order. */
    pass(sentence: Sentence, text: string, claim: Claim | undefined, into: Claim[]): void {
      if (sentence.kind !== 'prose') {
        release(into);
        broken = 0;
        if (claim !== undefined) into.push(claim);
        return;
      }
      if (sentence.paragraph !== paragraph) {
        paragraph = sentence.paragraph;
        verse = false;
        broken = 0;
        release(into);
      }
      const newLine = sentence.line !== line;
      line = sentence.line;
      const breaksOff = newLine && !text.endsWith('.') && !FULL_STOP.test(text);
      const lined = (verse || breaksOff || broken >= BROKEN_LINES) && isLined(text);
      if (!verse && newLine && broken >= BROKEN_LINES && lined) {
        verse = true;
        held.length = 0;
      }
      if (verse && (lined || !newLine)) return;
      if (lined && breaksOff) {
        broken++;
        if (claim !== undefined) held.push(claim);
        return;
      }
      broken = 0;
      verse = false;
      release(into);
      if (claim !== undefined) into.push(claim);
    },
    release,
  };
}
