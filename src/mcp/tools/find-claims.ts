import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Claim } from '../../domain/claim.ts';
import { resultOf } from '../../engine/factcheck/check-text.ts';
import { MARKDOWN_PEN } from '../../engine/report/markdown-pen.ts';
import { writeCheck } from '../../engine/report/write-check.ts';
import type { McpService } from '../mcp-service.ts';
import { claimFields, hasOneText, language, ONE_TEXT, textOrPage, writtenOn } from './fields.ts';
import { readGiven, runTool } from './run-tool.ts';

export function addFindClaims(server: McpServer, service: McpService): void {
  server.registerTool(
    'find_claims',
    {
      title: 'Find claims',
      description:
        'Lists the factual claims of a text that could be verified, without checking them. Needs no key and no model.',
      inputSchema: z.strictObject({ ...textOrPage, language, date: writtenOn }).refine(hasOneText, ONE_TEXT),
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
        const page = await readGiven(service, given, signal);
        const { language, date = page.date } = given;
        const { steps } = await service.detect({ text: page.text, language, date }, signal);
        const metadata = await resultOf(steps);
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
  const { speaker, time, date, stands_alone } = claim;
  const around = { speaker, time, date, stands_alone };
  return { id, text, original_text, start, end, category, confidence, ...worth, language, ...around };
}
