/** Joins what reaches models: the catalogue, the sandbox, and the way out. The server and the command line share it. */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey } from '../../domain/api-key.ts';
import type { Catalogue } from '../../domain/catalogue.ts';
import { detectClaims } from '../../engine/claims/detect.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import { createUpstream, type ProviderWatch } from '../../models/upstream/call-provider.ts';
import { createOperatorKeys } from '../../models/upstream/operator-keys.ts';
import type { ReserveCall } from '../../models/upstream/spending.ts';
import { createCircuit } from '../../models/wire/circuit.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import { isSandboxKey } from '../../sandbox/sandbox-keys.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { Config } from '../config/read-config.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { judgeForSandbox } from './judge-for-sandbox.ts';
import { type CatalogueConfig, loadCatalogue } from './load-catalogue.ts';
import { createModelDirectory, type NamedModels } from './model-directory.ts';
import { traceHttp, traceUpstream } from './trace-calls.ts';
import { USER_AGENT } from './version.ts';

export type Providers = Awaited<ReturnType<typeof openProviders>>;

export type ProvidersConfig = CatalogueConfig & Pick<Config, 'sandbox' | 'upstream'>;

export interface ProvidersOptions {
  /** By which the sandbox's models judge; without it they are sure of nothing. */
  readonly judge?: PairScorer | undefined;
  /** Pace of the sandbox's answers; a human one unless said otherwise. */
  readonly sandboxPace?: SandboxOptions['pace'];
  /** Called where a provider that had failed was reached again, with its origin. */
  readonly onReached?: ((origin: string) => void) | undefined;
  /** What counts how calls end; absent for commands. */
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
}

/** @throws ConfigError where the catalogue cannot be used. */
export async function openProviders(config: ProvidersConfig, options: ProvidersOptions = {}) {
  // Before anything is opened that would have to be closed again.
  let catalogue = loadCatalogue(config);
  const sandbox =
    config.sandbox === 'off'
      ? undefined
      : await startSandbox({
          token: randomBytes(16).toString('hex'),
          detect: detectClaims,
          judge: judgeForSandbox(options.judge),
          pace: options.sandboxPace,
        });
  const operatorKeys = createOperatorKeys(() => performance.now());
  operatorKeys.replace(keysOf(config));
  const { tracing } = options;
  const http = traceHttp(createHttpClient({ connectTimeout: config.upstream.connectTimeout }), tracing);
  const circuit = createCircuit({
    failures: 8,
    deadAfter: 1_000,
    pause: 500,
    now: () => performance.now(),
    onReached: options.onReached,
  });
  const calls = createUpstream({
    http,
    circuit,
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    userAgent: USER_AGENT,
    retries: config.upstream.retries,
    operatorKeys,
    reserve: (...asked) => reserve(...asked),
    watch: options.metrics && watchProviders(options.metrics, tracing),
  });
  const upstream = traceUpstream(calls, tracing, (id) => catalogue.models.has(id));
  const isSandboxed = (key: ApiKey): boolean =>
    sandbox !== undefined && (config.sandbox === 'all' || isSandboxKey(key.reveal()));
  // Commands are not called with issued keys.
  let reserve: ReserveCall = async (_key, _model, { output }) => ({ output, settle() {}, release() {} });
  let { aliases } = config;
  let models = createModelDirectory({ catalogue, config, sandbox, isSandboxed });
  const current: NamedModels = {
    find: (id, key, field) => models.find(id, key, field),
    callRules: (id) => models.callRules(id),
    providerOf: (id) => models.providerOf(id),
    reach: (provider, key) => models.reach(provider, key),
    providerNames: () => models.providerNames(),
  };
  return {
    /** As it is at the moment. */
    get catalogue(): Catalogue {
      return catalogue;
    },
    /** The operator's own names for models, as they are at the moment. */
    get aliases(): Config['aliases'] {
      return aliases;
    },
    models: current,
    /** From now on this reserves what calls with issued keys may cost. */
    meter(reserving: ReserveCall): void {
      reserve = reserving;
    },
    /** Whether the operator has keys that issued ones stand for. */
    get hasKeys(): boolean {
      return !operatorKeys.isEmpty();
    },
    /** Whether simulated providers answer requests with this key. */
    isSandboxed,
    upstream,
    countPrompt: calls.countPrompt,
    passing: { pass: calls.pass, requireKey: calls.requireKey },
    http,
    /** A provider was reached, by its origin, as another process says. */
    reached: (origin: string): void => circuit.reached(origin),
    /** Absent where it is off. */
    sandbox,
    /**
     * From now on this catalogue and these providers hold. Requests under way keep theirs.
     * @throws ConfigError where they cannot be used; then nothing has changed.
     */
    reload(changed: CatalogueConfig): void {
      const { catalogue: data, aliases: names, providers } = changed;
      const next = { ...config, catalogue: data, aliases: names, providers };
      const loaded = loadCatalogue(next);
      models = createModelDirectory({ catalogue: loaded, config: next, sandbox, isSandboxed });
      catalogue = loaded;
      aliases = names;
      operatorKeys.replace(keysOf(next));
    },
    async close(): Promise<void> {
      await Promise.all([http.close(), sandbox?.close()]);
    },
  };
}

function keysOf({ providers }: Pick<Config, 'providers'>): ReadonlyMap<string, readonly ApiKey[]> {
  return new Map(Object.entries(providers).map(([name, { keys = [] }]) => [name, keys]));
}

/** Counts how calls of providers end, and how often they are repeated. */
function watchProviders({ counter }: Metrics, tracing: Tracing | undefined): ProviderWatch {
  const failures = counter(
    'claimgate_provider_failures_total',
    'Calls of providers that failed or broke off, by provider and the code of the error.',
    ['provider', 'code'],
  );
  const calls = counter(
    'claimgate_provider_calls_total',
    'Calls of providers, each try by itself, by provider.',
    ['provider'],
  );
  const retries = counter(
    'claimgate_provider_retries_total',
    'Calls that were repeated, by provider and the code of the error.',
    ['provider', 'code'],
  );
  return {
    failed: (provider, code) => failures.inc({ provider, code }),
    retried(provider, code) {
      retries.inc({ provider, code });
      tracing?.current()?.event('retry', { 'error.type': code });
    },
    called: (provider) => calls.inc({ provider }),
  };
}
