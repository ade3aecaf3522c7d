/**
 * Puts one claim and its evidence into the judge's question as data. Both stand between lines that hold a
 * random word, which no text can know beforehand. An item's text is one line: so no text can look like
 * another item, or like a line of the form around it.
 */
import { fenceLine } from '../fence-line.ts';
import type { RetrievedItem } from '../sources/source.ts';

export interface FencedItem {
  readonly item: RetrievedItem;
  /** The part of its text that is shown. */
  readonly excerpt: string;
}

export interface Block {
  /** Stands alone. */
  readonly claim: string;
  readonly items: readonly FencedItem[];
  /** No further search will be made. */
  readonly final: boolean;
}

const LONGEST_CLAIM = 1_000;
const LONGEST_HEADING = 200;

/**
 * @param claimNumber as the judge is to call the claim.
 * @param firstItem the number of its first item; no two items of a question have the same.
 * @param word random, at least 16 hexadecimal characters, this block's alone.
 */
export function fenceBlock(block: Block, claimNumber: number, firstItem: number, word: string): string {
  const items = block.items.map(({ item, excerpt }, index) => {
    const heading = [item.title, item.source, item.published]
      .filter((part) => part !== undefined && part !== '')
      .join(' | ');
    return `[${firstItem + index}] ${cut(fenceLine(heading, word), LONGEST_HEADING)}\n${fenceLine(excerpt, word)}`;
  });
  return [
    `Claim ${claimNumber}${block.final ? ' (final)' : ''}`,
    `<<<CLAIM ${word}>>>`,
    cut(fenceLine(block.claim, word), LONGEST_CLAIM),
    `<<<END CLAIM ${word}>>>`,
    `<<<EVIDENCE ${word}>>>`,
    ...items,
    `<<<END EVIDENCE ${word}>>>`,
  ].join('\n');
}

/** Half a surrogate pair must not reach the wire. */
function cut(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, units).toWellFormed();
}
