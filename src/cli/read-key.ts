/** Takes a key from a person or a pipe without showing it. It is never an argument: those end up in histories. */
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';
import { ApiKey } from '../domain/api-key.ts';
import { CommandFailed } from './command-failed.ts';

export interface KeyInput {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: false });
  /** Where the prompt goes: not among the data. */
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Reads one key: what is typed at a terminal, unseen, or all of what is piped in.
 * @throws CommandFailed where it is none.
 */
export async function readKey(input: KeyInput): Promise<ApiKey> {
  const typed =
    input.stdin.isTTY === true ? await promptHidden(input.stdin as ReadStream, input.stderr) : undefined;
  const given = (typed ?? (await text(input.stdin))).trim();
  if (given === '') throw new CommandFailed('No key was given: pipe it in, or run this at a terminal', 2);
  if (/\s/.test(given)) throw new CommandFailed('One key at a time, without blanks', 2);
  const key = ApiKey.parse(given);
  if (key === undefined)
    throw new CommandFailed('That is no key: at most 512 characters of printable ASCII', 2);
  return key;
}

async function promptHidden(stdin: ReadStream, stderr: NodeJS.WritableStream): Promise<string> {
  stderr.write('Key (not shown): ');
  stdin.setRawMode(true);
  try {
    return await readLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** Reads up to Enter, in raw mode: so Ctrl-C, Ctrl-D and the delete keys come as characters. */
function readLine(stdin: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = '';
    const end = (settle: () => void) => {
      stdin.off('data', onData);
      settle();
    };
    const onData = (data: Buffer) => {
      for (const character of data.toString()) {
        if (character === '\r' || character === '\n' || character === '\u0004')
          return end(() => resolve(line));
        if (character === '\u0003') return end(() => reject(new CommandFailed('Stopped')));
        if (character === '\u007f' || character === '\b') line = line.slice(0, -1);
        else line += character;
      }
    };
    stdin.on('data', onData);
    stdin.resume();
  });
}
