/** Runs a command line. Data on stdout, everything else on stderr. */
import { Command, CommanderError } from 'commander';
import { cleanText } from '../corpus/clean-text.ts';
import { redactSecrets } from '../providers/clean-message.ts';
import { reasonGiven } from '../wiring/explain-end.ts';
import { VERSION } from '../wiring/open-providers.ts';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS } from './commands.ts';
import { hideValues } from './hide-keys.ts';
import type { Terminal } from './terminal.ts';

/** @returns the exit code: 0, 1 (failed), 2 (wrong use), 3 (`check` found what it was to fail on). Never rejects. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const program = new Command('claimgate')
    .description('The claim-checking chat gateway')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`${cleanText(hideValues(text))}\n`),
    })
    .showHelpAfterError('(add --help for the usage)');
  for (const add of COMMANDS) add(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    reasonGiven();
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { name, message, stack } = error as Error;
    const isExpected = ['CommandFailed', 'ConfigError', 'GatewayError'].includes(name);
    const reason = isExpected ? `claimgate: ${message}` : (stack ?? String(error));
    stderr.write(`${cleanText(redactSecrets(reason))}\n`);
    return error instanceof CommandFailed ? error.exitCode : 1;
  }
}
