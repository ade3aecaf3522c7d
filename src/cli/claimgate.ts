/** The command line's process. */
import { explainFileError } from './command-failed.ts';
import { runCommandLine } from './run-command-line.ts';
import { TERMINAL } from './terminal.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  const { message } = explainFileError('cannot write to standard output', error) as Error;
  process.stderr.write(`claimgate: ${message}\n`);
  process.exit(1);
});
const code = await runCommandLine(process.argv.slice(2), TERMINAL);
// The server sets its own when it ends.
if (code !== 0) process.exitCode = code;
