/**
 * The queue of claims that have their evidence and wait for the judge. Those that wait at the same time share a
 * call; a bounded number of calls runs at once. A claim that waits alone waits for a moment only, for those of
 * the same sentence; in an answer that is still being written, for the next one.
 */
import type { Usage } from '../../../domain/chat.ts';
import { addUsage } from '../../../models/upstream/ask-json.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import type { Fault } from '../state/state-verdict.ts';
import { askJudge, fitsBudget, type JudgeOptions, type JudgeReply } from './ask-judge.ts';
import type { Judgements } from './read-judgements.ts';

interface JudgeQueueOptions extends JudgeOptions {
  /** The most calls at the same time. */
  readonly concurrency: number;
  /** How the claims come: those of a text all at once, in fewer and larger calls; those of a stream one by one. */
  readonly from?: 'text' | 'answer' | 'stream';
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Aborts calls, and takes no further claim. */
  readonly signal: AbortSignal;
}

/** A claim that can be judged. */
export interface Case {
  readonly claim: string;
  /** Its statements, where it makes several. */
  readonly parts: readonly string[];
  readonly context: string | undefined;
  readonly items: readonly ShownItem[];
  /** Whether the judge reads it for the last time: what it would like to search for is not searched. */
  readonly final: boolean;
  /** Called when it is the judge's turn to read it; it must not throw. */
  readonly onTurn?: () => void;
}

/** What came of it: the judgements of the claim or of its parts, or why there are none. */
export type CaseResult =
  | { readonly judgements: Judgements; readonly fault?: undefined }
  | { readonly judgements?: undefined; readonly fault: Fault };

/** Milliseconds that a claim waits for others to share its call; longer where others are about to come. */
export const BATCH_WAIT: number = 25;
const BATCH_WAIT_WITH_OTHERS = 60;
/** In an answer that is being written; sentences come every second or two. The first claim of all does not wait. */
const BATCH_WAIT_LIVE = 2_200;
/** For those that were searched for again, while others are judged or searched for. */
const BATCH_WAIT_FINAL = 500;
/** Claims that share a call where calls are free, and where they are not. More would make the answer slow. */
const SHARED = 3;
const MOST_SHARED = 5;
/** UTF-16 units of evidence in one call. */
const MOST_EVIDENCE = 40_000;
/** So many calls in a row without any verdict, and the judge is not asked again. */
const MOST_FAILURES = 3;

interface Waiting extends Case {
  readonly since: number;
  /** It was left out of an answer that judged others, and is asked for a last time. */
  readonly again?: boolean;
  readonly settle: (answer: CaseResult) => void;
}

export function openJudgeQueue(options: JudgeQueueOptions) {
  const { concurrency, from, now, signal } = options;
  const waiting: Waiting[] = [];
  let running = 0;
  let expected = 0;
  let begun = false;
  let hurried = false;
  /** When a claim came by that is not judged now. */
  let skippedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let closed: Fault | undefined;
  let usage: Usage | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Milliseconds that the oldest may wait in all. */
  const longestWait = ({ final, since }: Waiting): number => {
    const alone = waiting.length === 1 && since > skippedAt;
    if (from === 'stream' && begun && !hurried && alone) return BATCH_WAIT_LIVE;
    if (final && (running > 0 || expected > 0)) return BATCH_WAIT_FINAL;
    return expected > 0 ? BATCH_WAIT_WITH_OTHERS : BATCH_WAIT;
  };

  const pump = (): void => {
    clearTimeout(timer);
    if (signal.aborted) return;
    if (closed !== undefined) for (const one of waiting.splice(0)) one.settle({ fault: closed });
    while (running < concurrency && waiting.length > 0) {
      const oldest = waiting[0] as Waiting;
      const rest = oldest.since + longestWait(oldest) - now();
      if (rest > 0 && waiting.length < MOST_SHARED) {
        timer = setTimeout(pump, rest);
        return;
      }
      const batch = takeAffordable(takeBatch(waiting, from === 'text' ? 1 : concurrency - running), options);
      if (batch.length > 0) {
        void run(batch);
      } else if (options.budget.isWaiting()) {
        // What the calls under way have reserved and do not use may be enough.
        return;
      } else {
        (waiting.shift() as Waiting).settle({ fault: 'no-tokens' });
      }
    }
  };

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    for (const one of batch) {
      waiting.splice(waiting.indexOf(one), 1);
      one.onTurn?.();
    }
    begun = true;
    running += 1;
    const reply = await askJudge(batch, options, signal);
    running -= 1;
    usage = addUsage(usage, reply.usage);
    note(reply);
    for (const [index, one] of batch.entries()) {
      const judgements = reply.judgements[index];
      if (judgements === undefined && reply.fault === undefined && one.again !== true) {
        waiting.push({ ...one, since: now(), again: true });
        continue;
      }
      one.settle(judgements === undefined ? { fault: reply.fault ?? 'judge-unusable' } : { judgements });
    }
    pump();
  };

  const note = ({ fault, hopeless }: JudgeReply): void => {
    failures = fault === undefined || fault === 'no-tokens' ? 0 : failures + 1;
    if (fault !== undefined && (hopeless || failures >= MOST_FAILURES)) closed = fault;
  };

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  options.budget.onSettled(pump);
  return {
    /** Never rejects; never settles where the signal aborts first. */
    judge: (one: Case): Promise<CaseResult> =>
      new Promise((settle) => {
        waiting.push({ ...one, since: now(), settle });
        pump();
      }),
    /** @param change how many more, or fewer, claims are expected soon. */
    expect(change: number): void {
      expected += change;
      if (change < 0) pump();
    },
    /** The next claim is not judged now: what waits for it need not. */
    skipNext(): void {
      skippedAt = now();
      pump();
    },
    /** No more claims come, and somebody waits. */
    hurry(): void {
      hurried = true;
      pump();
    },
    usage: () => usage,
  };
}

/** The oldest, and with it those that share most evidence with it, then the next oldest. */
function takeBatch(waiting: readonly Waiting[], free: number): Waiting[] {
  const oldest = waiting[0] as Waiting;
  const size = Math.min(MOST_SHARED, Math.max(SHARED, Math.ceil(waiting.length / free)));
  const hashes = new Set(oldest.items.map(({ hash }) => hash));
  const others = waiting
    .slice(1)
    .map((one) => ({ one, shared: one.items.filter(({ hash }) => hashes.has(hash)).length }))
    .sort((a, b) => b.shared - a.shared);
  const batch = [oldest];
  let characters = lengthOf(oldest);
  for (const { one } of others) {
    if (batch.length >= size) break;
    const length = lengthOf(one);
    if (characters + length > MOST_EVIDENCE) continue;
    characters += length;
    batch.push(one);
  }
  return batch;
}

/** As many of the batch, from its first, as the token budget has room for. */
function takeAffordable(batch: readonly Waiting[], options: JudgeOptions): readonly Waiting[] {
  for (let size = batch.length; size > 0; size--) {
    const some = batch.slice(0, size);
    if (fitsBudget(some, options)) return some;
  }
  return [];
}

function lengthOf({ items }: Case): number {
  return items.reduce((sum, { excerpt }) => sum + excerpt.length, 0);
}
