/** What operators see of published reports and shared checks, and end. Removals are in the audit log. */
import type { ListedReport, PublishedReports } from '../store/published-reports.ts';
import type { ListedCheck } from '../store/shared-checks.ts';
import type { Actor, Auditor } from './auditor.ts';

export { isReportId } from '../store/published-reports.ts';

export type PublishedManagement = ReturnType<typeof createPublishedManagement<ListedReport>>;
export type SharedManagement = ReturnType<typeof createPublishedManagement<ListedCheck>>;

interface Records<Listed> extends Pick<PublishedReports, 'remove'> {
  page(query: Parameters<PublishedReports['page']>[0]): Promise<Listed[]>;
}

export function createPublishedManagement<Listed>(
  records: Records<Listed>,
  auditor: Auditor,
  action: 'report.remove' | 'share.remove',
) {
  return {
    /** The newest first. @param query.maker id of an issued key or a caller's fingerprint; everybody's where absent. */
    list: ({
      maker,
      ...query
    }: {
      readonly limit: number;
      readonly after?: string | undefined;
      readonly maker?: string | undefined;
    }): Promise<Listed[]> => records.page({ ...query, ...(maker === undefined ? {} : { makers: [maker] }) }),

    /** @returns whether it was there. */
    remove: (id: string, actor: Actor): Promise<boolean> =>
      records.remove(id, undefined, [auditor.entry(actor, action, { subject: id })]),
  };
}

export function describePublished({ id, maker, title, claims, bytes, createdAt, changedAt }: ListedReport) {
  return {
    ...{ id, path: `/reports/${id}`, maker, title, claims, bytes },
    created: new Date(createdAt).toISOString(),
    changed: new Date(changedAt).toISOString(),
  };
}

/** Nothing of its text: the gateway cannot read it. */
export function describeShared({ id, maker, claims, bytes, createdAt, changedAt, expiresAt }: ListedCheck) {
  return {
    ...{ id, maker, claims, bytes },
    created: new Date(createdAt).toISOString(),
    changed: new Date(changedAt).toISOString(),
    expires: new Date(expiresAt).toISOString(),
  };
}
