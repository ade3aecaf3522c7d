import { useMemo, useSyncExternalStore } from 'react';

/** Those that the navigation shows to everybody. */
export const LISTED_VIEWS = ['chat', 'check', 'evaluate', 'status'] as const;
/** The navigation shows `usage` to those who have a key, and `operate` to those whose admin key was accepted. */
export const VIEW_NAMES = [...LISTED_VIEWS, 'usage', 'operate'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The sections of `operate`, as their tabs show them. The first has the address of the view. */
export const OPERATE_SECTIONS = ['overview', 'traffic', 'keys', 'corpus', 'sources', 'reports'] as const;
export type OperateSection = (typeof OPERATE_SECTIONS)[number];

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
  /** Of `operate`; absent at its own address. */
  readonly section?: OperateSection;
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
  if (view === 'operate') {
    const section = OPERATE_SECTIONS.slice(1).find((known) => known === id);
    return section === undefined ? { view: undefined } : { view, section };
  }
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

export const addressOfSection = (section: OperateSection): string =>
  section === OPERATE_SECTIONS[0] ? '#/operate' : `#/operate/${section}`;

/** Gives what is shown an address of its own: Back leads to the one before. */
export function pushAddress(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Gives what is shown another address, in place of the one that it has in the browser's history. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
