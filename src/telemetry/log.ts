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

/** Milliseconds that the reader of the log has for its last lines. */
const LAST_LINES = 1_000;

/** Characters held for a log that cannot be written; anything beyond is lost. */
const HELD = 16 * 1024 * 1024;

/**
 * JSON lines. What is logged holds no key and no text of a caller: nothing is logged that is not named in
 * the code, and an error is logged by its class, its code and its stack alone (messages of providers and
 * libraries may quote what they were given).
 */
export function createLog(options: LogOptions): { log: Log; flush(): Promise<void> } {
  const config = {
    level: options.level,
    base: null,
    timestamp: lineTimes(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (options.stream !== undefined) return { log: pino(config, options.stream), flush: async () => {} };
  if (options.pretty) {
    return { log: pino(config, prettyStream({ colorize: true, sync: true })), flush: async () => {} };
  }
  // Lines are gathered for a moment: a write for each would cost more than its request.
  let given = true;
  const out = destination({
    dest: 1,
    sync: false,
    minLength: 8_192,
    maxLength: HELD,
    retryEAGAIN: () => given,
  });
  // A disk that is full, say: the gateway goes on, and what it holds is written as soon as it can be.
  let failing = false;
  out.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (!failing) console.error(`claimgate: the log cannot be written (${code})`);
    failing = true;
  });
  out.on('write', () => {
    failing = false;
  });
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
      // What is not read by now never will be: the exit does not wait for a reader that is gone.
      given = false;
      out.destroy();
    },
  };
}

/** @returns what gives the time as a line holds it: written once for all lines of a millisecond. */
function lineTimes(): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
