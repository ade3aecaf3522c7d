import { setTimeout as delay } from 'node:timers/promises';
import { type DestinationStream, destination } from 'pino';
import { build as prettyStream } from 'pino-pretty';

/** The least urgent first. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

export interface Log {
  /** The least urgent level that is written; `silent` for none. */
  level: string;
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

interface LogLine {
  (fields: Readonly<Record<string, unknown>>, message?: string): void;
  (message: string): void;
}

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard output unless said otherwise. */
  readonly stream?: DestinationStream;
  /** For a person at a terminal rather than for a machine. */
  readonly pretty: boolean;
}

/** Milliseconds that the reader of the log has for its last lines. */
const LAST_LINES = 1_000;

/** Characters of one write, whole lines: what several processes write to one pipe is not mixed up (POSIX, PIPE_BUF). */
const ONE_WRITE = 4_096;

/** Characters held for a log that cannot be written; anything beyond is lost. */
const HELD = 16 * 1024 * 1024;

/**
 * JSON lines. What is logged holds no key and no text of a caller: nothing is logged that is not named in
 * the code, and an error is logged by its class, its code and its stack alone (messages of providers and
 * libraries may quote what they were given).
 */
export function createLog(options: LogOptions): { log: Log; flush(): Promise<void> } {
  const { level, stream } = options;
  if (stream !== undefined) return { log: writeTo(stream, level), flush: async () => {} };
  if (options.pretty) {
    return { log: writeTo(prettyStream({ colorize: true, sync: true }), level), flush: async () => {} };
  }
  let given = true;
  // Lines are gathered for a moment: a write for each would cost more than its request, and sonic-boom counts the
  // bytes that it holds anew with each.
  let held = '';
  const hand = (): void => {
    if (held !== '') out.write(held);
    held = '';
  };
  // Ahead of sonic-boom, which writes at the exit what it holds.
  process.on('exit', hand);
  const out = destination({
    dest: 1,
    sync: false,
    maxWrite: ONE_WRITE,
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
  const write = (line: string): void => {
    if (held.length + line.length > ONE_WRITE) hand();
    held += line;
  };
  const log = writeTo({ write }, level);
  const timer = setInterval(() => {
    hand();
    out.flush();
  }, 200);
  timer.unref();
  return {
    log,
    async flush() {
      clearInterval(timer);
      log.level = 'silent';
      process.off('exit', hand);
      hand();
      const written = new Promise<void>((resolve) => out.flush(() => resolve()));
      await Promise.race([written, delay(LAST_LINES)]);
      // What is not read by now never will be: the exit does not wait for a reader that is gone.
      given = false;
      out.destroy();
    },
  };
}

/** Lines in the form of pino, whose own logger takes several times as long for each as its request can spare. */
function writeTo(stream: DestinationStream, level: string): Log {
  const time = lineTimes();
  const lines = (name: string): LogLine => {
    const urgency = LEVELS.indexOf(name);
    return (first: Readonly<Record<string, unknown>> | string, message?: string): void => {
      // None of the levels is `silent`.
      const least = LEVELS.indexOf(log.level);
      if (least === -1 || urgency < least) return;
      const given = typeof first === 'string' ? {} : first;
      const msg = typeof first === 'string' ? first : message;
      const fields = JSON.stringify(msg === undefined ? given : { ...given, msg });
      const rest = fields === '{}' ? '}' : `,${fields.slice(1)}`;
      stream.write(`{"level":"${name}","time":"${time()}"${rest}\n`);
    };
  };
  const log = {
    level,
    debug: lines('debug'),
    info: lines('info'),
    warn: lines('warn'),
    error: lines('error'),
  };
  return log;
}

/** @returns what gives the time: written once for all lines of a millisecond. */
function lineTimes(): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}
