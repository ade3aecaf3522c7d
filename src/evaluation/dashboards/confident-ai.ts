/**
 * Confident AI: a test run with a test case a claim, and the scores as metrics that were measured already, as its
 * own library posts them (POST /v1/test-run, header CONFIDENT_API_KEY; confident-ai/deepeval, test_run; 2026-11).
 */
import type { ScoredClaim } from '../../domain/evaluation.ts';
import { inBatches } from '../../domain/in-batches.ts';
import { SCORE_NAMES } from '../report-rows.ts';
import { type Dashboard, type DashboardReport, type DashboardRequest, scoresOf } from './dashboard.ts';

/** Test cases of one run. */
const MOST_CASES = 40;
/** From this score on a claim passes. */
const THRESHOLD = 0.5;
/** Keys that name their region; all others belong to the first. */
const EU_KEY = /^confident_eu_/i;

const METRIC_NAMES = { accuracy: 'Accuracy', completeness: 'Completeness', coherence: 'Coherence' } as const;

export const confidentAi: Dashboard = {
  name: 'confident_ai',
  most: 1,
  accepts: (key) => !key.includes(':'),
  baseUrlFor: (key) =>
    EU_KEY.test(key) ? 'https://eu.api.confident-ai.com' : 'https://api.confident-ai.com',
  toRequests: (reports, key) => reports.flatMap((report) => toRuns(report, key)),
  isTaken: (body) => (body as { success?: unknown } | undefined)?.success !== false,
};

function toRuns(report: DashboardReport, key: string): DashboardRequest[] {
  const parts = inBatches(report.rows, MOST_CASES);
  return parts.map((rows, part) => {
    const passed = rows.filter(passes).length;
    return {
      path: '/v1/test-run',
      headers: { CONFIDENT_API_KEY: key },
      body: JSON.stringify({
        identifier: parts.length === 1 ? report.id : `${report.id} (${part + 1} of ${parts.length})`,
        testCases: rows.map((row, index) => toCase(row, part * MOST_CASES + index, report)),
        conversationalTestCases: [],
        metricsScores: SCORE_NAMES.map((name) => ({
          metric: METRIC_NAMES[name],
          scores: rows.map((row) => row[name]),
          passes: rows.filter((row) => row[name] >= THRESHOLD).length,
          fails: rows.filter((row) => row[name] < THRESHOLD).length,
          errors: 0,
        })),
        hyperparameters: { model: report.model, scorer: report.scorer },
        testPassed: passed,
        testFailed: rows.length - passed,
        runDuration: Math.max(0, report.ended - report.began) / 1_000,
      }),
    };
  });
}

function toCase(row: ScoredClaim, order: number, report: DashboardReport) {
  return {
    name: row.claim_id,
    input: row.original_text,
    actualOutput: row.extracted_claim,
    success: passes(row),
    metricsData: scoresOf(row).map(({ name, value, reason }) => ({
      name: METRIC_NAMES[name],
      threshold: THRESHOLD,
      success: value >= THRESHOLD,
      score: value,
      reason,
      strictMode: false,
      evaluationModel: report.scorer === 'local' ? 'claimgate local scorer' : report.model,
    })),
    runDuration: 0,
    order,
    additionalMetadata: { category: row.category, verifiable: row.verifiable, confidence: row.confidence },
  };
}

function passes(row: ScoredClaim): boolean {
  return SCORE_NAMES.every((name) => row[name] >= THRESHOLD);
}
