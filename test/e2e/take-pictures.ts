/**
 * `npm run pictures [-- FOLDER [PART…]]`: each view of the page as a picture, light and dark, at three widths, in
 * Chromium and (names that begin with `firefox-`) in Firefox, into docs/images. Only the pictures whose name contains
 * one of the parts, where there are any.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { BROWSERS, type BrowserName, buildPage, openBrowser, visit } from './open-browser.ts';

const [folder = path.resolve(import.meta.dirname, '../../docs/images'), ...parts] = process.argv.slice(2);

const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  middle: { viewport: { width: 1100, height: 800 } },
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
      await page.locator('.page').evaluate((view) => view.scrollTo(0, 0));
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

const SCHEMES = ['light', 'dark'] as const;

async function takeAll(browserName: BrowserName, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  const browser = await openBrowser(browserName, { dark: colorScheme === 'dark' });
  for (const [view, { address, ready }] of Object.entries(VIEWS)) {
    for (const [size, { viewport, ...touch }] of Object.entries(SIZES)) {
      const name = `${browserName === 'chromium' ? '' : `${browserName}-`}${view}-${size}-${colorScheme}`;
      if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
      // A phone's browser is Chromium's to play.
      const options = { viewport, ...(browserName === 'chromium' ? touch : {}), colorScheme };
      const { page, close } = await visit(browser, gateway.url, address, options);
      await ready(page);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(400);
      await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
      await close();
    }
  }
  await browser.close();
}

mkdirSync(folder, { recursive: true });
buildPage();
const gateway = await startGateway({ yaml: OWN_JUDGE });
try {
  for (const browser of BROWSERS) for (const scheme of SCHEMES) await takeAll(browser, scheme);
} finally {
  await gateway.stop();
}
