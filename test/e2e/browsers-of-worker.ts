/** One browser of each kind for all tests of a worker: to start one takes longer than most tests. */
import type { Browser } from 'playwright-core';
import { type BrowserName, openBrowser } from './open-browser.ts';

/** On the worker itself: each test file has modules of its own. */
const worker = globalThis as { openBrowsers?: Map<BrowserName, Browser> };

/** The worker's own browser, which nobody closes but the worker's end. */
export async function shareBrowser(name: BrowserName = 'chromium'): Promise<Browser> {
  worker.openBrowsers ??= new Map();
  const open = worker.openBrowsers.get(name);
  if (open?.isConnected()) return open;
  const opened = await openBrowser(name);
  worker.openBrowsers.set(name, opened);
  return opened;
}

/** What vitest calls the worker's environment: it is left when the worker ends. */
export default {
  name: 'browsers',
  viteEnvironment: 'ssr',
  setup: () => ({
    teardown: async () => {
      await Promise.all([...(worker.openBrowsers?.values() ?? [])].map((open) => open.close()));
    },
  }),
};
