/**
 * Which caller has which plan, in memory, so that no request waits for the store: read whole at the start and
 * followed from then on. While the store is away, the plans as last known hold.
 */
import type { Plan } from '../domain/plan.ts';
import type { KeyPlan, KeyPlans } from '../store/key-plans.ts';
import { type Caller, type CallerId, parseCallerId } from './caller-id.ts';
import { CallerTable } from './caller-table.ts';

export interface PlanDirectoryOptions {
  readonly keyPlans: KeyPlans;
  /** The plans by their names. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** Name of the plan of callers that are not listed, or whose plan is no longer configured. */
  readonly defaultPlan: string;
  /** Callers whose plans no list changes. */
  readonly fixed?: ReadonlyMap<CallerId, Plan>;
  /** Name of the current secret: what a caller found under an older one is filed under again. */
  readonly kid: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds between two looks at the store; 20 s unless said otherwise. */
  readonly refreshMs?: number;
  /** Told when the store could not be read or written; it is tried again. */
  readonly onFailure?: (error: unknown) => void;
  /** Told once of each plan that a key has and the config does not. */
  readonly onUnknownPlan?: (name: string) => void;
}

export interface PlanDirectory {
  /** Whether the latest look at the store succeeded. */
  readonly upToDate: boolean;
  planOf(caller: Caller): Plan;
  /** Looks at the store now. Rejects where it does not answer. */
  refresh(): Promise<void>;
  /** Stops looking, and waits for what is under way. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

/** @throws Error where the store does not answer. */
export async function openPlanDirectory(options: PlanDirectoryOptions): Promise<PlanDirectory> {
  const directory = new FollowingDirectory(options);
  await directory.refresh();
  directory.follow();
  return directory;
}

class FollowingDirectory implements PlanDirectory {
  readonly #options: PlanDirectoryOptions;
  readonly #defaultPlan: Plan;
  #listed = new PlanTable();
  #revision = 0;
  #refreshedMs = 0;
  #prunedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #upToDate = false;
  readonly #unknownPlans = new Set<string>();

  constructor(options: PlanDirectoryOptions) {
    const defaultPlan = options.plans.get(options.defaultPlan);
    if (defaultPlan === undefined) throw new Error(`There is no plan '${options.defaultPlan}'`);
    this.#options = options;
    this.#defaultPlan = defaultPlan;
  }

  get upToDate(): boolean {
    return this.#upToDate;
  }

  planOf(caller: Caller): Plan {
    const known = this.#options.fixed?.get(caller.id) ?? this.#listed.get(caller.id);
    if (known !== undefined) return known;
    for (const formerId of caller.formerIds) {
      const plan = this.#listed.get(formerId);
      if (plan === undefined) continue;
      this.#listed.set(caller.id, plan);
      this.#enqueue(() =>
        this.#options.keyPlans.adopt(formerId, caller.id, this.#options.kid, this.#options.now()),
      );
      return plan;
    }
    return this.#defaultPlan;
  }

  refresh(): Promise<void> {
    const refreshed = this.#work.then(() => this.#read());
    this.#work = refreshed.then(
      () => {
        this.#upToDate = true;
      },
      () => {
        this.#upToDate = false;
      },
    );
    return refreshed;
  }

  follow(): void {
    this.#timer = setTimeout(async () => {
      await this.refresh().catch((error: unknown) => this.#options.onFailure?.(error));
      if (!this.#closed) this.follow();
    }, this.#options.refreshMs ?? 20_000);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#options.onFailure?.(error));
  }

  async #read(): Promise<void> {
    const nowMs = this.#options.now();
    // Removals are kept in the store for a day: who has not looked for half of one reads everything anew.
    const stale = nowMs - this.#refreshedMs > DAY_MS / 2;
    const changes = await this.#options.keyPlans.changesSince(stale ? 0 : this.#revision);
    const listed = stale ? new PlanTable() : this.#listed;
    for (const keyPlan of changes.set) listed.set(parseCallerId(keyPlan.callerId), this.#planFor(keyPlan));
    for (const callerId of changes.removed) listed.set(parseCallerId(callerId), undefined);
    this.#listed = listed;
    this.#revision = changes.revision;
    this.#refreshedMs = nowMs;
    if (nowMs - this.#prunedMs > DAY_MS / 24) await this.#prune(nowMs);
  }

  async #prune(nowMs: number): Promise<void> {
    await this.#options.keyPlans.prune(nowMs - DAY_MS);
    this.#prunedMs = nowMs;
  }

  #planFor({ plan: name, perHour, perMonth }: KeyPlan): Plan {
    const plan = this.#options.plans.get(name);
    if (plan === undefined) {
      if (!this.#unknownPlans.has(name)) this.#options.onUnknownPlan?.(name);
      this.#unknownPlans.add(name);
      return this.#defaultPlan;
    }
    return {
      ...plan,
      ...(perHour === undefined ? {} : { perHour }),
      ...(perMonth === undefined ? {} : { perMonth }),
    };
  }
}

/** Callers to plans, compactly: 20 bytes a caller, and each different plan once. */
class PlanTable {
  readonly #table: CallerTable = new CallerTable({
    columns: 1,
    maxRows: Number.MAX_SAFE_INTEGER,
    isDead: (row) => this.#table.get(row, 0) === NOT_LISTED,
    rank: () => 0,
    onEvict: () => {},
  });
  readonly #plans: Plan[] = [];
  readonly #numbers = new Map<string, number>();

  get(id: CallerId): Plan | undefined {
    const row = this.#table.find(id);
    return row === -1 ? undefined : this.#plans[this.#table.get(row, 0) - 1];
  }

  set(id: CallerId, plan: Plan | undefined): void {
    let row = this.#table.find(id);
    if (row === -1) {
      if (plan === undefined) return;
      row = this.#table.insert(id);
    }
    this.#table.set(row, 0, plan === undefined ? NOT_LISTED : this.#numberOf(plan));
  }

  #numberOf(plan: Plan): number {
    const name = JSON.stringify([plan.name, plan.perHour, plan.perMonth]);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#plans.push(plan);
    this.#numbers.set(name, number);
    return number;
  }
}

const NOT_LISTED = 0;
