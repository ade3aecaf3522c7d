import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Claim, FactCheckMetadata } from '../../domain/claim.ts';
import { MARKDOWN_PEN } from '../../engine/report/markdown-pen.ts';
import { writeCheck } from '../../engine/report/write-check.ts';
import type { McpService, OpenCheck } from '../mcp-service.ts';
import { claimFields, hasOneText, language, ONE_TEXT, textOrPage } from './fields.ts';
import { readGiven, runTool } from './run-tool.ts';

export function addFindClaims(server: McpServer, service: McpService): void {
  server.registerTool(
    'find_claims',
    {
      title: 'Find claims',
      description:
        'Lists the factual claims of a text that could be verified, without checking them. Needs no key and no model.',
      inputSchema: z.strictObject({ ...textOrPage, language }).refine(hasOneText, ONE_TEXT),
      outputSchema: z.object({
        claims_detected: z.number().int(),
        claims_omitted: z.number().int().optional(),
        claims: z.array(z.object(claimFields)),
      }),
      annotations: {
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: service.readPage !== undefined,
      },
    },
    (given, context) =>
      runTool(service, context, async (signal) => {
        const { text } = await readGiven(service, given, signal);
        const metadata = await lastOf(await service.detect({ text, language: given.language }, signal));
        const { claims_detected, claims_omitted, claims } = metadata;
        return {
          content: [{ type: 'text', text: writeCheck(metadata, MARKDOWN_PEN) }],
          structuredContent: {
            claims_detected,
            ...(claims_omitted === undefined ? {} : { claims_omitted }),
            claims: claims.map(describeClaim),
          },
        };
      }),
  );
}

/** @returns what is said of a claim by itself. */
export function describeClaim(claim: Claim) {
  const { id, text, original_text, start, end, category, confidence, check_worthiness, language } = claim;
  const worth = check_worthiness === undefined ? {} : { check_worthiness };
  return { id, text, original_text, start, end, category, confidence, ...worth, language };
}

async function lastOf({ steps }: OpenCheck): Promise<FactCheckMetadata> {
  for await (const batch of steps)
    for (const event of batch) if (event.type === 'done') return event.metadata;
  throw new Error('The check ended without its result');
}
