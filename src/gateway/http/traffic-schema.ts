/** What traffic over time is asked for by, and what it answers: for operators and for callers. */
import { z } from 'zod';
import {
  FINEST_HOURS,
  MOST_TRAFFIC_ROWS,
  OWN_TRAFFIC_GROUPS,
  TRAFFIC_DAYS,
  TRAFFIC_GROUPS,
  TRAFFIC_SPANS,
} from '../traffic/read-traffic.ts';
import { failureResponses } from './response-schema.ts';

const time = (description: string) => z.string().optional().meta({ description });
const times = {
  from: time(
    `A day or a time in ISO 8601; a day before \`to\` unless given. Counters are kept for ${TRAFFIC_DAYS} days.`,
  ),
  to: time('A day or a time, left out; now unless given.'),
  format: z.enum(['json', 'csv']).optional().meta({ description: 'Or by `Accept: text/csv`.' }),
};
const by = z.enum(TRAFFIC_SPANS).optional();
const TOLD_APART = 'What is told apart; nothing unless given.';

export const trafficQuery = z.strictObject({
  ...times,
  by: by.meta({
    description: `One sum of the whole time unless given. Hours of applications and teams are kept for ${FINEST_HOURS} hours. An answer has at most ${MOST_TRAFFIC_ROWS} rows.`,
  }),
  group: z.enum(TRAFFIC_GROUPS).optional().meta({ description: TOLD_APART }),
});
export const ownTrafficQuery = z.strictObject({
  ...times,
  by: by.meta({
    description: `One sum of the whole time unless given. Hours are kept for ${FINEST_HOURS} hours.`,
  }),
  group: z.enum(OWN_TRAFFIC_GROUPS).optional().meta({ description: TOLD_APART }),
});

const percentiles = z
  .object({ p50: z.number().nullable(), p95: z.number().nullable() })
  .meta({ description: 'Seconds, read from a histogram: about.' });
const line = {
  sandbox: z.boolean().meta({ description: 'Simulated providers answered. Always told apart.' }),
  requests: z.int(),
  errors: z.int().meta({ description: 'Requests that ended in one. A caller who leaves makes none.' }),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  cached_tokens: z.int().meta({ description: "Of the prompts', those that were read from a cache." }),
  usd: z.number().meta({
    description:
      'By the prices of the catalogue, tokens from a cache in full where they have no price of their own: at most. Models without a price count as 0.',
  }),
  claims: z
    .object({
      found: z.int(),
      supported: z.int(),
      refuted: z.int(),
      conflicting: z.int(),
      not_enough_evidence: z.int(),
      unchecked: z.object({ limit: z.int(), unsure: z.int(), failed: z.int(), exempt: z.int() }).meta({
        description:
          '`limit`: time, tokens or claims ran out. `unsure`: the judge could not decide. `failed`: a source or a judge did not answer. `exempt`: something invented was asked for, or work on a text of its own.',
      }),
    })
    .meta({
      description:
        "Of the model's answers; those of texts that were to be checked stand where the model is `null`. Claims of users' messages are not counted.",
    }),
  latency: z.object({ first: percentiles, whole: percentiles }).meta({
    description:
      'Of answers without an error: until their first text where they are streamed, and until their end.',
  }),
};
const named = {
  time: z.string().optional().meta({ description: 'Where its hour or day (UTC) begins.' }),
  provider: z.string().nullable().optional(),
  model: z.string().nullable().optional().meta({ description: '`null`: none was asked.' }),
  app: z.string().optional().meta({
    description:
      '`metadata.app` of the requests; else `key:` and the id of an issued key, `plan:` and the plan of a key, or `no-key`. `other`: beyond the names that are told apart in a day.',
  }),
  error: z.string().optional().meta({ description: "By the log's codes; only `requests` are counted." }),
};
/** @param ofAll what is told apart of all callers alone. */
const answerOf = (id: string, ofAll: z.ZodRawShape = {}) =>
  z
    .object({
      object: z.literal('traffic'),
      from: z.string(),
      to: z.string(),
      by: z.enum(TRAFFIC_SPANS).nullable(),
      group: z.string().nullable(),
      data: z.array(z.object({ ...named, ...ofAll, ...line })),
    })
    .meta({ id });

export const traffic = answerOf('Traffic', {
  team: z.string().optional().meta({ description: 'Id of a team of issued keys.' }),
});

/** @returns a response of JSON, or of CSV with a column for each of its values. */
export const jsonOrCsv = (schema: z.ZodType, description: string) => ({
  description,
  content: { 'application/json': { schema }, 'text/csv': { schema: z.string() } },
});

const { 401: unauthorized, 422: invalid, 503: unavailable } = failureResponses;

export const ownTrafficResponses = {
  200: jsonOrCsv(answerOf('OwnTraffic'), 'What requests with this key came to.'),
  401: unauthorized,
  422: invalid,
  503: unavailable,
};
