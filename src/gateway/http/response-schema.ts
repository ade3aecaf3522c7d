/** What the endpoints answer, for the API reference. The schemas are made of one another, so they stand in one file. */
import { z } from 'zod';
import { ANSWER_ACTIONS } from '../../domain/answer-action.ts';
import { NO_KEY } from '../../domain/api-key.ts';
import {
  CLAIM_CATEGORIES,
  DETECTED_LANGUAGES,
  EVIDENCE_KINDS,
  STANCES,
  VERDICTS,
} from '../../domain/claim.ts';
import { CHECK_MODES } from '../../domain/fact-check-mode.ts';
import { SOURCE_FAULTS } from '../../engine/factcheck/sources/source.ts';
import examples from './reference/examples.json' with { type: 'json' };

export const score = z.number().min(0).max(1);
const optionalText = z.string().optional();
const tokens = { prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() };
export const tokensUsed = z.object(tokens).optional();
/** @param of what was paid for. */
export const costOf = (of: string) =>
  z
    .number()
    .optional()
    .meta({
      description: `What ${of} cost in US dollars, by the prices of the catalogue; absent if the price of the model is not known.`,
    });

const evidence = z
  .object({
    source: z.string(),
    kind: z.enum(EVIDENCE_KINDS),
    title: z.string(),
    url: z.string().meta({ description: 'Empty if the request brought the text without one.' }),
    quote: z.string().meta({ description: 'A literal part of the retrieved text.' }),
    published: optionalText,
    see_also: optionalText,
    stance: z.enum(STANCES).meta({ description: '`unjudged` if no judge was asked.' }),
  })
  .meta({ id: 'Evidence' });

const checked = z.literal(false).optional().meta({
  description:
    '`false` if verification did not look at the claim or could not judge it: `explanation` says why. The verdict, `not_enough_evidence`, then means nothing.',
});

const claimPart = z
  .object({
    text: z.string().meta({ description: 'A sentence that stands alone.' }),
    verdict: z.enum(VERDICTS),
    checked,
    explanation: z.string(),
    evidence: z.array(evidence),
  })
  .meta({ id: 'ClaimPart' });

const correction = z
  .object({
    wrong: z.string().meta({ description: 'A literal part of `original_text`.' }),
    right: z.string().meta({ description: 'A literal part of a quote of the evidence.' }),
    source: z.string(),
    url: z.string(),
  })
  .meta({ id: 'Correction' });

const revision = z
  .object({
    start: z.int().meta({ description: 'UTF-16 offset into the text as it was.' }),
    end: z.int(),
    wrong: z.string(),
    right: z.string(),
    claim_id: z.string(),
  })
  .meta({ id: 'Revision' });

const claim = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: 'Normalized: it stands alone.' }),
    original_text: z.string(),
    role: z.enum(['user', 'assistant', 'text']),
    message_index: z.int(),
    choice_index: z
      .int()
      .optional()
      .meta({ description: 'Of several answers (`n`), the one that it stands in.' }),
    start: z.int().meta({ description: 'UTF-16 offset into the message.' }),
    end: z.int(),
    category: z.enum(CLAIM_CATEGORIES),
    confidence: score.meta({ description: 'Probability that this is a verifiable factual claim.' }),
    check_worthiness: score.optional().meta({ description: 'How much somebody would want it checked.' }),
    language: z.string().meta({ description: 'As guessed, or as the request says: `en`.' }),
    language_supported: z.boolean().meta({
      description: `\`true\` for ${DETECTED_LANGUAGES.join(', ')}. Claims in other languages are found by general rules alone: some may be missing.`,
    }),
    speaker: optionalText.meta({
      description: 'Who said it, where a transcript or a quotation says so, as it stands there.',
    }),
    time: optionalText.meta({ description: 'When it was said, as it stands there: `00:12:31`.' }),
    date: optionalText.meta({
      description:
        'What a relative date in it means, where `date` of the request or the text decides it: `2024-05-07`; of a month `2024-05`, of a year `2024`.',
    }),
    stands_alone: z.literal(false).optional().meta({
      description:
        'It cannot be understood without what nobody has said: whom “they” means, of which day “yesterday” is.',
    }),
    reading: optionalText.meta({
      description: 'The claim as understood in its context, if that is not `text`.',
    }),
    parts: z.array(claimPart).optional().meta({
      description: 'The statements, if the sentence makes several: the verdict follows from theirs.',
    }),
    verdict: z.enum(VERDICTS).optional(),
    checked,
    explanation: optionalText,
    evidence: z.array(evidence).optional(),
    verdict_confidence: score.optional().meta({
      description: 'Probability that the verdict is right; absent if the claim was not checked.',
    }),
    statement: z.literal(true).optional().meta({
      description: 'It asserts something and is no claim: it is not counted in `claims_detected`.',
    }),
    judged_by: z.string().optional().meta({
      description:
        "The id of the model that judged, or `local`: the gateway's own judge. Absent if nobody did.",
    }),
    correction: correction
      .optional()
      .meta({ description: 'Present if the claim is refuted and the evidence has the right words.' }),
    claim_review: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'schema.org ClaimReview.' }),
  })
  .meta({ id: 'Claim' });

const search = z
  .object({ query: z.string().meta({ description: 'As it was sent.' }), sources: z.array(z.string()) })
  .meta({ id: 'Search' });

export const metadataSchema = z
  .object({
    claims_detected: z.int().meta({ description: 'All claims of the conversation, listed or not.' }),
    confidence_score: score.meta({
      description:
        'How far what was said is borne out: the mean probability that a listed claim is true by its evidence, 0.5 where that is not known; with `claims: none` over the new ones. 1 if there are no claims.',
    }),
    summary: z
      .object({
        claims: z.int(),
        supported: z.int(),
        refuted: z.int(),
        conflicting: z.int(),
        not_enough_evidence: z.int(),
        unchecked: z.int(),
      })
      .meta({ description: 'The same claims by verdict; `unchecked` are those that nobody judged.' }),
    groundedness: z
      .object({
        score: score.nullable(),
        statements: z.int(),
        supported: z.int(),
        refuted: z.int(),
        unsupported: z.int(),
        unchecked: z.int(),
      })
      .optional()
      .meta({
        description:
          "How far the answer is borne out by the request's own texts: `score` is supported ÷ (statements − unchecked). Absent if it brought none, or nobody judged.",
      }),
    sources_consulted: z.array(z.string()),
    searches: z
      .array(search)
      .max(200)
      .optional()
      .meta({ description: 'Texts sent to outside sources, each once; absent if nothing was sent.' }),
    mode: z.enum(CHECK_MODES),
    claims: z.array(claim).max(1_000),
    claims_omitted: z.int().optional().meta({ description: 'How many claims are not listed.' }),
    calibrated: z.boolean().optional(),
    revised_content: optionalText.meta({
      description: 'The answer or text with its corrections applied; with `revise`.',
    }),
    revisions: z
      .array(revision)
      .optional()
      .meta({ description: 'The applied corrections, in the order of the text.' }),
    action: z.enum(ANSWER_ACTIONS).optional().meta({
      description: 'What was done with the answer, if `fact_check.action` asked for anything but metadata.',
    }),
    attempts: z.int().optional().meta({
      description: 'How often the model was asked; absent if once. `usage` counts all attempts.',
    }),
    usage: z
      .object({ ...tokens, cost: costOf('they') })
      .optional()
      .meta({ description: "Tokens that verification used, apart from the answer's." }),
    normalization: z
      .object({
        verifiable: z.boolean(),
        unresolved: z.array(z.string()),
        method: z.enum(['model', 'rules']),
        score: z.number(),
      })
      .optional(),
  })
  .meta({ id: 'FactCheckMetadata' });

const usage = z
  .object({
    ...tokens,
    prompt_tokens_details: z
      .object({ cached_tokens: z.int().optional(), cache_write_tokens: z.int().optional() })
      .optional(),
    completion_tokens_details: z.object({ reasoning_tokens: z.int() }).optional(),
    cost: costOf('the answer'),
  })
  .meta({ id: 'Usage' });

export const evaluation = z
  .object({
    id: z.string().meta({ description: 'The id of the completion.' }),
    status: z.enum(['running', 'completed', 'failed']),
    report_url: z.string(),
  })
  .meta({ id: 'Evaluation' });

export const toolCall = z
  .object({
    id: z.string(),
    type: z.literal('function'),
    function: z.object({
      name: z.string(),
      arguments: z.string().meta({ description: 'A JSON text, as the model wrote it.' }),
    }),
    extra_content: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'What must be sent back to the provider with the call.' }),
  })
  .meta({ id: 'ToolCallMade' });

const token = { token: z.string(), logprob: z.number(), bytes: z.array(z.int()).nullable() };
export const tokenLogprob = z
  .object({ ...token, top_logprobs: z.array(z.object(token)) })
  .meta({ id: 'TokenLogprob' });

const FINISH_REASONS = ['stop', 'length', 'content_filter', 'tool_calls'] as const;

const completion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int().meta({ description: 'Unix seconds.' }),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable().meta({ description: 'null if the model only calls tools.' }),
          reasoning_content: z
            .string()
            .optional()
            .meta({ description: "What the provider shows of the model's thinking; no part of the answer." }),
          tool_calls: z.array(toolCall).optional(),
          function_call: toolCall.shape.function
            .optional()
            .meta({ description: 'The call, for requests with the older `functions`.' }),
        }),
        logprobs: z.object({ content: z.array(tokenLogprob), refusal: z.null() }).optional(),
        finish_reason: z.enum(FINISH_REASONS),
      }),
    ),
    usage: usage.optional(),
    fact_check_metadata: metadataSchema.optional(),
    evaluation: evaluation.optional().meta({ description: 'Present if `enable_evaluations` is set.' }),
  })
  .meta({ id: 'ChatCompletion', examples: [examples.completion] });

const errorForm = z.object({
  message: z.string(),
  type: z.string(),
  param: z.string().nullable(),
  code: z.string().nullable(),
});

export const failure = z.object({ error: errorForm, detail: z.string() }).meta({ id: 'Error' });

export const invalid = z
  .object({
    error: errorForm,
    detail: z.array(
      z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() }),
    ),
  })
  .meta({ id: 'ValidationError' });

/** One content type alone: generators make one type of all that an answer may have. */
export const json = (schema: z.ZodType, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** An answer that comes as events where the request says `stream: true`. @param events what they are. */
export const jsonOrEvents = (schema: z.ZodType, description: string, events: string) => ({
  description,
  content: {
    'application/json': { schema },
    'text/event-stream': { schema: z.string().meta({ description: events }) },
  },
});

/** The failures of the endpoints that ask a model, whatever the form of their errors. */
export const failuresInForm = (form: z.ZodType) => ({
  401: json(form, 'The key is missing, invalid, revoked or expired.'),
  403: json(form, 'The plan does not include the model.'),
  413: json(form, 'The body is too large.'),
  429: json(form, 'The limit of the plan or of the provider is reached; see Retry-After.'),
  500: json(form, 'An error in the gateway.'),
  502: json(form, 'The provider failed.'),
  503: json(form, 'The provider is overloaded, or the gateway is shutting down.'),
  504: json(form, 'The provider did not answer in time.'),
});

const failures = {
  ...failuresInForm(failure),
  400: json(failure, 'Unknown model, an unsupported field, or rejected by the provider.'),
  415: json(failure, 'The body is not JSON.'),
  422: json(invalid, 'The body is not valid; every fault is listed.'),
};

/** For endpoints that describe some of them. */
export const failureResponses = { ...failures, 404: json(failure, 'Not found for this key.') };

export const completionResponses = {
  200: json(
    completion,
    'The answer, with all that a provider of this API sends beside it. With `stream: true` it comes as `text/event-stream` instead: events of the form `ChatCompletionChunk`, ended by `data: [DONE]`.',
  ),
  ...failures,
};

export const chatResponses = {
  200: json(
    z
      .object({
        id: z.string(),
        model: z.string(),
        response: z.string(),
        claims_identified: z.array(
          z.object({ claim: z.string(), confidence: z.number(), category: z.string() }),
        ),
        fact_check_result: z.object({
          verdict: z.enum(VERDICTS),
          evidence_sources: z.array(evidence),
          explanation: z.string(),
        }),
        fact_check_metadata: metadataSchema.optional(),
      })
      .meta({ id: 'ChatResponse', examples: [examples.chat] }),
    'The answer. With `Accept: text/plain` only its text, streamed.',
  ),
  ...failures,
};

const modelEntry = z.object({
  name: z.string(),
  model_id: z.string(),
  description: z.string(),
  tier: z.enum(['basic', 'standard', 'premium']),
  context_window: z.int().optional(),
});

const modelObject = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  models: z.array(z.string()).optional().meta({
    description:
      'Of an alias of the operator (`owned_by` is `alias`): the models that it stands for, in the order of asking.',
  }),
});

export const modelsResponses = {
  200: json(
    z
      .object({
        models_list: z.array(
          z.object({
            provider: z.string(),
            key: z.literal(NO_KEY).optional().meta({ description: 'Present if the provider needs no key.' }),
            available_models: z.array(modelEntry),
          }),
        ),
        default_model: z.string(),
        object: z.literal('list'),
        data: z.array(modelObject),
      })
      .meta({ id: 'ModelsList', examples: [examples.models] }),
    'The models, by provider and as OpenAI lists them.',
  ),
  401: failures[401],
};

export const modelResponses = {
  200: json(modelObject.meta({ id: 'Model' }), 'One model.'),
  401: failures[401],
  404: json(failure, 'No such model.'),
};

export const capabilitiesResponses = {
  200: json(
    z
      .record(z.string(), z.array(z.string()))
      .meta({ id: 'ModelCapabilities', examples: [examples.capabilities] }),
    'What each model supports, by the names of the fields.',
  ),
  401: failures[401],
};

export const limitsResponses = {
  200: json(
    z
      .object({
        plan: z.string(),
        models: z.enum(['basic', 'all']).meta({
          description: 'The models that the plan includes: those of tier `basic`, or all.',
        }),
        windows: z.array(
          z.object({
            name: z.enum(['minute', 'hour', 'month']),
            limit: z.int(),
            remaining: z.int(),
            reset: z.int(),
          }),
        ),
        tokens_per_minute: z
          .object({ limit: z.int(), remaining: z.int(), reset: z.int() })
          .optional()
          .meta({ description: 'Tokens of the clock minute; absent where the plan does not limit them.' }),
        budgets: z
          .array(
            z.object({
              team: z.string().optional().meta({
                description:
                  'The team whose keys spend it together; absent for the budgets of the key itself.',
              }),
              period: z.enum(['month', 'day']),
              unit: z.enum(['tokens', 'usd']),
              limit: z.number(),
              remaining: z.number(),
              reserved: z.number(),
              reset: z.int(),
            }),
          )
          .optional()
          .meta({
            description: 'The budgets that hold for a key that this gateway issued; absent for other keys.',
          }),
        publish: z
          .literal(true)
          .optional()
          .meta({ description: 'The plan lets its callers publish reports (`POST /v1/reports`).' }),
      })
      .meta({ id: 'Limits', examples: [examples.limits] }),
    'Remaining requests of the key.',
  ),
  401: failures[401],
};

export const claimsResponses = {
  200: jsonOrEvents(
    z
      .object({
        id: z.string(),
        object: z.literal('claim_check'),
        created: z.int(),
        mode: z.enum(CHECK_MODES),
        fact_check_metadata: metadataSchema,
      })
      .meta({ id: 'ClaimCheck', examples: [examples.check] }),
    'The claims. With `stream: true` they come as `text/event-stream` instead.',
    'Events `claim` (a `Claim`, as found), `verdict` (the `Claim` with its verdict) and `done` (the `ClaimCheck`), ended by `data: [DONE]`.',
  ),
  ...failures,
};

export const health = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    version: z.string(),
    uptime_seconds: z.number(),
    judge: z
      .enum(['ready', 'off', 'absent', 'failed'])
      .meta({ description: "The gateway's own judge. Everything else works without it." }),
    checks: z.record(z.string(), z.enum(['ok', 'degraded', 'down', 'off'])),
    failing_sources: z.record(z.string(), z.enum(SOURCE_FAULTS)).meta({
      description: 'Sources of evidence whose last search failed. Everything else works without them.',
    }),
  })
  .meta({ id: 'Health', examples: [examples.health] });

export const healthResponses = {
  200: json(health, 'The gateway works, possibly with restrictions.'),
  503: json(health, 'The gateway does not work.'),
};

export const starterResponses = {
  200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } },
  404: json(failure, 'No such entry.'),
};
