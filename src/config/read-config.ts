/** The only reader of the environment and the config file. */

import { BlockList } from 'node:net';
import path from 'node:path';
import { hostNameOf, isLoopbackHost } from '../domain/host-name.ts';
import type { Plan } from '../domain/plan.ts';
import { ConfigError } from './config-error.ts';
import { type ConfigFile, type PlanSettings, SHIPPED_PLANS } from './config-schema.ts';
import { type Example, readConfigFile, readExamples, readYaml } from './read-config-file.ts';
import { type Environment, readChoice, readPort, readText, readUrl } from './read-environment.ts';
import { type ProviderConfig, readProviders } from './read-providers.ts';
import { readSourceKeys, type SourceConfig } from './source-config.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly trustedProxies: readonly string[];
  readonly server: {
    readonly bodyLimit: number;
    /** Hosts that are answered for on a loopback address, beside its own names. */
    readonly hosts: readonly string[];
    /** Requests that may be open at once. */
    readonly maxOpenRequests: number;
    /** Milliseconds between the word that the gateway is leaving and its refusing new work. */
    readonly drainDelay: number;
    readonly drainTimeout: number;
    readonly keepAlive: number;
  };
  /** Where probes and metrics have a listener of their own; absent where they have none. */
  readonly admin?: { readonly host: string; readonly port: number };
  readonly logLevel: ConfigFile['log']['level'];
  readonly requireKeyForModels: boolean;
  /** Parsed catalogue data: replacing the shipped one, or extending it. */
  readonly catalogue: { readonly replace?: unknown; readonly extend?: unknown };
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  readonly upstream: {
    readonly firstByteTimeout: number;
    readonly idleTimeout: number;
    readonly connectTimeout: number;
  };
  readonly plans: ReadonlyMap<string, Plan>;
  readonly defaultPlan: string;
  readonly limits: {
    readonly failedKeysPerMinute: number;
    readonly detectPerMinute: number;
    /** Requests of one key that may be open at once. */
    readonly openRequestsPerCaller: number;
    readonly detectCharactersPerMinute: number;
    readonly whenRedisIsAway: 'allow' | 'refuse';
  };
  readonly factCheck: {
    readonly mode: ConfigFile['fact_check']['mode'];
    /** When sources outside are asked: where the request names them, or always. */
    readonly outside: 'on_request' | 'always';
    /** An e-mail address or a URL, told to every source that is asked. */
    readonly contact?: string;
    /** The most claims of one request that are looked up. */
    readonly maxClaims: number;
    /** Milliseconds that the search for evidence may hold a request up. */
    readonly groundDeadline: number;
    readonly verify: {
      /** Milliseconds after an answer's end until what is not judged stays so. */
      readonly deadlineMs: number;
      /** Milliseconds that one call to the judge may take. */
      readonly judgeTimeoutMs: number;
      /** Calls to the judge at the same time, of one request. */
      readonly concurrency: number;
      /** Tokens that the judge may use for one request. */
      readonly tokenBudget: number;
    };
  };
  readonly evaluations: {
    /** Who scores: the caller's model where it can be asked, or never a model. */
    readonly scorer: 'model' | 'local';
    /** Whether what recovery needs of a text is kept, encrypted, until it is scored. */
    readonly storeText: boolean;
    readonly retentionDays: number;
    /** Evaluations that ask a model at the same time. */
    readonly concurrency: number;
    /** Milliseconds that a job stays its process's own without a sign of life. */
    readonly lease: number;
    /** By name; without a base URL where it is the dashboard's own. */
    readonly dashboards: Readonly<Record<string, { readonly enabled: boolean; readonly baseUrl?: string }>>;
  };
  /** Examples of normalized posts, as the operator supplies them. */
  readonly examples: readonly Example[];
  /** Sources of evidence, in the order in which they are asked. */
  readonly sources: readonly SourceConfig[];
  /** What the environment holds in `CLAIMGATE_…_KEY`, by the name of the source that it would belong to. */
  readonly sourceKeys: ReadonlyMap<string, string>;
  /** `keys`: the sandbox keys work; `all`: every key goes to the simulated providers. */
  readonly sandbox: 'off' | 'keys' | 'all';
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Key material for fingerprints; read or made by `readSecret`. */
  readonly secret?: string;
  /** Secrets that the current one has replaced and that still count, the newest first. */
  readonly oldSecrets: readonly string[];
}

/** Characters that a secret has at least; 32 random ones are better. */
const LEAST_SECRET = 8;

/** Milliseconds that load balancers have to notice that readiness is over. */
const DRAIN_DELAY = 5_000;

/**
 * Reads the config file named by `CLAIMGATE_CONFIG` and the environment, which wins.
 *
 * @throws ConfigError naming the first key or variable that is wrong.
 */
export function readConfig(env: Environment = process.env): Config {
  const file = readConfigFile(readText(env, 'CLAIMGATE_CONFIG'));
  const sandboxAll = readChoice(env, 'CLAIMGATE_SANDBOX', ['all']) === 'all';
  const host = env.HOST?.trim() || file.host;
  const databaseUrl = readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const redisUrl = readUrl(env, 'REDIS_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']);
  const secret = readText(env, 'CLAIMGATE_SECRET');
  if (secret !== undefined && secret.length < LEAST_SECRET) {
    throw new ConfigError('CLAIMGATE_SECRET: must have at least 8 characters');
  }
  const oldSecrets = (readText(env, 'CLAIMGATE_OLD_SECRETS') ?? '')
    .split(/[\s,]+/)
    .filter((old) => old !== '');
  if (oldSecrets.some((old) => old.length < LEAST_SECRET)) {
    throw new ConfigError('CLAIMGATE_OLD_SECRETS: each must have at least 8 characters');
  }
  if (secret === undefined && (databaseUrl !== undefined || redisUrl !== undefined)) {
    throw new ConfigError('CLAIMGATE_SECRET: is required once DATABASE_URL or REDIS_URL is set');
  }
  const shared = databaseUrl !== undefined || redisUrl !== undefined;
  const onLoopback = isLoopbackHost(hostNameOf(host));
  const sandboxKeys = file.sandbox.enabled ?? (onLoopback && !shared);
  checkProxies(file.trusted_proxies);
  return {
    host,
    port: readPort(env) ?? file.port,
    dataDir: path.resolve(readText(env, 'CLAIMGATE_DATA_DIR') ?? file.data_dir),
    trustedProxies: file.trusted_proxies,
    server: {
      bodyLimit: file.server.body_limit,
      hosts: file.server.hosts,
      maxOpenRequests: file.server.max_open_requests,
      // Nobody stands between a caller on the same machine and the gateway.
      drainDelay: file.server.drain_delay ?? (onLoopback ? 0 : DRAIN_DELAY),
      drainTimeout: file.server.drain_timeout,
      keepAlive: file.server.keep_alive,
    },
    ...(file.admin.port === undefined ? {} : { admin: { host: file.admin.host, port: file.admin.port } }),
    logLevel:
      readChoice(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ??
      file.log.level,
    requireKeyForModels: file.models.require_key,
    catalogue: {
      ...(file.catalogue.replace === undefined
        ? {}
        : { replace: readYaml(file.catalogue.replace, 'catalogue.replace') }),
      ...(file.catalogue.extend === undefined
        ? {}
        : { extend: readYaml(file.catalogue.extend, 'catalogue.extend') }),
    },
    providers: readProviders(file, env),
    upstream: {
      firstByteTimeout: file.upstream.first_byte_timeout,
      idleTimeout: file.upstream.idle_timeout,
      connectTimeout: file.upstream.connect_timeout,
    },
    ...readPlans(file),
    limits: {
      failedKeysPerMinute: file.limits.failed_keys_per_minute,
      detectPerMinute: file.limits.detect_per_minute,
      openRequestsPerCaller: file.limits.open_requests_per_caller,
      detectCharactersPerMinute: file.limits.detect_characters_per_minute,
      whenRedisIsAway: file.limits.when_redis_is_away,
    },
    factCheck: {
      mode: file.fact_check.mode,
      outside: file.fact_check.outside,
      ...(file.fact_check.contact === undefined ? {} : { contact: file.fact_check.contact }),
      maxClaims: file.fact_check.max_claims,
      groundDeadline: file.fact_check.ground_deadline,
      verify: {
        deadlineMs: file.fact_check.verify_deadline,
        judgeTimeoutMs: file.fact_check.judge_timeout,
        concurrency: file.fact_check.judge_concurrency,
        tokenBudget: file.fact_check.token_budget,
      },
    },
    evaluations: readEvaluations(file),
    examples: file.normalize.examples === undefined ? [] : readExamples(file.normalize.examples),
    sources: file.sources,
    sourceKeys: readSourceKeys(env),
    sandbox: sandboxAll ? 'all' : sandboxKeys ? 'keys' : 'off',
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(secret === undefined ? {} : { secret }),
    oldSecrets,
  };
}

function readPlans(file: ConfigFile): { plans: ReadonlyMap<string, Plan>; defaultPlan: string } {
  const { default: defaultPlan, ...named } = file.plans;
  const plans = new Map<string, Plan>();
  for (const name of new Set([...Object.keys(SHIPPED_PLANS), ...Object.keys(named)])) {
    const settings: PlanSettings = { ...SHIPPED_PLANS[name], ...named[name] };
    plans.set(name, {
      name,
      models: settings.models ?? 'basic',
      ...(settings.per_hour == null ? {} : { perHour: settings.per_hour }),
      ...(settings.per_month == null ? {} : { perMonth: settings.per_month }),
    });
  }
  if (!plans.has(defaultPlan)) throw new ConfigError(`plans.default: there is no plan ${defaultPlan}`);
  return { plans, defaultPlan };
}

function readEvaluations({ evaluations: file }: ConfigFile): Config['evaluations'] {
  const dashboards = Object.entries(file.dashboards).map(([name, { enabled, base_url: baseUrl }]) => [
    name,
    { enabled, ...(baseUrl === undefined ? {} : { baseUrl }) },
  ]);
  return {
    scorer: file.scorer,
    storeText: file.store_text,
    retentionDays: file.retention_days,
    concurrency: file.concurrency,
    lease: file.lease,
    dashboards: Object.fromEntries(dashboards),
  };
}

function checkProxies(proxies: readonly string[]): void {
  const list = new BlockList();
  for (const [index, proxy] of proxies.entries()) {
    const [address = '', bits] = proxy.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    } catch {
      throw new ConfigError(`trusted_proxies.${index}: must be an address or a subnet such as 10.0.0.0/8`);
    }
  }
}
