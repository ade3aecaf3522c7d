import type { Command } from 'commander';

/** `claimgate start`: the server, until a signal stops it. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('start the gateway')
    .action(async () => {
      // Until the server listens to it itself: a hang-up while its parts are loaded ends nothing.
      process.on('SIGHUP', () => {});
      // Loaded here alone: no other command needs the server's parts.
      await import('../main.ts');
    });
}
