/**
 * Messages for webhooks, until they are sent; those that could not be sent are dead letters. A message belongs to the
 * process whose lease it has: in ordinary running, replicas do not send one twice. Times are Unix milliseconds.
 */
import { type Selection, sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import { lockRows, withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';

export interface NewMessage {
  readonly id: string;
  readonly endpoint: string;
  /** Name of the secret that it was sealed under. */
  readonly kid: string;
  readonly sealed: string;
  readonly createdAt: number;
}

/** A message that a process sends. */
export interface ClaimedMessage extends Pick<NewMessage, 'id' | 'kid' | 'sealed' | 'createdAt'> {
  readonly owner: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** A message as operators see it: nothing of what it says. */
export interface ListedMessage {
  readonly id: string;
  readonly endpoint: string;
  readonly state: 'pending' | 'dead';
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly failure?: string;
  readonly failedAt?: number;
}

export interface EndpointCounts {
  readonly endpoint: string;
  readonly pending: number;
  /** Of those, how many were tried already. */
  readonly retrying: number;
  readonly dead: number;
}

export type WebhookMessages = ReturnType<typeof createWebhookMessages>;

const TABLE = 'webhook_messages';
/** Rows written in one statement. */
const BATCH = 100;
const LISTED = [
  'id',
  'endpoint',
  'state',
  'attempts',
  'created_at as createdAt',
  'due_at as dueAt',
  'failure',
  'failed_at as failedAt',
] as const;

export function createWebhookMessages({ kysely, dialect }: Database) {
  const countsOf = () =>
    kysely
      .selectFrom(TABLE)
      .select([
        'endpoint',
        sql<number>`cast(count(case when state = 'pending' then 1 end) as bigint)`.as('pending'),
        sql<number>`cast(count(case when state = 'pending' and attempts > 0 then 1 end) as bigint)`.as(
          'retrying',
        ),
        sql<number>`cast(count(case when state = 'dead' then 1 end) as bigint)`.as('dead'),
      ])
      .groupBy('endpoint');

  return {
    /**
     * Adds messages, as far as their endpoints have room.
     * @param mostPending messages of one endpoint that may wait.
     * @returns ids of those that were added.
     */
    async add(messages: readonly NewMessage[], mostPending: number): Promise<ReadonlySet<string>> {
      const waiting = new Map(
        (await countsOf().execute()).map(({ endpoint, pending }) => [endpoint, pending]),
      );
      const fitting = messages.filter(({ endpoint }) => {
        const pending = waiting.get(endpoint) ?? 0;
        waiting.set(endpoint, pending + 1);
        return pending < mostPending;
      });
      const rows = fitting.map(({ createdAt, ...message }) => ({
        ...message,
        state: 'pending' as const,
        attempts: 0,
        due_at: createdAt,
        lease_until: 0,
        created_at: createdAt,
      }));
      for (const batch of inBatches(rows, BATCH)) await kysely.insertInto(TABLE).values(batch).execute();
      return new Set(fitting.map(({ id }) => id));
    },

    /** @returns when the next message of an endpoint is to be sent; `undefined` where none waits. */
    async nextDue(endpoint: string): Promise<number | undefined> {
      const row = await kysely
        .selectFrom(TABLE)
        .select(
          sql<number | null>`min(case when lease_until > due_at then lease_until else due_at end)`.as('at'),
        )
        .where('endpoint', '=', endpoint)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      return row?.at ?? undefined;
    },

    /** Takes messages of an endpoint that are to be sent now, sealed under secrets that this process knows. */
    async claim(options: {
      readonly endpoint: string;
      readonly owner: string;
      readonly kids: readonly string[];
      readonly nowMs: number;
      readonly leaseUntil: number;
      readonly limit: number;
    }): Promise<ClaimedMessage[]> {
      const { endpoint, owner, kids, nowMs, leaseUntil, limit } = options;
      const { rows } = await sql<Omit<ClaimedMessage, 'owner'>>`
        update webhook_messages
        set lease_owner = ${owner}, lease_until = ${leaseUntil}, attempts = attempts + 1
        where id in (
          select id from webhook_messages
          where endpoint = ${endpoint} and state = 'pending' and due_at <= ${nowMs} and lease_until <= ${nowMs}
            and kid in (${sql.join(kids)})
          order by due_at limit ${limit} ${lockRows(dialect)})
        returning id, kid, sealed, attempts, created_at as "createdAt"`.execute(kysely);
      return rows.map((row) => ({ ...row, owner }));
    },

    /** It was sent. */
    async sent({ id, owner, attempts }: ClaimedMessage): Promise<void> {
      await kysely
        .deleteFrom(TABLE)
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('attempts', '=', attempts)
        .execute();
    },

    /**
     * It could not be sent.
     * @param again when it is tried once more; never again where absent.
     */
    async failed(
      { id, owner, attempts }: ClaimedMessage,
      failure: string,
      nowMs: number,
      again: number | undefined,
    ): Promise<void> {
      await kysely
        .updateTable(TABLE)
        .set({
          failure,
          failed_at: nowMs,
          lease_until: 0,
          ...(again === undefined ? { state: 'dead' as const } : { due_at: again }),
        })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('attempts', '=', attempts)
        .execute();
    },

    /** Lets go of what a process that ends was sending, so that others need not wait for the lease. */
    async release(owner: string): Promise<void> {
      await kysely
        .updateTable(TABLE)
        .set({ lease_until: 0 })
        .where('state', '=', 'pending')
        .where('lease_owner', '=', owner)
        .execute();
    },

    counts: (): Promise<EndpointCounts[]> => countsOf().execute(),

    /** The newest first. @param after id of the last one of the page before. */
    async page(query: {
      readonly limit: number;
      readonly after?: string | undefined;
      readonly endpoint?: string | undefined;
      readonly state?: 'pending' | 'dead' | undefined;
    }): Promise<ListedMessage[]> {
      let rows = kysely.selectFrom(TABLE).select(LISTED);
      if (query.endpoint !== undefined) rows = rows.where('endpoint', '=', query.endpoint);
      if (query.state !== undefined) rows = rows.where('state', '=', query.state);
      if (query.after !== undefined) {
        rows = rows.where(
          sql<boolean>`(created_at, id) < (select created_at, id from webhook_messages where id = ${query.after})`,
        );
      }
      const found = await rows
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit)
        .execute();
      return found.map(toListed);
    },

    /** Has a dead letter sent again, from the first try on. @returns it as it is then; `undefined` where there is none. */
    retry: (id: string, nowMs: number, audit: readonly AuditEntry[]): Promise<ListedMessage | undefined> =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable(TABLE)
          .set({ state: 'pending', attempts: 0, due_at: nowMs, lease_until: 0 })
          .where('id', '=', id)
          .where('state', '=', 'dead')
          .returning(LISTED)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await writeAudit(transaction, audit);
        return toListed(row);
      }),

    /** Removes a message, whatever its state. @returns whether there was one. */
    remove: (id: string, audit: readonly AuditEntry[]): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom(TABLE)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),

    /**
     * Forgets what is old.
     * @param before messages that were made before are removed, whatever their state.
     * @param mostDead dead letters of an endpoint that are kept, the newest.
     */
    async prune(before: number, mostDead: number): Promise<void> {
      await kysely.deleteFrom(TABLE).where('created_at', '<', before).execute();
      for (const { endpoint, dead } of await countsOf().execute()) {
        if (dead <= mostDead) continue;
        await sql`delete from webhook_messages where id in (
          select id from webhook_messages where endpoint = ${endpoint} and state = 'dead'
          order by failed_at limit ${dead - mostDead})`.execute(kysely);
      }
    },
  };
}

function toListed(row: Selection<Tables, typeof TABLE, (typeof LISTED)[number]>): ListedMessage {
  return withoutNulls(row);
}
