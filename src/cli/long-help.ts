/** Help in two lengths: `-h` has the options, `--help` also what else is to be known, examples and exit codes. */
import type { AddHelpTextContext, Command } from 'commander';

export interface LongHelp {
  /** Paragraphs; what is behind four blanks stays as it is. */
  readonly about?: string;
  /** Command lines, each with what it does, if that is not plain. */
  readonly examples: readonly (readonly [line: string, does?: string])[];
  /** What other codes than 0, 1 and 2 mean. */
  readonly exitCodes?: readonly string[];
}

const EXIT_CODES = ['0  it is done', '1  it failed', '2  it was used wrongly'];

/** Whether the long form was asked for; `runCommandLine` says so. */
let isLong = false;

export function setHelpLength(args: readonly string[]): void {
  isLong = args.includes('--help') || args[0] === 'help';
}

/** @returns the command, whose help has more in its long form. */
export function withLongHelp(command: Command, { about, examples, exitCodes = [] }: LongHelp): Command {
  const width = Math.max(...examples.map(([line, does]) => (does === undefined ? 0 : line.length)));
  const lines = examples.map(
    ([line, does]) => `  ${does === undefined ? line : `${line.padEnd(width)}  # ${does}`}`,
  );
  const codes = [...EXIT_CODES, ...exitCodes].map((code) => `  ${code}`);
  const parts = [about, `Examples:\n${lines.join('\n')}`, `Exit codes:\n${codes.join('\n')}`];
  const long = `\n${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
  return command.addHelpText('after', (context: AddHelpTextContext) => {
    if (context.error) return '';
    return isLong ? long : '\n--help shows more: examples and exit codes.\n';
  });
}
