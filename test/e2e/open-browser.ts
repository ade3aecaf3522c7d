/** Debian's Chromium, driven as a person would drive it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const ROOT = path.resolve(import.meta.dirname, '../..');

/** Whether the browser is there. Where every test must run, its absence is a failure. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true;
  const missing = `${CHROMIUM} is not there: apt-get install chromium`;
  if (process.env.CLAIMGATE_TEST_ALL === '1') throw new Error(missing);
  console.warn(`The page's tests are left out: ${missing}`);
  return false;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export function buildPage(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build-page.js')], { cwd: ROOT });
}

export interface Visit {
  readonly page: Page;
  /** What went wrong behind the scenes: console errors, exceptions, requests to other hosts. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** A first visit: a browser that has never seen the page. @param prepare is called before the page is opened. */
export async function visit(
  browser: Browser,
  url: string,
  view = '',
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium itself says so of every refused request, which some of the tests are about.
    const ofNetwork = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !ofNetwork) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol.startsWith('http')) faults.push(`asked ${request.url()}`);
  });
  await prepare(page);
  await page.goto(`${url}/${view}`);
  return { page, faults, close: () => context.close() };
}
