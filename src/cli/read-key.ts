/** Takes a key from a person or a pipe without showing it. It is never an argument: those end up in histories. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiKey } from '../domain/api-key.ts';
import { CommandFailed } from './command-failed.ts';
import { Interrupted, type Terminal } from './terminal.ts';

/**
 * Reads one key: what is typed at a terminal, unseen, or all of what is piped in.
 * @throws CommandFailed where it is none.
 */
export async function readKey(terminal: Pick<Terminal, 'stdin' | 'stderr'>): Promise<ApiKey> {
  const isTyped = terminal.stdin.isTTY === true;
  const given = (isTyped ? await promptHidden(terminal) : await text(terminal.stdin)).trim();
  if (given === '') throw new CommandFailed('No key was given: pipe it in, or run this in a terminal', 2);
  if (/\s/.test(given)) throw new CommandFailed('One key at a time, without spaces', 2);
  const key = ApiKey.parse(given);
  if (key === undefined)
    throw new CommandFailed('Not a valid key: at most 512 characters of printable ASCII', 2);
  return key;
}

/** Reads up to Enter; Ctrl-C and Ctrl-D stop it. What is typed is written nowhere. */
async function promptHidden({ stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>): Promise<string> {
  stderr.write('Key (not shown): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  const stop = new AbortController();
  line.on('SIGINT', () => stop.abort()).on('close', () => stop.abort());
  try {
    return await line.question('', { signal: stop.signal });
  } catch {
    throw new Interrupted();
  } finally {
    line.close();
    stderr.write('\n');
  }
}
