/**
 * Who operates: the admin key, or the person who has signed in. A key is never kept beyond the page: it may issue keys. Of
 * a person the browser keeps a cookie, which no script reads.
 */
import { BY_SESSION } from '../api/gateway.ts';
import type { SignedInPerson } from '../api/sign-in.ts';
import { createStore, useStore } from './create-store.ts';

interface AdminKey {
  /** One that the gateway has accepted; `BY_SESSION` of a person who has signed in. */
  readonly key?: string;
  readonly person?: SignedInPerson;
  /** What the gateway accepted once, and refuses now. */
  readonly refused?: 'key' | 'session';
}

const store = createStore<AdminKey>({});

export function useAdminKey(): AdminKey {
  return useStore(store, (kept) => kept);
}

/** Whether what changes something is offered: the gateway refuses it to viewers. */
export function useMayChange(): boolean {
  return useStore(store, ({ person }) => person?.role !== 'viewer');
}

export function setAdminKey(key: string): void {
  store.set(() => ({ key }));
}

export function setPerson(person: SignedInPerson): void {
  store.set(() => ({ key: BY_SESSION, person }));
}

export function forgetAdminKey(): void {
  store.set(() => ({}));
}

/** The gateway has answered that it does not know this key, or that the session is over. */
export function refuseAdminKey(key: string): void {
  store.set((kept) => (kept.key === key ? { refused: key === BY_SESSION ? 'session' : 'key' } : kept));
}
