import { type Command, InvalidArgumentError } from 'commander';
import { readWorkers } from '../config/read-workers.ts';

/** `claimgate start`: the server, until a signal stops it. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('start the gateway')
    .option(
      '--workers <count>',
      'processes that serve requests: a number, or auto for one per core',
      parseWorkers,
    )
    .action(async (options: { readonly workers?: number }) => {
      // Until the server listens to it itself: a hang-up while its parts are loaded ends nothing.
      process.on('SIGHUP', () => {});
      // Loaded here alone: no other command needs the server's parts.
      const { run } = await import('../main.ts');
      await run(options);
    });
}

function parseWorkers(text: string): number {
  const workers = readWorkers(/^\d+$/.test(text) ? Number(text) : text);
  if (workers === undefined) throw new InvalidArgumentError('It must be a number from 1 to 256, or auto.');
  return workers;
}
