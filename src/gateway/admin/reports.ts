/** What operators look at. */
import type { AuditLog } from '../store/audit-log.ts';
import type { KeyUsageRecords } from '../store/key-usage.ts';

export interface Reports {
  readonly usage: KeyUsageRecords['report'];
  readonly teamUsage: KeyUsageRecords['report'];
  readonly audit: AuditLog['page'];
}
