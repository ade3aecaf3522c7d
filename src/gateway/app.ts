/** The composition root: puts all parts together, and hands in the time of day, ids and randomness. */
import { performance } from 'node:perf_hooks';
import { readStarterEntries } from '../engine/factcheck/sources/starter/read-entries.ts';
import type { Config } from './config/read-config.ts';
import { createEnding } from './wiring/end-app.ts';
import type { App, AppOptions } from './wiring/gateway.ts';
import { openAdminApi } from './wiring/open-admin-api.ts';
import { openCallers } from './wiring/open-callers.ts';
import { openChats } from './wiring/open-chats.ts';
import { openDocuments } from './wiring/open-documents.ts';
import { openEngine } from './wiring/open-engine.ts';
import { openEvaluations } from './wiring/open-evaluations.ts';
import { openEvidence, watchSources } from './wiring/open-evidence.ts';
import { openJudge } from './wiring/open-judge.ts';
import { createListeners } from './wiring/open-listeners.ts';
import { openProviders } from './wiring/open-providers.ts';
import { openResponses } from './wiring/open-responses.ts';
import { openServer } from './wiring/open-server.ts';
import { openRedisShelf } from './wiring/open-shelf.ts';
import { openState } from './wiring/open-state.ts';
import { openStatus } from './wiring/open-status.ts';
import { openTelemetry } from './wiring/open-telemetry.ts';
import { createReload } from './wiring/reload-app.ts';
import { serveEndpoints } from './wiring/serve-endpoints.ts';

/** @throws ConfigError where the config cannot be used. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = Date.now, shared } = options;
  const began = performance.now();
  const telemetry = await openTelemetry(config, options.log, now);
  const { log, metrics, tracing } = telemetry;

  // What reaches models, what is remembered, and who may call.
  const judge =
    options.judge ??
    openJudge(config, (why) => log.error({ why }, "the gateway's own judge cannot be loaded"));
  const onReached = shared?.tellOthers.reached;
  const providers = await openProviders(config, {
    judge,
    onReached,
    metrics,
    tracing,
    sandboxPace: options.sandboxPace,
  });
  const { limits, writer } = shared ?? {};
  const state = await openState({ config, log, metrics, now, limits, writer });
  const { secret, store } = state;
  const shelf = config.redisUrl === undefined ? shared?.shelf : openRedisShelf(config.redisUrl);
  const callers = await openCallers({
    ...{ config, state, providers, shelf, log, now },
    counts: shared?.counts,
  });
  const { gate, issuedKeys, adminKeys, counts } = callers;

  // What checks claims, and where evidence lies.
  const engine = openEngine({ config, providers, judge, secret });
  const starter = readStarterEntries();
  const evidence = openEvidence({
    ...{ config, store, secret, starter, tracing, shelf, now },
    watch: watchSources(log, metrics, tracing),
    tellOthers: shared?.tellOthers.searched,
  });
  const documents = openDocuments(config);

  // What answers, and where.
  const open = openServer({ ...options, config, gate, adminKeys, telemetry });
  const { server, openRequests } = open;
  const { upstream, http } = providers;
  const evaluating = openEvaluations({ config, secret, store, upstream, http, log, metrics, now });
  const kept = openResponses({ config, secret, store, log, now });
  const evaluations = evaluating.service;
  const chats = openChats({
    ...{ config, gate, providers, engine, evidence, evaluations, openRequests, metrics, secret, shelf, now },
  });
  await serveEndpoints(open, {
    ...{ config, callers, providers, engine, evidence, starter, documents, chats, kept, shelf, metrics, now },
    evaluations: evaluating.evaluations,
  });

  // What operators see and change.
  const status = openStatus(open, { state, providers, judge: engine.judge, telemetry, shared, began, now });
  const adminApi = openAdminApi({
    ...{ config, store, secret, callerIds: state.callerIds, adminKeys, counts, log, now },
    addressOf: gate.addressOf,
    catalogue: () => providers.catalogue,
    onKeysChanged: async () => {
      await issuedKeys.refresh();
      await shared?.tellOthers.keysChanged();
    },
  });
  const { answers, lastHours, isReady, checks } = status;
  await adminApi.serve(server, open.options, { health: answers['/health'], lastHours });
  const { administer } = adminApi;
  const listeners = createListeners(server, { config, status: answers, administer, log });

  return {
    ...{ server, log, metrics, isReady, checks, administer },
    heard: { reached: providers.reached, searched: evidence.searched, keysChanged: issuedKeys.refresh },
    listen: listeners.listen,
    reload: createReload(config, {
      takers: [providers.reload, state.replacePlans, adminApi.reload],
      log,
      isWhole: shared === undefined,
    }),
    ...createEnding(open, {
      times: config.server,
      leave: shared?.leave,
      finishWork: evaluating.drain,
      closed: [
        [listeners],
        [adminApi],
        [status, kept],
        [providers, evidence, documents, engine, shelf],
        // The last answers were counted.
        [issuedKeys],
        [state],
        [telemetry],
      ],
    }),
  };
}
