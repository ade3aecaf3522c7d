/** Conversations that are kept in this browser, in IndexedDB. Where that is off, they last as long as the page. */
import { withdrawUndo } from '../shell/undo-toasts.tsx';
import { createStore, useStore } from '../state/create-store.ts';
import { openDatabase } from '../state/open-database.ts';
import { hearTabs, tellTabs } from '../state/tabs.ts';
import { type Conversation, markStopped } from './conversation.ts';
import { readConversation } from './read-conversation.ts';

interface Shelf {
  readonly conversations: readonly Conversation[];
  readonly read: boolean;
}

const shelf = createStore<Shelf>({ conversations: [], read: false });

/** Those that are deleted as long as it can be undone. Their rows say so: after a reload they are gone. */
const hidden = new Map<string, Conversation>();

const use = openDatabase('claimgate', 'conversations', { keyPath: 'id' });

const newestFirst = (conversations: readonly Conversation[]): Conversation[] =>
  [...conversations].sort((a, b) => b.updated - a.updated);

/** Reads what is kept. An answer that was being written when the page was closed is kept as stopped. */
export async function readShelf(): Promise<readonly Conversation[]> {
  const [rows = []] = await use('readonly', (store) => [store.getAll()]).catch(() => []);
  const conversations: Conversation[] = [];
  for (const row of rows) {
    const conversation = readConversation(row);
    if (conversation === undefined) continue;
    if ((row as { deleted?: unknown }).deleted === true) void eraseRow(conversation.id);
    else conversations.push({ ...conversation, messages: markStopped(conversation.messages) });
  }
  shelf.set(({ conversations: begun }) => {
    const ids = new Set(begun.map(({ id }) => id));
    const others = conversations.filter(({ id }) => !ids.has(id));
    return { conversations: newestFirst([...begun, ...others]), read: true };
  });
  return conversations;
}

/** Keeps a conversation as it is now, and shows it so in the list. */
export async function keepConversation(conversation: Conversation): Promise<void> {
  if (conversation.example === true) return;
  if (hidden.has(conversation.id)) hidden.set(conversation.id, conversation);
  else list(conversation);
  await writeRow(conversation);
  tellTabs('conversations', conversation.id);
}

const list = (conversation: Conversation): void =>
  shelf.set(({ conversations, read }) => ({
    read,
    conversations: newestFirst([conversation, ...conversations.filter(({ id }) => id !== conversation.id)]),
  }));

const unlist = (gone: string): void =>
  shelf.set(({ conversations, read }) => ({
    read,
    conversations: conversations.filter(({ id }) => id !== gone),
  }));

/** Keeps conversations of another browser, for example: all or none. Rejected where there is no room for them. */
export async function addConversations(conversations: readonly Conversation[]): Promise<void> {
  await use('readwrite', (store) => conversations.map((conversation) => store.put(conversation)));
  for (const conversation of conversations) {
    list(conversation);
    tellTabs('conversations', conversation.id);
  }
}

/** Keeps a conversation whose answer is growing, of which the list shows nothing. */
export async function writeRow(conversation: Conversation): Promise<void> {
  if (conversation.example === true) return;
  const row = hidden.has(conversation.id) ? { ...conversation, deleted: true } : conversation;
  await use('readwrite', (store) => [store.put(row)]).catch(() => {});
}

/** Takes a conversation off the list, to be brought back or erased. */
export function hideConversation(conversation: Conversation): void {
  hidden.set(conversation.id, conversation);
  unlist(conversation.id);
  void writeRow(conversation).then(() => tellTabs('conversations', conversation.id));
}

/** Puts a hidden conversation on the list again, with what has come of its answer meanwhile. */
export function bringBack(id: string): void {
  const conversation = hidden.get(id);
  hidden.delete(id);
  if (conversation !== undefined) void keepConversation(conversation);
}

export async function eraseRow(id: string): Promise<void> {
  hidden.delete(id);
  await use('readwrite', (store) => [store.delete(id)]).catch(() => {});
}

/**
 * Follows what other tabs keep and delete.
 * @param then is called after the list has followed.
 */
export function followTabs(then: (id: string) => void): void {
  hearTabs('conversations', (id) => {
    void use<unknown>('readonly', (store) => [store.get(id)])
      .catch(() => [])
      .then(([row]) => {
        const conversation = readConversation(row);
        if (conversation === undefined || (row as { deleted?: unknown }).deleted === true) unlist(id);
        else {
          // One that another tab has written since is not to be erased by this one.
          if (hidden.delete(id)) withdrawUndo(id);
          list(conversation);
        }
        then(id);
      });
  });
}

export function keptConversation(id: string): Conversation | undefined {
  return shelf.get().conversations.find((conversation) => conversation.id === id);
}

export function useKeptConversation(id: string): Conversation | undefined {
  return useStore(shelf, ({ conversations }) => conversations.find((conversation) => conversation.id === id));
}

export const getConversations = (): readonly Conversation[] => shelf.get().conversations;

export function useShelf(): readonly Conversation[] {
  return useStore(shelf, ({ conversations }) => conversations);
}

/** Whether the database has been read. */
export function useShelfRead(): boolean {
  return useStore(shelf, ({ read }) => read);
}

/** Whether any conversation is kept, as far as is known. */
export function useHasKept(): boolean {
  return useStore(shelf, ({ conversations }) => conversations.length > 0);
}
