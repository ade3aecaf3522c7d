/** How usage and the audit log look outside. */
import { dollarsOf } from '../../domain/dollars.ts';
import { momentOf } from '../admission/windows.ts';
import type { AuditEntry } from '../store/audit-log.ts';
import type { UsageRow } from '../store/key-usage.ts';

export { USAGE_PARTS, type UsagePart } from '../store/key-usage.ts';

/** 20261105 as 2026-11-05. */
export function dayText(day: number): string {
  return String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** @returns 20261105 for 2026-11-05; `undefined` for what is no day. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return Number(text.replaceAll('-', ''));
}

/** The first day of a moment's month. @param nowMs Unix milliseconds. */
export function firstOfMonth(nowMs: number): number {
  return momentOf(nowMs).month * 100 + 1;
}

/** A row has what usage was told apart by. @param counted what the ids are of. */
export function describeUsage({ keyId, day, model, ...row }: UsageRow, counted: 'key' | 'team' = 'key') {
  return {
    ...(keyId === undefined ? {} : { [counted]: keyId }),
    ...(day === undefined ? {} : { day: dayText(day) }),
    ...(model === undefined ? {} : { model }),
    calls: row.calls,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    usd: dollarsOf(row.nanos),
  };
}

export function describeEntry({ at, requestId, subject, changes, ...entry }: AuditEntry) {
  return {
    id: entry.id,
    time: new Date(at).toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: subject ?? null,
    outcome: entry.outcome,
    changes: changes ?? null,
    request_id: requestId ?? null,
  };
}
