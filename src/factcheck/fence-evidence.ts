/**
 * Puts retrieved texts into a prompt as data. They stand between two lines that hold a random nonce, which
 * no text can know beforehand, and which is taken out of the texts all the same: nothing inside can close
 * the fence, and the instructions say that nothing inside is an instruction.
 */
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
    return `[${index + 1}] ${defuse(about.join(' | '), nonce).replace(/\s+/g, ' ')}\n${defuse(item.text, nonce)}`;
  });
  return { open, close, text: [open, ...blocks, close].join('\n') };
}

/** Takes out what could look like a fence, or change how the text is read. */
function defuse(text: string, nonce: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .replaceAll(nonce, '')
    .replace(/<{3,}|>{3,}/g, (angles) => angles[0] as string)
    .trim();
}
