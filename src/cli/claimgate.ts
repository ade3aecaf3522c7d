/** The command line. Data on stdout, everything else on stderr; exit 0, 1 (failed), 2 (wrong use). */
import { Command, CommanderError } from 'commander';
import { redactSecrets } from '../providers/clean-message.ts';
import { reasonGiven } from '../wiring/explain-end.ts';
import { CommandFailed } from './command-failed.ts';
import { COMMANDS } from './commands.ts';
import { hideValues } from './hide-keys.ts';

const program = new Command('claimgate')
  .description('The claim-checking chat gateway')
  .exitOverride()
  .configureOutput({
    writeOut: (text) => process.stdout.write(text),
    writeErr: (text) => process.stderr.write(text),
  })
  .showHelpAfterError('(add --help for the usage)');

for (const build of COMMANDS) program.addCommand(build().exitOverride());
hideValuesOf(program);

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  reasonGiven();
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (['CommandFailed', 'ConfigError', 'GatewayError'].includes((error as Error).name)) {
    console.error(`claimgate: ${redactSecrets((error as Error).message)}`);
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1;
  } else {
    console.error(redactSecrets((error as Error).stack ?? String(error)));
    process.exitCode = 1;
  }
}

/** Commands do not inherit how errors are written. */
function hideValuesOf(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(hideValues(text)) });
  for (const each of command.commands) hideValuesOf(each);
}
