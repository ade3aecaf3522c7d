/** Streamed answers as the caller is told of them: claims and verdicts beside the text, the usage last. */
import type { Chunk, FinishReason, Usage } from '../domain/chat.ts';
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';
import type { EvaluationNotice } from '../domain/evaluation.ts';
import type { ConversationCheck } from '../factcheck/check-conversation.ts';
import type { ChunkBatches } from '../upstream/read-chunks.ts';

/** One step of a streamed answer, as the caller is told of it. */
export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Found, or where it has a verdict, verified. */
  | { readonly type: 'claim'; readonly claim: Claim }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  /** How many of the claims found so far are verified. */
  | { readonly type: 'progress'; readonly verified: number; readonly total: number }
  | {
      readonly type: 'finish';
      readonly finishReason: FinishReason;
      readonly metadata?: FactCheckMetadata;
      /** All claims, those that the metadata does not list too. */
      readonly claims?: readonly Claim[];
      readonly evaluation?: EvaluationNotice;
    }
  | { readonly type: 'usage'; readonly usage: Usage };

/** What a streamed answer consists of. */
export interface Narration {
  /** @returns the next events, never none; `undefined` after the last. */
  next(): Promise<readonly ChatEvent[] | undefined>;
  /** Gives the answer up. */
  close(): void;
}

/** All events at once. */
export function narrateWhole(events: readonly ChatEvent[]): Narration {
  let given = false;
  return {
    async next() {
      if (given) return undefined;
      given = true;
      return events;
    },
    close() {
      given = true;
    },
  };
}

/**
 * Turns the provider's chunks into the caller's events: claims beside the text, the usage last.
 *
 * @param tellClaims tell of claims as they are found.
 */
export function narrate(
  batches: ChunkBatches,
  checking: Promise<ConversationCheck> | undefined,
  tellClaims: boolean,
): Narration {
  let check: ConversationCheck | undefined;
  let usage: Usage | undefined;
  let reason: FinishReason | undefined;
  let told = false;
  let searched = false;
  let ended = false;

  const tell = (claims: readonly Claim[], events: ChatEvent[]): void => {
    if (!tellClaims) return;
    for (const claim of claims) events.push({ type: 'claim', claim });
  };

  /** The conversation's own claims are told behind the first text, which opens the stream. */
  const tellConversation = (events: ChatEvent[]): void => {
    if (told || check === undefined) return;
    told = true;
    tell(check.told, events);
  };

  const readBatch = async (chunks: readonly Chunk[], events: ChatEvent[]): Promise<void> => {
    let said = '';
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as Chunk;
      if (chunk.type === 'usage') {
        usage = chunk.usage;
      } else if (reason !== undefined) {
        // What a provider says after its end belongs to no answer.
      } else if (chunk.type === 'text') {
        events.push(chunk);
        said += chunk.text;
      } else {
        reason = chunk.finishReason;
      }
    }
    if (check === undefined) return;
    // Searched once a batch: a search for each token would cost more than finding all claims at once.
    if (said !== '') {
      tellConversation(events);
      const found = check.readAnswer(said);
      tell(found instanceof Promise ? await found : found, events);
    }
    if (reason !== undefined && !searched) {
      searched = true;
      tellConversation(events);
      tell(check.endAnswer(), events);
    }
  };

  /** The finish comes when all is known that will be. */
  const finish = async (): Promise<ChatEvent[]> => {
    const result = await check?.result();
    const events: ChatEvent[] = [];
    if (reason !== undefined) {
      events.push({ type: 'finish', finishReason: reason, ...result });
    }
    if (usage !== undefined) events.push({ type: 'usage', usage });
    return events;
  };

  return {
    async next() {
      while (!ended) {
        const chunks = await batches.next();
        if (checking !== undefined && check === undefined) check = await checking;
        const events: ChatEvent[] = [];
        if (chunks === undefined) {
          ended = true;
          events.push(...(await finish()));
        } else {
          await readBatch(chunks, events);
        }
        if (events.length > 0) return events;
      }
      return undefined;
    },
    close: () => batches.close(),
  };
}

/**
 * Tells verdicts in between, as they come: while the answer is still being written, and after its last text
 * until the last claim is verified.
 *
 * @param narration of an answer whose check verifies.
 * @param tellClaims tell of each verdict, and of claims that the judge begins to read; progress is told in any case.
 * @param stop ends what is still being verified.
 */
export function narrateVerdicts(
  narration: Narration,
  check: ConversationCheck,
  tellClaims: boolean,
  stop: () => void,
): Narration {
  let steps: { readonly id: string; readonly events: readonly ChatEvent[] }[] = [];
  /** Claims that were told as found: a verdict comes behind its claim, however soon it is known. */
  const told = new Set<string>();
  let wake = Promise.withResolvers<'step'>();
  /** Headers go out with the first text: a verdict waits for it. */
  let begun = false;
  let pending: Promise<readonly ChatEvent[] | undefined> | undefined;
  check.onVerdict((claim, progress) => {
    const events: ChatEvent[] = [{ type: 'progress', ...progress }];
    if (tellClaims) events.unshift({ type: 'claim', claim });
    steps.push({ id: claim.id, events });
    wake.resolve('step');
  });
  if (tellClaims) {
    check.onJudging((claims) => {
      for (const { id } of claims) steps.push({ id, events: [{ type: 'judging', ids: [id] }] });
      wake.resolve('step');
    });
  }
  const takeSteps = (): ChatEvent[] => {
    wake = Promise.withResolvers();
    const ready = steps.filter(({ id }) => !tellClaims || told.has(id));
    steps = steps.filter((step) => !ready.includes(step));
    return ready.flatMap(({ events }) => events);
  };
  return {
    async next() {
      for (;;) {
        const known = begun ? takeSteps() : [];
        if (known.length > 0) return known;
        pending ??= narration.next();
        const first = begun ? await Promise.race([pending, wake.promise]) : await pending;
        if (first === 'step') continue;
        pending = undefined;
        begun = true;
        if (first === undefined) return undefined;
        for (const event of first) if (event.type === 'claim') told.add(event.claim.id);
        // What was verified meanwhile is told before the finish.
        const ends = first.some((event) => event.type === 'finish');
        return ends ? [...takeSteps(), ...first] : [...first, ...takeSteps()];
      }
    },
    close() {
      // Nobody waits for what is under way any more.
      pending?.catch(() => {});
      narration.close();
      stop();
    },
  };
}
