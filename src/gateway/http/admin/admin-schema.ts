/** What the admin API takes and answers: the schemas that validate, and that its reference is made of. */
import { z } from 'zod';
import { STANCES, VERDICTS } from '../../../domain/claim.ts';
import { isCollectionName } from '../../../domain/collection-name.ts';
import { OPERATOR_ROLES } from '../../../domain/operator-role.ts';
import { WEBHOOK_REASONS } from '../../../domain/webhook-reason.ts';
import { integer } from '../../../models/dialects/schema-parts.ts';
import { USAGE_PARTS } from '../../admin/describe-rows.ts';
import { LONGEST_NOTE, MOST_DOLLARS, MOST_TOKENS } from '../../admin/key-terms.ts';
import { isReportId } from '../../admin/manage-published.ts';
import { KEYS_OF_DELETED } from '../../admin/manage-teams.ts';
import { isTeamId, isTeamName, TEAM_NAME_RULE } from '../../admin/team-terms.ts';
import { failure, failureResponses, health, invalid, json } from '../response-schema.ts';
import { source } from '../sources-schema.ts';
import { jsonOrCsv, traffic } from '../traffic-schema.ts';

const note = z
  .string()
  .max(LONGEST_NOTE)
  // PostgreSQL keeps none.
  .regex(/^[^\0]*$/, 'must have no NUL character')
  .nullish()
  .meta({ description: 'Words of your own. No key, and nothing secret.' });
const plan = z.string();

const budgets = {
  tokens_per_month: integer()
    .min(1)
    .max(MOST_TOKENS)
    .nullish()
    .meta({ description: 'In and out, by calendar months (UTC).' }),
  dollars_per_month: z.number().gt(0).max(MOST_DOLLARS).nullish(),
  tokens_per_day: integer()
    .min(1)
    .max(MOST_TOKENS)
    .nullish()
    .meta({ description: 'In and out, by days (UTC), beside the budget for a month or without one.' }),
  dollars_per_day: z.number().gt(0).max(MOST_DOLLARS).nullish(),
};
/** A team by its id or its name. */
const teamNamed = z.string().max(64);
const terms = {
  team: teamNamed.nullish().meta({ description: 'The team that it belongs to, by its id or name.' }),
  plan: plan.nullish().meta({ description: "The team's where absent, else the default plan." }),
  profile: z
    .string()
    .nullish()
    .meta({ description: "Of requests whose model names none; the team's where absent, else the plan's." }),
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
  ...budgets,
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

const teamName = z.string().refine(isTeamName, TEAM_NAME_RULE).meta({
  description: 'Unique, whatever its case. Callers see it where a budget of the team is used up.',
});
const teamTerms = {
  plan: plan.nullish().meta({ description: 'Of its keys that have none of their own.' }),
  profile: z.string().nullish().meta({ description: 'Likewise.' }),
  ...budgets,
  note,
};
export const newTeamSchema = z.strictObject({ name: teamName, ...teamTerms }).meta({ id: 'NewTeam' });
export const teamSchema = z.strictObject({ name: teamName.optional(), ...teamTerms }).meta({
  id: 'TeamTerms',
  description: 'What is absent stays; `null` takes a value away.',
});
export type TeamBody = z.output<typeof teamSchema>;

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

/** Decisions that one request may add. */
const MOST_DECISIONS = 100;
const oneLine = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, 'must be a line of text');
const decision = z
  .strictObject({
    claim: oneLine(1_000),
    verdict: z.enum(VERDICTS).nullish().meta({ description: 'Or a rating, or both.' }),
    rating: oneLine(200).nullish().meta({ description: 'In your own words, such as `Mostly false`.' }),
    author: oneLine(200).meta({ description: 'Who decided.' }),
    date: z.iso.date().nullish().meta({ description: 'When.' }),
    title: oneLine(2_000).nullish(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .nullish()
      .meta({ description: 'Where more is said of it.' }),
  })
  .refine(({ verdict, rating }) => verdict != null || rating != null, {
    path: ['verdict'],
    message: 'a verdict or a rating is required',
  });
export const decisionsSchema = z
  .strictObject({ decisions: z.array(decision).min(1).max(MOST_DECISIONS) })
  .meta({ id: 'Decisions' });

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
  team: teamNamed.optional().meta({ description: 'Of one team alone, by its id or name.' }),
});
export const teamsQuery = z.strictObject({
  ...page,
  after: z
    .string()
    .refine(isTeamId, 'must be `next` of the page before')
    .optional()
    .meta({ description: '`next` of the page before.' }),
});
export const teamDeletionQuery = z.strictObject({
  keys: z.enum(KEYS_OF_DELETED).optional().meta({
    description:
      'What becomes of its keys: `release`, they go on without a team; `revoke`. Required where it has any that are not revoked.',
  }),
});
export const callersQuery = z.strictObject(page);
export const usageQuery = z.strictObject({
  ...page,
  since: day.meta({
    description: 'The first day (UTC), such as `2026-11-01`; the first of the month unless given.',
  }),
  until: day.meta({ description: 'The last day, included.' }),
  key: plainText(64).optional().meta({ description: 'Of one key alone, by its id.' }),
  team: teamNamed.optional().meta({
    description: 'What the keys of one team used while they were in it, by its id or name.',
  }),
  model: plainText(256).optional(),
  by: z
    .string()
    .optional()
    .meta({
      description: `What is told apart, separated by commas: ${USAGE_PARTS.join(', ')}, all of them unless given; \`team\` in place of \`key\` for what keys used in teams; \`total\` for one sum.`,
    }),
});
export const auditQuery = z.strictObject({
  ...page,
  since: time,
  until: time,
  // Names of people are in any script.
  actor: z
    .string()
    .max(512)
    .regex(/^[^\0]*$/, 'must have no NUL character')
    .optional(),
  action: plainText(64).optional(),
  subject: plainText(64).optional(),
});
export const webhookMessagesQuery = z.strictObject({
  ...page,
  endpoint: plainText(64).optional().meta({ description: 'Of one webhook alone, by its id.' }),
  state: z.enum(['pending', 'dead']).optional(),
});
export const publishedQuery = z.strictObject({
  ...page,
  after: z
    .string()
    .refine(isReportId, 'must be `next` of the page before')
    .optional()
    .meta({ description: '`next` of the page before.' }),
  maker: plainText(64)
    .optional()
    .meta({ description: 'Of one maker alone: the id of an issued key, or the fingerprint of a caller.' }),
});
export const overviewQuery = z.strictObject({
  hours: z.int().min(1).max(48).optional().meta({ description: '24 unless given.' }),
});

const collection = z
  .string()
  .refine(isCollectionName, 'must be a short lower-case name')
  .optional()
  .meta({ description: 'A collection with a name; the one without where absent.' });
/** Names and ids of documents, in any script. PostgreSQL keeps no NUL. */
const documentText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\0]*$/, 'must have no NUL character');

export const documentsQuery = z.strictObject({
  ...page,
  collection,
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'must be `next` of the page before')
    .optional(),
  contains: documentText(200).optional().meta({ description: 'Letters that title, address or id hold.' }),
});
export const corpusSearchQuery = z.strictObject({
  collection,
  query: documentText(1_000).meta({ description: 'Such as a claim; nothing in it is syntax.' }),
  limit: z.int().min(1).max(100).optional().meta({ description: '10 unless given.' }),
});
export const corpusDocumentQuery = z.strictObject({ collection, id: documentText(512) });
export const corpusAddQuery = z.strictObject({
  collection,
  name: documentText(512).optional().meta({ description: 'The name of the file, which is its id.' }),
});
export const corpusLinkSchema = z
  .strictObject({
    url: z.string().max(2_048).meta({ description: 'An http or https address; the gateway fetches it.' }),
  })
  .meta({ id: 'CorpusLink' });
/** What a body may be, for the reference. */
export const corpusFileBody = {
  description: 'A link as JSON, or a file itself, with its own Content-Type.',
  content: {
    'application/json': { schema: corpusLinkSchema },
    'application/octet-stream': {
      schema: {
        type: 'string',
        format: 'binary',
        description: 'A file; any Content-Type but that of JSON will do.',
      },
    },
  },
};

/** UTF-16 units. */
const LONGEST_CLAIM = 2_000;
export const trialSchema = z
  .strictObject({
    claim: z.string().min(1).max(LONGEST_CLAIM).regex(/\S/, 'must not be blank'),
    outside: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether sources outside, which then see the claim, are asked too.' }),
  })
  .meta({ id: 'Trial' });

const counts = z.record(z.string(), z.int());
const activity = {
  requests: counts.meta({
    description:
      'Of callers: `total`, and by the first digit of their status, such as `2xx`; `simulated`: of those, how many the sandbox answered.',
  }),
  tokens: counts.meta({ description: '`prompt` and `completion`.' }),
  claims: z.int(),
  verdicts: counts,
  errors: counts.meta({ description: "By the log's codes." }),
  providers: z.record(z.string(), counts).meta({ description: '`calls` and `failures` of each.' }),
  sources: z.record(z.string(), counts).meta({ description: '`answers` and `failures` of each.' }),
};

const nullableText = z.string().nullable();
const shownBudgets = {
  tokens_per_month: z.int().nullable(),
  dollars_per_month: z.number().nullable(),
  tokens_per_day: z.int().nullable(),
  dollars_per_day: z.number().nullable(),
};
const issuedKey = z
  .object({
    id: z.string(),
    state: z.enum(['good', 'revoked', 'expired']),
    team: nullableText.meta({ description: 'Id of its team.' }),
    plan: nullableText,
    profile: nullableText,
    models: z.array(z.string()).nullable(),
    expires: nullableText,
    ...shownBudgets,
    note: nullableText,
    issued: z.string(),
    revoked: nullableText,
  })
  .meta({ id: 'IssuedKey' });
const secret = z.string().meta({ description: 'The key itself. It is shown this once, and kept nowhere.' });
const newKey = issuedKey.extend({ key: secret }).meta({ id: 'NewKey' });
const use = {
  used: z.object({ tokens: z.int(), usd: z.number() }).meta({ description: 'In this month (UTC).' }),
  budgets: z.array(
    z.object({
      period: z.enum(['month', 'day']),
      unit: z.enum(['tokens', 'usd']),
      limit: z.number(),
      used: z.number(),
      state: z.enum(['open', 'nearly_spent', 'spent']).meta({
        description:
          '`nearly_spent`: the share `budgets.warn_at` of config is used. `spent`: all is used, or a call no longer fits.',
      }),
      reset: z.int().meta({ description: 'Unix seconds at which it begins anew.' }),
    }),
  ),
};
const shownKey = issuedKey.extend(use).meta({ id: 'IssuedKeyWithUse' });

const team = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: nullableText,
    profile: nullableText,
    ...shownBudgets,
    note: nullableText,
    created: z.string(),
  })
  .meta({ id: 'Team' });
const shownTeam = team
  .extend({ keys: z.int().meta({ description: 'Its keys that are not revoked.' }), ...use })
  .meta({ id: 'TeamWithUse' });

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
    team: z.string().optional(),
    day: z.string().optional(),
    model: z.string().optional(),
    calls: z.int(),
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    usd: z.number(),
  })
  .meta({ id: 'KeyUsage' });

const usedSums = usage.omit({ key: true, team: true, day: true, model: true });
const overview = z
  .object({
    object: z.literal('overview'),
    time: z.string(),
    health: health.meta({ description: 'As `/health` answers.' }),
    plans: z.array(
      z.object({
        name: z.string(),
        models: z.enum(['basic', 'all']),
        requests_per_minute: z.int().nullable(),
        tokens_per_minute: z.int().nullable(),
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

const webhook = z
  .object({
    id: z.string().meta({ description: 'Made of its address.' }),
    url: nullableText.meta({ description: 'Without its query; `null` where config no longer has it.' }),
    on: z.array(z.enum(WEBHOOK_REASONS)).nullable(),
    texts: z.boolean().nullable(),
    state: z.enum(['ok', 'failing', 'removed']).meta({
      description:
        '`failing`: messages are retried, or there are dead letters. `removed`: config no longer has it.',
    }),
    pending: z.int().meta({ description: 'Messages that wait.' }),
    retrying: z.int().meta({ description: 'Of those, how many were tried already.' }),
    dead: z.int().meta({ description: 'Dead letters.' }),
  })
  .meta({ id: 'Webhook' });
const webhookMessage = z
  .object({
    id: z.string().meta({ description: '`webhook-id` of the message.' }),
    endpoint: z.string(),
    state: z.enum(['pending', 'dead']),
    attempts: z.int(),
    created: z.string(),
    next_try: nullableText,
    failure: nullableText,
    failed: nullableText,
  })
  .meta({ id: 'WebhookMessage' });

const publishedReport = z
  .object({
    id: z.string(),
    path: z.string().meta({ description: 'Where it is read, at the address of the gateway.' }),
    maker: z.string().meta({
      description: 'The id of the issued key that published it, else the fingerprint of the caller.',
    }),
    title: z.string(),
    claims: z.int(),
    bytes: z.int(),
    created: z.string(),
    changed: z.string(),
  })
  .meta({ id: 'ReportAndMaker' });

const sharedCheck = z
  .object({
    id: z.string().meta({ description: 'It opens nothing: the gateway does not keep the address.' }),
    maker: z.string().meta({
      description: 'The id of the issued key that shares it, else the fingerprint of the caller.',
    }),
    claims: z.int(),
    bytes: z.int(),
    created: z.string(),
    changed: z.string(),
    expires: z.string(),
  })
  .meta({ id: 'SharedCheckAndMaker' });

const documentCollection = z
  .object({
    name: nullableText.meta({ description: '`null`: the collection without a name.' }),
    documents: z.int(),
    passages: z.int(),
  })
  .meta({ id: 'Collection' });
const listedDocument = z
  .object({
    id: z.string(),
    title: z.string(),
    url: nullableText,
    published: nullableText,
    passages: z.int(),
    is_decision: z.boolean().meta({ description: 'It is a decision on a claim.' }),
  })
  .meta({ id: 'ListedDocument' });
const foundPassage = z
  .object({
    id: z.string().meta({ description: 'Of its document.' }),
    title: z.string(),
    url: nullableText,
    published: nullableText,
    text: z.string().meta({ description: 'The passage: a literal part of the document.' }),
    score: z.number().meta({ description: 'Comparable within one search alone.' }),
    similarity: z.number().nullable().meta({
      description: '-1 to 1: how near its meaning is to the query; `null` where that is not known.',
    }),
  })
  .meta({ id: 'FoundPassage' });
const addition = z
  .object({
    object: z.literal('addition'),
    added: z.int(),
    replaced: z.int(),
    unchanged: z.int().meta({ description: 'Were there as they are.' }),
    passages: z.int().meta({ description: 'Of those that were added or replaced.' }),
    failed: z.int().meta({ description: 'Lines of JSON Lines that were left out.' }),
    faults: z
      .array(z.object({ line: z.int(), reason: z.string() }))
      .meta({ description: 'The first 20 of those.' }),
  })
  .meta({ id: 'Addition' });

const sourcesAndJudge = z
  .object({
    object: z.literal('sources'),
    data: z.array(source),
    judge: z.object({
      state: z.enum(['ready', 'off', 'absent', 'failed']),
      model: z.string(),
      thresholds: z
        .object({ supported: z.number(), supported_whole: z.number(), refuted: z.number() })
        .meta({ description: 'The least probability at which a verdict is stated.' }),
      calibrated: z.boolean(),
      max_pairs: z.int().meta({ description: 'Of one request.' }),
      deadline_ms: z.number(),
      pairs: z.object({ judged: z.int(), refused: z.int() }).meta({
        description: 'Pairs of a claim and an excerpt, in the process that answers, since its start.',
      }),
    }),
  })
  .meta({ id: 'SourcesAndJudge' });
const triedClaim = z
  .object({
    text: z.string(),
    verdict: z.enum(VERDICTS).nullable(),
    checked: z
      .boolean()
      .meta({ description: 'Whether the judge could say so; the explanation says why not.' }),
    explanation: nullableText,
    confidence: z.number().nullable(),
    evidence: z.array(
      z.object({
        source: z.string(),
        title: z.string(),
        url: nullableText,
        quote: z.string(),
        stance: z.enum(STANCES),
      }),
    ),
    sources: z.array(
      z.object({
        name: z.string(),
        problem: nullableText.meta({ description: 'Why it failed; `null` where it answered.' }),
        found: z.int().meta({ description: 'Passages, whether they bear on the claim or not.' }),
        items: z
          .array(z.object({ title: z.string(), url: nullableText, text: z.string() }))
          .meta({ description: 'The best five of those that bear on the claim.' }),
      }),
    ),
  })
  .meta({ id: 'TriedClaim' });

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
  403: json(failure, 'The role of the person who has signed in does not allow it.'),
  404: json(failure, 'There is none, or neither an admin key nor sign-in is configured.'),
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

const signIn = z
  .object({
    object: z.literal('sign_in'),
    provider: nullableText.meta({ description: 'What people know it by; `null` where nobody signs in.' }),
    person: z
      .object({
        name: z.string(),
        role: z.enum(OPERATOR_ROLES),
        until: z.string().meta({ description: 'When the session ends that is not used again.' }),
      })
      .nullable(),
  })
  .meta({ id: 'SignIn' });
const signedOut = z
  .object({
    object: z.literal('signed_out'),
    url: nullableText.meta({ description: 'Where the session at the provider is ended.' }),
  })
  .meta({ id: 'SignedOut' });

export const adminResponses = {
  signIn: { 200: json(signIn, 'The provider, and the person who has signed in.'), ...reading },
  signedOut: { 200: json(signedOut, 'The session is over.'), ...reading },
  issued: { 201: json(newKey, 'The key, which is shown this once.'), ...writing },
  imported: { 201: listOf(newKey, 'The keys, which are shown this once.'), ...writing },
  rotated: { 200: json(newKey, 'The key as it is now, shown this once.'), ...writing },
  keys: { 200: listOf(shownKey, 'The newest first.'), ...reading },
  key: { 200: json(shownKey, 'The key, without its secret.'), ...reading },
  changed: { 200: json(issuedKey, 'The key as it is now.'), ...writing },
  teamCreated: { 201: json(team, 'The team.'), ...writing },
  teams: { 200: listOf(shownTeam, 'By their names.'), ...reading },
  team: { 200: json(shownTeam, 'The team, with what its keys used while they were in it.'), ...reading },
  teamChanged: { 200: json(team, 'The team as it is now.'), ...writing },
  teamDeleted: {
    204: { description: 'It is deleted.' },
    ...reading,
    409: json(failure, 'It has keys, and nothing says what becomes of them.'),
  },
  callers: { 200: listOf(caller, 'Callers whose plan was set, by their fingerprints.'), ...reading },
  caller: { 200: json(caller, 'The caller as it is now.'), ...writing },
  removed: { 204: { description: 'It has the default plan now.' }, ...reading },
  decisions: {
    201: json(
      z
        .object({ object: z.literal('decisions'), added: z.int(), replaced: z.int() })
        .meta({ id: 'AddedDecisions' }),
      'How many are new, and how many took the place of an earlier one.',
    ),
    ...writing,
  },
  collections: { 200: listOf(documentCollection, 'That without a name first.'), ...reading },
  documents: { 200: listOf(listedDocument, 'Those that were added last first.'), ...reading },
  passages: { 200: listOf(foundPassage, 'The best first, one of a document.'), ...reading },
  documentRemoved: { 204: { description: 'It is removed.' }, ...reading },
  documentAdded: {
    201: json(addition, 'How many documents are new, and how many took the place of an earlier one.'),
    400: json(failure, 'The document cannot be read; the message says why.'),
    ...writing,
    502: json(failure, 'The page did not come; the message says why.'),
  },
  sources: { 200: json(sourcesAndJudge, 'The sources in the order in which they are asked.'), ...reading },
  trial: {
    200: json(
      z.object({
        object: z.literal('trial'),
        judge: z.enum(['ready', 'off', 'absent', 'failed']),
        claims: z
          .array(triedClaim)
          .meta({ description: 'None where the text says nothing that can be checked.' }),
      }),
      'What came of it.',
    ),
    ...reading,
    413: tooLarge,
    415: notJson,
  },
  usage: { 200: listOf(usage, 'What was used with issued keys.'), ...reading },
  audit: { 200: listOf(auditEntry, 'The latest first.'), ...reading },
  webhooks: {
    200: listOf(webhook, 'The webhooks in config, and others for which something waits.'),
    ...reading,
  },
  webhookMessages: { 200: listOf(webhookMessage, 'The newest first.'), ...reading },
  webhookMessage: { 200: json(webhookMessage, 'The message as it is now.'), ...writing },
  messageRemoved: { 204: { description: 'It is removed.' }, ...reading },
  published: { 200: listOf(publishedReport, 'The newest first.'), ...reading },
  shared: { 200: listOf(sharedCheck, 'The newest first.'), ...reading },
  publishedRemoved: { 204: { description: 'Nobody can read it any more.' }, ...reading },
  overview: {
    200: json(overview, 'Of the gateway that answers, all of its workers included.'),
    ...reading,
  },
  traffic: { 200: jsonOrCsv(traffic, 'Of all processes, the last seconds of others left out.'), ...reading },
};
