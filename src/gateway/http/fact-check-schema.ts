/** How a conversation or a text is checked, as callers say it. */
import { z } from 'zod';
import { ACTED_ON_VERDICTS, ANSWER_ACTIONS, LONGEST_ACTION_MESSAGE } from '../../domain/answer-action.ts';
import { CLAIM_LISTINGS, JUDGE_WISHES, STATEMENT_WISHES } from '../../domain/claim.ts';
import { FACT_CHECK_MODES } from '../../domain/fact-check-mode.ts';
import { boundedList } from '../../models/dialects/bounded-list.ts';
import { integer, optional, ownObject } from '../../models/dialects/schema-parts.ts';

export const MAX_SOURCES: number = 100;
const MAX_DOCUMENTS = 10_000;

/** Fields that a chat's options and a check of a text share. */
export const sources = optional(
  boundedList(z.string(), MAX_SOURCES),
  'Names of sources of the server to ask.',
);
export const maxClaims = optional(
  integer().min(1),
  'The most claims that are verified: those most worth checking.',
);
export const minConfidence = optional(
  z.number().min(0).max(1),
  'Claims with a lower confidence are counted, but neither listed nor verified.',
);
export const minCheckWorthiness = optional(
  z.number().min(0).max(1),
  'Claims with a lower check-worthiness are counted, but neither listed nor verified.',
);
export const documents = optional(
  boundedList(
    ownObject({
      id: optional(z.string(), 'Names the document if it has no title.'),
      title: optional(z.string(), 'Names the document in the evidence.'),
      url: optional(z.string(), 'Repeated in the evidence if it is an http(s) URL.'),
      text: z.string(),
    }),
    MAX_DOCUMENTS,
  ),
  'Texts to check against, as evidence of source `context`; at most 1,000,000 characters in all.',
);
export const judge = optional(
  z.enum(JUDGE_WISHES),
  "Who judges: `auto` (the default), the gateway's own judge, and in mode `verify` your model for what it leaves undecided; `local`, the gateway's own judge alone; `model`, your model alone.",
);
export const statements = optional(
  z.enum(STATEMENT_WISHES),
  'What of the answer is held against the evidence although it is no claim, such as rules and prices: all where the request brings texts (`auto`, the default), `all` in any case, or `none`.',
);
export const claimReview = optional(z.boolean(), 'Add schema.org ClaimReview to each claim with a verdict.');
export const revise = (what: string) =>
  optional(
    z.boolean(),
    `In mode \`verify\`, also return ${what} with its corrections applied, as \`revised_content\`, and each change in \`revisions\`.`,
  );

const action = optional(
  ownObject({
    do: optional(
      z.enum(ANSWER_ACTIONS),
      '`annotate` (the default): the metadata alone. `append`: the answer ends with a note of what was found, quoted and linked. `retry`: the model is asked once more with what was found. `withhold`: `message` comes in place of the answer.',
    ),
    on: optional(
      boundedList(z.enum(ACTED_ON_VERDICTS), ACTED_ON_VERDICTS.length).refine((on) => on.length > 0, {
        error: 'must name at least one verdict',
      }),
      "Verdicts of the answer's claims and statements on which it is done; `refuted` if absent.",
    ),
    message: optional(
      z.string().min(1).max(LONGEST_ACTION_MESSAGE),
      'Comes in place of an answer that is withheld.',
    ),
  }).meta({ id: 'AnswerAction' }),
  'What is done with an answer in which something wrong is found, in modes `ground` and `verify`. `retry` and `withhold` hold a stream back until it is checked. `X-Claimgate-Action` and `action` in the metadata say what was done.',
);

export const factCheckSchema = ownObject({
  mode: optional(z.enum(FACT_CHECK_MODES), 'How far checking goes; each mode contains the one before.'),
  sources,
  max_claims: maxClaims,
  judge,
  statements,
  judge_model: optional(z.string(), 'Another model of the same provider that judges the claims.'),
  claim_review: claimReview,
  min_confidence: minConfidence,
  min_check_worthiness: minCheckWorthiness,
  documents,
  citations: optional(
    z.boolean(),
    'Ask the model to write the numbers of the evidence, such as `[1]`, after its statements.',
  ),
  revise: revise('the answer'),
  action,
  stream_events: optional(z.boolean(), 'In a stream, send claims and verdicts as they are found.'),
  claims: optional(
    z.enum(CLAIM_LISTINGS),
    'Which claims are listed: `new` (the default), those of the last user message and of the answer; `all`, those of the whole conversation; or `none`. All are counted in `claims_detected`.',
  ),
}).meta({ id: 'FactCheckOptions' });

export type FactCheckOptions = z.output<typeof factCheckSchema>;
