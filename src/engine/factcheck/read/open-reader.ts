/**
 * Reads the claims of one request in their context. Claims that come at the same time share a call: in a whole text
 * those that are there at once, in a stream those of a few seconds. What cannot be read, in time or at all, comes
 * out as it is written: a claim never waits for more than its call.
 */
import type { Usage } from '../../../domain/chat.ts';
import type { Claim } from '../../../domain/claim.ts';
import { addUsage } from '../../../models/upstream/ask-json.ts';
import { judgeName } from '../judge/calibration.ts';
import { BATCH_WAIT } from '../judge/judge-queue.ts';
import { type ReadingCache, readingKey } from '../judge/verdict-cache.ts';
import { type AskReaderOptions, askReader } from './ask-reader.ts';
import { checkParts, checkReading } from './check-reading.ts';
import { LONGEST_QUESTION, type Passage, type RawReading, READER_VERSION } from './compose-reading.ts';
import { leavesOpen, needsReading } from './needs-reading.ts';
import { asWritten, type Reading, type Surroundings } from './reading.ts';
import { contextOf, passageAround } from './surroundings.ts';

export interface ReaderOptions extends AskReaderOptions {
  /** Claims come one after the other, as their text is written. */
  readonly live: boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Aborts calls; what waits comes out as it is written. */
  readonly signal: AbortSignal;
  /** Readings of this caller; none are kept where it is absent. */
  readonly cache?: { readonly readings: ReadingCache; readonly callerId: string };
}

/** In a stream, milliseconds that a claim waits for company, unless so many are there: two sentences' time. */
const BATCH_WAIT_LIVE = 4_400;
const COMPANY_LIVE = 3;
/** Claims of one call, and UTF-16 units of one of its passages. */
const MOST_CLAIMS = 10;
const LONGEST_PASSAGE = 6_000;
/** Milliseconds that a call may still take once somebody waits for it. */
const LAST_MOMENT = 300;
/** So many calls in a row without any answer, and no further one is made. */
const MOST_FAILURES = 2;

interface Waiting {
  readonly claim: Claim;
  readonly around: () => Surroundings;
  readonly context: string | undefined;
  readonly key: string;
  /** Monotonic milliseconds at which it is read whoever else waits. */
  readonly readAt: number;
  readonly settle: (reading: Reading) => void;
}

export function openReader(options: ReaderOptions) {
  const { model, live, now, signal, cache } = options;
  /** Whether further claims of the same text are still being written. */
  const goesOn = ({ role }: Claim): boolean => live && role === 'assistant';
  /** Aborts what somebody has waited for long enough. */
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  const waiting: Waiting[] = [];
  let hurried = false;
  let closed = false;
  let failures = 0;
  let calls = 0;
  let usage: Usage | undefined;
  let timer: NodeJS.Timeout | undefined;

  const giveOut = ({ claim, context, settle }: Waiting, found?: Pick<Reading, 'text' | 'parts'>): void =>
    settle({ ...asWritten(claim), ...found, ...(context === undefined ? {} : { context }) });

  const pump = (): void => {
    clearTimeout(timer);
    if (signal.aborted || closed || hurried) for (const one of waiting.splice(0)) giveOut(one);
    const oldest = waiting[0];
    if (oldest === undefined) return;
    const rest = oldest.readAt - now();
    if (rest > 0 && waiting.length < (goesOn(oldest.claim) ? COMPANY_LIVE : MOST_CLAIMS)) {
      timer = setTimeout(pump, rest);
      return;
    }
    void run(waiting.splice(0, MOST_CLAIMS));
    pump();
  };

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    const groups = groupByText(batch);
    const answer = await askReader(
      groups.map(({ passage }) => passage),
      { ...options, onCall: countCall },
      until,
    );
    usage = addUsage(usage, answer.usage);
    if (answer.asked && !end.signal.aborted) failures = answer.readings === undefined ? failures + 1 : 0;
    closed ||= answer.hopeless || failures >= MOST_FAILURES;
    let next = 0;
    for (const { passage, members } of groups) {
      for (const one of members) {
        const raw = answer.readings?.[next++];
        const found = raw && check(raw, one.claim, passage);
        if (found !== undefined) cache?.readings.set(one.key, found);
        giveOut(one, found);
      }
    }
    pump();
  };

  const countCall = (): void => {
    calls += 1;
    options.onCall();
  };

  signal.addEventListener('abort', pump, { once: true });
  return {
    /**
     * @param around what is known of the claim's text when it is read.
     * @returns the claim as it is understood. Never rejects.
     */
    read(claim: Claim, around: () => Surroundings): Promise<Reading> {
      const surroundings = around();
      const { text, question } = surroundings;
      const before = text.slice(0, claim.start);
      if (!needsReading(claim, before)) return Promise.resolve(asWritten(claim));
      const context = leavesOpen(claim, before) ? contextOf(surroundings, claim) : undefined;
      const key = readingKey({ callerId: cache?.callerId ?? '', judge: judgeName(model) }, READER_VERSION, [
        claim.text,
        passageAround(text, [claim]),
        question,
      ]);
      return new Promise((settle) => {
        const readAt = now() + (goesOn(claim) ? BATCH_WAIT_LIVE : BATCH_WAIT);
        const one = { claim, around, context, key, readAt, settle };
        const earlierReading = cache?.readings.get(key);
        if (earlierReading !== undefined) giveOut(one, earlierReading);
        else waiting.push(one);
        pump();
      });
    },
    /** No more claims come, and somebody waits: what is not read soon comes out as it is written. */
    hurry(): void {
      if (hurried) return;
      hurried = true;
      pump();
      setTimeout(() => end.abort(), LAST_MOMENT).unref();
    },
    usage: () => usage,
    calls: () => calls,
  };
}

interface Group {
  readonly passage: Passage;
  readonly members: readonly Waiting[];
}

/** Claims that stand near one another in the same text share a passage. */
function groupByText(batch: readonly Waiting[]): Group[] {
  // `Map.groupBy` is missing from Node.js 20, on which applications may run the engine.
  const texts = new Map<string, Waiting[]>();
  for (const one of batch) {
    const { role, message_index, choice_index } = one.claim;
    const key = `${role} ${message_index} ${choice_index}`;
    texts.set(key, [...(texts.get(key) ?? []), one]);
  }
  const runs = [...texts.values()].flatMap((members) => {
    const inOrder = members.toSorted((a, b) => a.claim.start - b.claim.start);
    return inOrder.reduce<Waiting[][]>((all, one) => {
      const run = all.at(-1);
      const first = run?.[0]?.claim.start ?? Number.NEGATIVE_INFINITY;
      if (run !== undefined && one.claim.end - first <= LONGEST_PASSAGE) run.push(one);
      else all.push([one]);
      return all;
    }, []);
  });
  return runs.map((members) => {
    const claims = members.map(({ claim }) => claim);
    const { text, question } = (members.at(-1) as Waiting).around();
    const passage = { question, text: passageAround(text, claims), claims: claims.map((one) => one.text) };
    return { passage, members };
  });
}

/** @returns what of it holds against the text; `undefined` where nothing does. */
function check(
  { reading, parts }: RawReading,
  claim: Claim,
  { question, text }: Passage,
): Pick<Reading, 'text' | 'parts'> | undefined {
  const context = `${question.slice(0, LONGEST_QUESTION)}\n${text}`;
  const checked = checkReading(reading, claim, context) ?? claim.text;
  return { text: checked, parts: checkParts(parts, { ...claim, text: checked }, context) };
}
