/**
 * What a model was given behind the questions of a conversation, so that it stands there again, unchanged, when the
 * conversation goes on. Clients send back what was said, and nothing else, so that it is found again by that:
 *
 * - by the conversation up to a question and the request's wishes, such as its documents: for the same request once more;
 * - by the conversation up to a question and the reply to it: for the next step. Other documents may come with that. Where
 *   two requests with other documents got the same reply, nobody knows which of them goes on, and nothing is remembered.
 */
import { createHash } from 'node:crypto';
import { isText, type Message, type ToolCall, textOf, type UserPart } from '../../domain/chat.ts';
import type { GivenEvidence, PlacedEvidence } from '../../engine/factcheck/give-evidence.ts';

/** Keeps what nobody else may read. */
export interface SealedMemory {
  /** Keeps it for an hour. Never rejects: what cannot be kept is done without. */
  keep(name: readonly unknown[], value: unknown): Promise<void>;
  /** @returns what was kept; `undefined` where nothing is known. Never rejects. */
  find(name: readonly unknown[]): Promise<unknown>;
}

/** Whose conversation it is, and what the request wants beside it. */
interface Conversation {
  /** The caller's fingerprint. */
  readonly callerId: string;
  /** Who of the caller's own users speaks, where the caller says so. */
  readonly user: string | undefined;
  /** Which of the operator's documents are asked: what was found in others stays there. */
  readonly documentsFrom?: readonly string[] | undefined;
  readonly messages: readonly Message[];
  /** What the request wants of evidence, as JSON. */
  readonly wish: string;
}

export interface EvidenceMemory {
  /** @returns what stood behind the question at this index; `undefined` where nobody remembers. Never rejects. */
  recall(question: number): Promise<GivenEvidence | undefined>;
  /** Keeps what stands behind the questions now. */
  keep(given: readonly PlacedEvidence[]): void;
  /** The newest question is answered: by its answer, what stands behind it is found when the conversation goes on. */
  answered(reply: Reply): void;
}

export interface Reply {
  readonly content: string;
  readonly toolCalls?: readonly Pick<ToolCall, 'id'>[];
}

export function openEvidenceMemory(memory: SealedMemory, conversation: Conversation): EvidenceMemory {
  const { callerId, user, documentsFrom, messages, wish } = conversation;
  const from = documentsFrom === undefined ? [] : [documentsFrom];
  const histories = historiesOf(messages);
  const askedName = (question: number) => ['asked', callerId, user, histories.get(question), wish, ...from];
  const answeredName = (question: number, reply: string) => [
    ...['answered', callerId, user],
    ...[histories.get(question), reply, ...from],
  ];
  const keepAnswered = async (given: PlacedEvidence, reply: string): Promise<void> => {
    const name = answeredName(given.question, reply);
    const before = await memory.find(name);
    const isOther = before !== undefined && JSON.stringify(before) !== JSON.stringify(withoutPlace(given));
    await memory.keep(name, isOther ? AMBIGUOUS : withoutPlace(given));
  };
  let newest: PlacedEvidence | undefined;
  return {
    async recall(question) {
      const reply = replyTo(messages, question);
      const given = reply === undefined ? undefined : await memory.find(answeredName(question, reply));
      const isKnown = given !== undefined && given !== AMBIGUOUS;
      return (isKnown ? given : await memory.find(askedName(question))) as GivenEvidence | undefined;
    },
    keep(given) {
      newest = given.at(-1);
      for (const evidence of given) {
        const reply = replyTo(messages, evidence.question);
        if (reply !== undefined) void keepAnswered(evidence, reply);
        else void memory.keep(askedName(evidence.question), withoutPlace(evidence));
      }
    },
    answered({ content, toolCalls = [] }) {
      if (newest === undefined || replyTo(messages, newest.question) !== undefined) return;
      void keepAnswered(newest, describeReply([content], toolCalls));
    },
  };
}

const AMBIGUOUS = 'several';

function withoutPlace({ question: _, ...given }: PlacedEvidence): GivenEvidence {
  return given;
}

/** @returns for each user message, by its index, a hash of what was said up to it. What the system says is left out. */
function historiesOf(messages: readonly Message[]): ReadonlyMap<number, string> {
  const histories = new Map<number, string>();
  const hash = createHash('sha256');
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system') continue;
    hash.update(JSON.stringify([message.role, describe(message)]));
    if (message.role === 'user') histories.set(index, hash.copy().digest('base64url'));
  }
  return histories;
}

function describe(message: Exclude<Message, { role: 'system' }>): unknown {
  if (message.role === 'assistant') return describeReply([textOf(message)], message.toolCalls ?? []);
  if (message.content.every(isText)) return textOf(message);
  // Marks of a cache move on with the conversation.
  return (message.content as readonly UserPart[]).map(({ cache: _, ...part }) => part);
}

/** @returns the reply to a question, which may stand in several messages; `undefined` where there is none yet. */
function replyTo(messages: readonly Message[], question: number): string | undefined {
  const texts: string[] = [];
  const calls: ToolCall[] = [];
  for (const message of messages.slice(question + 1)) {
    if (message.role !== 'assistant') break;
    texts.push(textOf(message));
    calls.push(...(message.toolCalls ?? []));
  }
  return texts.length === 0 ? undefined : describeReply(texts, calls);
}

/** Of calls, their ids alone: clients write arguments anew. Clients cut blanks off the ends of texts. */
function describeReply(texts: readonly string[], calls: readonly Pick<ToolCall, 'id'>[]): string {
  return JSON.stringify([texts.join('').trim(), calls.map(({ id }) => id)]);
}
