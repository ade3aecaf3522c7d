/** The server: starts the gateway, and does what signals ask of it. */
import { closeSync, openSync } from 'node:fs';
import { scoreLanguages } from '../engine/text/language-library.ts';
import { createApp } from './app.ts';
import { ConfigError } from './config/config-error.ts';
import { type Config, readConfig } from './config/read-config.ts';
import { StoreRefused } from './store/database.ts';
import { describeError } from './telemetry/describe-error.ts';
import { buildPageIfNeeded } from './wiring/build-page.ts';
import { endProcess, explainEnd } from './wiring/explain-end.ts';
import type { Gateway } from './wiring/gateway.ts';
import { holdDataDir } from './wiring/hold-data-dir.ts';
import { describeUnknownVariables } from './wiring/unknown-variables.ts';

/** Milliseconds within which two signals are one: a terminal and npm send each of their own. */
const SAME_SIGNAL = 1_000;
/** Milliseconds for everything that is left after the second signal. */
const LAST_MOMENT = 3_000;

const NOT_ALONE =
  'another gateway runs on the same data directory, and the two count requests apart: a caller gets the limits of its plan ' +
  'from each. Use workers, or set REDIS_URL for both';

/** Whether nothing but the data directory is shared with other gateways. */
const countsByItself = ({ redisUrl, databaseUrl }: Config): boolean =>
  redisUrl === undefined && databaseUrl === undefined;

/**
 * Runs until a signal ends it. A config that cannot be used ends the process with one line.
 * @param overrides what the command line says, which wins over the config file.
 */
export async function run(overrides: Partial<Config> = {}): Promise<void> {
  const read = (): Config => ({ ...readConfig(), ...overrides });
  const inTerminal = process.stdout.isTTY === true;
  let hungUp = false;
  let onHangUp = (): void => {
    hungUp = true;
  };
  // Before anything else: a signal without a listener ends the process.
  process.on('SIGHUP', () => onHangUp());
  try {
    explainEnd();
    const config = read();
    const options = { log: { pretty: inTerminal } };
    // One process needs none of what several share.
    const app: Gateway =
      config.workers === 1
        ? await createApp(config, options)
        : await (await import('./supervisor.ts')).createSupervisor(config, options);
    const { host, port } = await app.listen();
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const end = endOnSignals(app);
    onHangUp = () => {
      // A terminal that is closed hangs up as well.
      if (inTerminal && !hasTerminal()) end('SIGHUP');
      else void reload(app, read);
    };
    if (hungUp) onHangUp();
    app.log.info({ url, sandbox: config.sandbox, workers: config.workers }, 'listening');
    for (const line of describeUnknownVariables(config)) app.log.warn(line);
    if (countsByItself(config) && !holdDataDir(config.dataDir)) app.log.warn(NOT_ALONE);
    console.error(`Claimgate listens on ${url}`);
    void buildPageIfNeeded(app.log);
    // Now, rather than while somebody waits for an answer.
    if (config.workers === 1) setImmediate(scoreLanguages, '');
  } catch (error) {
    endProcess(1, reasonOf(error));
  }
}

/** SIGHUP: a config that cannot be used changes nothing. */
async function reload(app: Gateway, read: () => Config): Promise<void> {
  try {
    await app.reload(read());
  } catch (error) {
    if (error instanceof ConfigError) app.log.error(`the config is kept as it was: ${error.message}`);
    else app.log.error(describeError(error), 'the config is kept as it was');
  }
}

/** Whether the terminal that the process was started in, if any, is still there. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/**
 * SIGTERM and SIGINT: the first one drains, a second one waits for nothing.
 * @returns what the signals do.
 */
function endOnSignals(app: Gateway): (signal: NodeJS.Signals) => void {
  const hurry = new AbortController();
  let first: number | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (first === undefined) {
      first = performance.now();
      app.log.info('draining');
      app.drain({ hurry: hurry.signal }).then(
        () => endProcess(0, `ended by ${signal}, drained`),
        (error) => endProcess(1, `ended by ${signal}, not drained: ${JSON.stringify(describeError(error))}`),
      );
    } else if (performance.now() - first > SAME_SIGNAL && !hurry.signal.aborted) {
      app.log.warn('ending at once');
      hurry.abort();
      setTimeout(() => endProcess(1, `ended by ${signal}, not drained`), LAST_MOMENT).unref();
    }
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return end;
}

function reasonOf(error: unknown): string {
  const { code, message, stack, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) return message;
  if (error instanceof StoreRefused) {
    return /^CLAIMGATE_/.test(message) ? message : `CLAIMGATE_DATA_DIR, DATABASE_URL: ${message}`;
  }
  if (code === 'EADDRINUSE') return 'PORT: the port is in use already';
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST, PORT: cannot listen there (${code})`;
  return stack ?? message;
}

// The command line runs it itself.
if (process.argv[1] === import.meta.filename) await run();
