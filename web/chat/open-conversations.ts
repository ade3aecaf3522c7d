/** The conversations of this visit: which one is shown, and those that change faster than they are kept. */
import { useEffect } from 'react';
import { addressOfChat, NEW_CHAT, readPlace, replaceAddress, usePlace } from '../shell/views.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { useKeys } from '../state/keys.ts';
import { useModels } from '../state/models.ts';
import { type Conversation, emptyConversation } from './conversation.ts';
import { keptConversation, useHasKept, useKeptConversation, useShelfRead } from './conversation-shelf.ts';

/** The tab's last conversation, so that the chat shows it again after another view and a reload. */
const PLACE = 'claimgate.open';

function recall(): string | undefined {
  try {
    return sessionStorage.getItem(PLACE) ?? undefined;
  } catch {
    return undefined;
  }
}

interface Tab {
  /** The new chat: it becomes a conversation with what is said first. */
  readonly fresh: Conversation;
  /** Shown where the address names none; `undefined`: the new chat. */
  readonly last: string | undefined;
}

const tab = createStore<Tab>({ fresh: emptyConversation(), last: recall() });
/** What is being answered, and what is not kept at all. */
const live = createStore<Readonly<Record<string, Conversation>>>({});

export const freshId = (): string => tab.get().fresh.id;

export function getConversation(id: string): Conversation | undefined {
  const { fresh } = tab.get();
  return live.get()[id] ?? keptConversation(id) ?? (id === fresh.id ? fresh : undefined);
}

export function changeConversation(
  id: string,
  change: (conversation: Conversation) => Conversation,
): Conversation | undefined {
  const before = getConversation(id);
  if (before === undefined) return undefined;
  const after = change(before);
  live.set((all) => (all[id] === after ? all : { ...all, [id]: after }));
  return after;
}

/** Forgets what is kept as it is, or is gone. */
export function dropLive(id: string): void {
  live.set(({ [id]: _gone, ...others }) => others);
}

/** Makes the new chat a conversation of its own, shown under its own address; the next new chat is another. */
export function settleFresh(id: string, options: { readonly kept: boolean }): void {
  tab.set(() => ({ fresh: emptyConversation(), last: id }));
  if (options.kept) showConversation(id);
}

/** Shows a conversation in place of the one that is shown. */
function showConversation(id: string): void {
  if (readPlace(location.hash).view === 'chat') replaceAddress(addressOfChat(id));
}

/** Opens a new chat, ready to be written in. */
export function startChat(): void {
  tab.set((state) => ({ ...state, last: undefined }));
  location.hash = addressOfChat(NEW_CHAT);
  document.querySelector<HTMLElement>('.composer textarea')?.focus();
}

function noteLast(id: string | undefined, kept: boolean): void {
  tab.set((state) => (state.last === id ? state : { ...state, last: id }));
  try {
    if (id === undefined) sessionStorage.removeItem(PLACE);
    else if (kept) sessionStorage.setItem(PLACE, id);
  } catch {
    // Storage is off: after a reload, the address alone says what was open.
  }
}

/** Of the conversation that is shown, or would be in the chat. */
export function useShownId(): string {
  const { conversation } = usePlace();
  const { fresh, last } = useStore(tab, (state) => state);
  if (conversation === NEW_CHAT) return fresh.id;
  return conversation ?? last ?? fresh.id;
}

/** @returns what the address names: `reading` until it is known whether it is there. */
export function useShown(): Conversation | 'reading' | 'missing' {
  const { conversation: named } = usePlace();
  const id = useShownId();
  const fresh = useStore(tab, (state) => state.fresh);
  const kept = useKeptConversation(id);
  const read = useShelfRead();
  const found = useStore(live, (all) => all[id]) ?? kept ?? (id === fresh.id ? fresh : undefined);
  const gone = found === undefined && read;
  const undecided = useUndecided() && found === fresh;
  const isFound = found !== undefined;
  const isKept = kept !== undefined;
  useEffect(() => {
    if (isFound) noteLast(id === fresh.id ? undefined : id, isKept);
    // An address that names no conversation shows the last one, or a new chat where that is gone.
    if (gone && named === undefined) noteLast(undefined, false);
    if (isKept && named === undefined) showConversation(id);
  }, [id, fresh.id, isFound, gone, isKept, named]);
  if (undecided) return 'reading';
  return found ?? (gone && named !== undefined ? 'missing' : 'reading');
}

/**
 * Whether the example of the first visit may still begin in place of a new chat: it brings a panel, beside which
 * everything would move.
 */
function useUndecided(): boolean {
  const { conversation: named } = usePlace();
  const { last } = useStore(tab, (state) => state);
  const { list, failure } = useModels();
  const hasKeys = Object.keys(useKeys().byProvider).length > 0;
  const read = useShelfRead();
  const hasConversations = useHasKept();
  const isKnown = read && (hasConversations || list !== undefined || failure !== undefined);
  return !isKnown && named === undefined && last === undefined && !hasKeys;
}

/** The name of the conversation that is shown, `""` where it has none; it does not change while an answer grows. */
export function useShownTitle(): string {
  const id = useShownId();
  const kept = useKeptConversation(id);
  return useStore(live, (all) => all[id]?.title) ?? kept?.title ?? '';
}

/** The new chat, where it is what is shown, and nothing else was ever opened in this tab. */
export function untouchedFresh(): string | undefined {
  const { fresh, last } = tab.get();
  const { view, conversation } = readPlace(location.hash);
  if (view !== 'chat' || conversation !== undefined) return undefined;
  return last === undefined || getConversation(last) === undefined ? fresh.id : undefined;
}

/** Under which name what is written in a conversation is kept: a new chat gets its id with what is said first. */
export function draftNameOf({ id, example }: Conversation): string {
  return example === true || id === freshId() ? NEW_CHAT : id;
}
