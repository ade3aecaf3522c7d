/** GET /v1/sources: where evidence comes from, and how each source is. */
import type { EvidenceService } from '../../../engine/factcheck/find/evidence.ts';
import { type CheckKey, OPTIONAL_KEY } from '../admission/check-optional-key.ts';
import type { Server } from '../server/server.ts';
import { sourcesResponses } from '../sources-schema.ts';

interface SourcesOptions {
  readonly checkKey: CheckKey;
  readonly evidence: EvidenceService;
}

export function serveSources(server: Server, { checkKey, evidence }: SourcesOptions): void {
  server.get(
    '/v1/sources',
    {
      schema: {
        summary: 'Sources of evidence and their state',
        operationId: 'listSources',
        tags: ['Claims'],
        security: OPTIONAL_KEY,
        response: sourcesResponses,
      },
    },
    async (request) => {
      checkKey(request);
      const { maxClaims, outside } = evidence;
      return { object: 'list', data: await evidence.list(), max_claims: maxClaims, outside };
    },
  );
}
