/** Runs a command line. Data on stdout, everything else on stderr. */
import { Command, CommanderError } from 'commander';
import type { GatewayError } from '../domain/errors.ts';
import { cleanText } from '../engine/corpus/clean-text.ts';
import { reasonGiven } from '../gateway/wiring/explain-end.ts';
import { VERSION } from '../gateway/wiring/version.ts';
import { redactSecrets } from '../models/dialects/clean-message.ts';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS } from './commands.ts';
import { hideValues } from './hide-keys.ts';
import { setHelpLength, withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';

/** As a shell says it of a process that Ctrl-C has ended: 128 and the signal's number. */
const INTERRUPTED = 130;

const HELP = {
  about: `Every command but start runs by itself: none needs a running server. Data go to stdout, everything else to stderr.
claimgate COMMAND --help shows a command's options, examples and exit codes.`,
  examples: [
    ['claimgate start', 'the page and the API, on http://127.0.0.1:8080'],
    ['claimgate check draft.md', 'the claims of a text, with evidence'],
    ['claimgate check https://example.org/article --model gpt-6-luna', 'with verdicts'],
    ["echo 'The Nile is 6,650 km long.' | claimgate detect"],
  ],
  environment: [
    ['CLAIMGATE_CONFIG', 'configuration file, the same as the server’s'],
    ['CLAIMGATE_DATA_DIR', 'folder of the SQLite database'],
    ['DATABASE_URL', 'PostgreSQL database, used instead'],
    ['CLAIMGATE_CORPUS_URL', 'PostgreSQL database of the corpus alone'],
    ['CLAIMGATE_API_KEY', 'key for --model; else the provider’s own, such as OPENAI_API_KEY'],
    ['NO_COLOR', 'no colours; FORCE_COLOR or CLICOLOR_FORCE=1: colours in a pipe too'],
  ],
  exitCodes: ['3  check: a verdict of --fail-on was given', '130  Ctrl-C'],
} as const;

/**
 * @returns the exit code: 0, 1 (failed), 2 (wrong use), 3 (`check` found what it was to fail on), 130 (Ctrl-C).
 *   Never rejects.
 */
export async function runCommandLine(given: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const args = restate(given);
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
      outputError: (text, write) =>
        write(`${cleanText(hideValues(text)).replace(/^error:/, 'claimgate:')}\n`),
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
    const { advised = message } = error as Partial<GatewayError>;
    const reason = isExpected ? `claimgate: ${advised}` : (stack ?? String(error));
    stderr.write(`${cleanText(redactSecrets(reason))}\n`);
    return error instanceof CommandFailed ? error.exitCode : 1;
  }
}

/** `help corpus add` is `corpus add --help`. A command that there is not is refused, where its help is asked for too. */
function restate(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  const line = first === 'help' && rest.length > 0 ? [...rest, '--help'] : args;
  const isKnown = COMMANDS.some(({ name }) => name === line[0]);
  const asksForHelp = line.some((arg) => arg === '-h' || arg === '--help');
  return asksForHelp && !isKnown && /^[^-]/.test(line[0]!) ? line.slice(0, 1) : line;
}

/** Loads the command that runs; the others are there by their names. */
async function addCommands(program: Command, args: readonly string[], terminal: Terminal): Promise<void> {
  const wanted = args.find((arg) => !arg.startsWith('-'));
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary);
    if (name === wanted) (await load())(command, terminal);
  }
}
