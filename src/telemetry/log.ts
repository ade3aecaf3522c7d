import { setTimeout as delay } from 'node:timers/promises';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { build as prettyStream } from 'pino-pretty';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard output unless said otherwise. */
  readonly stream?: DestinationStream;
  /** For a person at a terminal rather than for a machine. */
  readonly pretty: boolean;
}

/** Milliseconds that whoever reads the log is given for its last lines. */
const LAST_LINES = 1_000;

/**
 * JSON lines. What is logged holds no key and no text of a caller: nothing is logged that is not named in
 * the code, and an error is logged by its class, its code and its stack alone (messages of providers and
 * libraries may quote what they were given).
 */
export function createLog(options: LogOptions): { log: Log; flush(): Promise<void> } {
  const config = {
    level: options.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (options.stream !== undefined) return { log: pino(config, options.stream), flush: async () => {} };
  if (options.pretty) {
    return { log: pino(config, prettyStream({ colorize: true, sync: true })), flush: async () => {} };
  }
  // Lines are gathered for a moment: a write for each would cost more than the request it tells of.
  let given = true;
  const out = destination({ dest: 1, sync: false, minLength: 8_192, retryEAGAIN: () => given });
  const log = pino(config, out);
  const timer = setInterval(() => out.flush(), 200);
  timer.unref();
  return {
    log,
    async flush() {
      clearInterval(timer);
      log.level = 'silent';
      const written = new Promise<void>((resolve) => out.flush(() => resolve()));
      await Promise.race([written, delay(LAST_LINES)]);
      // Whoever has not read them by now never will: the exit may not wait for a reader that is gone.
      given = false;
      out.destroy();
    },
  };
}

/** What may be said of an unexpected error: its class, its code, and where it came from. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const { code } = error as NodeJS.ErrnoException;
  return {
    error: error.name,
    ...(typeof code === 'string' ? { error_code: code } : {}),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
