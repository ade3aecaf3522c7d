/** What is done with a streamed answer in which something wrong is found. */
import type { Usage } from '../../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../../domain/chat-answer.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { addUsage } from '../../../models/upstream/ask-json.ts';
import { type Acting, afterAttempt, claimsToActOn, inChoice } from './act-on-answer.ts';

export interface ActingOnStream extends Acting {
  /** Asks the model once more, with what is wrong in the first of its answers that has any. */
  readonly askAgain: (wrong: { readonly content: string }, claims: readonly Claim[]) => Promise<Narration>;
}

type Finish = Extract<ChatEvent, { type: 'finish' }>;
type TextEvent = Extract<ChatEvent, { type: 'text' }>;

/** Bytes of an answer that are held back at most: several times what models write. */
const MOST_HELD = 1_000_000;

export function actOnStream(narration: Narration, acting: ActingOnStream): Narration {
  return acting.action.do === 'append' ? appendNotes(narration, acting) : holdBack(narration, acting);
}

/** The last finish of an answer has the result of its check; all of them come together. */
function checkedFinish(
  events: readonly ChatEvent[],
): (Finish & { readonly metadata: FactCheckMetadata }) | undefined {
  const finish = events.findLast((event) => event.type === 'finish');
  return finish?.metadata === undefined ? undefined : { ...finish, metadata: finish.metadata };
}

/** Notes stand behind the last text of their answers. */
function appendNotes(narration: Narration, { action, answerIndex, note }: Acting): Narration {
  return {
    async next() {
      const events = await narration.next();
      const finish = events && checkedFinish(events);
      if (events === undefined || finish === undefined) return events;
      const found = claimsToActOn(action, finish.claims ?? [], answerIndex);
      const isDone = found.length > 0;
      const notes = choicesOf(found).map((choice): ChatEvent => {
        const text = note(inChoice(found, choice));
        return { type: 'text', text, appended: true, ...placeOf(choice) };
      });
      const at = events.findIndex(({ type }) => type === 'finish');
      const ending = withMetadata(events.slice(at), {
        ...finish.metadata,
        action: isDone ? 'append' : 'annotate',
      });
      return [...events.slice(0, at), ...notes, ...ending];
    },
    close: () => narration.close(),
  };
}

function choicesOf(claims: readonly Claim[]): readonly number[] {
  return [...new Set(claims.map(({ choice_index = 0 }) => choice_index))];
}

function placeOf(choice: number): { readonly choice?: number } {
  return choice === 0 ? {} : { choice };
}

function withMetadata(events: readonly ChatEvent[], metadata: FactCheckMetadata): readonly ChatEvent[] {
  const last = events.findLast((event) => event.type === 'finish');
  return events.map((event) => (event === last ? { ...last, metadata } : event));
}

function holdBack(narration: Narration, acting: ActingOnStream): Narration {
  const { action, answerIndex } = acting;
  const held = new HeldEvents();
  /** What is passed on as it comes: a second answer, or a first one that was let go. */
  let passing: Narration | undefined;
  let isClosed = false;
  let isOver = false;

  const release = (metadata: FactCheckMetadata): readonly ChatEvent[] => withMetadata(held.take(), metadata);

  const retry = async (
    found: readonly Claim[],
    first: FactCheckMetadata,
  ): Promise<readonly ChatEvent[] | undefined> => {
    const [{ choice_index: choice = 0 } = {}] = found;
    const second = await acting.askAgain({ content: held.textOf(choice) }, inChoice(found, choice));
    if (isClosed) second.close();
    passing = secondAttempt(second, { usage: held.usage, metadata: first });
    return passing.next();
  };

  const decide = async (finish: Finish & { readonly metadata: FactCheckMetadata }) => {
    isOver = true;
    const { metadata } = finish;
    const found = claimsToActOn(action, finish.claims ?? [], answerIndex);
    if (found.length === 0) return release({ ...metadata, action: 'annotate' });
    if (action.do === 'withhold') {
      return withMetadata(withheldEvents(held.take(), found, action.message), {
        ...metadata,
        action: 'withhold',
      });
    }
    try {
      return await retry(found, metadata);
    } catch (error) {
      // The first answer is there, and says what is wrong in it.
      if (!(error instanceof GatewayError)) throw error;
      passing = undefined;
      return release({ ...metadata, action: 'annotate' });
    }
  };

  return {
    async next() {
      if (passing !== undefined) return passing.next();
      while (!isOver) {
        const events = await narration.next();
        if (events === undefined) {
          isOver = true;
          const left = held.take();
          return left.length === 0 ? undefined : left;
        }
        held.add(events);
        const finish = checkedFinish(events);
        if (finish !== undefined) return decide(finish);
        if (held.bytes <= MOST_HELD) continue;
        if (action.do === 'withhold') throw new GatewayError('answer_too_long_to_hold');
        passing = letGo(narration);
        return held.take();
      }
      return undefined;
    },
    close() {
      isClosed = true;
      narration.close();
      passing?.close();
    },
  };
}

/** The rest of an answer that was too long to be held back. */
function letGo(narration: Narration): Narration {
  return {
    async next() {
      const events = await narration.next();
      const finish = events && checkedFinish(events);
      if (events === undefined || finish === undefined) return events;
      return withMetadata(events, { ...finish.metadata, action: 'annotate' });
    },
    close: () => narration.close(),
  };
}

/** A second answer, in whose usage the first is counted. */
function secondAttempt(
  narration: Narration,
  first: { readonly usage: Usage | undefined; readonly metadata: FactCheckMetadata },
): Narration {
  return {
    async next() {
      const events = await narration.next();
      return events?.map((event): ChatEvent => {
        // What the provider says beside it is of one attempt.
        if (event.type === 'usage') {
          return { type: 'usage', usage: addUsage(first.usage, event.usage) ?? event.usage };
        }
        if (event.type !== 'finish' || event.metadata === undefined) return event;
        return { ...event, metadata: { ...afterAttempt(event.metadata, first.metadata), action: 'retry' } };
      });
    },
    close: () => narration.close(),
  };
}

/** Nothing of a withheld answer is shown: neither its thoughts and calls nor what its provider wrote beside. */
function withheldEvents(
  events: readonly ChatEvent[],
  found: readonly Claim[],
  message: string,
): readonly ChatEvent[] {
  const hidden = new Set(choicesOf(found));
  const shown = events.flatMap((event): readonly ChatEvent[] => {
    switch (event.type) {
      case 'other':
        return [];
      case 'text':
      case 'thought':
      case 'tool_call':
      case 'arguments':
        return hidden.has(event.choice ?? 0) ? [] : [plainly(event)];
      case 'finish': {
        const claims = event.claims?.filter(({ role }) => role === 'user');
        const plain = { ...plainly(event), ...(claims === undefined ? {} : { claims }) };
        return [hidden.has(event.choice ?? 0) ? { ...plain, finishReason: 'content_filter' } : plain];
      }
      case 'usage':
        return [plainly(event)];
      default:
        return [event];
    }
  });
  return [
    ...[...hidden].map((choice): ChatEvent => ({ type: 'text', text: message, ...placeOf(choice) })),
    ...shown,
  ];
}

function plainly<E extends { readonly beside?: unknown }>(event: E): E {
  const { beside: _, ...plain } = event;
  return plain as E;
}

/** Events that wait. Text that comes in many pieces becomes one. */
class HeldEvents {
  /** UTF-8 bytes of the answer; what the gateway says of it is not counted. */
  bytes = 0;
  /** Of the answer, where its provider has reported it. */
  usage: Usage | undefined;
  #events: ChatEvent[] = [];
  #lastBeside: unknown;

  add(events: readonly ChatEvent[]): void {
    for (const event of events) this.#addOne(event);
  }

  take(): readonly ChatEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  textOf(choice: number): string {
    let text = '';
    for (const event of this.#events) {
      if (event.type === 'text' && (event.choice ?? 0) === choice) text += event.text;
    }
    return text;
  }

  #addOne(event: ChatEvent): void {
    if (event.type === 'usage') this.usage = event.usage;
    // Progress is of no use once all is known.
    if (event.type === 'progress' || event.type === 'judging') return;
    this.#count(event);
    const last = this.#events.at(-1);
    if (event.type === 'text' && last?.type === 'text' && areJoined(last, event)) {
      this.#events[this.#events.length - 1] = { ...last, text: last.text + event.text };
    } else this.#events.push(event);
  }

  #count(event: ChatEvent): void {
    if (event.type === 'claim') return;
    if ('text' in event) this.bytes += Buffer.byteLength(event.text);
    const beside = 'beside' in event ? event.beside : undefined;
    if (beside === undefined || beside === this.#lastBeside) return;
    this.#lastBeside = beside;
    this.bytes += JSON.stringify(beside).length;
  }
}

function areJoined(one: TextEvent, other: TextEvent): boolean {
  return (
    one.choice === other.choice &&
    one.beside === other.beside &&
    one.logprobs === undefined &&
    other.logprobs === undefined
  );
}
