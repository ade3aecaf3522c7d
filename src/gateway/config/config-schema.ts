/** The config file: every key that there is, with its default. `docs/operating.md` says what each does. */
import { z } from 'zod';
import { ACTED_ON_VERDICTS, ANSWER_ACTIONS, LONGEST_ACTION_MESSAGE } from '../../domain/answer-action.ts';
import { ASKED_TASKS } from '../../domain/asked-task.ts';
import { CLAIM_LISTINGS, JUDGE_WISHES, STATEMENT_WISHES } from '../../domain/claim.ts';
import { collectionOfSource } from '../../domain/collection-name.ts';
import { FACT_CHECK_MODES } from '../../domain/fact-check-mode.ts';
import { hostNameOf } from '../../domain/host-name.ts';
import { byteSize, duration } from './duration.ts';
import { MOST_WORKERS, readWorkers } from './read-workers.ts';
import { isAddress, serverFault } from './scoring-address.ts';
import { signInSection } from './sign-in-config.ts';
import { baseUrl, contactSetting, keySetting, sourcesSection } from './source-config.ts';
import { webhooksSection } from './webhook-config.ts';

/** A host as callers name it, without a port. */
const hostName = z
  .string()
  .refine(
    (text) => hostNameOf(text) !== undefined && !/^[^:]*:\d*$|\]:/.test(text),
    'must be a host without a port',
  );

/** As a browser names it: scheme, host and port. */
const origin = z
  .string()
  .refine(
    (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://app.example.org',
  );

const providerSettings = z.strictObject({
  base_url: baseUrl.optional(),
  first_byte_timeout: duration.optional(),
  idle_timeout: duration.optional(),
  /** The name for people; an operator's own provider only. */
  name: z.string().min(1).max(64).optional(),
  /** An operator's own provider that needs no key: it is sent none. */
  key: z.literal('none', 'must be none, or left out').optional(),
  /** The operator's own keys, which are sent in place of issued keys. */
  keys: z.array(keySetting).min(1).optional(),
  /** A file with such keys, one on a line. */
  keys_file: z.string().min(1).optional(),
  /** The models of an operator's own provider; entries as in the catalogue. */
  models: z.array(z.unknown()).min(1).optional(),
});

const dashboardSettings = z
  .strictObject({ enabled: z.boolean().default(true), base_url: baseUrl.optional() })
  .prefault({});

/** What is done with answers in which something wrong is found. */
const actionParts = {
  do: z.enum(ANSWER_ACTIONS),
  /** Verdicts on which it is done. */
  on: z.array(z.enum(ACTED_ON_VERDICTS)).min(1),
  /** Comes in the place of an answer that is withheld. */
  message: z.string().min(1).max(LONGEST_ACTION_MESSAGE),
};

/** Collections that a profile may take its documents from. */
const MOST_COLLECTIONS = 16;
const collection = z
  .string()
  .refine(
    (text) => collectionOfSource(text) !== undefined,
    'must be corpus, or corpus: and the name of a collection, such as corpus:handbook',
  );

const unit = z.number().min(0).max(1);

/** Settings of `fact_check` under a name: requests that choose it have them where they do not say. */
const profile = z.strictObject({
  mode: z.enum(FACT_CHECK_MODES),
  sources: z.array(z.string()),
  /** Which of the operator's documents are asked, in place of those without a collection. */
  documents_from: z
    .union([collection, z.array(collection).min(1).max(MOST_COLLECTIONS)])
    .transform((from) => [from].flat()),
  max_claims: z.number().int().min(1),
  judge: z.enum(JUDGE_WISHES),
  judge_model: z.string(),
  statements: z.enum(STATEMENT_WISHES),
  claim_review: z.boolean(),
  min_confidence: unit,
  min_check_worthiness: unit,
  citations: z.boolean(),
  revise: z.boolean(),
  stream_events: z.boolean(),
  claims: z.enum(CLAIM_LISTINGS),
  action: z.strictObject(actionParts).partial(),
});

const shortName = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/, 'must be a short lower-case name');

const plan = z.strictObject({
  /** By the clock minute; tokens in and out are counted once an answer is there, and looked at before the next. */
  requests_per_minute: z.number().int().positive().nullable().optional(),
  tokens_per_minute: z.number().int().positive().nullable().optional(),
  /** `null` takes a shipped plan's limit away. */
  per_hour: z.number().int().positive().nullable().optional(),
  per_month: z.number().int().positive().nullable().optional(),
  models: z.enum(['basic', 'all']).optional(),
  /** For requests that do not say. */
  fact_check: z.strictObject({ action: z.strictObject(actionParts).partial().optional() }).optional(),
  /** Of requests that choose none. */
  profile: z.string().optional(),
  /** Whether its callers may publish reports at an address of the gateway. */
  publish: z.boolean().optional(),
});
export type PlanSettings = z.output<typeof plan>;

/** The plans as shipped; a config file may change each number of theirs, and add plans. */
export const SHIPPED_PLANS: Readonly<Record<string, PlanSettings>> = {
  free: { per_hour: 100, per_month: 1_000, models: 'basic' },
  pro: { per_hour: 1_000, per_month: 50_000, models: 'all' },
  enterprise: { models: 'all' },
};

/** Bytes that a gateway takes which serves nobody, and some. */
const LEAST_MEMORY = 256 * 1024 * 1024;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535).default(8080),
  data_dir: z.string().min(1).default('.claimgate'),
  /** Processes that serve requests. */
  workers: z
    .union([z.number(), z.string()])
    .default(1)
    .transform((setting, context) => {
      const workers = readWorkers(setting);
      if (workers !== undefined) return workers;
      context.addIssue({ code: 'custom', message: `must be a number from 1 to ${MOST_WORKERS}, or auto` });
      return z.NEVER;
    }),
  trusted_proxies: z.array(z.string()).default([]),
  server: z
    .strictObject({
      /** Bytes of a body without its pictures, files and sounds. */
      body_limit: byteSize.default(4 * 1024 * 1024),
      /** With them. */
      body_limit_with_media: byteSize.default(32 * 1024 * 1024),
      /** Hosts that are answered for on a loopback address, beside its own names. */
      hosts: z.array(hostName).default([]),
      /** Requests that may be open at once. */
      max_open_requests: z.number().int().positive().default(2_000),
      /** Bytes of memory that all processes that serve should take together. */
      memory_budget: byteSize.refine((bytes) => bytes >= LEAST_MEMORY, 'must be at least 256MiB').optional(),
      /** Milliseconds between readiness ending and new work being refused. */
      drain_delay: duration.optional(),
      drain_timeout: duration.default(30_000),
      keep_alive: duration.default(15_000),
      /** Milliseconds in which a request must have arrived, its body too. */
      request_timeout: duration.default(120_000),
    })
    .prefault({}),
  /** Whose keys are served: everybody's, or those alone that the gateway issued. */
  callers: z.enum(['all', 'issued']).default('all'),
  cors: z
    .strictObject({
      /** Origins whose pages may read the answers. */
      origins: z.union([z.literal('*'), z.array(origin)]).default([]),
    })
    .prefault({}),
  /** The Model Context Protocol, at `/mcp`. */
  mcp: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  admin: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.number().int().min(0).max(65_535).optional(),
      /** Keys of the admin API, each with a name before a colon where it has one. */
      keys: z.array(z.string()).min(1).optional(),
      /** A file with such keys, one on a line. */
      keys_file: z.string().min(1).optional(),
      /** Days for which the audit log is kept. */
      audit_retention_days: z.number().int().min(1).max(36_500).default(365),
      /** People sign in on the page by OpenID Connect. */
      sign_in: signInSection,
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(LOG_LEVELS).default('info'),
    })
    .prefault({}),
  telemetry: z
    .strictObject({
      /** Whether traces hold the texts of callers and models. */
      content: z.boolean().default(false),
    })
    .prefault({}),
  models: z.strictObject({ require_key: z.boolean().default(false) }).prefault({}),
  catalogue: z.strictObject({ replace: z.string().optional(), extend: z.string().optional() }).prefault({}),
  /** Names of the operator's own for models, each with those that are asked in turn. */
  aliases: z.record(shortName, z.array(z.string()).min(1).max(8)).default({}),
  /** Chosen behind a model's id (`gpt-6-luna@support`), or by a plan. */
  profiles: z.record(shortName, profile.partial()).default({}),
  providers: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a short lower-case name'), providerSettings)
    .default({}),
  upstream: z
    .strictObject({
      first_byte_timeout: duration.default(120_000),
      idle_timeout: duration.default(60_000),
      connect_timeout: duration.default(10_000),
      /** Tries after the first, where nothing has come and another may help. */
      retries: z.number().int().min(0).max(5).default(2),
    })
    .prefault({}),
  plans: z.object({ default: z.string().optional() }).catchall(plan).prefault({}),
  /** Of issued keys. */
  budgets: z
    .strictObject({
      /** A budget in dollars and a model without a price: the dearest known price is taken, or the model is refused. */
      unpriced: z.enum(['dearest', 'refuse']).default('dearest'),
      /** The share of a budget, 0 to 1, that counts as nearly all of it: webhooks and operators are told. */
      warn_at: z.number().gt(0).max(1).default(0.8),
    })
    .prefault({}),
  limits: z
    .strictObject({
      failed_keys_per_minute: z.number().int().positive().default(30),
      detect_per_minute: z.number().int().positive().default(600),
      /** Requests of one key that may be open at once. */
      open_requests_per_caller: z.number().int().positive().default(1_000),
      // One text of the greatest length must pass.
      detect_characters_per_minute: z.number().int().min(200_000).default(4_000_000),
      documents_per_minute: z.number().int().positive().default(30),
      when_redis_is_away: z.enum(['allow', 'refuse']).default('allow'),
    })
    .prefault({}),
  fact_check: z
    .strictObject({
      mode: z.enum(FACT_CHECK_MODES).default('ground'),
      /** For requests and plans that do not say. */
      action: z
        .strictObject({
          do: actionParts.do.default('annotate'),
          on: actionParts.on.default(['refuted']),
          message: actionParts.message.default(
            'This answer is withheld: evidence speaks against a statement in it.',
          ),
        })
        .prefault({}),
      /** When sources outside are asked: where the request names them, or always. */
      outside: z.enum(['on_request', 'always']).default('on_request'),
      /** An e-mail address or a URL, sent to every source that is asked. */
      contact: contactSetting.optional(),
      /** The most claims of one request that are looked up. */
      max_claims: z.number().int().min(1).max(100).default(10),
      /** Milliseconds that the search for evidence may hold a request up. */
      ground_deadline: duration.default(1_500),
      /** Milliseconds after an answer's end until what is not judged stays so. */
      verify_deadline: duration.default(20_000),
      /** Milliseconds that one call to the judge may take. */
      judge_timeout: duration.default(30_000),
      /** Calls to the judge at the same time, of one request. */
      judge_concurrency: z.number().int().min(1).max(32).default(3),
      /** Tokens that the judge may use for one request. */
      token_budget: z.number().int().min(1_000).default(60_000),
    })
    .prefault({}),
  corpus: z
    .strictObject({
      /** Whether the operator's own documents are quoted to everybody, without a key too. */
      public: z.boolean().default(false),
      /** Where it lies; with everything else where absent. */
      index: z.enum(['sqlite', 'postgres']).optional(),
    })
    .prefault({}),
  retrieval: z
    .strictObject({
      /** Whether passages are found by what they mean too, not by their words alone. */
      vectors: z.boolean().default(true),
      /** A folder with `model.onnx`, `tokenizer.json` and `config.json`; the one that ships where absent. */
      model: z.string().min(1).optional(),
      /** Processes that read texts, each with the model in memory. */
      threads: z.number().int().min(1).max(64).default(1),
      /** Milliseconds that a search waits for what its question means; then it goes on by words alone. */
      wait: duration.default(500),
    })
    .prefault({}),
  judge: z
    .strictObject({
      /** The gateway's own judge: a small model on this machine. */
      local: z
        .strictObject({
          enabled: z.boolean().default(true),
          /**
           * A folder with `model.onnx`, `tokenizer.json` and `config.json`, or the address of a server that scores pairs; the
           * folder that ships where absent.
           */
          model: z.string().min(1).optional(),
          /** What the labels of a server's model mean. */
          labels: z
            .record(z.string().min(1), z.enum(['supported', 'refuted', 'not_enough_info']))
            .default({}),
          /** Stands between passage and claim where a server takes them as one text. */
          separator: z.string().min(1).default('[SEP]'),
          /** Processes that read pairs, each with the model in memory, or requests to a server at a time. */
          threads: z.number().int().min(1).max(64).optional(),
          /** The least probability of a verdict that is stated; the model's own where absent. */
          threshold: z.number().min(0.5).max(1).optional(),
          /** Pairs of a claim and a passage that one request may have read. */
          max_pairs: z.number().int().min(1).max(10_000).default(200),
          /** Milliseconds behind an answer's end until what is not judged stays so. */
          deadline: duration.default(3_000),
        })
        .superRefine(({ model, labels }, context) => {
          const message = model !== undefined && isAddress(model) ? serverFault(model, labels) : undefined;
          if (message !== undefined) context.addIssue({ code: 'custom', path: ['model'], message });
        })
        .prefault({}),
    })
    .prefault({}),
  fetch: z
    .strictObject({
      /** Whether links are fetched for callers; as shipped, where only this machine can call. */
      pages: z.boolean().optional(),
      /** Hosts of private networks that may be fetched from all the same. */
      private_hosts: z.array(hostName).default([]),
    })
    .prefault({}),
  sources: sourcesSection,
  evaluations: z
    .strictObject({
      /** What scores: the caller's model where it can be asked, or never a model. */
      scorer: z.enum(['model', 'local']).default('model'),
      /** Whether what recovery needs of a text is kept, encrypted, until it is scored. */
      store_text: z.boolean().default(true),
      retention_days: z.number().int().min(1).max(36_500).default(90),
      /** Evaluations that ask a model at the same time. */
      concurrency: z.number().int().min(1).max(1_000).default(16),
      /** Milliseconds that a job stays its process's own without a sign of life. */
      lease: duration.refine((ms) => ms >= 500, 'must be at least 500ms').default(30_000),
      dashboards: z
        .strictObject({ langfuse: dashboardSettings, confident_ai: dashboardSettings })
        .prefault({}),
    })
    .prefault({}),
  responses: z
    .strictObject({
      /** Milliseconds that a response is kept for its caller; 0 keeps none. */
      retention: duration.default(3_600_000),
      /** Bytes that the responses of one caller may have. */
      max_stored: byteSize.default(100 * 1024 * 1024),
    })
    .prefault({}),
  /** Those that callers publish, as far as their plan lets them (`plans.<name>.publish`). */
  reports: z
    .strictObject({
      /** The gateway's address as readers know it, such as `https://facts.example.org`; the request's own where absent. */
      url: baseUrl.optional(),
      /** Whether search engines may list them. */
      index: z.boolean().default(true),
      /** Bytes that one may have. */
      max_size: byteSize.default(1024 * 1024),
      /** Reports that one caller may have. */
      max_per_caller: z.number().int().positive().default(1_000),
      /** Checks that one caller may share with others. */
      max_shared: z.number().int().positive().default(100),
      /** Days that a shared check is kept after its last change. */
      shared_days: z.number().int().min(1).max(36_500).default(30),
      /** Whether those who open a shared check need a key of the gateway's, beside its address. */
      shared_need_key: z.boolean().default(false),
    })
    .prefault({}),
  /** Where it is reported that a claim was found to have one of these verdicts. */
  webhooks: webhooksSection,
  /** Which of the service's prompts applies where a request does not say. */
  tasks: z.strictObject({ default: z.enum(ASKED_TASKS).default('auto') }).prefault({}),
  /** `auto`: a conversation that its caller has not marked for the provider's cache gets the mark that the provider recommends. */
  cache: z.strictObject({ marks: z.enum(['auto', 'off']).default('auto') }).prefault({}),
  normalize: z.strictObject({ examples: z.string().optional() }).prefault({}),
  sandbox: z.strictObject({ enabled: z.boolean().optional() }).prefault({}),
});

export type ConfigFile = z.output<typeof configSchema>;
