/**
 * Puts retrieved texts into a prompt as data. They stand between two lines that hold a random nonce: nothing
 * inside can close the fence (`fence-line.ts`), and the instructions say that nothing inside is an instruction.
 */
import { fenceLine } from './fence-line.ts';
import type { RetrievedItem } from './sources/source.ts';

export interface Fence {
  /** The line before the evidence. */
  readonly open: string;
  readonly close: string;
  /** The numbered items between the two lines, lines included. */
  readonly text: string;
}

/**
 * @param items numbered from 1, in order.
 * @param nonce random, at least 16 hexadecimal characters.
 */
export function fenceEvidence(items: readonly RetrievedItem[], nonce: string): Fence {
  const open = `<<<EVIDENCE ${nonce}>>>`;
  const close = `<<<END EVIDENCE ${nonce}>>>`;
  const blocks = items.map((item, index) => {
    const about = [item.title, item.source, item.published].filter(
      (part) => part !== undefined && part !== '',
    );
    return `[${index + 1}] ${fenceLine(about.join(' | '), nonce)}\n${fenceLine(item.text, nonce)}`;
  });
  return { open, close, text: [open, ...blocks, close].join('\n') };
}
