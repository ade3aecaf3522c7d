/** The server: starts the gateway, and drains it when it is told to stop. */
import { createApp } from './app.ts';
import { buildPageIfNeeded } from './build-page.ts';
import { ConfigError } from './config/config-error.ts';
import { readConfig } from './config/read-config.ts';
import { endProcess, explainEnd } from './explain-end.ts';
import { StoreRefused } from './store/database.ts';
import { describeError } from './telemetry/describe-error.ts';

/** A config that cannot be used ends the process with one line. */
async function run(): Promise<void> {
  try {
    const config = readConfig();
    const app = await createApp(config, { log: { pretty: process.stdout.isTTY === true } });
    const { host, port } = await app.listen();
    let stopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      if (stopping) return;
      stopping = true;
      app.log.info('draining');
      app.drain().then(
        () => endProcess(0, `ended by ${signal}, drained`),
        (error) => endProcess(1, `ended by ${signal}, not drained: ${JSON.stringify(describeError(error))}`),
      );
    };
    // Before the line below: its reader may send a signal at once.
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);

    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    app.log.info({ url, sandbox: config.sandbox }, 'listening');
    console.error(`Claimgate listens on ${url}`);
    void buildPageIfNeeded(app.log);
  } catch (error) {
    endProcess(1, reasonOf(error));
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

explainEnd();
await run();
