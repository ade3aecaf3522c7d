/** The composition root: puts all parts together, and hands in the time of day, ids and randomness. */
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS } from '../domain/errors.ts';
import { createTextChecker } from '../engine/factcheck/check-text.ts';
import { createClaimMemory } from '../engine/factcheck/claim-memory.ts';
import { createExampleBank } from '../engine/factcheck/normalize/example-bank.ts';
import { readStarterEntries } from '../engine/factcheck/sources/starter/read-entries.ts';
import { createAcceptance } from './admission/acceptance.ts';
import { createAddressReader } from './admission/address-of.ts';
import { createAdmission } from './admission/admit.ts';
import { createRequestCounts } from './admission/request-counts.ts';
import { createChat } from './chat/chat-story.ts';
import type { Config } from './config/read-config.ts';
import { createCapacity, createPlaces } from './http/capacity.ts';
import { createKeyCheck } from './http/check-optional-key.ts';
import { createDraining } from './http/draining.ts';
import { createGate, type Gate } from './http/gate.ts';
import { createHostGuard } from './http/host-guard.ts';
import { serveTokenCount } from './http/messages/serve-token-count.ts';
import { createOpenRequests } from './http/open-requests.ts';
import { describeApi } from './http/openapi.ts';
import { serveChat } from './http/routes/chat.ts';
import { serveChatCompletions } from './http/routes/chat-completions.ts';
import { serveClaims } from './http/routes/claims.ts';
import { serveDocuments } from './http/routes/documents.ts';
import { serveEvaluations } from './http/routes/evaluations.ts';
import { serveKeptResponses } from './http/routes/kept-responses.ts';
import { serveLimits } from './http/routes/limits.ts';
import { serveMessages } from './http/routes/messages.ts';
import { serveModels } from './http/routes/models.ts';
import { servePage } from './http/routes/page.ts';
import { serveResponses } from './http/routes/responses.ts';
import { serveSources } from './http/routes/sources.ts';
import { serveStarter } from './http/routes/starter.ts';
import { createStatusAnswers, serveStatus } from './http/routes/status.ts';
import { createChatService } from './http/serve-chat.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createRecurringWarning } from './telemetry/recurring-warning.ts';
import { openTracing } from './telemetry/tracing.ts';
import { PAGE_FOLDER } from './wiring/build-page.ts';
import { changesForRestart } from './wiring/changes-for-restart.ts';
import type { App, AppOptions, Checks } from './wiring/gateway.ts';
import { type Admin, openAdmin } from './wiring/open-admin.ts';
import { openAdminApi } from './wiring/open-admin-api.ts';
import { openCallMemory } from './wiring/open-call-memory.ts';
import { openDocuments } from './wiring/open-documents.ts';
import { openEvaluations } from './wiring/open-evaluations.ts';
import { openEvidence, watchSources } from './wiring/open-evidence.ts';
import { openEvidenceShelf } from './wiring/open-evidence-shelf.ts';
import { openIssuedKeys } from './wiring/open-issued-keys.ts';
import { openJudge } from './wiring/open-judge.ts';
import { openMemory } from './wiring/open-memory.ts';
import { openOverview } from './wiring/open-overview.ts';
import { openProviders } from './wiring/open-providers.ts';
import { openResponses } from './wiring/open-responses.ts';
import { openRedisShelf } from './wiring/open-shelf.ts';
import { openState } from './wiring/open-state.ts';
import { newNonce, openVerification, yieldTurn } from './wiring/open-verification.ts';
import { randomIds } from './wiring/random-ids.ts';
import { shareAcceptance } from './wiring/share-acceptance.ts';
import { VERSION } from './wiring/version.ts';
import { warnOfOpenDoors } from './wiring/warn-of-open-doors.ts';

/** Milliseconds in which those whose requests are cut short are still sent why. */
const LAST_WORDS = 1_000;

/** @throws ConfigError where the config cannot be used. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { now = Date.now, shared } = options;
  const began = performance.now();
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options.log });
  const metrics = createMetrics();
  // A series that begins with its first error has no rise that an alert could see.
  for (const code of Object.keys(ERRORS)) metrics.error(code, 0);
  const tracing =
    config.tracing === undefined
      ? undefined
      : await openTracing({
          ...config.tracing,
          version: VERSION,
          content: config.telemetry.content,
          now,
          onError: createRecurringWarning(log, () => 'traces cannot be sent'),
        });
  const draining = createDraining();

  const providers = await openProviders(config, {
    onReached: shared?.tellOthers.reached,
    metrics,
    tracing,
    sandboxPace: options.sandboxPace,
  });
  const { models, upstream, sandbox } = providers;

  const state = await openState({
    config,
    log,
    metrics,
    now,
    limits: shared?.limits,
    writer: shared?.writer,
  });
  const { secret, callerIds, sandboxCallers } = state;
  const issuedKeys = await openIssuedKeys({
    store: state.store,
    callerIds,
    catalogue: () => providers.catalogue,
    isUsed: () => providers.hasKeys,
    unpriced: config.budgets.unpriced,
    log,
    now,
  });
  providers.meter(issuedKeys.reserve);
  const shelf = config.redisUrl === undefined ? shared?.shelf : openRedisShelf(config.redisUrl);
  const ownCounts = shared?.counts ?? createRequestCounts(config.limits, now);
  const acceptedKeys =
    config.redisUrl === undefined || shelf === undefined
      ? ownCounts.acceptedKeys
      : shareAcceptance(ownCounts.acceptedKeys, shelf, () => performance.now());
  const counts = { ...ownCounts, acceptedKeys };
  const admission = createAdmission({
    backend: state.backend,
    planOf: (caller) => state.planOf(caller, issuedKeys.planOf(caller)),
    now,
  });
  const adminApi = openAdminApi({
    config,
    store: state.store,
    secret,
    callerIds,
    counts,
    addressOf: (request) => gate.addressOf(request),
    catalogue: () => providers.catalogue,
    onKeysChanged: async () => {
      await issuedKeys.refresh();
      await shared?.tellOthers.keysChanged();
    },
    log,
    now,
  });
  const gate: Gate = createGate({
    callerIds,
    admission,
    counts,
    addresses: createAddressReader(config.trustedProxies),
    screen: sandboxCallers.screen,
    acceptance: createAcceptance({
      acceptedKeys,
      isIssued: issuedKeys.isGood,
      isPublic: sandboxCallers.isPublic,
    }),
    isAdmin: ({ id }) => adminApi.adminKeys.has(id),
    callers: config.callers,
    isSandbox: sandboxCallers.isSandbox,
    isPrivate: config.isPrivate,
    isListed: state.isListed,
    issuedKeys,
  });

  const judge =
    options.judge ??
    openJudge(config, (why) => log.error({ why }, "the gateway's own judge cannot be loaded"));
  const verify = openVerification(config, providers, judge);
  const examples = createExampleBank(config.examples);
  const chat = createChat({
    upstream,
    examples,
    verify,
    calls: openCallMemory(secret, shelf),
    claims: createClaimMemory(),
    newId: randomIds(18),
    newNonce,
    now,
    yieldTurn,
  });

  const kept = openResponses({ config, secret, store: state.store, log, now });
  const openRequests = createOpenRequests();
  const places = shared?.places ?? createPlaces(config.server.maxOpenRequests);
  const capacity = createCapacity(places, () => performance.now());
  const memory = openMemory(config);
  const serverOptions: ServerOptions = {
    log,
    metrics,
    tracing,
    gate,
    bodyLimits: {
      text: config.server.bodyLimit,
      whole: Math.max(config.server.bodyLimit, config.server.bodyLimitWithMedia),
    },
    corsOrigins: config.cors.origins,
    servesHost: createHostGuard([config.host, ...config.server.hosts]),
    keepAlive: config.server.keepAlive,
    requestTimeout: config.server.requestTimeout,
    newRequestId: randomIds(12),
    draining,
    capacity,
    memory,
    isHidden: (path) => path.startsWith('/admin/') && adminApi.adminKeys.isEmpty,
    silence: options.silence,
    lastWords: shared?.lastWords,
    onLoopback: shared?.onLoopback,
  };
  const server = createServer(serverOptions);
  // What was handed over is not lost.
  if (shared !== undefined) server.server.on('connection', draining.connected);
  const starter = readStarterEntries();
  const evidence = openEvidence({
    config,
    store: state.store,
    secret,
    starter,
    watch: watchSources(log, metrics, tracing),
    tracing,
    shelf,
    tellOthers: shared?.tellOthers.searched,
    now,
  });
  const documents = openDocuments(config);
  const evaluating = openEvaluations({
    config,
    secret,
    store: state.store,
    upstream,
    http: providers.http,
    log,
    metrics,
    now,
  });
  const chats = createChatService({
    chat,
    gate,
    models,
    openRequests,
    evidence,
    evaluations: evaluating.service,
    metrics,
  });

  await describeApi(server, VERSION);
  const chatParts = {
    gate,
    chats,
    models,
    factCheckMode: config.factCheck.mode,
    task: config.defaultTask,
    sources: evidence.names,
  };
  serveChatCompletions(server, chatParts);
  serveResponses(server, { ...chatParts, kept, bodyLimits: serverOptions.bodyLimits, now });
  serveKeptResponses(server, { gate, kept });
  serveTokenCount(server, { gate, models, openRequests, countPrompt: providers.countPrompt });
  serveMessages(server, chatParts);
  serveChat(server, chatParts);
  const checkText = createTextChecker({ upstream, verify, newNonce, yieldTurn });
  const defaultModel = () => providers.catalogue.defaultModel;
  serveClaims(server, {
    gate,
    models,
    defaultModel,
    takeDetection: counts.takeDetection,
    newId: randomIds(18),
    now,
    checkText,
    evidence,
    openRequests,
    metrics,
  });
  const checkKey = createKeyCheck({ gate, requireKey: config.requireKeyForModels });
  await serveDocuments(server, {
    gate,
    checkKey: createKeyCheck({ gate, requireKey: config.requireKeyForModels || gate.needsKey }),
    takeDocument: counts.takeDocument,
    documents,
    openRequests,
  });
  serveModels(server, {
    checkKey,
    catalogue: () => providers.catalogue,
    aliases: () => providers.aliases,
  });
  serveSources(server, { checkKey, evidence });
  serveEvaluations(server, { gate, evaluations: evaluating.evaluations });
  serveLimits(server, gate);
  serveStarter(server, { entries: starter });
  if (config.mcp.enabled) {
    const { serveMcp } = await import('./http/routes/mcp.ts');
    serveMcp(server, {
      gate,
      models,
      takeDetection: counts.takeDetection,
      takeDocument: counts.takeDocument,
      checkText,
      evidence,
      documents,
      upstream,
      examples,
      openRequests,
      metrics,
      judgesAlone: () => judge.state() === 'ready',
      shelfOf: openEvidenceShelf(shelf),
      corsOrigins: config.cors.origins,
      defaultModel,
      newId: randomIds(18),
      version: VERSION,
    });
  }
  await servePage(server, { folder: PAGE_FOLDER });
  const isReady = async () =>
    !draining.announced && !capacity.isFull && !memory.isFull && (await state.backend.serves());
  const checks = async (): Promise<Checks> => ({
    ...(await state.checks()),
    sandbox: sandbox === undefined ? 'off' : 'ok',
  });
  const status =
    shared?.status ??
    createStatusAnswers({
      version: VERSION,
      metrics: metrics.registry,
      uptime: () => (performance.now() - began) / 1_000,
      isReady,
      checks,
      judge: judge.state,
    });
  serveStatus(server, status);
  const overview =
    shared === undefined
      ? openOverview({ read: () => metrics.registry.getMetricsAsJSON(), now, log })
      : { lastHours: shared.lastHours, close: () => {} };
  await adminApi.serve(server, serverOptions, { health: status['/health'], lastHours: overview.lastHours });
  let admin: Admin | undefined;

  const { drainDelay, drainTimeout, keepAlive } = config.server;
  let ended: Promise<void> | undefined;
  const end = (hurry: AbortSignal | undefined): Promise<void> => {
    ended ??= endOnce(hurry);
    return ended;
  };
  const endOnce = async (hurry: AbortSignal | undefined): Promise<void> => {
    draining.refuse();
    const drainUntil = performance.now() + drainTimeout;
    await draining.settled(drainTimeout, hurry);
    openRequests.abortAll();
    await draining.settled(LAST_WORDS);
    if (shared !== undefined) {
      await shared.leave().catch(() => {});
      // Those that came before are answered.
      await draining.emptied(LAST_WORDS, hurry);
    }
    await evaluating.drain(hurry?.aborted === true ? 0 : Math.max(0, drainUntil - performance.now()));
    // What is still open then is no request that could be answered.
    const cut = setTimeout(() => server.server.closeAllConnections(), LAST_WORDS);
    await server.close();
    clearTimeout(cut);
    // It asks the store how it is.
    await admin?.close();
    await adminApi.close();
    overview.close();
    kept.close();
    await Promise.all([
      providers.close(),
      evidence.close(),
      documents.close(),
      judge.close(),
      shelf?.close(),
    ]);
    // The last answers were counted.
    await issuedKeys.close();
    await state.close();
    await tracing?.close();
    await flush();
  };

  return {
    server,
    log,
    metrics,
    isReady,
    checks,
    administer: adminApi.administer,
    heard: { reached: providers.reached, searched: evidence.searched, keysChanged: issuedKeys.refresh },
    async listen() {
      warnOfOpenDoors(config, log);
      if (config.admin !== undefined) {
        const { hosts, bodyLimit } = config.server;
        admin = await openAdmin({ ...config.admin, hosts, bodyLimit }, status, adminApi.administer, log);
      }
      await server.listen({ host: config.host, port: config.port, backlog: 4096 });
      const { port } = server.server.address() as AddressInfo;
      return { host: config.host, port, ...(admin === undefined ? {} : { adminPort: admin.port }) };
    },
    reload(next) {
      providers.reload(next);
      state.replacePlans(next);
      adminApi.reload(next);
      log.level = next.logLevel;
      // Of several processes, the primary says so.
      if (shared !== undefined) return;
      log.info(
        { restart_needed_for: changesForRestart(config, next) },
        'read plans, catalogue and log level',
      );
    },
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
