/**
 * The composition root: the only file that knows every part. It hands in the clock, ids and
 * randomness, so that no other part has any of its own.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createAcceptedKeys } from './admission/accepted-keys.ts';
import { createAddressLimit } from './admission/address-limit.ts';
import { createAddressReader } from './admission/address-of.ts';
import { createAdmission } from './admission/admit.ts';
import type { CallerId, CallerIds } from './admission/caller-id.ts';
import { createFailedKeys } from './admission/failed-keys.ts';
import { PAGE_FOLDER } from './build-page.ts';
import { createChat } from './chat/chat-story.ts';
import type { Config } from './config/read-config.ts';
import { ApiKey } from './domain/api-key.ts';
import type { Plan } from './domain/plan.ts';
import { GatewayError } from './errors.ts';
import { createExampleBank } from './factcheck/example-bank.ts';
import { readStarterEntries } from './factcheck/sources/starter/read-entries.ts';
import { loadCalibrations } from './factcheck/verify/load-calibrations.ts';
import { createCallerCache } from './factcheck/verify/verdict-cache.ts';
import type { VerifySettings } from './factcheck/verify/verify-settings.ts';
import { createTextChecker } from './factcheck/verify-text.ts';
import { createGate } from './http/gate.ts';
import { createOpenRequests } from './http/open-requests.ts';
import { describeApi } from './http/openapi.ts';
import { serveChat } from './http/routes/chat.ts';
import { serveChatCompletions } from './http/routes/chat-completions.ts';
import { serveClaims } from './http/routes/claims.ts';
import { serveEvaluations } from './http/routes/evaluations.ts';
import { serveLimits } from './http/routes/limits.ts';
import { serveModels } from './http/routes/models.ts';
import { servePage } from './http/routes/page.ts';
import { serveStarter } from './http/routes/starter.ts';
import { serveStatus } from './http/routes/status.ts';
import { createChatDesk } from './http/serve-chat.ts';
import { createServer, type Server } from './http/server.ts';
import { openEvaluations } from './open-evaluations.ts';
import { openEvidence, watchSources } from './open-evidence.ts';
import { openProviders, VERSION } from './open-providers.ts';
import { openState } from './open-state.ts';
import { randomIds } from './random-ids.ts';
import {
  isSandboxKey,
  SANDBOX_KEYS,
  SANDBOX_LIMITED_PLAN,
  type SandboxPlanName,
} from './sandbox/sandbox-keys.ts';
import { createLog, type Log, type LogOptions } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createNativeSearch } from './upstream/native-search/native-search.ts';

export interface App {
  readonly server: Server;
  readonly log: Log;
  /** @returns the address that it listens on. */
  listen(): Promise<{ readonly host: string; readonly port: number }>;
  /** Takes no new work, lets open requests finish as long as config says, then frees everything. */
  drain(): Promise<void>;
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

/** Searches of the judge's own for one request, at most. */
const NATIVE_CALLS = 3;

/** @throws ConfigError where the config cannot be used. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const now = options.now ?? Date.now;
  const began = performance.now();
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options.log });
  const metrics = createMetrics();
  let draining = false;

  const providers = await openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    ...(options.sandboxPace === undefined ? {} : { sandboxPace: options.sandboxPace }),
  });
  const { catalogue, models, upstream, sandbox } = providers;

  const fixedPlans = (ids: CallerIds) => (sandbox === undefined ? new Map() : plansOfSandbox(config, ids));
  const state = await openState({ config, fixedPlans, log, metrics, now });
  const { secret, callerIds } = state;
  const admission = createAdmission({ backend: state.backend, planOf: state.planOf, now });
  const gate = createGate({
    callerIds,
    admission,
    failedKeys: createFailedKeys({ perMinute: config.limits.failedKeysPerMinute, now }),
    acceptedKeys: createAcceptedKeys({ now }),
    addresses: createAddressReader(config.trustedProxies),
    screen: (key) => screenKey(key, sandbox !== undefined),
    isPublic: (key) => sandbox !== undefined && isAcceptedInSandbox(key),
  });

  const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const kept = { size: 20_000, maxAge: 3_600_000, now: () => performance.now() };
  const verify: VerifySettings = {
    ...config.factCheck.verify,
    verdicts: createCallerCache(kept),
    citations: createCallerCache(kept),
    native: {
      search: createNativeSearch({ http: providers.http, userAgent: `claimgate/${VERSION}` }),
      maxCalls: NATIVE_CALLS,
    },
    calibrations: loadCalibrations(path.join(config.dataDir, 'calibrations')),
    now: () => performance.now(),
  };
  const newNonce = (): string => randomBytes(12).toString('hex');
  const chat = createChat({
    upstream,
    examples: createExampleBank(config.examples),
    verify,
    newId: randomIds(18),
    newNonce,
    now,
    yieldTurn,
  });

  const openRequests = createOpenRequests();
  const server = createServer({
    log,
    metrics,
    gate,
    bodyLimit: config.server.bodyLimit,
    keepAlive: config.server.keepAlive,
    newRequestId: randomIds(12),
    isDraining: () => draining,
  });
  const starter = readStarterEntries();
  const evidence = openEvidence({
    config,
    store: state.store,
    secret,
    starter,
    watch: watchSources(log, metrics),
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
  const desk = createChatDesk({
    chat,
    gate,
    models,
    openRequests,
    evidence,
    evaluations: evaluating.desk,
  });
  const sources = evidence.names;

  await describeApi(server);
  const { silence } = options;
  serveChatCompletions(server, { gate, desk, log, factCheckMode: config.factCheck.mode, sources, silence });
  serveChat(server, { gate, desk, log, sources, silence });
  serveClaims(server, {
    gate,
    models,
    log,
    detectLimit: createAddressLimit({ perMinute: config.limits.detectPerMinute, now }),
    sources,
    newId: randomIds(18),
    now,
    checkText: createTextChecker({ upstream, verify, newNonce, yieldTurn }),
    evidence,
    openRequests,
    silence,
  });
  serveModels(server, {
    gate,
    catalogue,
    requireKey: config.requireKeyForModels,
    since: Math.floor(now() / 1_000),
  });
  serveEvaluations(server, { gate, evaluations: evaluating.evaluations });
  serveLimits(server, gate);
  serveStarter(server, { entries: starter });
  await servePage(server, { folder: PAGE_FOLDER });
  serveStatus(server, {
    version: VERSION,
    metrics,
    uptime: () => (performance.now() - began) / 1_000,
    isDraining: () => draining,
    checks: async () => ({ ...(await state.checks()), sandbox: sandbox === undefined ? 'off' : 'ok' }),
  });

  return {
    server,
    log,
    async listen() {
      await server.listen({ host: config.host, port: config.port, backlog: 4096 });
      const { port } = server.server.address() as AddressInfo;
      return { host: config.host, port };
    },
    async drain() {
      draining = true;
      const drainUntil = performance.now() + config.server.drainTimeout;
      await openRequests.settled(config.server.drainTimeout);
      openRequests.abortAll();
      await openRequests.settled(1_000);
      await evaluating.drain(Math.max(0, drainUntil - performance.now()));
      await server.close();
      await Promise.all([providers.close(), evidence.close(), state.close()]);
      await flush();
    },
  };
}

/** Sandbox keys have plans of their own, whatever the plan directory says. */
function plansOfSandbox(config: Config, callerIds: CallerIds): Map<CallerId, Plan> {
  const planOf = (name: SandboxPlanName): Plan =>
    name === 'sandbox-limited' ? SANDBOX_LIMITED_PLAN : (config.plans.get(name) as Plan);
  return new Map(
    [...SANDBOX_KEYS].map(([key, { plan }]) => [callerIds.idOf(ApiKey.parse(key) as ApiKey), planOf(plan)]),
  );
}

/** A key that begins with `sandbox` is one of the sandbox's, or nobody's: it never leaves the machine. */
function screenKey(key: ApiKey, sandboxOn: boolean): void {
  const text = key.reveal();
  if (isSandboxKey(text) && !(sandboxOn && SANDBOX_KEYS.has(text))) throw new GatewayError('api_key_invalid');
}

function isAcceptedInSandbox(key: ApiKey): boolean {
  const known = SANDBOX_KEYS.get(key.reveal());
  return known !== undefined && known.scenario !== 'invalid' && known.scenario !== 'revoked';
}
