import type { ServerResponse } from 'node:http';

/**
 * The requests that are being answered. Each has a signal that aborts when its caller leaves, or when
 * the time to drain is over.
 */
export interface OpenRequests {
  /** @returns the signal of this response; it does not abort once the response was sent whole. */
  signalOf(response: ServerResponse): AbortSignal;
  abortAll(): void;
}

export function createOpenRequests(): OpenRequests {
  const open = new Set<AbortController>();
  return {
    signalOf(response) {
      const controller = new AbortController();
      open.add(controller);
      response.on('close', () => {
        open.delete(controller);
        if (!response.writableFinished) controller.abort();
      });
      // A caller may be gone before its body has been read to the end.
      if (response.destroyed) {
        open.delete(controller);
        controller.abort();
      }
      return controller.signal;
    },
    abortAll() {
      for (const controller of open) controller.abort();
    },
  };
}
