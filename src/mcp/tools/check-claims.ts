import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Claim, ClaimPart, Evidence, FactCheckMetadata } from '../../domain/claim.ts';
import { CHECK_MODES } from '../../domain/fact-check-mode.ts';
import type { RetrievedItem } from '../../engine/factcheck/sources/source.ts';
import { MARKDOWN_PEN } from '../../engine/report/markdown-pen.ts';
import { pageOf } from '../../engine/report/page-of.ts';
import { isJudged, writeCheck } from '../../engine/report/write-check.ts';
import { type EvidenceLink, keepEvidence, passagesOf } from '../evidence-resources.ts';
import type { McpService, OpenCheck } from '../mcp-service.ts';
import { createSampledCalls } from '../sampled-calls.ts';
import {
  checkedClaim,
  hasOneText,
  language,
  model,
  ONE_TEXT,
  sourcesOf,
  textOrPage,
  writtenOn,
} from './fields.ts';
import { describeClaim } from './find-claims.ts';
import { readGiven, reportProgress, runTool } from './run-tool.ts';

const MOST_CLAIMS = 100;
const NO_JUDGE =
  'No model judged these claims: the evidence is given without verdicts. Judge by the quotes, or set CLAIMGATE_API_KEY for the server.\n\n';

export function addCheckClaims(server: McpServer, service: McpService): void {
  const calls = createSampledCalls(server);
  server.registerTool(
    'check_claims',
    {
      title: 'Check claims',
      description:
        'Checks the factual claims of a text against evidence: each gets a verdict (supported, refuted, conflicting, not_enough_evidence) with literal quotes and links.',
      inputSchema: z
        .strictObject({
          ...textOrPage,
          max_claims: z
            .number()
            .int()
            .min(1)
            .max(MOST_CLAIMS)
            .optional()
            .describe('The most claims to check, the most check-worthy first'),
          sources: sourcesOf(service.sources),
          language,
          date: writtenOn,
          model,
        })
        .refine(hasOneText, ONE_TEXT),
      outputSchema: z.object({
        mode: z.enum(CHECK_MODES),
        judged_by: z
          .string()
          .optional()
          .describe(
            'The model that judged, client for your own, local for the one of the gateway; absent where none did',
          ),
        claims_detected: z.number().int(),
        claims_omitted: z.number().int().optional(),
        confidence_score: z.number(),
        sources_consulted: z.array(z.string()),
        claims: z.array(checkedClaim),
      }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (given, context) =>
      runTool(service, context, () =>
        calls.run(context, async (client, now, signal) => {
          const page = await readGiven(service, given, signal);
          const { max_claims: maxClaims, sources, date = page.date, language, model } = given;
          const asked = { text: page.text, maxClaims, sources, date, language, model };
          const check = await service.check(asked, client, signal);
          const metadata = await follow(check, now);
          const linked = await linkEvidence(metadata, check.items(), service);
          return {
            content: [
              { type: 'text', text: `${sayJudge(check, metadata)}${writeCheck(metadata, MARKDOWN_PEN)}` },
              ...linked.links,
            ],
            structuredContent: {
              mode: metadata.mode,
              ...judgeOf(check, metadata),
              claims_detected: metadata.claims_detected,
              ...(metadata.claims_omitted === undefined ? {} : { claims_omitted: metadata.claims_omitted }),
              confidence_score: metadata.confidence_score,
              sources_consulted: [...metadata.sources_consulted],
              claims: linked.claims,
            },
          };
        }),
      ),
  );
}

function sayJudge({ judge }: OpenCheck, metadata: FactCheckMetadata): string {
  return judge === undefined && metadata.claims_detected > 0 && !isJudged(metadata) ? NO_JUDGE : '';
}

/** Of the claims, one model's name: that which was asked, or that of the gateway. */
function judgeOf({ judge }: OpenCheck, { claims }: FactCheckMetadata): { judged_by?: string } {
  const judged_by = judge ?? claims.find((claim) => claim.judged_by !== undefined)?.judged_by;
  return judged_by === undefined ? {} : { judged_by };
}

/** Says how many claims have their verdict, as they come. */
async function follow({ steps }: OpenCheck, context: () => ServerContext): Promise<FactCheckMetadata> {
  let [found, judged] = [0, 0];
  for await (const batch of steps) {
    for (const event of batch) {
      if (event.type === 'done') return event.metadata;
      if (event.type === 'found') found += 1;
      else if (event.type === 'verdict') {
        await reportProgress(context(), ++judged, found, `${judged} of ${found} claims judged`);
      }
    }
  }
  throw new Error('The check ended without its result');
}

/** Keeps the evidence of all claims, each document once, and says where it can be read. */
async function linkEvidence(
  { claims }: FactCheckMetadata,
  items: readonly RetrievedItem[],
  { shelf }: McpService,
) {
  const links = new Map<string, EvidenceLink>();
  const describeEvidence = async (evidence: Evidence) => {
    const { source, kind, title, url, published, see_also, quote, stance } = evidence;
    const link = await keepEvidence(shelf, evidence, passagesOf(evidence, items));
    if (link !== undefined) links.set(link.uri, link);
    const page = pageOf(url);
    return {
      ...{ source, kind, title, quote, stance },
      ...(link === undefined ? {} : { resource: link.uri }),
      ...(page === undefined ? {} : { url: page }),
      ...(published === undefined ? {} : { published }),
      ...(see_also === undefined ? {} : { see_also }),
    };
  };
  const describeFindings = async ({ verdict, checked, explanation, evidence }: Partial<ClaimPart>) => ({
    ...(verdict === undefined ? {} : { verdict }),
    ...(checked === undefined ? {} : { checked }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(evidence === undefined ? {} : { evidence: await Promise.all(evidence.map(describeEvidence)) }),
  });
  const describe = async (claim: Claim) => {
    const { reading, parts, correction } = claim;
    return {
      ...describeClaim(claim),
      ...(reading === undefined ? {} : { reading }),
      ...(await describeFindings(claim)),
      ...(parts === undefined
        ? {}
        : {
            parts: await Promise.all(
              parts.map(async (part) => ({ text: part.text, ...(await describeFindings(part)) })),
            ),
          }),
      ...(correction === undefined ? {} : { correction: { ...correction, url: pageOf(correction.url) } }),
    };
  };
  const described = await Promise.all(claims.map(describe));
  return { claims: described, links: [...links.values()] };
}
