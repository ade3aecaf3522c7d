/**
 * Which caller has which plan, in memory, so that no request waits for the store: read whole at the start and
 * followed from then on. While the store is away, the plans as last known hold.
 */
import type { Plan } from '../domain/plan.ts';
import type { KeyPlan, KeyPlans } from '../store/key-plans.ts';
import { type Caller, type CallerId, parseCallerId } from './caller-id.ts';
import { CallerTable } from './caller-table.ts';

/** What config says of plans. */
export interface PlanSettings {
  /** The plans by their names. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** Name of the plan of callers that are not listed, or whose plan is no longer configured. */
  readonly defaultPlan: string;
  /** Callers whose plans no list changes. */
  readonly fixed?: ReadonlyMap<CallerId, Plan>;
}

export interface PlanDirectoryOptions extends PlanSettings {
  readonly keyPlans: KeyPlans;
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
  /** From now on these plans hold; who has which stays as it is. @throws Error where the default is none of them. */
  replacePlans(settings: PlanSettings): void;
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
  #settings: PlanSettings;
  #defaultPlan: Plan;
  /** The plans of listings, as far as they were needed. */
  #plans = new Map<Listing, Plan>();
  #listed = new ListingTable();
  #revision = 0;
  #refreshedMs = 0;
  #prunedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #upToDate = false;
  #unknownPlans = new Set<string>();

  constructor(options: PlanDirectoryOptions) {
    this.#options = options;
    this.#settings = options;
    this.#defaultPlan = defaultOf(options);
  }

  replacePlans(settings: PlanSettings): void {
    this.#defaultPlan = defaultOf(settings);
    this.#settings = settings;
    this.#plans = new Map();
    this.#unknownPlans = new Set();
  }

  get upToDate(): boolean {
    return this.#upToDate;
  }

  planOf(caller: Caller): Plan {
    const fixed = this.#settings.fixed?.get(caller.id);
    if (fixed !== undefined) return fixed;
    const listing = this.#listed.get(caller.id);
    if (listing !== undefined) return this.#planFor(listing);
    for (const formerId of caller.formerIds) {
      const former = this.#listed.get(formerId);
      if (former === undefined) continue;
      this.#listed.set(caller.id, former);
      this.#enqueue(() =>
        this.#options.keyPlans.adopt(formerId, caller.id, this.#options.kid, this.#options.now()),
      );
      return this.#planFor(former);
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
    const listed = stale ? new ListingTable() : this.#listed;
    for (const keyPlan of changes.set) {
      this.#planFor(listed.set(parseCallerId(keyPlan.callerId), keyPlan));
    }
    for (const callerId of changes.removed) listed.remove(parseCallerId(callerId));
    this.#listed = listed;
    this.#revision = changes.revision;
    this.#refreshedMs = nowMs;
    if (nowMs - this.#prunedMs > DAY_MS / 24) await this.#prune(nowMs);
  }

  async #prune(nowMs: number): Promise<void> {
    await this.#options.keyPlans.prune(nowMs - DAY_MS);
    this.#prunedMs = nowMs;
  }

  #planFor(listing: Listing): Plan {
    const known = this.#plans.get(listing);
    if (known !== undefined) return known;
    const { plan: name, perHour, perMonth } = listing;
    const named = this.#settings.plans.get(name);
    if (named === undefined) {
      if (!this.#unknownPlans.has(name)) this.#options.onUnknownPlan?.(name);
      this.#unknownPlans.add(name);
    }
    const plan =
      named === undefined
        ? this.#defaultPlan
        : {
            ...named,
            ...(perHour === undefined ? {} : { perHour }),
            ...(perMonth === undefined ? {} : { perMonth }),
          };
    this.#plans.set(listing, plan);
    return plan;
  }
}

function defaultOf({ plans, defaultPlan }: PlanSettings): Plan {
  const plan = plans.get(defaultPlan);
  if (plan === undefined) throw new Error(`There is no plan '${defaultPlan}'`);
  return plan;
}

/** What the list says of a caller: a plan's name, and numbers of its own. */
type Listing = Pick<KeyPlan, 'plan' | 'perHour' | 'perMonth'>;

/** Callers to listings, compactly: 20 bytes a caller, and each different listing once. */
class ListingTable {
  readonly #table: CallerTable = new CallerTable({
    columns: 1,
    maxRows: Number.MAX_SAFE_INTEGER,
    isDead: (row) => this.#table.get(row, 0) === NOT_LISTED,
    rank: () => 0,
    onEvict: () => {},
  });
  readonly #listings: Listing[] = [];
  readonly #numbers = new Map<string, number>();

  get(id: CallerId): Listing | undefined {
    const row = this.#table.find(id);
    return row === -1 ? undefined : this.#listings[this.#table.get(row, 0) - 1];
  }

  /** @returns the listing as it is kept. */
  set(id: CallerId, listing: Listing): Listing {
    const row = this.#table.find(id);
    const number = this.#numberOf(listing);
    this.#table.set(row === -1 ? this.#table.insert(id) : row, 0, number);
    return this.#listings[number - 1] as Listing;
  }

  remove(id: CallerId): void {
    const row = this.#table.find(id);
    if (row !== -1) this.#table.set(row, 0, NOT_LISTED);
  }

  #numberOf({ plan, perHour, perMonth }: Listing): number {
    const name = JSON.stringify([plan, perHour, perMonth]);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#listings.push({
      plan,
      ...(perHour === undefined ? {} : { perHour }),
      ...(perMonth === undefined ? {} : { perMonth }),
    });
    this.#numbers.set(name, number);
    return number;
  }
}

const NOT_LISTED = 0;
