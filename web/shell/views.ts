import { useSyncExternalStore } from 'react';

export const VIEW_NAMES = ['chat', 'check', 'evaluate', 'status'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The view is in the address, so that the back button and bookmarks work; nothing else is. */
function viewOf(hash: string): ViewName {
  const name = hash.replace(/^#\/?/, '');
  return VIEW_NAMES.find((view) => view === name) ?? 'chat';
}

export function useView(): ViewName {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => viewOf(location.hash),
  );
}

export const addressOf = (view: ViewName): string => `#/${view}`;
