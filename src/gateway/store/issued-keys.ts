/** Keys that the gateway issued: written by operators, followed by every running replica. */
import { type Selection, sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import { BUDGET_COLUMNS, type BudgetTerms, toBudgetRow } from './budget-terms.ts';
import type { Database } from './database.ts';
import { moveListing, nextRevision, unlist } from './key-plans.ts';
import { withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';
import { requireTeams } from './teams.ts';

/** One issued key. The key itself is nowhere. */
export interface IssuedKey extends BudgetTerms {
  /** Public name, by which operators know it. */
  readonly id: string;
  /** Fingerprint of the key. */
  readonly callerId: string;
  /** Name of the secret that the fingerprint was made under. */
  readonly kid: string;
  /** Id of the team that it belongs to. */
  readonly team?: string;
  /** Absent: its team's, else the default plan. */
  readonly plan?: string;
  /** Profile of requests that choose none; absent: its team's, else the plan's. */
  readonly profile?: string;
  /** Ids of the models that it may use; absent: all. */
  readonly models?: readonly string[];
  /** Unix milliseconds, as the other times. */
  readonly expiresAt?: number;
  readonly note?: string;
  readonly createdAt: number;
  readonly revokedAt?: number;
  /** Its fingerprint under the secret before, for replicas that do not know the new one yet. */
  readonly formerCallerId?: string;
}

/** How a key is changed. */
export interface KeyChange {
  readonly key: IssuedKey;
  /** What the audit log says of it. */
  readonly audit: readonly AuditEntry[];
  /** Unix milliseconds: the plan that was set for its caller no longer holds. */
  readonly unlistedAt?: number;
  /** Unix milliseconds: its caller has another fingerprint, and keeps the plan that was set for it. */
  readonly movedAt?: number;
}

/** Which keys are wanted. */
export interface KeyQuery {
  readonly limit: number;
  /** Id of the last key of the page before. */
  readonly after?: string;
  readonly state?: 'good' | 'revoked' | 'expired';
  /** Id of the team that they belong to. */
  readonly team?: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

export type IssuedKeyRecords = ReturnType<typeof createIssuedKeys>;

const TABLE = 'issued_keys';
/** Rows read or written at a time. */
const PAGE = 1_000;

const COLUMNS = [
  'id',
  'caller_id as callerId',
  'kid',
  'team',
  'plan',
  'profile',
  'models',
  'expires_at as expiresAt',
  ...BUDGET_COLUMNS,
  'note',
  'created_at as createdAt',
  'revoked_at as revokedAt',
  'former_caller_id as formerCallerId',
] as const;

export function createIssuedKeys({ kysely }: Database) {
  return {
    /**
     * Adds all of them with what the audit log says, or none.
     * @throws GatewayError `conflict` where the team of one was deleted.
     */
    async add(keys: readonly IssuedKey[], audit: readonly AuditEntry[] = []): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        await requireTeams(
          transaction,
          keys.map(({ team }) => team),
        );
        const rows = keys.map((key) => ({ id: key.id, ...toRow(key), revision }));
        for (const batch of inBatches(rows, PAGE)) {
          await transaction.insertInto(TABLE).values(batch).execute();
        }
        await writeAudit(transaction, audit);
      });
    },

    /**
     * Changes one key.
     * @param decide is given the key as it is, while nobody else can change it; what it throws leaves all as it was,
     *   and `undefined` changes nothing.
     * @returns the key as it is then; `undefined` where there is none.
     * @throws GatewayError `conflict` where the team that it is put into was deleted.
     */
    async change(
      id: string,
      decide: (key: IssuedKey) => KeyChange | undefined,
    ): Promise<IssuedKey | undefined> {
      return kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        const row = await transaction
          .selectFrom(TABLE)
          .select(COLUMNS)
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const before = toIssuedKey(row);
        const change = decide(before);
        if (change === undefined) return before;
        const { key, audit, unlistedAt, movedAt } = change;
        if (key.team !== before.team) await requireTeams(transaction, [key.team]);
        await transaction
          .updateTable(TABLE)
          .set({ ...toRow(key), revision })
          .where('id', '=', id)
          .execute();
        if (unlistedAt !== undefined) await unlist(transaction, fingerprintsOf(key), unlistedAt);
        if (movedAt !== undefined) await moveListing(transaction, fingerprintsOf(before), key, movedAt);
        await writeAudit(transaction, audit);
        return key;
      });
    },

    /**
     * Files a key under its fingerprint of today. That of before stays beside it, for replicas that do not know the
     * new secret yet.
     */
    async refile(id: string, callerId: string, kid: string): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        await transaction
          .updateTable(TABLE)
          .set((row) => ({ former_caller_id: row.ref('caller_id'), caller_id: callerId, kid, revision }))
          .where('id', '=', id)
          .where('kid', '!=', kid)
          .execute();
      });
    },

    /** @param ids at most a thousand. @returns those that there are. */
    async find(ids: readonly string[]): Promise<IssuedKey[]> {
      if (ids.length === 0) return [];
      const rows = await kysely.selectFrom(TABLE).select(COLUMNS).where('id', 'in', ids).execute();
      return rows.map(toIssuedKey);
    },

    /** How many keys there are with each plan, their own or their team's; revoked and expired ones are told apart. */
    async countByPlan(nowMs: number) {
      return kysely
        .selectFrom(TABLE)
        .leftJoin('teams', 'teams.id', 'issued_keys.team')
        .select([
          sql<string | null>`coalesce(issued_keys.plan, teams.plan)`.as('plan'),
          sql<number>`cast(count(*) as bigint)`.as('all'),
          sql<number>`cast(count(revoked_at) as bigint)`.as('revoked'),
          sql<number>`cast(count(case when revoked_at is null and expires_at <= ${nowMs} then 1 end) as bigint)`.as(
            'expired',
          ),
        ])
        .groupBy(sql`coalesce(issued_keys.plan, teams.plan)`)
        .execute();
    },

    /** The newest first. */
    async page({ limit, after, state, team, nowMs }: KeyQuery): Promise<IssuedKey[]> {
      let query = kysely.selectFrom(TABLE).select(COLUMNS);
      if (team !== undefined) query = query.where('team', '=', team);
      if (state === 'revoked') query = query.where('revoked_at', 'is not', null);
      else if (state !== undefined) query = query.where('revoked_at', 'is', null);
      if (state === 'expired') query = query.where('expires_at', '<=', nowMs);
      if (state === 'good') {
        query = query.where((where) =>
          where.or([where('expires_at', 'is', null), where('expires_at', '>', nowMs)]),
        );
      }
      if (after !== undefined) {
        query = query.where(
          sql<boolean>`(created_at, id) < (select created_at, id from issued_keys where id = ${after})`,
        );
      }
      const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map(toIssuedKey);
    },

    /** All of them, the newest first. */
    async list(): Promise<IssuedKey[]> {
      const rows = await kysely
        .selectFrom(TABLE)
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toIssuedKey);
    },

    /**
     * @param revision 0 gives everything.
     * @returns what was issued or revoked since that revision, and the revision to be handed in the next time.
     */
    async changesSince(revision: number) {
      const changes = { revision, keys: [] as IssuedKey[] };
      // One change may touch several rows, and a page may end between them. No id is ''.
      for (let after = { revision: revision + 1, id: '' }; ; ) {
        const rows = await kysely
          .selectFrom(TABLE)
          .select([...COLUMNS, 'revision'])
          .where(sql<boolean>`(revision, id) > (${after.revision}, ${after.id})`)
          .orderBy('revision')
          .orderBy('id')
          .limit(PAGE)
          .execute();
        for (const { revision: changedAt, ...row } of rows) {
          changes.revision = changedAt;
          changes.keys.push(toIssuedKey(row));
        }
        if (rows.length < PAGE) return changes;
        after = rows[PAGE - 1]!;
      }
    },
  };
}

function fingerprintsOf({ callerId, formerCallerId }: IssuedKey): string[] {
  return formerCallerId === undefined ? [callerId] : [callerId, formerCallerId];
}

/** Every column but the id and the revision. */
function toRow(key: IssuedKey) {
  return {
    caller_id: key.callerId,
    kid: key.kid,
    team: key.team ?? null,
    plan: key.plan ?? null,
    profile: key.profile ?? null,
    models: key.models === undefined ? null : JSON.stringify(key.models),
    expires_at: key.expiresAt ?? null,
    ...toBudgetRow(key),
    note: key.note ?? null,
    created_at: key.createdAt,
    revoked_at: key.revokedAt ?? null,
    former_caller_id: key.formerCallerId ?? null,
  };
}

function toIssuedKey(row: Selection<Tables, typeof TABLE, (typeof COLUMNS)[number]>): IssuedKey {
  const { models, ...others } = withoutNulls(row);
  return models === undefined ? others : { ...others, models: JSON.parse(models) as string[] };
}
