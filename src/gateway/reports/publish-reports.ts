/**
 * Reports that callers publish: anybody reads them under an address that cannot be guessed, until their maker or an operator
 * takes them back. Nothing of them is held in memory: what is taken back is gone for all processes at once.
 */
import { GatewayError } from '../../domain/errors.ts';
import {
  isReportId,
  type ListedReport,
  type PublishedReport,
  type PublishedReports,
} from '../store/published-reports.ts';
import { unlessAway } from '../store/unless-away.ts';

export type { ListedReport, PublishedReport } from '../store/published-reports.ts';

/** What there is to publish. */
export interface NewReport {
  readonly title: string;
  /** How many claims it lists. */
  readonly claims: number;
  /** JSON. */
  readonly content: string;
}

/** What the same caller is and was called: the first is what new reports are filed under. */
export type Makers = readonly [string, ...string[]];

/** Each function throws GatewayError `unavailable` where the store is away. */
export interface ReportShelf {
  /** @throws GatewayError `body_too_large`, or `conflict` where the maker has as many as it may have. */
  publish(makers: Makers, report: NewReport): Promise<ListedReport>;
  /** Puts another content under the same address. @returns `undefined` where the maker has no such report. */
  replace(makers: Makers, id: string, report: NewReport): Promise<ListedReport | undefined>;
  /** The newest first. */
  list(query: Parameters<PublishedReports['page']>[0]): Promise<readonly ListedReport[]>;
  /** @returns whether the maker had such a report. */
  takeBack(makers: Makers, id: string): Promise<boolean>;
  /** @returns what is known of a report without its content; `undefined` where there is none. */
  find(id: string): Promise<ListedReport | undefined>;
  read(id: string): Promise<PublishedReport | undefined>;
}

interface ReportsOptions {
  readonly records: PublishedReports;
  /** Bytes that one may have. */
  readonly maxSize: number;
  /** Reports that one caller may have. */
  readonly maxPerCaller: number;
  /** 24 characters that nobody can guess. */
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const whileThere = unlessAway('Reports cannot be read or written at the moment');

export function publishReports(options: ReportsOptions): ReportShelf {
  const { records, maxSize, maxPerCaller, newId, now } = options;

  /** @throws GatewayError `body_too_large` */
  const measure = (report: NewReport) => {
    const bytes = Buffer.byteLength(report.content);
    if (bytes > maxSize) {
      const most = maxSize.toLocaleString('en');
      throw new GatewayError(
        'body_too_large',
        `A published report may have ${most} bytes (reports.max_size)`,
      );
    }
    // PostgreSQL keeps no NUL.
    return { ...report, title: report.title.replaceAll('\0', ''), bytes, changedAt: now() };
  };

  return {
    async publish(makers, report) {
      const measured = measure(report);
      const record = { ...measured, id: newId(), maker: makers[0], createdAt: measured.changedAt };
      if (await whileThere(records.add(record, makers, maxPerCaller))) return record;
      throw new GatewayError(
        'conflict',
        `With this key ${maxPerCaller} reports are published, as many as may be (reports.max_per_caller): take one back first`,
      );
    },

    async replace(makers, id, report) {
      if (!isReportId(id)) return undefined;
      const record = { ...measure(report), id, maker: makers[0] };
      const createdAt = await whileThere(records.replace(record, makers));
      return createdAt === undefined ? undefined : { ...record, createdAt };
    },

    list: (query) => whileThere(records.page(query)),
    takeBack: async (makers, id) => isReportId(id) && whileThere(records.remove(id, makers)),
    find: async (id) => (isReportId(id) ? whileThere(records.find(id)) : undefined),
    read: async (id) => (isReportId(id) ? whileThere(records.read(id)) : undefined),
  };
}
