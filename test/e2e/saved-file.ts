import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What is handed out as a file: Firefox tells nobody of its downloads. */
export async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const open = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      Object.assign(window, { saved: blob });
      return open.call(URL, blob);
    };
  });
  await act();
  const read = () => page.evaluate(async () => (window as { saved?: Blob }).saved?.text() ?? '');
  await expect.poll(read, { timeout: 30_000 }).not.toBe('');
  return read();
}
