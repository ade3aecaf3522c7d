/** Conversations that are kept in this browser, in IndexedDB. Where that is off, they last as long as the page. */
import { createStore, useStore } from '../state/create-store.ts';
import type { Conversation } from './conversation.ts';

const shelf = createStore<{ readonly conversations: readonly Conversation[]; readonly read: boolean }>({
  conversations: [],
  read: false,
});

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('claimgate', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('conversations', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

async function use<T>(
  mode: IDBTransactionMode,
  work: (conversations: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opened = await open();
  return new Promise((resolve, reject) => {
    const request = work(opened.transaction('conversations', mode).objectStore('conversations'));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const newestFirst = (conversations: readonly Conversation[]): Conversation[] =>
  [...conversations].sort((a, b) => b.updated - a.updated);

/** Reads what is kept. An answer that was being written when the page was closed is kept as stopped. */
export async function readShelf(): Promise<readonly Conversation[]> {
  let kept: Conversation[] = [];
  try {
    kept = await use('readonly', (conversations) => conversations.getAll() as IDBRequest<Conversation[]>);
  } catch {
    // Storage is off.
  }
  const conversations = newestFirst(kept).map(settle);
  shelf.set((old) => ({ conversations: newestFirst([...old.conversations, ...conversations]), read: true }));
  return conversations;
}

function settle(conversation: Conversation): Conversation {
  return {
    ...conversation,
    messages: conversation.messages.map((message) =>
      message.status === 'waiting' || message.status === 'writing'
        ? { ...message, status: 'stopped', verifying: false }
        : { ...message, verifying: false },
    ),
  };
}

export async function keepConversation(conversation: Conversation): Promise<void> {
  if (conversation.example === true) return;
  shelf.set(({ conversations, read }) => ({
    read,
    conversations: newestFirst([conversation, ...conversations.filter(({ id }) => id !== conversation.id)]),
  }));
  await use('readwrite', (conversations) => conversations.put(conversation)).catch(() => {});
}

export async function forgetConversation(id: string): Promise<void> {
  shelf.set(({ conversations, read }) => ({
    read,
    conversations: conversations.filter((kept) => kept.id !== id),
  }));
  await use('readwrite', (conversations) => conversations.delete(id)).catch(() => {});
}

export function useShelf(): readonly Conversation[] {
  return useStore(shelf, ({ conversations }) => conversations);
}
