import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server's process that can be killed, frozen and started again. */
export class ServerProcess {
  readonly #program: string;
  readonly #args: readonly string[];
  readonly #options: SpawnOptions;
  readonly #isUp: () => Promise<boolean>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(program: string, args: readonly string[], options: SpawnOptions, isUp: () => Promise<boolean>) {
    this.#program = program;
    this.#args = args;
    this.#options = options;
    this.#isUp = isUp;
  }

  /** What the process has written so far, to both of its outputs. */
  get output(): string {
    return this.#output;
  }

  /** Starts the process and waits until it answers. */
  async start(): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const child = spawn(this.#program, this.#args, { ...this.#options, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (data: Buffer) => {
          this.#output += data.toString();
        });
      }
      this.#child = child;
      while (child.exitCode === null && child.signalCode === null) {
        if (await this.#isUp()) return;
        await sleep(20);
      }
      // A predecessor that was just killed may still hold the port or a lock.
      await sleep(100);
    }
    throw new Error(`${this.#program} does not start:\n${this.#output.slice(-2000)}`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** The process stops in its tracks: connections stay open and nothing answers. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }
}
