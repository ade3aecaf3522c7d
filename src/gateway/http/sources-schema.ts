/** What GET /v1/sources answers, for the API reference. */
import { z } from 'zod';
import { EVIDENCE_KINDS } from '../../domain/claim.ts';
import { SOURCE_REACHES, SOURCE_STATES } from '../../engine/factcheck/find/describe-source.ts';
import examples from './reference/examples.json' with { type: 'json' };
import { failureResponses, json } from './response-schema.ts';

export const source = z
  .object({
    name: z.string().meta({ description: 'As in `fact_check.sources` and `sources_consulted`.' }),
    about: z.string().meta({ description: 'A short description.' }),
    kind: z.enum(EVIDENCE_KINDS),
    reach: z.enum(SOURCE_REACHES).meta({
      description:
        '`local`: inside the gateway. `archive`: a server of the operator, which sees the claims, and is asked for whoever may read it. `outside`: sees the claims. `provider`: the web search of the model itself.',
    }),
    paid_by: z
      .enum(['operator', 'caller'])
      .optional()
      .meta({ description: 'Who pays for its searches, if they cost money.' }),
    state: z.enum(SOURCE_STATES).meta({
      description:
        'State after its last search. `unknown`: not asked since the start. `empty`: a corpus without documents.',
    }),
    problem: z.string().optional().meta({ description: 'The reason, if it fails.' }),
    last_asked: z.int().optional().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'Source' });

export const sourcesResponses = {
  200: json(
    z
      .object({
        object: z.literal('list'),
        data: z.array(source),
        max_claims: z.int().meta({ description: 'The most claims that are verified per request.' }),
        outside: z.enum(['on_request', 'always']).meta({
          description: 'Whether outside sources are asked only if the request names them.',
        }),
      })
      .meta({ id: 'SourcesList', examples: [examples.sources] }),
    'The sources, in the order in which they are asked.',
  ),
  401: failureResponses[401],
};
