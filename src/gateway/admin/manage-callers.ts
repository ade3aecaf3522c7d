/** Sets the plans of callers' own keys, for the admin API and the command line. Each change is in the audit log. */
import type { Caller, CallerIds } from '../admission/caller-id.ts';
import type { KeyPlan, KeyPlans } from '../store/key-plans.ts';
import { type Actor, type Auditor, changesBetween } from './auditor.ts';

/** What a caller may do. */
export type CallerTerms = Pick<KeyPlan, 'plan' | 'perHour' | 'perMonth' | 'note'>;

export interface ManageCallersOptions {
  readonly records: Pick<KeyPlans, 'set' | 'remove' | 'page' | 'find' | 'get'>;
  readonly callerIds: Pick<CallerIds, 'kid'>;
  readonly auditor: Auditor;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Characters of a fingerprint that are enough to name a caller on the list. */
export const SHORTEST_NAME: number = 8;

export type CallerManagement = ReturnType<typeof createCallerManagement>;

export function createCallerManagement({ records, callerIds, auditor, now }: ManageCallersOptions) {
  const set = async (keyPlan: KeyPlan, formerIds: readonly string[], actor: Actor): Promise<KeyPlan> => {
    const before = await records.get([keyPlan.callerId, ...formerIds]);
    const changes = changesBetween(before === undefined ? {} : describeTerms(before), describeTerms(keyPlan));
    const entry = auditor.entry(actor, 'caller.set', { subject: keyPlan.callerId, changes });
    await records.set(keyPlan, formerIds, [entry]);
    return keyPlan;
  };
  return {
    /** Sets the plan of the caller with a key. */
    setByKey: ({ id, formerIds }: Caller, terms: CallerTerms, actor: Actor): Promise<KeyPlan> =>
      set({ ...terms, callerId: id, kid: callerIds.kid, updatedAt: now() }, formerIds, actor),

    /** Sets the plan of a caller on the list. */
    setListed: ({ callerId, kid }: KeyPlan, terms: CallerTerms, actor: Actor): Promise<KeyPlan> =>
      set({ ...terms, callerId, kid, updatedAt: now() }, [], actor),

    /** @param callerIds one caller's. @returns whether it was on the list. */
    remove(callerIds: readonly string[], actor: Actor): Promise<boolean> {
      const [subject] = callerIds;
      const entry = auditor.entry(actor, 'caller.remove', subject === undefined ? {} : { subject });
      return records.remove(callerIds, now(), [entry]);
    },

    page: records.page,
    find: records.find,
  };
}

function describeTerms({ plan, perHour, perMonth, note }: CallerTerms) {
  return { plan, per_hour: perHour ?? null, per_month: perMonth ?? null, note: note ?? null };
}

/** A caller as lists show it. */
export function describeCaller(row: KeyPlan) {
  return {
    caller: row.callerId,
    ...describeTerms(row),
    kid: row.kid,
    updated: new Date(row.updatedAt).toISOString(),
  };
}
