/**
 * What made the tables, in order. A change is a new file and a line at the end; what stands here is never
 * changed, since databases out there have run it.
 */
import type { Transaction } from 'kysely';
import type { Dialect } from '../database.ts';
import { createKeyPlans } from './0001-key-plans.ts';
import { createLimitCounts } from './0002-limit-counts.ts';
import { createCorpus } from './0003-corpus.ts';
import { createEvaluations } from './0004-evaluations.ts';
import { createReportPages } from './0005-report-pages.ts';
import { createSecrets } from './0006-secrets.ts';
import { createResponses } from './0007-responses.ts';
import { createIssuedKeys } from './0008-issued-keys.ts';
import { createAudit } from './0009-audit.ts';
import { createPassageProposals } from './0010-passages-by-sets.ts';
import { createKeyBalances } from './0011-key-balances.ts';
import { createCollections } from './0012-collections.ts';
import { createKeyProfiles } from './0013-key-profiles.ts';
import { createWebhookMessages } from './0014-webhook-messages.ts';
import { addPassageVectors } from './0015-passage-vectors.ts';
import { createDecidedClaims } from './0016-decided-claims.ts';
import { createTraffic } from './0017-traffic.ts';
import { createPublishedReports } from './0018-published-reports.ts';
import { addDailyBudgets } from './0019-daily-budgets.ts';
import { createTeams } from './0021-teams.ts';
import { createSharedChecks } from './0022-shared-checks.ts';
import { prepareCorpusForBulk } from './0023-corpus-in-bulk.ts';

export interface Migration {
  readonly name: string;
  /**
   * The migration that a version must know to go on working beside this one. One that only adds names the last
   * migration of the release before, or an earlier one; absent: nobody works beside it who does not know it.
   */
  readonly needs?: string;
  /** Runs inside the transaction that also notes it as done. */
  up(db: Transaction<unknown>, dialect: Dialect): Promise<void>;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-key-plans', up: createKeyPlans },
  { name: '0002-limit-counts', up: createLimitCounts },
  { name: '0003-corpus', up: createCorpus },
  { name: '0004-evaluations', up: createEvaluations },
  { name: '0005-report-pages', up: createReportPages },
  { name: '0006-secrets', needs: '0005-report-pages', up: createSecrets },
  { name: '0007-responses', needs: '0005-report-pages', up: createResponses },
  { name: '0008-issued-keys', needs: '0005-report-pages', up: createIssuedKeys },
  { name: '0009-audit', needs: '0005-report-pages', up: createAudit },
  { name: '0010-passages-by-sets', needs: '0005-report-pages', up: createPassageProposals },
  { name: '0011-key-balances', needs: '0005-report-pages', up: createKeyBalances },
  { name: '0012-collections', needs: '0005-report-pages', up: createCollections },
  { name: '0013-key-profiles', needs: '0005-report-pages', up: createKeyProfiles },
  { name: '0014-webhook-messages', needs: '0005-report-pages', up: createWebhookMessages },
  { name: '0015-passage-vectors', needs: '0005-report-pages', up: addPassageVectors },
  { name: '0016-decided-claims', needs: '0005-report-pages', up: createDecidedClaims },
  { name: '0017-traffic', needs: '0005-report-pages', up: createTraffic },
  { name: '0018-published-reports', needs: '0005-report-pages', up: createPublishedReports },
  { name: '0019-daily-budgets', needs: '0005-report-pages', up: addDailyBudgets },
  { name: '0021-teams', needs: '0005-report-pages', up: createTeams },
  { name: '0022-shared-checks', needs: '0005-report-pages', up: createSharedChecks },
  { name: '0023-corpus-in-bulk', needs: '0005-report-pages', up: prepareCorpusForBulk },
];
