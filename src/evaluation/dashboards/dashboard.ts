/** What a dashboard for evaluations is: pure translation of reports into requests. A new one is a file and a line in the registry. */
import type { ReportScorer, ScoredClaim } from '../../domain/evaluation.ts';
import { SCORE_NAMES, type ScoreName } from '../report-rows.ts';

/** A report as dashboards get it. */
export interface DashboardReport {
  /** The completion's id. */
  readonly id: string;
  /** The model that answered, and that judged where a model did. */
  readonly model: string;
  readonly scorer: ReportScorer;
  /** Unix milliseconds. */
  readonly began: number;
  readonly ended: number;
  readonly rows: readonly ScoredClaim[];
}

/** A POST of JSON. */
export interface DashboardRequest {
  /** Path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Dashboard {
  /** As config names it. */
  readonly name: string;
  /** Whether a key is one of its own, by its form. Of several that say so, the first in the registry gets it. */
  accepts(key: string): boolean;
  /** Where it is, unless config says otherwise. */
  baseUrlFor(key: string): string;
  /** The most reports that are sent together. */
  readonly most: number;
  /** Translates reports, in the order in which they are to be sent. The same reports always give the same requests. */
  toRequests(reports: readonly DashboardReport[], key: string): DashboardRequest[];
  /** Whether a reply with a 2xx took all of it. */
  isTaken(body: unknown): boolean;
}

/** The scores of a claim, 0 to 1, and in words what lowers each, where something does. */
export function scoresOf(row: ScoredClaim) {
  const reasons: Record<ScoreName, string> = {
    accuracy: row.added.length === 0 ? '' : `Not in the text: ${row.added.join('; ')}`,
    completeness: row.missing.length === 0 ? '' : `Not extracted: ${row.missing.join('; ')}`,
    coherence: row.faults.join('; '),
  };
  // JSON leaves out what is undefined.
  return SCORE_NAMES.map((name) => ({ name, value: row[name], reason: reasons[name] || undefined }));
}
