/** What the endpoints of evaluations answer, for the API reference. */
import { z } from 'zod';
import { CLAIM_CATEGORIES } from '../../domain/claim.ts';
import { failureResponses, score, tokensUsed } from './response-schema.ts';

/** The header that names a dashboard's key. */
export const evaluationHeaders = z.object({
  'x-evaluation-api-key': z.string().optional().meta({
    description:
      'Key of an evaluation dashboard (Langfuse: `public:secret`; Confident AI), to which the report is also sent. Neither stored nor logged.',
  }),
});

const reportSchema = z
  .object({
    id: z.string(),
    status: z.literal('completed'),
    scorer: z.enum(['model', 'local', 'mixed']),
    created: z.int().meta({ description: 'Unix seconds.' }),
    usage: tokensUsed.meta({ description: 'Tokens that the judge used.' }),
    claims: z.array(
      z.object({
        claim_id: z.string(),
        original_text: z.string(),
        extracted_claim: z.string(),
        accuracy_score: score,
        completeness_score: score,
        coherence_score: score,
        confidence: score,
        category: z.enum(CLAIM_CATEGORIES),
        verifiable: z.boolean(),
        added: z.array(z.string()).meta({ description: 'Parts of the claim that the text does not say.' }),
        missing: z
          .array(z.string())
          .meta({ description: 'Statements of the surrounding text that no extracted claim has.' }),
        faults: z.array(z.string()).meta({ description: 'Why it does not stand alone.' }),
        timestamp: z.string(),
      }),
    ),
  })
  .meta({ id: 'EvaluationReport' });

const { 401: unauthorized, 404: notFound, 422: invalid } = failureResponses;

export const reportResponses = {
  200: {
    description:
      'The report, one row per claim. `X-Claimgate-Scorer` says who scored it: `model`, `local` or `mixed`.',
    content: { 'text/csv': { schema: z.string() }, 'application/json': { schema: reportSchema } },
  },
  202: {
    description: 'Still running; see Retry-After.',
    content: {
      'application/json': { schema: z.object({ detail: z.string(), status: z.literal('running') }) },
    },
  },
  401: unauthorized,
  404: notFound,
  422: invalid,
};

export const deletedResponses = {
  204: { description: 'Deleted.' },
  401: unauthorized,
  404: notFound,
};
