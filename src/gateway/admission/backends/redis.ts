/**
 * Counts that all replicas share, in Redis or Valkey.
 *
 *   1. A place is taken by one script in Redis; the answer is also kept here, as what was last known.
 *   2. Where Redis is away, the replica counts on from there by itself (or refuses, if configured to), and notes
 *      what it counted.
 *   3. Once Redis is back, what was counted meanwhile is written to it before it is asked again. If it is another
 *      process than before, it may have lost counts: then the first question for each caller has the last known ones.
 *
 * A command that Redis did not answer in time may still be run: what it takes is given back when its answer
 * comes late. If none ever comes, the place may count twice: rather that than more than the limit.
 */
import { ErrorReply } from 'redis';
import { GatewayError } from '../../../domain/errors.ts';
import type { Allowance, Plan } from '../../../domain/plan.ts';
import { allowanceOf, type Counts, hasRoom } from '../allowance.ts';
import type { Caller, CallerId } from '../caller-id.ts';
import { CounterTable } from '../counter-table.ts';
import {
  type Attempt,
  createAttempt,
  type LimitBackend,
  type LimitBackendOptions,
} from '../limit-backend.ts';
import type { MinuteCounts } from '../minute-counts.ts';
import { type Moment, momentOf } from '../windows.ts';
import { CarryOver } from './carry-over.ts';
import { createScript, RedisAway, RedisLink, type Send } from './redis-link.ts';
import { createRedisMinutes } from './redis-minutes.ts';
import {
  type Operation,
  readScriptAnswer,
  SCRIPT,
  type ScriptAnswer,
  scriptArguments,
} from './redis-script.ts';

export type RedisBackendOptions = Omit<LimitBackendOptions, 'now'> & { readonly redisUrl: string };

/** How long the start waits for Redis before it goes on without. */
const START_MS = 1000;
const BATCH = 500;
/** After so many rounds Redis is asked again even though more was counted meanwhile. */
const CARRY_ROUNDS = 10;

/** Fails where Redis cannot write: it is a replica, out of memory, or still loading. */
const PROBE = ['SET', 'claimgate:probe', '1', 'EX', '60'];

const runScript = createScript(SCRIPT);

const NOBODY: Caller = { id: 'nobody' as CallerId, formerIds: [] };

export async function openRedisBackend(options: RedisBackendOptions): Promise<LimitBackend> {
  const backend = new RedisBackend(options);
  await backend.start();
  return backend;
}

class RedisBackend implements LimitBackend {
  readonly minutes: MinuteCounts;
  readonly #options: RedisBackendOptions;
  readonly #link: RedisLink;
  readonly #lastKnown: CounterTable;
  readonly #carryOver = new CarryOver();
  /** Which process of Redis answered last, and how many there have been. */
  #runId: string | undefined;
  #generation = 0;
  #catchingUp = false;

  constructor(options: RedisBackendOptions) {
    this.#options = options;
    this.#lastKnown = new CounterTable(options.maxCallers);
    this.#link = new RedisLink({
      ...options,
      url: options.redisUrl,
      prepare: (send) => this.#prepare(send),
      onUp: () => this.#catchUp(),
    });
    this.minutes = createRedisMinutes({
      send: (args) => this.#link.send(args),
      clockHandedIn: options.clockHandedIn === true,
      refuseIfConfigured: (away) => this.#refuseIfConfigured(away),
    });
  }

  get healthy(): boolean {
    return this.#link.up;
  }

  start(): Promise<void> {
    return this.#link.settled(START_MS);
  }

  async serves(): Promise<boolean> {
    if (this.#options.whenAway === 'allow') return true;
    return this.#link.send(PROBE).then(
      () => true,
      () => false,
    );
  }

  async reserve(caller: Caller, plan: Plan, nowMs: number): Promise<Attempt> {
    try {
      return await this.#reserveShared(caller, plan, nowMs);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      this.#undoLate(error, caller).catch(() => {
        // An answer that cannot be read says nothing of a place.
      });
      this.#refuseIfConfigured(error);
      return this.#reserveLocally(caller, plan, nowMs);
    }
  }

  async peek(caller: Caller, plan: Plan, nowMs: number): Promise<Allowance> {
    try {
      const answer = await this.#run({ kind: 'look' }, caller, nowMs);
      return allowanceOf(plan, momentOf(answer.nowMs), answer.counts);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      this.#refuseIfConfigured(error);
      return this.#lookLocally(caller, plan, nowMs);
    }
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  async #reserveShared(caller: Caller, plan: Plan, nowMs: number): Promise<Attempt> {
    const answer = await this.#run(this.#takeOperation(caller, plan, nowMs), caller, nowMs);
    const moment = momentOf(answer.nowMs);
    return createAttempt(answer.taken, allowanceOf(plan, moment, answer.counts), (laterMs) =>
      this.#giveBack(caller, plan, moment, laterMs),
    );
  }

  #reserveLocally(caller: Caller, plan: Plan, nowMs: number): Attempt {
    const moment = this.#lastKnown.momentFor(caller.id, nowMs);
    const passed = hasRoom(plan, this.#lastKnown.read(caller.id, moment));
    if (passed) {
      this.#lastKnown.add(caller.id, moment, 1);
      this.#note(caller, moment.hour, 1);
    }
    return createAttempt(passed, this.#lookLocally(caller, plan, nowMs), (laterMs) =>
      this.#giveBack(caller, plan, moment, laterMs),
    );
  }

  async #giveBack(caller: Caller, plan: Plan, moment: Moment, nowMs: number): Promise<Allowance> {
    try {
      const answer = await this.#run({ kind: 'give', hour: moment.hour, amount: 1 }, caller, nowMs);
      return allowanceOf(plan, momentOf(answer.nowMs), answer.counts);
    } catch (error) {
      const surelyNotRun = error instanceof RedisAway && error.late === undefined;
      if (surelyNotRun) this.#note(caller, moment.hour, -1);
      this.#lastKnown.add(caller.id, moment, -1);
      return this.#lookLocally(caller, plan, nowMs);
    }
  }

  #lookLocally(caller: Caller, plan: Plan, nowMs: number): Allowance {
    const moment = this.#lastKnown.momentFor(caller.id, nowMs);
    return allowanceOf(plan, moment, this.#lastKnown.read(caller.id, moment));
  }

  #refuseIfConfigured(away: RedisAway): void {
    if (this.#options.whenAway === 'allow') return;
    const detail = 'The gateway cannot count requests at the moment';
    throw new GatewayError('unavailable', detail, { retryAfter: '1', cause: away.message });
  }

  /** A place that was taken after all, once nobody waited for the answer, is given back. */
  async #undoLate(away: RedisAway, caller: Caller): Promise<void> {
    const reply = await away.late;
    if (reply === undefined) return;
    const answer = readScriptAnswer(reply);
    if (answer.taken) this.#note(caller, momentOf(answer.nowMs).hour, -1);
  }

  async #run(operation: Operation, caller: Caller, nowMs: number): Promise<ScriptAnswer> {
    const args = scriptArguments(operation, caller, this.#options.clockHandedIn ? nowMs : undefined);
    const answer = readScriptAnswer(await runScript((command) => this.#link.send(command), args));
    this.#lastKnown.set(caller.id, momentOf(answer.nowMs), answer.counts, this.#generation);
    return answer;
  }

  #takeOperation(caller: Caller, plan: Plan, nowMs: number): Operation {
    const operation = { kind: 'take', perHour: plan.perHour, perMonth: plan.perMonth } as const;
    const stamp = this.#lastKnown.stampOf(caller.id);
    if (stamp === undefined || stamp === this.#generation) return operation;
    const windows = this.#lastKnown.momentFor(caller.id, nowMs);
    const counts: Counts = this.#lastKnown.read(caller.id, windows);
    return { ...operation, atLeast: { windows, ...counts } };
  }

  /** Makes sure that Redis writes and runs the script, and writes to it what was counted without it. */
  async #prepare(send: Send): Promise<void> {
    await send(PROBE);
    await send(['EVAL', SCRIPT, ...scriptArguments({ kind: 'look' }, NOBODY)]);
    const runId = await readRunId(send);
    if (runId === undefined || runId !== this.#runId) this.#generation++;
    this.#runId = runId;
    for (let round = 0; round < CARRY_ROUNDS && this.#carryOver.size > 0; round++) {
      await this.#carryOverTo(send);
    }
  }

  #note(caller: Caller, hour: number, amount: number): void {
    this.#carryOver.note(caller, hour, amount);
    if (this.#link.up) this.#catchUp();
  }

  /** Writes what was noted while Redis was coming back, batch by batch. What it does not take stays noted. */
  #catchUp(): void {
    if (this.#catchingUp || this.#carryOver.size === 0) return;
    this.#catchingUp = true;
    this.#carryOverTo((args) => this.#link.send(args)).then(
      () => {
        this.#catchingUp = false;
        this.#catchUp();
      },
      () => {
        this.#catchingUp = false;
      },
    );
  }

  async #carryOverTo(send: Send): Promise<void> {
    const writes = this.#carryOver.take(BATCH).map(async (entry) => {
      const { caller, hour, amount } = entry;
      const kind = amount > 0 ? 'add' : 'give';
      try {
        await runScript(send, scriptArguments({ kind, hour, amount: Math.abs(amount) }, caller));
      } catch (error) {
        this.#carryOver.note(caller, hour, amount);
        throw error;
      }
    });
    const failed = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}

/** Names the process of Redis; `undefined` where it may not be asked. */
async function readRunId(send: Send): Promise<string | undefined> {
  const info = await send(['INFO', 'server']).catch((error: unknown) => {
    if (error instanceof ErrorReply) return '';
    throw error;
  });
  return /run_id:(\w+)/.exec(String(info))?.[1];
}
