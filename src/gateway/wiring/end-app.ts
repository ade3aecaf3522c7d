/** How a process of the gateway ends: answers that are under way are finished, then everything is closed. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/read-config.ts';
import type { App } from './gateway.ts';
import type { OpenServer } from './open-server.ts';

/** Milliseconds in which those whose requests are cut short are still sent why. */
const LAST_WORDS = 1_000;

/** A part that is closed at the end. */
interface Closing {
  close(): void | Promise<void>;
}

interface EndingOptions {
  readonly times: Pick<Config['server'], 'drainDelay' | 'drainTimeout' | 'keepAlive'>;
  /** Resolves once this process has got its last connection; absent where it is the whole gateway. */
  readonly leave?: (() => Promise<void>) | undefined;
  /** What goes on when no request is open any more. @param milliseconds that it may take. */
  readonly finishWork: (milliseconds: number) => Promise<void>;
  /** What is closed then, one group after another: each may need those behind it. */
  readonly closed: readonly (readonly (Closing | undefined)[])[];
}

/** @returns what ends the process, as `App` says. */
export function createEnding(open: OpenServer, options: EndingOptions): Pick<App, 'drain' | 'retire'> {
  const { server, draining, openRequests } = open;
  const { drainDelay, drainTimeout, keepAlive } = options.times;
  const endOnce = async (hurry: AbortSignal | undefined): Promise<void> => {
    draining.refuse();
    const drainUntil = performance.now() + drainTimeout;
    await draining.settled(drainTimeout, hurry);
    openRequests.abortAll();
    await draining.settled(LAST_WORDS);
    if (options.leave !== undefined) {
      await options.leave().catch(() => {});
      // Those that came before are answered.
      await draining.emptied(LAST_WORDS, hurry);
    }
    await options.finishWork(hurry?.aborted === true ? 0 : Math.max(0, drainUntil - performance.now()));
    // What is still open then is no request that could be answered.
    const cut = setTimeout(() => server.server.closeAllConnections(), LAST_WORDS);
    await server.close();
    clearTimeout(cut);
    for (const group of options.closed) await Promise.all(group.map((part) => part?.close()));
  };
  let ended: Promise<void> | undefined;
  const end = (hurry: AbortSignal | undefined): Promise<void> => {
    ended ??= endOnce(hurry);
    return ended;
  };
  return {
    async drain({ hurry, delay: accepting = drainDelay } = {}) {
      draining.announce();
      if (accepting > 0) await delay(accepting, undefined, { signal: hurry }).catch(() => {});
      await end(hurry);
    },
    async retire(hurry) {
      draining.announce();
      await draining.emptied(Math.max(drainTimeout, keepAlive + 1_000), hurry);
      await end(hurry);
    },
  };
}
