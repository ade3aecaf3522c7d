/** Reports that are published at an address of the gateway. */
import { ask, withBody } from './gateway.ts';

export interface PublishedReport {
  readonly id: string;
  readonly url: string;
}

/** @param id of the report that is replaced; a new one where absent. @throws ApiFailure */
export async function publishReport(report: object, key: string, id?: string): Promise<PublishedReport> {
  const path = `/v1/reports${id === undefined ? '' : `/${id}`}`;
  return (await ask(path, key, undefined, withBody(report))).json();
}

/** @throws ApiFailure */
export async function takeReportBack(id: string, key: string): Promise<void> {
  await ask(`/v1/reports/${id}`, key, undefined, { method: 'DELETE' });
}
