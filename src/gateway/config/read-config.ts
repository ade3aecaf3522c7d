/** The only reader of the environment and the config file. */

import { BlockList } from 'node:net';
import path from 'node:path';
import type { AdminKey } from '../../domain/admin-key.ts';
import type { AnswerAction } from '../../domain/answer-action.ts';
import type { AskedTask } from '../../domain/asked-task.ts';
import { type CamelKeys, camelKeys } from '../../domain/camel-keys.ts';
import { hostNameOf, isLoopbackHost } from '../../domain/host-name.ts';
import type { Plan } from '../../domain/plan.ts';
import { ConfigError, collectFaults } from './config-error.ts';
import { type ConfigFile, LOG_LEVELS, type PlanSettings, SHIPPED_PLANS } from './config-schema.ts';
import { readAdminKeys } from './read-admin-keys.ts';
import { type PostExample, readConfigFile, readExamples, readYaml } from './read-config-file.ts';
import { type Environment, readChoice, readPort, readText, readUrl, splitList } from './read-environment.ts';
import { type ProviderConfig, readProviders } from './read-providers.ts';
import { readSecretFiles } from './read-secret-files.ts';
import { readSignIn, type SignInConfig } from './read-sign-in.ts';
import { readTracing, type TracingConfig } from './read-tracing.ts';
import { readWebhooks, type WebhookConfig } from './read-webhooks.ts';
import { readSourceKeys, type SourceConfig } from './source-config.ts';

/** What the config file and the environment say. `config-schema.ts` has what the file's own settings mean. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Processes that serve requests; 1: the gateway is one process. */
  readonly workers: number;
  readonly trustedProxies: readonly string[];
  readonly server: CamelKeys<ConfigFile['server']> & { readonly drainDelay: number };
  readonly callers: ConfigFile['callers'];
  readonly cors: ConfigFile['cors'];
  readonly mcp: ConfigFile['mcp'];
  /** Where probes, metrics and the admin API have a listener of their own; absent where they have none. */
  readonly admin?: { readonly host: string; readonly port: number };
  /** Without any, and where nobody signs in, there is no admin API. */
  readonly adminKeys: readonly AdminKey[];
  /** Absent where nobody signs in. */
  readonly signIn?: SignInConfig;
  readonly auditRetentionDays: number;
  readonly logLevel: ConfigFile['log']['level'];
  /** Absent where there are no traces. */
  readonly tracing?: TracingConfig;
  readonly telemetry: ConfigFile['telemetry'];
  readonly requireKeyForModels: boolean;
  /** Parsed catalogue data: replacing the shipped one, or extending it. */
  readonly catalogue: { readonly replace?: unknown; readonly extend?: unknown };
  readonly aliases: ConfigFile['aliases'];
  /** Settings of `fact_check`, by the name that requests and plans choose them by. */
  readonly profiles: ConfigFile['profiles'];
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  readonly upstream: CamelKeys<ConfigFile['upstream']>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly defaultPlan: string;
  readonly budgets: ConfigFile['budgets'];
  readonly limits: CamelKeys<ConfigFile['limits']>;
  readonly factCheck: {
    readonly mode: ConfigFile['fact_check']['mode'];
    readonly action: AnswerAction;
    readonly outside: ConfigFile['fact_check']['outside'];
    readonly contact?: string;
    readonly maxClaims: number;
    readonly groundDeadline: number;
    readonly verify: {
      readonly deadlineMs: number;
      readonly judgeTimeoutMs: number;
      readonly concurrency: number;
      readonly tokenBudget: number;
    };
  };
  readonly corpus: ConfigFile['corpus'];
  readonly retrieval: ConfigFile['retrieval'];
  readonly judge: { readonly local: CamelKeys<ConfigFile['judge']['local']> };
  readonly fetch: { readonly pages: boolean; readonly privateHosts: readonly string[] };
  readonly evaluations: Omit<CamelKeys<ConfigFile['evaluations']>, 'dashboards'> & {
    /** By name; without a base URL where it is the dashboard's own. */
    readonly dashboards: Readonly<Record<string, { readonly enabled: boolean; readonly baseUrl?: string }>>;
  };
  readonly responses: CamelKeys<ConfigFile['responses']>;
  readonly reports: CamelKeys<ConfigFile['reports']>;
  readonly webhooks: readonly WebhookConfig[];
  /** The task of requests that name none. */
  readonly defaultTask: AskedTask;
  /** Whether conversations that nobody has marked are marked for the provider's cache. */
  readonly marksConversations: boolean;
  /** Examples of normalized posts, as the operator supplies them. */
  readonly examples: readonly PostExample[];
  /** Sources of evidence, in the order in which they are asked. */
  readonly sources: readonly SourceConfig[];
  /** What the environment holds in `CLAIMGATE_…_KEY`, by the name of the source that it would belong to. */
  readonly sourceKeys: ReadonlyMap<string, string>;
  /** Names of the environment's variables that begin as the gateway's own do. */
  readonly variables: readonly string[];
  /** Nobody but the operator can call: somebody's own machine, with no proxy in front. */
  readonly isPrivate: boolean;
  /** `keys`: the sandbox keys work; `all`: every key goes to the simulated providers. */
  readonly sandbox: 'off' | 'keys' | 'all';
  readonly databaseUrl?: string;
  /** A PostgreSQL for the corpus alone. */
  readonly corpusUrl?: string;
  readonly redisUrl?: string;
  /** Key material for fingerprints; read or made by `readSecret`. */
  readonly secret?: string;
  /** Secrets that the current one has replaced and that still count, the newest first. */
  readonly oldSecrets: readonly string[];
}

/** Characters that a secret has at least; 32 random ones are better. */
const LEAST_SECRET = 8;

const OWN_VARIABLES = 'CLAIMGATE_';
const SANDBOXES = ['off', 'keys', 'all'] as const;
const NO_PLANS = { plans: new Map<string, Plan>(), defaultPlan: '' };

/** Milliseconds that load balancers have to notice that readiness is over. */
const DRAIN_DELAY = 5_000;

/**
 * Reads the config file named by `CLAIMGATE_CONFIG`, the environment, which wins, and the files that it names.
 *
 * @throws ConfigError naming every key and variable that is wrong.
 */
export function readConfig(environment: Environment = process.env): Config {
  const { attempt, expectNone } = collectFaults();
  // What a file was to hold would be missed everywhere else.
  const env = readSecretFiles(environment);
  const file = attempt(() => readConfigFile(readText(env, 'CLAIMGATE_CONFIG')), readConfigFile());
  const sandbox = attempt(() => readChoice(env, 'CLAIMGATE_SANDBOX', SANDBOXES), undefined);
  const host = env.HOST?.trim() || file.host;
  const port = attempt(() => readPort(env), undefined) ?? file.port;
  const databaseUrl = attempt(() => readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']), undefined);
  const corpusUrl = attempt(
    () => readUrl(env, 'CLAIMGATE_CORPUS_URL', ['postgres:', 'postgresql:']),
    undefined,
  );
  attempt(() => checkCorpus(file.corpus.index, databaseUrl, corpusUrl), undefined);
  const redisUrl = attempt(
    () => readUrl(env, 'REDIS_URL', ['redis:', 'rediss:', 'valkey:', 'valkeys:']),
    undefined,
  );
  const shared = databaseUrl !== undefined || redisUrl !== undefined;
  const secret = readText(env, 'CLAIMGATE_SECRET');
  const oldSecrets = attempt(() => readOldSecrets(env), []);
  attempt(() => checkSecret(secret, shared), undefined);
  const tracing = attempt(() => readTracing(env), undefined);
  const onLoopback = isLoopbackHost(hostNameOf(host));
  // Somebody's own: nobody else is let in, and no replica shares what is known.
  const isOwnMachine = onLoopback && !shared;
  attempt(() => checkProxies(file.trusted_proxies), undefined);
  attempt(() => checkPorts(host, port, file.admin), undefined);
  const adminKeys = attempt(() => readAdminKeys(file.admin, env), []);
  const signIn = attempt(() => readSignIn(file.admin.sign_in, env), undefined);
  const webhooks = attempt(() => readWebhooks(file.webhooks, env), []);
  const logLevel = attempt(() => readChoice(env, 'LOG_LEVEL', LOG_LEVELS), undefined) ?? file.log.level;
  const catalogue = attempt(() => readCatalogueFiles(file.catalogue), {});
  const providers = attempt(() => readProviders(file, env), {});
  const plans = attempt(() => readPlans(file, isOwnMachine ? 'pro' : 'free'), NO_PLANS);
  const { examples: examplesFile } = file.normalize;
  const examples = attempt(() => (examplesFile === undefined ? [] : readExamples(examplesFile)), []);
  expectNone();
  return {
    host,
    port,
    dataDir: path.resolve(readText(env, 'CLAIMGATE_DATA_DIR') ?? file.data_dir),
    workers: file.workers,
    trustedProxies: file.trusted_proxies,
    server: {
      ...camelKeys(file.server),
      // Nothing stands between a caller on the same machine and the gateway.
      drainDelay: file.server.drain_delay ?? (onLoopback ? 0 : DRAIN_DELAY),
    },
    callers: file.callers,
    cors: file.cors,
    mcp: file.mcp,
    ...(file.admin.port === undefined ? {} : { admin: { host: file.admin.host, port: file.admin.port } }),
    adminKeys,
    ...(signIn === undefined ? {} : { signIn }),
    auditRetentionDays: file.admin.audit_retention_days,
    logLevel,
    telemetry: file.telemetry,
    ...(tracing === undefined ? {} : { tracing }),
    requireKeyForModels: file.models.require_key,
    catalogue,
    aliases: file.aliases,
    profiles: file.profiles,
    providers,
    upstream: camelKeys(file.upstream),
    ...plans,
    budgets: file.budgets,
    limits: camelKeys(file.limits),
    factCheck: readFactCheck(file.fact_check),
    corpus: file.corpus,
    retrieval: file.retrieval,
    judge: { local: camelKeys(file.judge.local) },
    fetch: {
      pages: file.fetch.pages ?? (onLoopback && file.trusted_proxies.length === 0),
      privateHosts: file.fetch.private_hosts,
    },
    evaluations: readEvaluations(file.evaluations),
    responses: camelKeys(file.responses),
    reports: camelKeys(file.reports),
    webhooks,
    defaultTask: file.tasks.default,
    marksConversations: file.cache.marks === 'auto',
    examples,
    sources: file.sources,
    sourceKeys: readSourceKeys(env),
    variables: Object.keys(environment).filter((name) => name.startsWith(OWN_VARIABLES)),
    isPrivate: isOwnMachine && file.trusted_proxies.length === 0,
    sandbox: sandbox ?? ((file.sandbox.enabled ?? isOwnMachine) ? 'keys' : 'off'),
    oldSecrets,
    ...camelKeys({ databaseUrl, corpusUrl, redisUrl, secret }),
  };
}

function readOldSecrets(env: Environment): string[] {
  const old = splitList(readText(env, 'CLAIMGATE_OLD_SECRETS') ?? '');
  if (old.every((one) => one.length >= LEAST_SECRET)) return old;
  throw new ConfigError(`CLAIMGATE_OLD_SECRETS: each must have at least ${LEAST_SECRET} characters`);
}

/** @param shared whether others read what is filed under the secret. */
function checkSecret(secret: string | undefined, shared: boolean): void {
  if (secret === undefined && shared) {
    throw new ConfigError('CLAIMGATE_SECRET: is required once DATABASE_URL or REDIS_URL is set');
  }
  if (secret !== undefined && secret.length < LEAST_SECRET) {
    throw new ConfigError(`CLAIMGATE_SECRET: must have at least ${LEAST_SECRET} characters`);
  }
}

function checkCorpus(
  index: ConfigFile['corpus']['index'],
  databaseUrl: string | undefined,
  corpusUrl: string | undefined,
): void {
  if (index === 'postgres' && databaseUrl === undefined && corpusUrl === undefined) {
    throw new ConfigError(
      'corpus.index: postgres needs DATABASE_URL, or CLAIMGATE_CORPUS_URL for a database of its own',
    );
  }
  const named = corpusUrl === undefined ? databaseUrl && 'DATABASE_URL' : 'CLAIMGATE_CORPUS_URL';
  if (index === 'sqlite' && named !== undefined) {
    throw new ConfigError(`corpus.index: sqlite, but ${named} names a PostgreSQL`);
  }
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Two listeners cannot share a port of one address. */
function checkPorts(host: string, port: number, admin: ConfigFile['admin']): void {
  // 0: the system chooses.
  if (admin.port !== port || port === 0) return;
  const sharesAddress = admin.host === host || [admin.host, host].some((one) => EVERY_ADDRESS.has(one));
  if (sharesAddress)
    throw new ConfigError(`admin.port: ${port} is the port of the gateway itself (port, PORT)`);
}

function readCatalogueFiles(files: ConfigFile['catalogue']): Config['catalogue'] {
  return Object.fromEntries(
    Object.entries(camelKeys(files)).map(([key, name]) => [key, readYaml(name, `catalogue.${key}`)]),
  );
}

/** @param shipped the default plan where the file names none. */
function readPlans(
  file: ConfigFile,
  shipped: string,
): { plans: ReadonlyMap<string, Plan>; defaultPlan: string } {
  const { default: defaultPlan = shipped, ...named } = file.plans;
  const plans = new Map<string, Plan>();
  for (const name of new Set([...Object.keys(SHIPPED_PLANS), ...Object.keys(named)])) {
    const settings: PlanSettings = { ...SHIPPED_PLANS[name], ...named[name] };
    plans.set(name, {
      name,
      models: settings.models ?? 'basic',
      ...(settings.requests_per_minute == null ? {} : { requestsPerMinute: settings.requests_per_minute }),
      ...(settings.tokens_per_minute == null ? {} : { tokensPerMinute: settings.tokens_per_minute }),
      ...(settings.per_hour == null ? {} : { perHour: settings.per_hour }),
      ...(settings.per_month == null ? {} : { perMonth: settings.per_month }),
      ...(settings.fact_check?.action === undefined ? {} : { action: settings.fact_check.action }),
      ...(settings.profile === undefined ? {} : { profile: settings.profile }),
      ...(settings.publish === true ? { publish: true as const } : {}),
    });
    if (settings.profile !== undefined && !Object.hasOwn(file.profiles, settings.profile)) {
      throw new ConfigError(`plans.${name}.profile: there is no profile ${settings.profile}`);
    }
  }
  if (!plans.has(defaultPlan)) throw new ConfigError(`plans.default: there is no plan ${defaultPlan}`);
  return { plans, defaultPlan };
}

function readFactCheck(file: ConfigFile['fact_check']): Config['factCheck'] {
  const { verifyDeadline, judgeTimeout, judgeConcurrency, tokenBudget, ...rest } = camelKeys(file);
  return {
    ...rest,
    verify: {
      deadlineMs: verifyDeadline,
      judgeTimeoutMs: judgeTimeout,
      concurrency: judgeConcurrency,
      tokenBudget,
    },
  };
}

function readEvaluations(file: ConfigFile['evaluations']): Config['evaluations'] {
  const dashboards = Object.entries(file.dashboards).map(([name, settings]) => [name, camelKeys(settings)]);
  return { ...camelKeys(file), dashboards: Object.fromEntries(dashboards) };
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
