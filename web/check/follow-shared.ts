/**
 * Keeps a shared check in step: sends what this person has decided and not sent yet, and takes over what the others say.
 * What is to be sent is read off the check itself each time: nothing waits anywhere, and nothing is lost with the page.
 */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import {
  type EntryChange,
  readEntries,
  readShared,
  type SharedEntries,
  writeEntries,
} from '../api/shared-checks.ts';
import type { Decision } from '../api/types.ts';
import type { SharedAs } from '../claims/check-about.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { anyKey } from '../state/keys.ts';
import { changeAbout, getCheck, showCheck, subscribeToCheck, takeOthers } from './check-store.ts';
import { digestOf, entryKey, openedAs, othersOf } from './shared-content.ts';

/** Milliseconds between two questions. */
const EVERY = 3_000;

export interface Following {
  /** Why the gateway did not answer, or did not take what was sent; absent while all is in step. */
  readonly failure?: FailureFacts | undefined;
  /** The others who have decided something. */
  readonly people: readonly string[];
  /** Whether its maker has changed the text, and this person another one. */
  readonly apart: boolean;
}

const store = createStore<Following>({ people: [], apart: false });

/** @param pick must give the same object for the same value. */
export function useFollowing<T>(pick: (following: Following) => T): T {
  return useStore(store, pick);
}

/** Follows until the signal is aborted, or the check is no longer shared. */
export async function followShared(code: string, signal: AbortSignal): Promise<void> {
  store.set(() => ({ people: [], apart: false }));
  const seen: Seen = {};
  while (!signal.aborted && sharedAs(code)?.ended === false) {
    try {
      await step(code, seen, signal);
      store.set((following) => ({ ...following, failure: undefined }));
    } catch (error) {
      if (signal.aborted) return;
      const failure = factsOf(error);
      if (failure.status === 404) changeShared(code, { ended: true });
      store.set((following) => ({ ...following, failure: failure.status === 404 ? undefined : failure }));
    }
    await pause(code, signal);
  }
}

interface Seen {
  tag?: string | undefined;
  said?: SharedEntries;
}

async function step(code: string, seen: Seen, signal: AbortSignal): Promise<void> {
  const shared = sharedAs(code);
  if (shared === undefined) return;
  const entries = unsent(code);
  if (entries.length > 0) {
    const { person, name } = shared;
    const { you, ...said } = await writeEntries(code, { person, name, entries }, anyKey(), signal);
    const sent = new Map(Object.entries(sharedAs(code)?.sent ?? {}));
    for (const { claim, verdict, at } of entries) {
      if (verdict === null) sent.delete(claim);
      else sent.set(claim, at);
    }
    changeShared(code, { you, sent: Object.fromEntries(sent) });
    Object.assign(seen, { said, tag: undefined });
  } else {
    const answer = await readEntries(code, seen.tag, anyKey(), signal);
    if (answer !== undefined) Object.assign(seen, answer);
  }
  const { said } = seen;
  if (said === undefined || signal.aborted) return;
  if (said.content_version !== sharedAs(code)?.version) await takeContent(code, signal);
  const you = sharedAs(code)?.you;
  takeOthers(othersOf(said.entries, you, getCheck().found.claims));
  const names = said.entries.filter(({ person }) => person !== you).map(({ name }) => name);
  const people = [...new Set(names)].sort((one, other) => one.localeCompare(other));
  store.set((following) =>
    people.join('\n') === following.people.join('\n') ? following : { ...following, people },
  );
}

/** Takes over what the maker has changed; not over a text that this person has changed as well. */
async function takeContent(code: string, signal: AbortSignal): Promise<void> {
  const { text, about } = getCheck();
  const apart = about.shared?.owner !== true && about.shared?.digest !== digestOf(text);
  store.set((following) => (following.apart === apart ? following : { ...following, apart }));
  if (!apart) await takeOver(code, signal);
}

/** Shows the check as its maker shares it now; what this person decided stays. */
export async function takeOver(code: string, signal?: AbortSignal): Promise<void> {
  const opened = await readShared(code, anyKey(), signal);
  const { id, found } = getCheck();
  const shared = sharedAs(code);
  if (shared === undefined || signal?.aborted === true) return;
  if (shared.owner) {
    // Another tab has shared what it has: this one will follow that.
    changeShared(code, { version: opened.content_version });
    return;
  }
  const check = openedAs(id, opened, shared, found.claims);
  if (check !== undefined) showCheck(check);
  store.set((following) => ({ ...following, apart: false }));
}

/** As the open check is shared; `undefined` where another one is open. */
function sharedAs(code: string): SharedAs | undefined {
  const { shared } = getCheck().about;
  return shared?.code === code ? shared : undefined;
}

export function changeShared(code: string, changes: Partial<SharedAs>): void {
  const shared = sharedAs(code);
  if (shared !== undefined) changeAbout({ shared: { ...shared, ...changes } });
}

/** What others do not know yet, or no longer holds. */
function unsent(code: string): readonly EntryChange[] {
  const shared = sharedAs(code);
  if (shared === undefined || shared.name === '') return [];
  const { found, text, work } = getCheck();
  const claims = new Map(found.claims.map((claim) => [entryKey(claim), claim]));
  const made = [...claims].flatMap(([key, { decision }]) =>
    decision === undefined || decision.at === shared.sent[key] ? [] : [changeOf(key, decision)],
  );
  // Claims that an edit has taken out come back with it: they are waited for.
  const isSettled = work === 'none' && text === found.text;
  const withdrawn = Object.keys(shared.sent).filter((key) =>
    claims.has(key) ? claims.get(key)?.decision === undefined : isSettled,
  );
  return [...made, ...withdrawn.map((claim) => ({ claim, verdict: null, at: Date.now() }))];
}

function changeOf(claim: string, { verdict, note, evidence, at }: Decision): EntryChange {
  return { claim, verdict, ...(note === undefined ? {} : { note }), ...(evidence && { evidence }), at };
}

/** Until it is time to ask again, or there is something to send, or the network is back; hidden pages wait. */
async function pause(code: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const listen = { signal: AbortSignal.any([signal, over.signal]) };
  const isHidden = (): boolean => document.visibilityState === 'hidden';
  let timer = setTimeout(function wake() {
    if (isHidden()) timer = setTimeout(wake, EVERY);
    else resolve();
  }, EVERY);
  const failed = store.get().failure !== undefined;
  const stop = subscribeToCheck(() => {
    if (!failed && unsent(code).length > 0) resolve();
  });
  if (!failed && unsent(code).length > 0) resolve();
  signal.addEventListener('abort', () => resolve(), listen);
  addEventListener('online', () => resolve(), listen);
  document.addEventListener('visibilitychange', () => !isHidden() && resolve(), listen);
  await promise;
  clearTimeout(timer);
  stop();
  over.abort();
}
