/** What the endpoints of evaluations answer, for the API reference. */
import { z } from 'zod';
import { failureResponses } from './response-schema.ts';

/** The header that names a dashboard's key. */
export const evaluationHeaders = z.object({
  'x-evaluation-api-key': z.string().optional().meta({
    description:
      'Key of an evaluation dashboard (Langfuse: `public:secret`; Confident AI), which is told of the report too. Neither stored nor logged.',
  }),
});

const { 401: unauthorized, 404: notFound, 422: invalid } = failureResponses;

export const reportResponses = {
  200: {
    description:
      'The report: a row a claim. `X-Claimgate-Scorer` says who scored it: `model`, `local` or `mixed`.',
    content: { 'text/csv': { schema: z.string() }, 'application/json': { schema: z.unknown() } },
  },
  202: {
    description: 'It is still running; see Retry-After.',
    content: {
      'application/json': { schema: z.object({ detail: z.string(), status: z.literal('running') }) },
    },
  },
  401: unauthorized,
  404: notFound,
  422: invalid,
};

export const deletedResponses = {
  204: { description: 'It is deleted.' },
  401: unauthorized,
  404: notFound,
};
