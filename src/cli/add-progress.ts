/** Says how far adding to the corpus is: a bar on a terminal, else a line now and then. */
import { statSync } from 'node:fs';
import { count } from './count.ts';
import { isLink } from './open-input.ts';
import type { StatusLine } from './status-line.ts';

/** Characters of the bar. */
const BAR = 20;
/** Documents between two lines where there is no terminal. */
const LINE_EACH = 50_000;
/** Milliseconds after which a rate says something. */
const SETTLED = 2_000;

/**
 * @param inputs what is read, in order. Progress is measured in bytes where all of them are files, else in inputs.
 * @param now Unix milliseconds.
 */
export function openAddProgress(status: StatusLine, inputs: readonly string[], now: () => number) {
  const sizes = inputs.map((from) => (from === '-' || isLink(from) ? 0 : sizeOf(from)));
  const all = sizes.includes(0) ? inputs.length : sizes.reduce((sum, size) => sum + size, 0);
  const byBytes = all !== inputs.length;
  const isKnown = byBytes || inputs.length > 1;
  const began = now();
  let [behind, read, documents, said] = [0, 0, 0, 0];
  const show = (name: string): void => {
    const done = byBytes ? Math.min(all, behind + read) : behind;
    const share = all === 0 ? 0 : done / all;
    const text = `${name}: ${count(documents, 'document')}`;
    if (!status.stderr.isTTY) {
      if (documents - said < LINE_EACH) return;
      said = documents;
      status.stderr.write(isKnown ? `${text}, ${Math.floor(share * 100)} %\n` : `${text}\n`);
      return;
    }
    const full = Math.round(share * BAR);
    const bar = isKnown ? `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(share * 100)} %  ` : '';
    status.show(`${bar}${text}${rateOf(now() - began, documents, isKnown ? share : 0)}`);
  };
  return {
    /** @param name of the input that is being read. @param added documents that were looked at since the last call. */
    show(name: string, added = 0): void {
      documents += added;
      show(name);
    },
    /** Bytes of the input have been read. */
    read(bytes: number): void {
      read += bytes;
    },
    /** An input has been read to its end. */
    next(index: number): void {
      behind += byBytes ? sizes[index]! : 1;
      read = 0;
    },
  };
}

/** What cannot be read says so when it is opened. @returns bytes. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function rateOf(elapsed: number, documents: number, share: number): string {
  if (elapsed < SETTLED || documents === 0) return '';
  const rate = `, ${Math.round((documents * 1_000) / elapsed).toLocaleString('en')} a second`;
  return share === 0 ? rate : `${rate}, ${describeTime((elapsed * (1 - share)) / share)} left`;
}

/** @param milliseconds at least 0. @returns such as `40 s` and `3 min`. */
export function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
