/** One line on a terminal that says how far a command is, below everything else that is written there. */
import type { Terminal } from './terminal.ts';

/** Erases from the cursor to the end of the line. */
const ERASE = '\u001b[K';

export type StatusLine = ReturnType<typeof openStatusLine>;

export function openStatusLine(output: Terminal['stderr']) {
  const isTTY = output.isTTY === true;
  let shown = '';
  const erase = (): void => {
    if (shown !== '') output.write(`\r${ERASE}`);
  };
  return {
    /** Takes the place of what was shown; on a terminal only. */
    show(text: string): void {
      if (!isTTY || text === shown) return;
      output.write(`\r${text}${ERASE}`);
      shown = text;
    },
    /** For whole lines beside it: they never stand on the same line. */
    stderr: {
      isTTY,
      write(text: string): void {
        if (text === '') return;
        erase();
        output.write(text);
        if (shown !== '' && text.endsWith('\n')) output.write(shown);
      },
    },
    /** @param keep whether what was shown stays. */
    end({ keep = false } = {}): void {
      if (keep && shown !== '') output.write('\n');
      else erase();
      shown = '';
    },
  };
}
