/** The command line's process. */
import { runCommandLine } from './run-command-line.ts';
import { TERMINAL } from './terminal.ts';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
const code = await runCommandLine(process.argv.slice(2), TERMINAL);
// The server sets its own when it ends.
if (code !== 0) process.exitCode = code;
