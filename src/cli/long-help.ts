/** Help in two lengths: `-h` has the options, `--help` also what else is to be known, examples and exit codes. */
import type { AddHelpTextContext, Command } from 'commander';

export interface LongHelp {
  /** Paragraphs; what is behind four blanks stays as it is. */
  readonly about?: string;
  /** Command lines, each with what it does, if that is not plain. */
  readonly examples: readonly (readonly [line: string, does?: string])[];
  /** Variables that the command reads, each with its meaning. */
  readonly environment?: readonly (readonly [name: string, meaning: string])[];
  /** What other codes than 0, 1 and 2 mean. */
  readonly exitCodes?: readonly string[];
}

const EXIT_CODES = ['0  it is done', '1  it failed', '2  it was used wrongly'];

/** As many characters as fit a narrow terminal. */
const LINE = /(.{1,79})(?: |$)/g;

/** Whether the long form was asked for; `runCommandLine` says so. */
let isLong = false;

export function setHelpLength(args: readonly string[]): void {
  isLong = args.includes('--help') || args[0] === 'help';
}

/** Adds what the help of a command has more in its long form; of a command with others below it, theirs too. */
export function withLongHelp(
  command: Command,
  { about, examples, environment = [], exitCodes = [] }: LongHelp,
): void {
  const lines = examples.flatMap(([line, does]) => [
    `  ${line}`,
    ...(does === undefined ? [] : [`      ${does}`]),
  ]);
  const codes = [...EXIT_CODES, ...exitCodes];
  const width = Math.max(...codes.map((code) => code.indexOf(' ')));
  const listed = codes.map((code) => `  ${code.padStart(code.length + width - code.indexOf(' '))}`);
  const variables = environment.map(([name, meaning]) => `  ${name.padEnd(20)}${meaning}`);
  const parts = [
    about && wrap(about),
    `Examples:\n${lines.join('\n')}`,
    variables.length > 0 ? `Environment:\n${variables.join('\n')}` : undefined,
    `Exit codes:\n${listed.join('\n')}`,
  ];
  const long = `\n${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
  const isGroup = command.parent !== null && command.commands.length > 0;
  command.addHelpText(isGroup ? 'afterAll' : 'after', (context: AddHelpTextContext) => {
    if (context.error) return '';
    return isLong ? long : '\n--help shows more: examples and exit codes.\n';
  });
}

/** Breaks paragraphs into lines; what is behind four blanks stays as it is. */
function wrap(text: string): string {
  return text
    .split('\n\n')
    .map((part) =>
      part.startsWith('    ') ? part : part.replace(/\s+/g, ' ').replace(LINE, '$1\n').trimEnd(),
    )
    .join('\n\n');
}
