import { useMemo, useSyncExternalStore } from 'react';

/** Those that the navigation shows. */
export const LISTED_VIEWS = ['chat', 'check', 'evaluate', 'status'] as const;
/** `operate` is for those who know its address, and have an admin key. */
export const VIEW_NAMES = [...LISTED_VIEWS, 'operate'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The address of a chat in which nothing has been said yet. */
export const NEW_CHAT = 'new';
/** The address of a check without a text. */
export const NEW_CHECK = 'new';

/** What the address names: a view, and perhaps one of its conversations, checks or runs. `undefined`: no such view. */
export interface Place {
  readonly view: ViewName | undefined;
  readonly conversation?: string;
  readonly check?: string;
  /** A text that another page hands over to be checked: `#/check?text=…`. Anybody can write such a link. */
  readonly text?: string;
  /** Of evaluations. */
  readonly run?: string;
}

/** The view and what it shows are in the address, so that the back button and bookmarks work; nothing else is. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [name = '', id = '', ...rest] = path.split('/');
  if (name === '') return { view: rest.length === 0 && id === '' ? 'chat' : undefined };
  const view = VIEW_NAMES.find((known) => known === name);
  if (id === '' && rest.length === 0) {
    const text = view === 'check' ? new URLSearchParams(query).get('text') : null;
    return text === null ? { view } : { view, text };
  }
  if (rest.length > 0) return { view: undefined };
  if (view === 'chat') return { view, conversation: decode(id) };
  if (view === 'check') return { view, check: decode(id) };
  return view === 'evaluate' ? { view, run: decode(id) } : { view: undefined };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => location.hash,
  );
  return useMemo(() => readPlace(hash), [hash]);
}

export const addressOf = (view: ViewName): string => `#/${view}`;

export const addressOfChat = (id: string): string => `#/chat/${encodeURIComponent(id)}`;

export const addressOfCheck = (id: string): string => `#/check/${encodeURIComponent(id)}`;

export const addressOfRun = (id: string): string => `#/evaluate/${encodeURIComponent(id)}`;

/** Gives what is shown another address, in place of the one that it has in the browser's history. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
