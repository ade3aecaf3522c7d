/** Joins the reports that callers publish: the store, and ids that nobody can guess. */
import type { Config } from '../config/read-config.ts';
import { publishReports, type ReportShelf } from '../reports/publish-reports.ts';
import type { Store } from '../store/store.ts';
import { randomIds } from './random-ids.ts';

interface OpenReportsOptions {
  readonly config: Pick<Config, 'reports'>;
  readonly store: Pick<Store, 'published'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function openReports({ config, store, now }: OpenReportsOptions): ReportShelf {
  const { maxSize, maxPerCaller } = config.reports;
  return publishReports({ records: store.published, maxSize, maxPerCaller, newId: randomIds(18), now });
}
