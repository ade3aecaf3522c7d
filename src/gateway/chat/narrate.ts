/** The events of a streamed answer: claims and verdicts beside the text, the usage last. */
import type { Chunk, Usage } from '../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../domain/chat-answer.ts';
import type { Claim } from '../../domain/claim.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { ConversationCheck } from '../../engine/factcheck/check-conversation.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';

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
 * @param withClaims whether claims are events too, as they are found.
 * @param choices how many answers were asked for.
 */
export function narrate(
  batches: ChunkBatches,
  checking: Promise<ConversationCheck> | undefined,
  withClaims: boolean,
  choices = 1,
): Narration {
  let check: ConversationCheck | undefined;
  let usage: Usage | undefined;
  /** Why each answer ended, in the order of their ends. */
  const finishes = new Map<number, Extract<ChatEvent, { type: 'finish' }>>();
  /** Answers that have begun, and not ended. */
  const unfinished = new Set<number>();
  /** The conversation's own claims are sent: behind the first text, which opens the stream. */
  let sentConversation = false;
  let ended = false;

  const add = (claims: readonly Claim[], events: ChatEvent[]): void => {
    if (withClaims) for (const claim of claims) events.push({ type: 'claim', claim });
  };

  /** What is no piece of the first answer. */
  const readOther = (chunk: Chunk, texts: string[], events: ChatEvent[]): void => {
    if (chunk.type === 'usage') {
      usage = chunk.usage;
      return;
    }
    const choice = chunk.choice ?? 0;
    // What a provider sends after its end, or beside what was asked for, belongs to no answer.
    if (finishes.has(choice) || choice >= choices) return;
    if (chunk.type === 'finish') {
      finishes.set(choice, chunk);
      unfinished.delete(choice);
      texts[choice] ??= '';
      return;
    }
    unfinished.add(choice);
    events.push(chunk);
    if (chunk.type === 'text') texts[choice] = (texts[choice] ?? '') + chunk.text;
  };

  const readBatch = async (chunks: readonly Chunk[], events: ChatEvent[]): Promise<void> => {
    /** Searched once a batch: a search for each token would cost more than finding all claims at once. */
    const texts: string[] = [];
    /** Of the first answer, to which nearly all chunks belong. */
    let text = '';
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as Chunk;
      const isPiece = chunk.type === 'text' || chunk.type === 'arguments';
      if (isPiece && chunk.choice === undefined && !finishes.has(0)) {
        events.push(chunk);
        if (chunk.type === 'text') text += chunk.text;
      } else {
        readOther(chunk, texts, events);
      }
    }
    if (text !== '') {
      texts[0] = text;
      if (!finishes.has(0)) unfinished.add(0);
    }
    if (check === undefined || texts.length === 0) return;
    if (!sentConversation) add(check.listed, events);
    sentConversation = true;
    for (const [choice, text] of texts.entries()) {
      if (text === undefined) continue;
      if (text !== '') {
        const found = check.readAnswer(text, choice);
        add(found instanceof Promise ? await found : found, events);
      }
      if (finishes.has(choice)) add(check.endAnswer(choice), events);
    }
  };

  /** The finish is sent when everything is known. */
  const finish = async (): Promise<ChatEvent[]> => {
    if (unfinished.size > 0) throw new GatewayError('provider_cut_off', 'The provider cut its answer off');
    const result = await check?.result();
    const events: ChatEvent[] = [...finishes.values()];
    const last = events.at(-1);
    if (last !== undefined) events[events.length - 1] = { ...last, ...result };
    if (usage !== undefined) events.push({ type: 'usage', usage });
    return events;
  };

  return {
    async next() {
      while (!ended) {
        const chunks = await batches.next();
        if (checking !== undefined) check ??= await checking;
        ended = chunks === undefined;
        const events = ended ? await finish() : [];
        if (chunks !== undefined) await readBatch(chunks, events);
        if (events.length > 0) return events;
      }
      return undefined;
    },
    close: () => batches.close(),
  };
}

/**
 * Adds verdicts as they come: while the answer is still being written, and after its last text until the last
 * claim is verified.
 *
 * @param narration of an answer whose check verifies.
 * @param withClaims whether verdicts, and claims that the judge begins to read, are events too; progress always is.
 * @param stop ends what is still being verified.
 */
export function narrateVerdicts(
  narration: Narration,
  check: ConversationCheck,
  withClaims: boolean,
  stop: () => void,
): Narration {
  let steps: { readonly id: string; readonly events: readonly ChatEvent[] }[] = [];
  /** Claims that were sent as found: a verdict comes behind its claim, however soon it is known. */
  const sent = new Set<string>();
  let wake = Promise.withResolvers<'step'>();
  /** Headers are sent with the first text: a verdict waits for it. */
  let begun = false;
  let pending: Promise<readonly ChatEvent[] | undefined> | undefined;
  const addStep = (id: string, events: readonly ChatEvent[]): void => {
    steps.push({ id, events });
    wake.resolve('step');
  };
  check.onVerdict((claim, progress) => {
    const verdict: ChatEvent[] = withClaims ? [{ type: 'claim', claim }] : [];
    addStep(claim.id, [...verdict, { type: 'progress', ...progress }]);
  });
  if (withClaims) {
    check.onJudging((claims) => {
      for (const { id } of claims) addStep(id, [{ type: 'judging', ids: [id] }]);
    });
  }
  const takeSteps = (): ChatEvent[] => {
    wake = Promise.withResolvers();
    const ready = steps.filter(({ id }) => !withClaims || sent.has(id));
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
        for (const event of first) if (event.type === 'claim') sent.add(event.claim.id);
        // What was verified meanwhile comes before the finish.
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
