/**
 * Which caller has which plan, in memory, so that no request waits for the store: read whole at the start and
 * followed from then on. While the store is away, the plans as last known hold.
 */
import type { Plan } from '../../domain/plan.ts';
import type { KeyPlan, KeyPlans } from '../store/key-plans.ts';
import { type Caller, type CallerId, parseCallerId } from './caller-id.ts';

/** What config says of plans. */
interface PlanSettings {
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
  /** Called when the store could not be read or written; it is tried again. */
  readonly onFailure?: (error: unknown) => void;
  /** Called once for each plan that a key has and the config does not. */
  readonly onUnknownPlan?: (name: string) => void;
}

/** What the list says of a caller: a plan's name, and numbers of its own. */
type Listing = Pick<KeyPlan, 'plan' | 'perHour' | 'perMonth'>;

const DAY_MS = 86_400_000;

/** @throws Error where the store does not answer. */
export async function openPlanDirectory(options: PlanDirectoryOptions): Promise<PlanDirectory> {
  const directory = new PlanDirectory(options);
  await directory.refresh();
  directory.follow();
  return directory;
}

export class PlanDirectory {
  readonly #options: PlanDirectoryOptions;
  #settings: PlanSettings;
  #defaultPlan: Plan;
  #listed = new Map<CallerId, Listing>();
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

  /** From now on these plans hold; who has which stays as it is. @throws Error where the default is none of them. */
  replacePlans(settings: PlanSettings): void {
    this.#defaultPlan = defaultOf(settings);
    this.#settings = settings;
    this.#unknownPlans = new Set();
  }

  /** Whether the latest look at the store succeeded. */
  get upToDate(): boolean {
    return this.#upToDate;
  }

  /** @param issued name of the plan that the caller's key was issued with: it holds where none is listed. */
  planOf(caller: Caller, issued?: string): Plan {
    const fixed = this.#settings.fixed?.get(caller.id);
    if (fixed !== undefined) return fixed;
    const listing = this.#listed.get(caller.id) ?? this.#adoptFormer(caller);
    if (listing !== undefined) return this.#planFor(listing);
    return issued === undefined ? this.#defaultPlan : this.#planFor({ plan: issued });
  }

  /** Whether the caller has a plan of its own. */
  isListed({ id, formerIds }: Caller): boolean {
    return [id, ...formerIds].some((one) => this.#listed.has(one));
  }

  /** Looks at the store now. Rejects where it does not answer. */
  refresh(): Promise<void> {
    const refreshed = this.#work.then(() => this.#read());
    const note = (upToDate: boolean) => () => {
      this.#upToDate = upToDate;
    };
    this.#work = refreshed.then(note(true), note(false));
    return refreshed;
  }

  /** Looks at the store again and again, until it is closed. */
  follow(): void {
    this.#timer = setTimeout(async () => {
      await this.refresh().catch((error: unknown) => this.#options.onFailure?.(error));
      if (!this.#closed) this.follow();
    }, this.#options.refreshMs ?? 20_000);
    this.#timer.unref();
  }

  /** Stops looking, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** A caller that is listed under an older secret is filed under today's as well. */
  #adoptFormer({ id, formerIds }: Caller): Listing | undefined {
    const formerId = formerIds.find((former) => this.#listed.has(former));
    if (formerId === undefined) return undefined;
    const listing = this.#listed.get(formerId)!;
    this.#listed.set(id, listing);
    const { keyPlans, kid, now, onFailure } = this.#options;
    this.#work = this.#work
      .then(() => keyPlans.adopt(formerId, id, kid, now()))
      .catch((error: unknown) => onFailure?.(error));
    return listing;
  }

  async #read(): Promise<void> {
    const { keyPlans, now } = this.#options;
    const nowMs = now();
    // Removals are kept in the store for a day: after half a day without an answer everything is read anew.
    const stale = nowMs - this.#refreshedMs > DAY_MS / 2;
    const changes = await keyPlans.changesSince(stale ? 0 : this.#revision);
    const listed = stale ? new Map<CallerId, Listing>() : this.#listed;
    for (const keyPlan of changes.set) {
      const listing = listingOf(keyPlan);
      listed.set(parseCallerId(keyPlan.callerId), listing);
      this.#planFor(listing);
    }
    for (const callerId of changes.removed) listed.delete(parseCallerId(callerId));
    this.#listed = listed;
    this.#revision = changes.revision;
    this.#refreshedMs = nowMs;
    if (nowMs - this.#prunedMs <= DAY_MS / 24) return;
    await keyPlans.prune(nowMs - DAY_MS);
    this.#prunedMs = nowMs;
  }

  #planFor({ plan: name, ...numbers }: Listing): Plan {
    const named = this.#settings.plans.get(name);
    if (named !== undefined) return { ...named, ...numbers };
    if (!this.#unknownPlans.has(name)) this.#options.onUnknownPlan?.(name);
    this.#unknownPlans.add(name);
    return this.#defaultPlan;
  }
}

function listingOf({ plan, perHour, perMonth }: KeyPlan): Listing {
  return {
    plan,
    ...(perHour === undefined ? {} : { perHour }),
    ...(perMonth === undefined ? {} : { perMonth }),
  };
}

function defaultOf({ plans, defaultPlan }: PlanSettings): Plan {
  const plan = plans.get(defaultPlan);
  if (plan === undefined) throw new Error(`There is no plan '${defaultPlan}'`);
  return plan;
}
