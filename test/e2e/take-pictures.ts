/**
 * `npm run pictures [-- FOLDER [PART…]]`: each view of the page as a picture, light and dark, wide and phone,
 * into docs/images. Only the pictures whose name contains one of the parts, where there are any.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startGateway } from '../harness/start-gateway.ts';
import { buildPage, openBrowser, visit } from './open-browser.ts';

const [folder = path.resolve(import.meta.dirname, '../../docs/images'), ...parts] = process.argv.slice(2);

const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** What a view shows when it is worth a picture. */
const VIEWS: Readonly<Record<string, { readonly address: string; ready(page: Page): Promise<void> }>> = {
  chat: {
    address: '',
    ready: (page) => page.locator('.answer[data-status="done"]').waitFor(),
  },
  check: {
    address: '#/check',
    async ready(page) {
      await page.getByRole('button', { name: 'Try an example' }).click();
      await page.getByRole('button', { name: 'Verify claims' }).click();
      await page.locator('.check-claims .card[data-state="refuted"]').first().waitFor();
      await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
    },
  },
  evaluate: {
    address: '#/evaluate',
    async ready(page) {
      await page.getByRole('button', { name: 'Try an example' }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.run[data-state="done"]').waitFor();
    },
  },
  status: {
    address: '#/status',
    async ready(page) {
      await page.locator('tbody tr td strong').first().waitFor();
      await page.locator('.limit').first().waitFor();
    },
  },
  docs: {
    address: 'docs/',
    ready: (page) => page.getByRole('heading', { name: 'Claimgate' }).first().waitFor(),
  },
};

async function takeAll(browser: Browser, url: string): Promise<void> {
  for (const [view, { address, ready }] of Object.entries(VIEWS)) {
    for (const [size, options] of Object.entries(SIZES)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const name = `${view}-${size}-${colorScheme}`;
        if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
        const { page, close } = await visit(browser, url, address, { ...options, colorScheme });
        await ready(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(400);
        await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
        await close();
      }
    }
  }
}

mkdirSync(folder, { recursive: true });
buildPage();
const gateway = await startGateway();
const browser = await openBrowser();
try {
  await takeAll(browser, gateway.url);
} finally {
  await browser.close();
  await gateway.stop();
}
