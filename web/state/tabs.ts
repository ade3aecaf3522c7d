/** What the page's tabs tell each other: what one has kept, the others read anew. Where browsers lack it, they do not. */

export type Kept = 'checks' | 'conversations' | 'runs';

interface News {
  readonly kept: Kept;
  readonly id: string;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('claimgate');

/** To be called once it is written. */
export function tellTabs(kept: Kept, id: string): void {
  channel?.postMessage({ kept, id } satisfies News);
}

/** Hears of what other tabs have changed or deleted. */
export function hearTabs(kept: Kept, listener: (id: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.kept === kept) listener(data.id);
  });
}
