/** A worker's process: serves the connections that the primary hands to it, until the primary ends it. */

import { scoreLanguages } from '../engine/text/language-library.ts';
import { createAcceptedKeys } from './admission/accepted-keys.ts';
import type { CallerId } from './admission/caller-id.ts';
import { createApp } from './app.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config/read-config.ts';
import { type SentConfig, unpackConfig } from './config/send-config.ts';
import type { AdminRequest } from './http/admin/admin-server.ts';
import { StoreRefused } from './store/database.ts';
import { explainEnd, reasonGiven } from './wiring/explain-end.ts';
import type { App, AppOptions } from './wiring/gateway.ts';
import type { PrimaryHandlers } from './wiring/lend-parts.ts';
import { createCalls, type Handlers } from './workers/calls.ts';
import { askForCounts, askForLimits } from './workers/share-counts.ts';
import { askForPlaces } from './workers/share-places.ts';
import { takeConnections } from './workers/take-connections.ts';
import type { FromWorker, ToWorker } from './workers/worker-process.ts';

/** What a worker is sent first. */
export interface WorkerStart {
  readonly config: SentConfig;
  /** Whether only this machine can connect. */
  readonly onLoopback: boolean;
  readonly options: Omit<AppOptions, 'shared'>;
}

/** What a worker answers its primary. */
export type WorkerHandlers = ReturnType<typeof answersOf>;

explainEnd();
// A terminal sends its signals to all processes at once: the primary says what they mean.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

const send = (message: FromWorker): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

process.once('message', async (message: ToWorker) => {
  if (!('start' in message)) throw new Error('A worker is told first how to start');
  try {
    await serve(message.start as WorkerStart);
    send({ ready: true });
    // Now, rather than while somebody waits for an answer.
    setImmediate(scoreLanguages, '');
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreRefused)) throw error;
    send({ refused: error.message });
    end(1);
  }
});

async function serve({ config: sent, onLoopback, options }: WorkerStart): Promise<void> {
  const config = unpackConfig(sent);
  const { now = Date.now } = options;
  const handlers: Record<string, Handlers[string]> = {};
  const calls = createCalls<PrimaryHandlers>(send, handlers);
  // What waits for the primary waits no longer when it is gone, while this process starts too.
  process.once('disconnect', () => calls.close());
  const known = createAcceptedKeys({ now });
  const connections = takeConnections(
    () => app.server.server,
    (id) => calls.tell.connectionClosed(id),
    (id, words) => calls.tell.setLastWords(id, words),
  );
  process.on('message', (message: ToWorker, socket?: Parameters<typeof connections.take>[1]) => {
    if (Array.isArray(message)) calls.receive(message);
    else if ('connection' in message) connections.take(message.connection, socket);
  });
  const app: App = await createApp(config, {
    ...options,
    shared: {
      counts: askForCounts(calls, known),
      limits: askForLimits(calls),
      writer: {
        run: calls.call.write,
        begin: calls.call.beginTransaction,
        end: calls.call.endTransaction,
      },
      places: askForPlaces(placesAtOnce(config), calls.call.grantPlaces, calls.tell.givePlacesBack),
      shelf: { get: calls.call.getText, set: calls.call.setText, close: async () => {} },
      tellOthers: {
        reached: calls.tell.reached,
        searched: calls.tell.searched,
        keysChanged: calls.call.keysChanged,
      },
      status: {
        '/health': () => calls.call.statusOf('/health'),
        '/ready': () => calls.call.statusOf('/ready'),
        '/metrics': () => calls.call.statusOf('/metrics'),
      },
      lastHours: calls.call.lastHours,
      lastWords: connections,
      leave: calls.call.leave,
      onLoopback,
    },
  });
  await app.server.ready();
  // It listens to nobody, and still watches over its connections' times.
  app.server.server.emit('listening');
  const metrics = () => app.metrics.registry.getMetricsAsJSON();
  const endWell = async (): Promise<never> => {
    // What it counted outlives it.
    await calls.call.keepMetrics(await metrics()).catch(() => {});
    return end(0);
  };
  Object.assign(
    handlers,
    answersOf(app, (caller) => known.record(caller), endWell),
  );

  process.on('SIGTERM', () => calls.tell.replaceMe());
  // The primary is gone: answers that are under way are finished, if the counts are not needed for it.
  const endAlone = (): void => {
    calls.close();
    void app.drain({ delay: 0 }).then(endWell);
  };
  if (process.connected) process.on('disconnect', endAlone);
  else endAlone();
}

/** How many places a worker keeps beyond those that it needs, so that few are out of the others' reach. */
function placesAtOnce({ server, workers }: Config): number {
  return Math.floor(server.maxOpenRequests / (32 * workers));
}

function answersOf(app: App, accepted: (caller: CallerId) => void, endWell: () => Promise<never>) {
  const hurry = new AbortController();
  return {
    ping: (): void => {},
    reload: (sent: SentConfig): void => app.reload(unpackConfig(sent)),
    isReady: () => app.isReady(),
    checks: () => app.checks(),
    administer: (request: AdminRequest) => app.administer(request),
    metrics: () => app.metrics.registry.getMetricsAsJSON(),
    drain: (): void => void app.drain({ hurry: hurry.signal }).then(endWell),
    retire: (): void => void app.retire(hurry.signal).then(endWell),
    hurry: (): void => hurry.abort(),
    accepted,
    reached: app.heard.reached,
    searched: app.heard.searched,
    keysChanged: app.heard.keysChanged,
  };
}

function end(code: number): never {
  reasonGiven();
  process.exit(code);
}
