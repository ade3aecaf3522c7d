/** Debian's Chromium and Firefox, driven as a person would drive them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, firefox, type Page } from 'playwright-core';

/** The first that is there: Chromium without its own windows takes a fifth less of the processor. */
const EXECUTABLES = {
  chromium: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  firefox: ['/usr/bin/firefox-esr'],
} as const;
const PACKAGES = { chromium: 'chromium', firefox: 'firefox-esr' } as const;
const ROOT = path.resolve(import.meta.dirname, '../..');

export type BrowserName = keyof typeof EXECUTABLES;
export const BROWSERS: readonly BrowserName[] = ['chromium', 'firefox'];

const executableOf = (name: BrowserName): string =>
  EXECUTABLES[name].find((place) => existsSync(place)) ?? EXECUTABLES[name][0];

/** Whether the browser is there. Where every test must run, its absence is a failure. */
export function hasBrowser(name: BrowserName = 'chromium'): boolean {
  if (existsSync(executableOf(name))) return true;
  const missing = `${EXECUTABLES[name].join(' or ')} is not there: apt-get install ${PACKAGES[name]}`;
  if (process.env.CLAIMGATE_TEST_ALL === '1') throw new Error(missing);
  console.warn(`The page's tests are left out: ${missing}`);
  return false;
}

/** @param dark what a Firefox says that the system's colours are; Chromium is told by each visit. */
export function openBrowser(
  name: BrowserName = 'chromium',
  options: { readonly dark?: boolean } = {},
): Promise<Browser> {
  if (name === 'firefox') return openFirefox(options.dark === true);
  return chromium.launch({
    executablePath: executableOf('chromium'),
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

/** Over WebDriver BiDi: as Debian delivers it. Its media features are those of the whole browser. */
function openFirefox(dark: boolean): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: executableOf('firefox'),
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': dark ? 1 : 0 },
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

/** What Firefox cannot be told for one visit. */
const OF_THE_WHOLE_BROWSER = {
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
  hasTouch: false,
} as const;

/** Over BiDi, Playwright sets a field's value from within the page, which React does not notice. */
function typeAsAPerson(): void {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
}

/** A first visit: a browser that has never seen the page. @param prepare is called before the page is opened. */
export async function visit(
  browser: Browser,
  url: string,
  view = '',
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const isFirefox = browser.browserType().name() === 'firefox';
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
    ...(isFirefox ? OF_THE_WHOLE_BROWSER : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  if (isFirefox) await page.addInitScript(typeAsAPerson);
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
