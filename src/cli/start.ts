import { type Command, InvalidArgumentError } from 'commander';
import { readWorkers } from '../gateway/config/read-workers.ts';
import { withLongHelp } from './long-help.ts';

/** `claimgate start`: the server, until a signal stops it. */
export function addStartCommand(command: Command): void {
  command
    .option(
      '--workers <count>',
      'processes that serve requests: a number, or auto for one per core',
      parseWorkers,
    )
    .action(async (options: { readonly workers?: number }) => {
      // Until the server listens to it itself: a hang-up while its parts are loaded ends nothing.
      process.on('SIGHUP', () => {});
      // Loaded here alone: no other command needs the server's parts.
      const { run } = await import('../gateway/main.ts');
      await run(options);
    });
  withLongHelp(command, {
    about: `Serves the page and the API on http://127.0.0.1:8080 until Ctrl-C or SIGTERM, and finishes what is open first. HOST, PORT,
CLAIMGATE_CONFIG, CLAIMGATE_DATA_DIR, CLAIMGATE_SECRET, DATABASE_URL, REDIS_URL and LOG_LEVEL configure it:
docs/operating.md. SIGHUP reads plans, catalogue and log level anew.`,
    examples: [
      ['claimgate start'],
      ['PORT=9000 CLAIMGATE_CONFIG=claimgate.yaml claimgate start --workers auto'],
      ['CLAIMGATE_SANDBOX=all claimgate start', 'every model is simulated'],
    ],
  });
}

function parseWorkers(text: string): number {
  const workers = readWorkers(/^\d+$/.test(text) ? Number(text) : text);
  if (workers === undefined) throw new InvalidArgumentError('It must be a number from 1 to 256, or auto.');
  return workers;
}
