import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What is handed out as a file: Firefox tells nobody of its downloads. */
export async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  return new TextDecoder().decode(await savedBytes(page, act));
}

export async function savedBytes(page: Page, act: () => Promise<void>): Promise<Uint8Array> {
  await page.evaluate(() => {
    const open = URL.createObjectURL;
    Object.assign(window, { saved: undefined });
    URL.createObjectURL = (blob) => {
      Object.assign(window, { saved: blob });
      return open.call(URL, blob);
    };
  });
  await act();
  const read = () =>
    page.evaluate(async () => {
      const blob = (window as { saved?: Blob }).saved;
      return blob === undefined ? '' : new Uint8Array(await blob.arrayBuffer()).toBase64();
    });
  await expect.poll(read).not.toBe('');
  return Uint8Array.from(Buffer.from(await read(), 'base64'));
}
