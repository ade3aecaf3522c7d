/** Reports that callers have published, and checks that they share, from the admin API. */
import { change, look, type Page } from './admin.ts';
import { queryOf } from './gateway.ts';

export interface ListedReport {
  readonly id: string;
  /** Where it is read. */
  readonly path: string;
  /** The id of an issued key, or the fingerprint of a caller. */
  readonly maker: string;
  readonly title: string;
  readonly claims: number;
  readonly created: string;
}

/** A check that several people decide on. Its texts are nobody's but theirs. */
export interface ListedSharedCheck {
  readonly id: string;
  readonly maker: string;
  readonly claims: number;
  readonly created: string;
  readonly changed: string;
}

/** The newest first. @param after `next` of the page before; `''` for the first one. @throws ApiFailure */
export const readReports = (
  adminKey: string,
  after: string,
  signal: AbortSignal,
): Promise<Page<ListedReport>> => look(`reports?${queryOf({ limit: 50, after })}`, adminKey, signal);

/** As {@link readReports}. */
export const readSharedChecks = (
  adminKey: string,
  after: string,
  signal: AbortSignal,
): Promise<Page<ListedSharedCheck>> =>
  look(`shared-checks?${queryOf({ limit: 50, after })}`, adminKey, signal);

/** @throws ApiFailure */
export async function removeReport(adminKey: string, id: string): Promise<void> {
  await change('DELETE', `reports/${id}`, adminKey);
}

/** @throws ApiFailure */
export async function removeSharedCheck(adminKey: string, id: string): Promise<void> {
  await change('DELETE', `shared-checks/${id}`, adminKey);
}
