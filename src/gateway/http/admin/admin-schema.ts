/** What the admin API takes and answers: the schemas that validate, and that its reference is made of. */
import { z } from 'zod';
import { integer } from '../../../models/dialects/schema-parts.ts';
import { USAGE_PARTS } from '../../admin/describe-rows.ts';
import { LONGEST_NOTE, MOST_DOLLARS, MOST_TOKENS } from '../../admin/key-terms.ts';
import { failure, failureResponses, health, invalid, json } from '../response-schema.ts';

const note = z
  .string()
  .max(LONGEST_NOTE)
  // PostgreSQL keeps none.
  .regex(/^[^\0]*$/, 'must have no NUL character')
  .nullish()
  .meta({ description: 'Words of your own. No key, and nothing secret.' });
const plan = z.string();

const terms = {
  plan: plan.nullish().meta({ description: 'The default plan where absent.' }),
  models: z
    .array(z.string())
    .min(1)
    .max(1_000)
    .nullish()
    .meta({ description: 'Ids of the models that it may use; all of its plan where absent.' }),
  expires: z
    .string()
    .nullish()
    .meta({ description: 'A date such as `2027-01-31`, a time in ISO 8601, or days such as `90d`.' }),
  tokens_per_month: integer()
    .min(1)
    .max(MOST_TOKENS)
    .nullish()
    .meta({ description: 'In and out, by calendar months (UTC).' }),
  dollars_per_month: z.number().gt(0).max(MOST_DOLLARS).nullish(),
  note,
};

export const termsSchema = z.strictObject(terms).meta({
  id: 'KeyTerms',
  description: '`null` counts as absent; in a change, it takes the value away, and what is absent stays.',
});
export type TermsBody = z.output<typeof termsSchema>;

/** Keys that one request may issue. */
const MOST_KEYS = 1_000;
export const importSchema = z
  .strictObject({ keys: z.array(termsSchema).min(1).max(MOST_KEYS) })
  .meta({ id: 'KeyImport' });

const MOST_REQUESTS = 999_999_999;
const callerTerms = {
  plan,
  per_hour: integer().min(1).max(MOST_REQUESTS).nullish().meta({ description: "In place of the plan's." }),
  per_month: integer().min(1).max(MOST_REQUESTS).nullish().meta({ description: "In place of the plan's." }),
  note,
};
export const callerSchema = z.strictObject(callerTerms).meta({ id: 'CallerTerms' });
export const callerByKeySchema = z
  .strictObject({
    key: z.string().meta({ description: "The caller's key. It is neither stored nor logged." }),
    ...callerTerms,
  })
  .meta({ id: 'CallerByKey' });

/** PostgreSQL refuses some characters as such. */
const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/, 'must be printable characters');

const page = {
  limit: z.int().min(1).max(1_000).optional().meta({ description: '100 unless given.' }),
  after: plainText(512).optional().meta({ description: '`next` of the page before.' }),
};
const time = z.string().optional().meta({ description: 'A day or a time in ISO 8601.' });
const day = z.string().optional();

export const keysQuery = z.strictObject({
  ...page,
  state: z.enum(['good', 'revoked', 'expired']).optional(),
});
export const callersQuery = z.strictObject(page);
export const usageQuery = z.strictObject({
  ...page,
  since: day.meta({
    description: 'The first day (UTC), such as `2026-11-01`; the first of the month unless given.',
  }),
  until: day.meta({ description: 'The last day, included.' }),
  key: plainText(64).optional().meta({ description: 'Of one key alone, by its id.' }),
  model: plainText(256).optional(),
  by: z
    .string()
    .optional()
    .meta({
      description: `What is told apart, separated by commas: ${USAGE_PARTS.join(', ')}, all of them unless given; \`total\` for one sum.`,
    }),
});
export const auditQuery = z.strictObject({
  ...page,
  since: time,
  until: time,
  actor: plainText(64).optional(),
  action: plainText(64).optional(),
  subject: plainText(64).optional(),
});
export const overviewQuery = z.strictObject({
  hours: z.int().min(1).max(48).optional().meta({ description: '24 unless given.' }),
});

const counts = z.record(z.string(), z.int());
const activity = {
  requests: counts.meta({
    description: 'Of callers: `total`, and by the first digit of their status, such as `2xx`.',
  }),
  tokens: counts.meta({ description: '`prompt` and `completion`.' }),
  claims: z.int(),
  verdicts: counts,
  errors: counts.meta({ description: "By the log's codes." }),
  providers: z.record(z.string(), counts).meta({ description: '`calls` and `failures` of each.' }),
  sources: z.record(z.string(), counts).meta({ description: '`answers` and `failures` of each.' }),
};

const nullableText = z.string().nullable();
const issuedKey = z
  .object({
    id: z.string(),
    state: z.enum(['good', 'revoked', 'expired']),
    plan: nullableText,
    models: z.array(z.string()).nullable(),
    expires: nullableText,
    tokens_per_month: z.int().nullable(),
    dollars_per_month: z.number().nullable(),
    note: nullableText,
    issued: z.string(),
    revoked: nullableText,
  })
  .meta({ id: 'IssuedKey' });
const secret = z.string().meta({ description: 'The key itself. It is shown this once, and kept nowhere.' });
const newKey = issuedKey.extend({ key: secret }).meta({ id: 'NewKey' });
const shownKey = issuedKey
  .extend({
    used: z.object({ tokens: z.int(), usd: z.number() }).meta({ description: 'In this month (UTC).' }),
  })
  .meta({ id: 'IssuedKeyWithUse' });

const caller = z
  .object({
    caller: z.string().meta({ description: 'Fingerprint of the key.' }),
    plan: z.string(),
    per_hour: z.int().nullable(),
    per_month: z.int().nullable(),
    note: nullableText,
    kid: z.string().meta({ description: 'Name of the secret that the fingerprint was made under.' }),
    updated: z.string(),
  })
  .meta({ id: 'Caller' });

const usage = z
  .object({
    key: z.string().optional(),
    day: z.string().optional(),
    model: z.string().optional(),
    calls: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    usd: z.number(),
  })
  .meta({ id: 'KeyUsage' });

const usedSums = usage.omit({ key: true, day: true, model: true });
const overview = z
  .object({
    object: z.literal('overview'),
    time: z.string(),
    health: health.meta({ description: 'As `/health` answers.' }),
    plans: z.array(
      z.object({
        name: z.string(),
        models: z.enum(['basic', 'all']),
        per_hour: z.int().nullable(),
        per_month: z.int().nullable(),
        is_default: z.boolean(),
        callers: z.int().meta({ description: 'Callers that were given it.' }),
        keys: z.int().meta({ description: 'Good keys that were issued with it.' }),
      }),
    ),
    keys: z.object({
      good: z.int(),
      revoked: z.int(),
      expired: z.int(),
      used_today: usedSums,
      most_used_today: z.array(usedSums.extend({ key: z.string() })),
    }),
    hours: z.array(z.object({ hour: z.string(), ...activity })),
    total: z.object(activity),
  })
  .meta({ id: 'Overview' });

const auditEntry = z
  .object({
    id: z.string(),
    time: z.string(),
    actor: z.string().meta({ description: '`cli`, `admin:` and the name of the admin key, or `unknown`.' }),
    action: z.string(),
    subject: nullableText,
    outcome: z.string().meta({ description: '`done`, or the code of the error.' }),
    changes: z
      .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
      .nullable(),
    request_id: nullableText,
  })
  .meta({ id: 'AuditEntry' });

const listOf = (item: z.ZodType, description: string) =>
  json(
    z.object({
      object: z.literal('list'),
      data: z.array(item),
      next: nullableText.meta({ description: 'What `after` is for the next page; `null` on the last one.' }),
    }),
    description,
  );

const { 401: unauthorized, 413: tooLarge, 415: notJson, 429: limited, 503: unavailable } = failureResponses;
const reading = {
  401: unauthorized,
  404: json(failure, 'There is none, or no admin key is configured.'),
  422: json(invalid, 'The request is not valid; every fault is listed.'),
  429: limited,
  503: unavailable,
};
const writing = {
  ...reading,
  409: json(failure, 'The request does not fit what is there.'),
  413: tooLarge,
  415: notJson,
};

export const adminResponses = {
  issued: { 201: json(newKey, 'The key, which is shown this once.'), ...writing },
  imported: { 201: listOf(newKey, 'The keys, which are shown this once.'), ...writing },
  keys: { 200: listOf(issuedKey, 'The newest first.'), ...reading },
  key: { 200: json(shownKey, 'The key, without its secret.'), ...reading },
  changed: { 200: json(issuedKey, 'The key as it is now.'), ...writing },
  callers: { 200: listOf(caller, 'Callers whose plan was set, by their fingerprints.'), ...reading },
  caller: { 200: json(caller, 'The caller as it is now.'), ...writing },
  removed: { 204: { description: 'It has the default plan now.' }, ...reading },
  usage: { 200: listOf(usage, 'What was used with issued keys.'), ...reading },
  audit: { 200: listOf(auditEntry, 'The latest first.'), ...reading },
  overview: {
    200: json(overview, 'Of the gateway that answers, all of its workers included.'),
    ...reading,
  },
};
