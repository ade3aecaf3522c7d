/** Makes the entries of the audit log. */
import { createAddressLimit } from '../admission/address-limit.ts';
import type { AuditEntry, AuditLog, FieldChange } from '../store/audit-log.ts';

/** Who does something. */
export interface Actor {
  /** `cli`, `admin:<name of the admin key>`, `person:<name> (<subject>)`, or `unknown`. */
  readonly name: string;
  readonly requestId?: string;
}

export const CLI: Actor = { name: 'cli' };

export type AuditAction =
  | 'key.issue'
  | 'key.change'
  | 'key.rotate'
  | 'key.revoke'
  | 'team.create'
  | 'team.change'
  | 'team.delete'
  | 'caller.set'
  | 'caller.remove'
  | 'decision.add'
  | 'corpus.add'
  | 'corpus.remove'
  | 'webhook.retry'
  | 'webhook.remove'
  | 'report.remove'
  | 'share.remove'
  | 'session.begin'
  | 'session.end'
  | 'read';

export interface AuditorOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
}

export type Auditor = ReturnType<typeof createAuditor>;

export function createAuditor({ now, random }: AuditorOptions) {
  const entry = (
    { name: actor, requestId }: Actor,
    action: AuditAction,
    rest: Pick<AuditEntry, 'subject' | 'changes'> & { readonly outcome?: string },
  ): AuditEntry => ({
    outcome: 'done',
    ...rest,
    id: `au_${random(8).toString('hex')}`,
    at: now(),
    actor,
    action,
    ...(requestId === undefined ? {} : { requestId }),
  });
  return { entry };
}

/** Entries of refused tries, a minute and process: those who guess keys must not fill the database. */
const REFUSALS_PER_MINUTE = 120;

/** @returns writes that somebody was refused. Never rejects. */
export function createRefusalLog(options: {
  readonly log: Pick<AuditLog, 'add'>;
  readonly now: () => number;
  /** Called where it could not be written. */
  readonly onFailure: (error: unknown) => void;
}): (entry: AuditEntry) => Promise<void> {
  const limit = createAddressLimit({ perMinute: REFUSALS_PER_MINUTE, now: options.now });
  return async (entry) => {
    if (limit.blocked('all') !== undefined) return;
    limit.record('all');
    await options.log.add([entry]).catch(options.onFailure);
  };
}

/**
 * @param before fields as they were; empty for what is new.
 * @param after as they are.
 * @returns those that differ. Of a note only that it has changed: it is the operator's own words.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, FieldChange>> {
  const changes: Record<string, FieldChange> = {};
  for (const name of Object.keys({ ...before, ...after })) {
    const [from, to] = [before[name] ?? undefined, after[name] ?? undefined];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[name] =
      name === 'note' ? {} : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  }
  return changes;
}
