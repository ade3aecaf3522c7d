/** The claims of a question and its answer that were left unchecked, checked when somebody asks for it. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import type { Claim, Decision, FactCheckMetadata } from '../api/types.ts';
import {
  checkRest,
  closeRest,
  decideAs,
  openRest,
  putChecked,
  type Rest,
  setAside,
  unjudged,
} from '../claims/check-rest.ts';
import { isUnchecked, markChecking } from '../claims/claim-state.ts';
import { mergeMetadata } from '../claims/merge-metadata.ts';
import { readOwnEvidence } from '../claims/own-evidence.ts';
import { revise } from '../claims/revise-text.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';
import type { ChosenModel, Conversation, Message } from './conversation.ts';
import { changeConversation, getConversation } from './open-conversations.ts';
import { editConversation } from './running-answers.ts';

interface Work {
  /** Until it has ended. */
  readonly controller?: AbortController;
  readonly failure?: FailureFacts;
}

/** By the id of the answer. */
const store = createStore<Readonly<Record<string, Work>>>({});

const NO_WORK: Work = {};

export function useRemaining(answer: string): { readonly running: boolean; readonly failure?: FailureFacts } {
  const { controller, failure } = useStore(store, (all) => all[answer] ?? NO_WORK);
  return { running: controller !== undefined, ...(failure === undefined ? {} : { failure }) };
}

export function stopRemaining(answer: string): void {
  store.get()[answer]?.controller?.abort();
}

type Change = (id: string, edit: Edit) => void;

type Asked = Pick<Rest, 'limit' | 'model' | 'key' | 'sources' | 'documents'>;

interface Asking {
  readonly model: ChosenModel;
  readonly limit: number;
  /** Ids of the claims that are checked again, judged or not; all that are unchecked where absent. */
  readonly again?: ReadonlySet<string>;
}

/** A question and its answer, as far as they have claims to look at. */
function exchangeOf(conversation: string, answer: string, wanted: (claim: Claim) => boolean): Message[] {
  const messages = getConversation(conversation)?.messages ?? [];
  const at = messages.findIndex(({ id }) => id === answer);
  return messages
    .slice(Math.max(0, at - 1), at + 1)
    .filter(({ id, role, claims }) => (id === answer || role === 'user') && claims.some(wanted));
}

/**
 * A person's verdict on a claim of an exchange; without one, it is withdrawn.
 * @param ids of all places of it.
 */
export function decideInChat(
  conversation: string,
  answer: string,
  ids: readonly string[],
  decision: Decision | undefined,
): void {
  const decide = (claim: Claim): Claim => (ids.includes(claim.id) ? decideAs(claim, decision) : claim);
  const edited = exchangeOf(conversation, answer, ({ id }) => ids.includes(id));
  editConversation(conversation, (current) =>
    edited.reduce(
      (all, { id }) =>
        editAnywhere(all, id, (message) => {
          const { text, metadata, claims: before } = message;
          const claims = before.map(decide);
          return metadata === undefined
            ? { ...message, claims }
            : { ...message, claims, metadata: revise(metadata, { text, claims }) };
        }),
      current,
    ),
  );
}

/** Checks what is unchecked of an answer and its question, or some claims again, one text after the other. */
export async function checkRemaining(
  conversation: string,
  answer: string,
  { model, limit, again }: Asking,
): Promise<void> {
  const isWanted = (claim: Claim): boolean => again?.has(claim.id) ?? isUnchecked(claim);
  const exchange = exchangeOf(conversation, answer, isWanted);
  const open = (claims: readonly Claim[]): readonly Claim[] =>
    again === undefined
      ? openRest(claims)
      : claims.map((claim) => (isWanted(claim) ? unjudged(claim) : setAside(claim)));
  const controller = new AbortController();
  const change: Change = (id, edit) => {
    const changed = changeConversation(conversation, (current) => editAnywhere(current, id, edit));
    // It was deleted: nobody waits for it.
    if (changed === undefined) controller.abort();
  };
  const note = (work: Work): void => store.set((all) => ({ ...all, [answer]: work }));
  note({ controller });
  for (const { id } of exchange) {
    change(id, (message) => ({ ...message, verifying: true, claims: open(message.claims) }));
  }
  let failure: FailureFacts | undefined;
  try {
    const { sources } = await Promise.race([readCheckOptions(model, 'check'), endOf(controller.signal)]);
    const decided = again && exchange.flatMap(({ claims }) => claims).find(isWanted);
    const documents = await readOwnEvidence(decided, controller.signal);
    const asked = { model: model.id, key: keyFor(model.provider), limit, sources, ...documents };
    for (const message of exchange) {
      const claims = again === undefined ? message.claims : message.claims.filter(isWanted).map(unjudged);
      await checkMessage({ ...message, claims }, answer, asked, controller.signal, change);
    }
  } catch (error) {
    if (!controller.signal.aborted) failure = factsOf(error);
  }
  editConversation(conversation, (current) =>
    exchange.reduce(
      (all, { id, claims }) =>
        editAnywhere(all, id, (message) => ({
          ...message,
          verifying: false,
          claims: closeRest(message.claims, claims),
        })),
      current,
    ),
  );
  note(failure === undefined ? {} : { failure });
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

type Edit = (message: Message) => Message;

/** Changes a message, also in a version that is not shown. */
function editAnywhere(conversation: Conversation, id: string, edit: Edit): Conversation {
  const editIn = (messages: readonly Message[]): readonly Message[] =>
    messages.map((message) => {
      const { versions } = message;
      if (message.id === id) return edit(message);
      return versions === undefined
        ? message
        : { ...message, versions: { ...versions, others: versions.others.map(editIn) } };
    });
  return { ...conversation, messages: editIn(conversation.messages) };
}

async function checkMessage(
  { id, text, claims }: Message,
  answer: string,
  asked: Asked,
  signal: AbortSignal,
  change: Change,
): Promise<void> {
  for await (const event of checkRest({ ...asked, text, claims }, signal)) {
    if (signal.aborted) return;
    if (event.type === 'verdict') {
      change(id, (message) => ({ ...message, claims: putChecked(message.claims, event.claim) }));
    }
    if (event.type === 'checking') {
      change(id, (message) => ({ ...message, claims: markChecking(message.claims, event.ids) }));
    }
    if (event.type === 'done') {
      const of = id === answer ? event.metadata : withoutCorrections(event.metadata);
      change(answer, (message) => ({
        ...message,
        metadata: mergeMetadata(message.metadata, of, message.text),
      }));
    }
  }
}

/** Of a question: what is put in by the metadata is put into the answer. */
function withoutCorrections({ revisions: _, revised_content: _text, ...metadata }: FactCheckMetadata) {
  return metadata;
}
