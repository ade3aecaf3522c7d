/**
 * Teams: groups of issued keys, written by operators, followed by every running replica. Changes of teams and of keys
 * take their turns by one counter, so that no key comes into a team that is being deleted.
 */
import { sql, type Transaction } from 'kysely';
import { GatewayError } from '../../domain/errors.ts';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import { BUDGET_COLUMNS, type BudgetTerms, toBudgetRow } from './budget-terms.ts';
import type { Database } from './database.ts';
import { nextRevision } from './key-plans.ts';
import { withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';

export interface Team extends BudgetTerms {
  /** Public name, made at random. */
  readonly id: string;
  /** The operator's own; of the teams that are there, no two differ in case alone. */
  readonly name: string;
  /** Of keys that have none of their own. */
  readonly plan?: string;
  /** Likewise. */
  readonly profile?: string;
  readonly note?: string;
  /** Unix milliseconds, as the other times. */
  readonly createdAt: number;
  readonly deletedAt?: number;
}

/** How a team is changed. */
export interface TeamChange {
  readonly team: Team;
  /** What the audit log says of it. */
  readonly audit: readonly AuditEntry[];
}

/** How a team is deleted. */
export interface TeamRemoval {
  readonly deletedAt: number;
  /** Its keys are revoked; else they go on without a team. */
  readonly areKeysRevoked: boolean;
  readonly audit: readonly AuditEntry[];
}

export type TeamRecords = ReturnType<typeof createTeams>;

const TABLE = 'teams';
/** The counter that changes of issued keys have. */
const TURNS = 'issued_keys';
/** Rows read at a time. */
const PAGE = 1_000;

const COLUMNS = [
  'id',
  'name',
  'plan',
  'profile',
  ...BUDGET_COLUMNS,
  'note',
  'created_at as createdAt',
  'deleted_at as deletedAt',
] as const;

export function createTeams({ kysely }: Database) {
  const there = () => kysely.selectFrom(TABLE).select(COLUMNS).where('deleted_at', 'is', null);
  return {
    /** @throws GatewayError `conflict` where a team has the name. */
    async add(team: Team, audit: readonly AuditEntry[]): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TURNS);
        await requireFreeName(transaction, team);
        await transaction
          .insertInto(TABLE)
          .values({ id: team.id, ...toRow(team), revision })
          .execute();
        await writeAudit(transaction, audit);
      });
    },

    /**
     * Changes one team.
     * @param decide is given the team as it is, while nobody else can change it; `undefined` changes nothing.
     * @returns the team as it is then; `undefined` where there is none.
     * @throws GatewayError `conflict` where another team has the name.
     */
    async change(id: string, decide: (team: Team) => TeamChange | undefined): Promise<Team | undefined> {
      return kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TURNS);
        const before = await findIn(transaction, id);
        if (before === undefined) return undefined;
        const change = decide(before);
        if (change === undefined) return before;
        await requireFreeName(transaction, change.team);
        await transaction
          .updateTable(TABLE)
          .set({ ...toRow(change.team), revision })
          .where('id', '=', id)
          .execute();
        await writeAudit(transaction, change.audit);
        return change.team;
      });
    },

    /**
     * Deletes a team; the row stays.
     * @param decide is given the team and the ids of its keys that are not revoked; what it throws leaves all as it was.
     * @returns whether there was one.
     */
    async remove(
      id: string,
      decide: (team: Team, keyIds: readonly string[]) => TeamRemoval,
    ): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TURNS);
        const team = await findIn(transaction, id);
        if (team === undefined) return false;
        const keys = await transaction
          .selectFrom('issued_keys')
          .select('id')
          .where('team', '=', id)
          .where('revoked_at', 'is', null)
          .orderBy('id')
          .execute();
        const { deletedAt, areKeysRevoked, audit } = decide(
          team,
          keys.map((key) => key.id),
        );
        await transaction
          .updateTable('issued_keys')
          .set({ ...(areKeysRevoked ? { revoked_at: deletedAt } : { team: null }), revision })
          .where('team', '=', id)
          .where('revoked_at', 'is', null)
          .execute();
        await transaction
          .updateTable(TABLE)
          .set({ deleted_at: deletedAt, revision })
          .where('id', '=', id)
          .execute();
        await writeAudit(transaction, audit);
        return true;
      });
    },

    /** The team as it is, deleted or not. */
    async find(id: string): Promise<Team | undefined> {
      const row = await kysely.selectFrom(TABLE).select(COLUMNS).where('id', '=', id).executeTakeFirst();
      return row && withoutNulls(row);
    },

    /** The team of a name that is there, whatever its case. */
    async findByName(name: string): Promise<Team | undefined> {
      const row = await there().where('name_key', '=', nameKeyOf(name)).executeTakeFirst();
      return row && withoutNulls(row);
    },

    /** Those that are there, by their names. @param after id of the last one of the page before. */
    async page({ limit, after }: { readonly limit: number; readonly after?: string }): Promise<Team[]> {
      let query = there();
      if (after !== undefined) {
        query = query.where(
          sql<boolean>`(name_key, id) > (select name_key, id from teams where id = ${after})`,
        );
      }
      const rows = await query.orderBy('name_key').orderBy('id').limit(limit).execute();
      return rows.map((row) => withoutNulls(row));
    },

    /** How many keys that are not revoked each has. @param ids at most a thousand. @returns by id; none is absent. */
    async countKeys(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (ids.length === 0) return new Map();
      const rows = await kysely
        .selectFrom('issued_keys')
        .select(['team', sql<number>`cast(count(*) as bigint)`.as('count')])
        .where('team', 'in', ids)
        .where('revoked_at', 'is', null)
        .groupBy('team')
        .execute();
      return new Map(rows.map(({ team, count }) => [team!, count]));
    },

    /**
     * @param revision 0 gives everything.
     * @returns what was changed since that revision, deleted ones too, and the revision to be handed in the next time.
     */
    async changesSince(revision: number) {
      const changes = { revision, teams: [] as Team[] };
      // Each change touches one row, so that no page ends within one.
      for (;;) {
        const rows = await kysely
          .selectFrom(TABLE)
          .select([...COLUMNS, 'revision'])
          .where('revision', '>', changes.revision)
          .orderBy('revision')
          .limit(PAGE)
          .execute();
        for (const { revision: changedAt, ...row } of rows) {
          changes.revision = changedAt;
          changes.teams.push(withoutNulls(row));
        }
        if (rows.length < PAGE) return changes;
      }
    },
  };
}

/** @throws GatewayError `conflict` where one of them is not there: within the turn of the transaction. */
export async function requireTeams(
  transaction: Transaction<Tables>,
  ids: Iterable<string | undefined>,
): Promise<void> {
  for (const id of new Set(ids)) {
    if (id === undefined || (await findIn(transaction, id)) !== undefined) continue;
    throw new GatewayError('conflict', 'This team was deleted');
  }
}

async function findIn(transaction: Transaction<Tables>, id: string): Promise<Team | undefined> {
  const row = await transaction
    .selectFrom(TABLE)
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && withoutNulls(row);
}

async function requireFreeName(transaction: Transaction<Tables>, { id, name }: Team): Promise<void> {
  const other = await transaction
    .selectFrom(TABLE)
    .select('name')
    .where('name_key', '=', nameKeyOf(name))
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other !== undefined) throw new GatewayError('conflict', `There is a team '${other.name}' already`);
}

function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Every column but the id and the revision. */
function toRow(team: Team) {
  return {
    name: team.name,
    name_key: nameKeyOf(team.name),
    plan: team.plan ?? null,
    profile: team.profile ?? null,
    ...toBudgetRow(team),
    note: team.note ?? null,
    created_at: team.createdAt,
    deleted_at: team.deletedAt ?? null,
  };
}
