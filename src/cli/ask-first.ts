/** Asks before what cannot be undone, where a person sits at the terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param yes whether the answer was given beforehand, by `--yes`.
 * @param unasked what a script does that has nobody to ask: it goes on, or must say `--yes`.
 * @throws CommandFailed where the answer is no, or is missing.
 */
export async function askFirst(
  { stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>,
  question: string,
  yes: boolean,
  unasked: 'go on' | 'refuse',
): Promise<void> {
  if (yes) return;
  if (stdin.isTTY !== true) {
    if (unasked === 'go on') return;
    throw new CommandFailed(`${question} There is no terminal to ask at: add --yes`, 2);
  }
  stderr.write(`${question} [y/N] `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: stdin, output: nowhere });
  const stop = new AbortController();
  line.on('close', () => stop.abort());
  const answer = await line.question('', { signal: stop.signal }).catch(() => '');
  line.close();
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) throw new CommandFailed('Nothing was done');
}
