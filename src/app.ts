/** The composition root: puts all parts together, and hands in the time of day, ids and randomness. */
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createAcceptedKeys } from './admission/accepted-keys.ts';
import { createAddressLimit } from './admission/address-limit.ts';
import { createAddressReader } from './admission/address-of.ts';
import { createAdmission } from './admission/admit.ts';
import { createFailedKeys } from './admission/failed-keys.ts';
import { createOpenPlaces } from './admission/open-places.ts';
import { createChat } from './chat/chat-story.ts';
import type { Config } from './config/read-config.ts';
import { createTextChecker } from './factcheck/check-text.ts';
import { createClaimMemory } from './factcheck/claim-memory.ts';
import { createExampleBank } from './factcheck/example-bank.ts';
import { readStarterEntries } from './factcheck/sources/starter/read-entries.ts';
import { createCapacity } from './http/capacity.ts';
import { createKeyCheck } from './http/check-optional-key.ts';
import { createDraining } from './http/draining.ts';
import { createGate } from './http/gate.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createOpenRequests } from './http/open-requests.ts';
import { describeApi } from './http/openapi.ts';
import { serveChat } from './http/routes/chat.ts';
import { serveChatCompletions } from './http/routes/chat-completions.ts';
import { serveClaims } from './http/routes/claims.ts';
import { serveEvaluations } from './http/routes/evaluations.ts';
import { serveKeptResponses } from './http/routes/kept-responses.ts';
import { serveLimits } from './http/routes/limits.ts';
import { serveModels } from './http/routes/models.ts';
import { servePage } from './http/routes/page.ts';
import { serveResponses } from './http/routes/responses.ts';
import { serveSources } from './http/routes/sources.ts';
import { serveStarter } from './http/routes/starter.ts';
import { createStatusAnswers, serveStatus } from './http/routes/status.ts';
import { createChatService } from './http/serve-chat.ts';
import { createServer, type Server } from './http/server.ts';
import { createLog, type Log, type LogOptions } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { PAGE_FOLDER } from './wiring/build-page.ts';
import { type Admin, openAdmin } from './wiring/open-admin.ts';
import { openCallMemory } from './wiring/open-call-memory.ts';
import { openEvaluations } from './wiring/open-evaluations.ts';
import { openEvidence, watchSources } from './wiring/open-evidence.ts';
import { openProviders, VERSION } from './wiring/open-providers.ts';
import { openResponses } from './wiring/open-responses.ts';
import { openState } from './wiring/open-state.ts';
import { newNonce, openVerification, yieldTurn } from './wiring/open-verification.ts';
import { randomIds } from './wiring/random-ids.ts';
import { createSandboxCallers } from './wiring/sandbox-callers.ts';

export interface App {
  readonly server: Server;
  readonly log: Log;
  /** @returns the address that it listens on. */
  listen(): Promise<{ readonly host: string; readonly port: number; readonly adminPort?: number }>;
  /**
   * Takes what can change while it runs from a config that was read anew: plans, catalogue, providers, log level.
   * @throws ConfigError where it cannot be used; then nothing has changed.
   */
  reload(config: Config): void;
  /**
   * Ends as `http/draining.ts` says, within the times that config gives, then frees everything.
   * @param hurry aborted, it ends every wait.
   */
  drain(hurry?: AbortSignal): Promise<void>;
}

export interface AppOptions {
  readonly log?: Omit<LogOptions, 'level'>;
  /** Pace of the sandbox's answers; a human one unless said otherwise. */
  readonly sandboxPace?: { readonly firstTokenMs: number; readonly perTokenMs: number };
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Milliseconds of silence in a stream after which a sign of life is sent; 15 s unless said otherwise. */
  readonly silence?: number;
}

/** Milliseconds in which those whose requests are cut short are still sent why. */
const LAST_WORDS = 1_000;

/** @throws ConfigError where the config cannot be used. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const now = options.now ?? Date.now;
  const began = performance.now();
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options.log });
  const metrics = createMetrics();
  const draining = createDraining();

  const providers = await openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    ...(options.sandboxPace === undefined ? {} : { sandboxPace: options.sandboxPace }),
  });
  const { models, upstream, sandbox } = providers;

  const sandboxCallers = createSandboxCallers(sandbox !== undefined);
  const state = await openState({ config, fixedPlans: sandboxCallers.plans, log, metrics, now });
  const { secret, callerIds } = state;
  const admission = createAdmission({ backend: state.backend, planOf: state.planOf, now });
  const gate = createGate({
    callerIds,
    admission,
    failedKeys: createFailedKeys({ perMinute: config.limits.failedKeysPerMinute, now }),
    acceptedKeys: createAcceptedKeys({ now }),
    openPlaces: createOpenPlaces(config.limits.openRequestsPerCaller),
    addresses: createAddressReader(config.trustedProxies),
    screen: sandboxCallers.screen,
    isPublic: sandboxCallers.isPublic,
    isPrivate: config.isPrivate,
  });

  const verify = openVerification(config, providers);
  const calls = openCallMemory(config, secret);
  const chat = createChat({
    upstream,
    examples: createExampleBank(config.examples),
    verify,
    calls,
    claims: createClaimMemory(),
    newId: randomIds(18),
    newNonce,
    now,
    yieldTurn,
  });

  const kept = openResponses({ config, secret, store: state.store, log, now, random: Math.random });
  const openRequests = createOpenRequests();
  const capacity = createCapacity(config.server.maxOpenRequests, () => performance.now());
  const server = createServer({
    log,
    metrics,
    gate,
    bodyLimits: {
      text: config.server.bodyLimit,
      whole: Math.max(config.server.bodyLimit, config.server.bodyLimitWithMedia),
    },
    corsOrigins: config.cors.origins,
    servesHost: createHostGuard([config.host, ...config.server.hosts]),
    keepAlive: config.server.keepAlive,
    newRequestId: randomIds(12),
    draining,
    capacity,
    silence: options.silence,
  });
  const starter = readStarterEntries();
  const evidence = openEvidence({
    config,
    store: state.store,
    secret,
    starter,
    watch: watchSources(log, metrics),
    now,
    yieldTurn,
  });
  const evaluating = openEvaluations({
    config,
    secret,
    store: state.store,
    upstream,
    http: providers.http,
    userAgent: `claimgate/${VERSION}`,
    owner: randomIds(12)(),
    log,
    metrics,
    now,
    random: Math.random,
    yieldTurn,
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
  const sources = evidence.names;

  await describeApi(server, VERSION);
  serveChatCompletions(server, { gate, chats, models, factCheckMode: config.factCheck.mode, sources });
  serveResponses(server, {
    gate,
    chats,
    models,
    factCheckMode: config.factCheck.mode,
    sources,
    kept,
    now,
  });
  serveKeptResponses(server, { gate, kept });
  serveChat(server, { gate, chats, models, sources });
  serveClaims(server, {
    gate,
    models,
    detectLimit: createAddressLimit({ perMinute: config.limits.detectPerMinute, now }),
    detectCharacters: createAddressLimit({ perMinute: config.limits.detectCharactersPerMinute, now }),
    newId: randomIds(18),
    now,
    checkText: createTextChecker({ upstream, verify, newNonce, yieldTurn }),
    evidence,
    openRequests,
    metrics,
  });
  const checkKey = createKeyCheck({ gate, requireKey: config.requireKeyForModels });
  serveModels(server, { checkKey, catalogue: () => providers.catalogue });
  serveSources(server, { checkKey, evidence });
  serveEvaluations(server, { gate, evaluations: evaluating.evaluations });
  serveLimits(server, gate);
  serveStarter(server, { entries: starter });
  await servePage(server, { folder: PAGE_FOLDER });
  const status = createStatusAnswers({
    version: VERSION,
    metrics,
    uptime: () => (performance.now() - began) / 1_000,
    isReady: async () => !draining.announced && !capacity.isFull && (await state.backend.serves()),
    checks: async () => ({ ...(await state.checks()), sandbox: sandbox === undefined ? 'off' : 'ok' }),
  });
  serveStatus(server, status);
  let admin: Admin | undefined;

  return {
    server,
    log,
    async listen() {
      if (config.admin !== undefined) {
        admin = await openAdmin({ ...config.admin, hosts: config.server.hosts }, status, log);
      }
      await server.listen({ host: config.host, port: config.port, backlog: 4096 });
      const { port } = server.server.address() as AddressInfo;
      return { host: config.host, port, ...(admin === undefined ? {} : { adminPort: admin.port }) };
    },
    reload(next) {
      providers.reload(next);
      state.replacePlans(next);
      log.level = next.logLevel;
      log.info(
        { restart_needed_for: changesForRestart(config, next) },
        'read plans, catalogue and log level',
      );
    },
    async drain(hurry) {
      const { drainDelay, drainTimeout } = config.server;
      draining.announce();
      if (drainDelay > 0) await delay(drainDelay, undefined, { signal: hurry }).catch(() => {});
      draining.refuse();
      const drainUntil = performance.now() + drainTimeout;
      await draining.settled(drainTimeout, hurry);
      openRequests.abortAll();
      await draining.settled(LAST_WORDS);
      await evaluating.drain(hurry?.aborted === true ? 0 : Math.max(0, drainUntil - performance.now()));
      // What is still open then is no request that could be answered.
      const cut = setTimeout(() => server.server.closeAllConnections(), LAST_WORDS);
      await server.close();
      clearTimeout(cut);
      // It asks the store how it is.
      await admin?.close();
      kept.close();
      await Promise.all([providers.close(), evidence.close(), calls.close(), state.close()]);
      await flush();
    },
  };
}

const RELOADED: ReadonlySet<string> = new Set([
  'plans',
  'defaultPlan',
  'catalogue',
  'providers',
  'logLevel',
] satisfies (keyof Config)[]);

/** @returns the sections of the config file that differ and are read at the start alone. */
function changesForRestart(before: Config, after: Config): string[] {
  return Object.keys({ ...before, ...after })
    .filter((key) => !RELOADED.has(key))
    .filter((key) => !isDeepStrictEqual(before[key as keyof Config], after[key as keyof Config]))
    .map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
