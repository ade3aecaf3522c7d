/** Runs a command line. Data on stdout, everything else on stderr. */
import { Command, CommanderError } from 'commander';
import { cleanText } from '../corpus/clean-text.ts';
import { redactSecrets } from '../providers/clean-message.ts';
import { reasonGiven } from '../wiring/explain-end.ts';
import { VERSION } from '../wiring/version.ts';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS } from './commands.ts';
import { hideValues } from './hide-keys.ts';
import { setHelpLength, withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';

/** As a shell says it of a process that Ctrl-C has ended: 128 and the signal's number. */
const INTERRUPTED = 130;

const HELP = {
  about: `Every command but start runs by itself: none needs a running server. All of them read the server's
configuration: CLAIMGATE_CONFIG names its file. Data go to stdout, everything else to stderr.
claimgate COMMAND --help shows a command's options, examples and exit codes.`,
  examples: [
    ['claimgate start', 'the page and the API, on http://127.0.0.1:8080'],
    ['claimgate check draft.md', 'the claims of a text, with evidence'],
    ['claimgate check https://example.org/article --model gpt-6-luna', 'with verdicts'],
    ["echo 'The Nile is 6,650 km long.' | claimgate detect"],
  ],
  exitCodes: ['3  check: a verdict of --fail-on was given', '130  Ctrl-C'],
} as const;

/**
 * @returns the exit code: 0, 1 (failed), 2 (wrong use), 3 (`check` found what it was to fail on), 130 (Ctrl-C).
 *   Never rejects.
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  setHelpLength(args);
  const program = new Command('claimgate')
    .description('The claim-checking chat gateway')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help: -h in short, --help in full')
    .helpCommand('help [command]', 'print the help of a command in full')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`${cleanText(hideValues(text))}\n`),
    })
    .showHelpAfterError('(add --help for the usage)');
  withLongHelp(program, HELP);
  try {
    await addCommands(program, args, terminal);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    reasonGiven();
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { name, message, stack } = error as Error;
    if (name === 'Interrupted') {
      stderr.write(`claimgate: ${message}\n`);
      return INTERRUPTED;
    }
    const isExpected = ['CommandFailed', 'ConfigError', 'GatewayError'].includes(name);
    const reason = isExpected ? `claimgate: ${message}` : (stack ?? String(error));
    stderr.write(`${cleanText(redactSecrets(reason))}\n`);
    return error instanceof CommandFailed ? error.exitCode : 1;
  }
}

/** Loads the command that runs; the others are there by their names. */
async function addCommands(program: Command, args: readonly string[], terminal: Terminal): Promise<void> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const wanted = words[0] === 'help' ? words[1] : words[0];
  for (const { name, summary, load } of COMMANDS) {
    if (name !== wanted) program.command(name).description(summary);
    else {
      (await load())(program, terminal);
      program.commands.at(-1)?.summary(summary);
    }
  }
}
