/** The server: starts the gateway, and drains it when it is told to stop. */
import { createApp } from './app.ts';
import { buildPageIfNeeded } from './build-page.ts';
import { ConfigError } from './config/config-error.ts';
import { readConfig } from './config/read-config.ts';
import { StoreRefused } from './store/database.ts';

/** A config that cannot be used ends the process with one line. */
async function run(): Promise<void> {
  try {
    const config = readConfig();
    const app = await createApp(config, { log: { pretty: process.stdout.isTTY === true } });
    const { host, port } = await app.listen();
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    app.log.info({ url, sandbox: config.sandbox }, 'listening');
    console.error(`Claimgate listens on ${url}`);
    void buildPageIfNeeded(app.log);

    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      app.log.info('draining');
      app.drain().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  } catch (error) {
    console.error(`claimgate: ${reasonOf(error)}`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  const { code, message, stack, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) return message;
  if (error instanceof StoreRefused) return `CLAIMGATE_DATA_DIR, DATABASE_URL: ${message}`;
  if (code === 'EADDRINUSE') return 'PORT: the port is in use already';
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST, PORT: cannot listen there (${code})`;
  return stack ?? message;
}

await run();
