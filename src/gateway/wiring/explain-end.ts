/**
 * The server's process never ends without a line on standard error that says why. Of an unexpected error
 * the line has the class, the code and the place: a message may quote a key. Imports next to nothing, so
 * that bin/claimgate.js can call it before all else.
 */
import { writeSync } from 'node:fs';
import { describeError } from '../telemetry/describe-error.ts';

/** Those that end a process unless it listens for them. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGXCPU'] as const;
/** Node.js ends with this code where the program still waits, but for nothing that can come. */
const NOTHING_LEFT = 13;

let installed = false;
let explained = false;

/** Watches for every end that JavaScript can see. A crash of Node.js itself is reported by what started it. */
export function explainEnd(): void {
  if (installed) return;
  installed = true;
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  process.on('uncaughtException', (error) => {
    endProcess(1, `ended by an unexpected error: ${JSON.stringify(describeError(error))}`);
  });
  process.on('exit', (code) => {
    if (explained) return;
    const why = code === NOTHING_LEFT ? 'nothing was left to wait for' : 'no reason was given';
    writeLine(`ended with exit code ${code}: ${why}`);
  });
}

/** To be called once it was written why the process ends. */
export function reasonGiven(): void {
  explained = true;
}

/** Ends the process with one line on standard error. */
export function endProcess(code: number, reason: string): never {
  reasonGiven();
  writeLine(reason);
  process.exit(code);
}

/** Does as the signal would have done, unless somebody else listens for it. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  reasonGiven();
  writeLine(`ended by ${signal}`);
  process.off(signal, endBySignal);
  process.kill(process.pid, signal);
}

/** Written at once: what is written in the ordinary way may be lost at the exit. */
function writeLine(line: string): void {
  const text = `claimgate: ${line}\n`;
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeSync(2, text);
      return;
    } catch (error) {
      // Nobody reads, and nobody will.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
