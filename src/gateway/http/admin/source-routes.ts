/** /admin/v1/sources and /admin/v1/trials: how sources and the judge are, and what they make of one claim. */
import type { Claim } from '../../../domain/claim.ts';
import { wishFor } from '../../../engine/factcheck/check-plan.ts';
import { type CheckText, resultOf } from '../../../engine/factcheck/check-text.ts';
import { bearingItems } from '../../../engine/factcheck/choose/bearing-items.ts';
import type { EvidenceService, SourceFinding } from '../../../engine/factcheck/find/evidence.ts';
import type { PairCounts } from '../../../engine/judge/count-pairs.ts';
import type { PairScorer } from '../../../engine/judge/pair-scorer.ts';
import { validate } from '../body/validate.ts';
import { leavingSignal } from '../server/leaving-signal.ts';
import type { Server } from '../server/server.ts';
import { requireAdmin } from './admin-access.ts';
import { adminResponses, trialSchema } from './admin-schema.ts';

export interface SourceRoutesOptions {
  readonly evidence: Pick<EvidenceService, 'list' | 'retrieveForOperator'>;
  readonly judge: PairScorer & { readonly counts: () => PairCounts };
  /** What the judge's model is called, for people. */
  readonly judgeModel: string;
  readonly checkText: CheckText;
}

const tags = ['Sources'];
/** Claims of one text that are tried. */
const MOST_CLAIMS = 3;
/** Items of a source that are shown, and UTF-16 units of each. */
const SHOWN = 5;
const LONGEST_SHOWN = 600;

export function serveSources(server: Server, options: SourceRoutesOptions): void {
  const { evidence, judge, judgeModel } = options;
  const describeJudge = () => {
    const { supported, supportedWhole, refuted } = judge.thresholds;
    return {
      state: judge.state(),
      model: judgeModel,
      thresholds: { supported, supported_whole: supportedWhole ?? supported, refuted },
      calibrated: judge.isCalibrated !== false,
      max_pairs: judge.maxPairs,
      deadline_ms: judge.deadlineMs,
      pairs: judge.counts(),
    };
  };

  server.get(
    '/admin/v1/sources',
    {
      schema: {
        summary: 'Sources of evidence and the own judge, and how they are',
        operationId: 'readSources',
        tags,
        response: adminResponses.sources,
      },
    },
    async () => ({ object: 'sources', data: await evidence.list(), judge: describeJudge() }),
  );

  server.post(
    '/admin/v1/trials',
    {
      schema: {
        summary: 'Try one claim',
        description:
          'What each source finds for it, and what the own judge says. No provider is asked, and nothing is kept.',
        operationId: 'tryClaim',
        tags,
        body: trialSchema,
        response: adminResponses.trial,
      },
    },
    async (request, reply) => {
      const { claim, outside = false } = validate(trialSchema, request.body);
      // Sources outside may cost.
      if (outside === true) requireAdmin(request);
      const { retrieve, findingsOf } = evidence.retrieveForOperator(outside === true);
      const asked = { judge: 'local', statements: 'all', maxClaims: MOST_CLAIMS, retrieve } as const;
      const check = { text: claim.toWellFormed(), wish: wishFor('verify', asked) };
      const { claims } = await resultOf(options.checkText(check, leavingSignal(reply)));
      return {
        object: 'trial',
        judge: judge.state(),
        claims: claims.slice(0, MOST_CLAIMS).map((one) => describeTried(one, findingsOf(one.id))),
      };
    },
  );
}

function describeTried(claim: Claim, findings: readonly SourceFinding[]) {
  const bearing = new Set(bearingItems(findings.flatMap(({ items }) => items)));
  return {
    text: claim.reading ?? claim.text,
    verdict: claim.verdict ?? null,
    checked: claim.verdict !== undefined && claim.checked !== false,
    explanation: claim.explanation ?? null,
    confidence: claim.verdict_confidence ?? null,
    evidence: (claim.evidence ?? []).map(({ source, title, url, quote, stance }) => ({
      ...{ source, title, quote, stance },
      url: url === '' ? null : url,
    })),
    sources: findings.map(({ source, items, problem }) => ({
      name: source,
      problem: problem ?? null,
      found: items.length,
      items: items
        .filter((item) => bearing.has(item))
        .slice(0, SHOWN)
        .map(({ item: { title, url, text } }) => ({
          title,
          url: url === '' ? null : url,
          text: text.slice(0, LONGEST_SHOWN).toWellFormed(),
        })),
    })),
  };
}
