/** The composition root: puts all parts together, and hands in the time of day, ids and randomness. */
import { performance } from 'node:perf_hooks';
import { readStarterEntries } from '../engine/factcheck/sources/starter/read-entries.ts';
import { countPairs } from '../engine/judge/count-pairs.ts';
import type { Config } from './config/read-config.ts';
import { createCheckReports } from './http/checks/report-check.ts';
import { countBudgets } from './wiring/count-budgets.ts';
import { createEnding } from './wiring/end-app.ts';
import type { App, AppOptions } from './wiring/gateway.ts';
import { nameEmptyCollections } from './wiring/name-empty-collections.ts';
import { openAdminApi } from './wiring/open-admin-api.ts';
import { openCallers } from './wiring/open-callers.ts';
import { openChats } from './wiring/open-chats.ts';
import { openDocuments } from './wiring/open-documents.ts';
import { openEngine } from './wiring/open-engine.ts';
import { openEvaluations } from './wiring/open-evaluations.ts';
import { openEvidence, watchSources } from './wiring/open-evidence.ts';
import { nameJudgeModel, openJudge } from './wiring/open-judge.ts';
import { createListeners } from './wiring/open-listeners.ts';
import { openMeaning } from './wiring/open-meaning.ts';
import { openProviders } from './wiring/open-providers.ts';
import { openReports } from './wiring/open-reports.ts';
import { openResponses } from './wiring/open-responses.ts';
import { openServer } from './wiring/open-server.ts';
import { openSharedChecks } from './wiring/open-shared-checks.ts';
import { openRedisShelf } from './wiring/open-shelf.ts';
import { openState } from './wiring/open-state.ts';
import { openStatus } from './wiring/open-status.ts';
import { openTelemetry } from './wiring/open-telemetry.ts';
import { openTraffic } from './wiring/open-traffic.ts';
import { openWebhooks } from './wiring/open-webhooks.ts';
import { createReload } from './wiring/reload-app.ts';
import { serveEndpoints } from './wiring/serve-endpoints.ts';

/** @throws ConfigError where the config cannot be used. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = Date.now, shared } = options;
  const began = performance.now();
  const telemetry = await openTelemetry(config, options.log, now);
  const { log, metrics, tracing } = telemetry;

  // What reaches models, what is remembered, and who may call.
  const judge = countPairs(
    options.judge ??
      openJudge(config, (why) => log.error({ why }, "the gateway's own judge cannot be loaded")),
  );
  const onReached = shared?.tellOthers.reached;
  const providers = await openProviders(config, {
    judge,
    onReached,
    metrics,
    tracing,
    sandboxPace: options.sandboxPace,
  });
  const { limits, writer } = shared ?? {};
  const meaning = openMeaning(config, (why) => log.error({ why }, 'the model for vectors cannot be loaded'));
  const state = await openState({ config, log, metrics, now, limits, writer, meaning });
  const { secret, store } = state;
  const shelf = config.redisUrl === undefined ? shared?.shelf : openRedisShelf(config.redisUrl);
  const webhooks = openWebhooks({ config, store, secret, log, metrics, now });
  const callers = await openCallers({
    ...{ config, state, providers, shelf, log, now },
    counts: shared?.counts,
    onBudget: countBudgets(metrics, webhooks.onBudget),
  });
  const { gate, issuedKeys, adminKeys, counts } = callers;

  // What checks claims, and where evidence lies.
  const engine = openEngine({ config, providers, judge, secret });
  const starter = readStarterEntries();
  const evidence = openEvidence({
    ...{ config, store, secret, starter, tracing, shelf, now, meaning },
    watch: watchSources(log, metrics, tracing),
    tellOthers: shared?.tellOthers.searched,
  });
  void evidence.warm();
  if (shared === undefined) await nameEmptyCollections(config, store, log);
  const documents = openDocuments(config);

  // What answers, and where.
  const traffic = openTraffic({ store, gate, issuedKeys, log, now });
  const open = openServer({
    ...options,
    config,
    gate,
    adminKeys,
    telemetry,
    countTraffic: traffic.count,
    isSandboxed: providers.isSandboxed,
  });
  const { server, openRequests } = open;
  const { upstream, http } = providers;
  const evaluating = openEvaluations({ config, secret, store, upstream, http, log, metrics, now });
  const kept = openResponses({ config, secret, store, log, now });
  const sharedChecks = openSharedChecks({ config, secret, store, log, now });
  const evaluations = evaluating.service;
  const prepareReport = createCheckReports({ gate, onChecked: webhooks.onChecked });
  const chats = openChats({
    prepareReport,
    ...{ config, gate, providers, engine, evidence, evaluations, openRequests, metrics, secret, shelf, now },
  });
  await serveEndpoints(open, {
    ...{ config, callers, providers, engine, evidence, starter, documents, chats, kept, shelf, metrics, now },
    evaluations: evaluating.evaluations,
    reports: openReports({ config, store, now }),
    sharedChecks,
    prepareReport,
    traffic,
  });

  // What operators see and change.
  const status = openStatus(open, {
    state,
    providers,
    judge: engine.judge,
    evidence,
    telemetry,
    shared,
    began,
    now,
  });
  const adminApi = openAdminApi({
    ...{ config, store, documents, secret, callerIds: state.callerIds, adminKeys, counts, log, now },
    addressOf: gate.addressOf,
    wakeWebhooks: webhooks.wake,
    catalogue: () => providers.catalogue,
    traffic: traffic.read,
    ...{ evidence, judge, judgeModel: nameJudgeModel(config), checkText: engine.checkText },
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
        [status, kept, sharedChecks],
        [providers, evidence, documents, engine, shelf],
        // The last answers were counted.
        [issuedKeys, traffic],
        // What was told of budgets then, too.
        [webhooks],
        [state],
        [meaning],
        [telemetry],
      ],
    }),
  };
}
