/** The page in a real browser, against a gateway with a sandbox, for the tests of one file; no request is intercepted. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { ADMIN_KEY, startWriting } from '../harness/start-gateway.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { BROWSERS, type BrowserName, hasBrowser, type Visit, visit } from './open-browser.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
/** Of it the model on this machine is sure. */
export const CLAIM = 'Lightning never strikes the same place twice.';
export const VIEWS = ['#/chat', '#/check', '#/evaluate', '#/status'] as const;

export interface Scene {
  /** A first visit of a view. What goes wrong behind it fails the test. */
  go(view?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A new chat. */
  goChat(options?: BrowserContextOptions): Promise<Page>;
}

type AddTest = (title: string, test: () => Promise<void>, timeout?: number) => void;

/** A test that is left out is not registered: it is no skipped one. */
export interface Add {
  /** What every browser does alike: in Chromium, and with `CLAIMGATE_TEST_SLOW=1` in Firefox. */
  readonly it: AddTest;
  /** What depends on the browser: in both, always. */
  readonly itInBoth: AddTest;
  /** What Firefox lacks, or has no way to be asked. */
  readonly itInChromium: AddTest;
}

const inFirefox = process.env.CLAIMGATE_TEST_SLOW === '1';

/** The tests of each browser that is there; at least one of them is `itInBoth`. */
export function describeInBrowsers(
  title: string,
  tests: (browser: BrowserName, add: Add) => void,
  names = BROWSERS,
): void {
  const leaveOut: AddTest = () => {};
  for (const name of names) {
    const isChromium = name === 'chromium';
    const add = {
      it: isChromium || inFirefox ? it : leaveOut,
      itInBoth: it,
      itInChromium: isChromium ? it : leaveOut,
    };
    describe.runIf(hasBrowser(name))(`${title} (${name})`, () => tests(name, add));
  }
}

/** Tests of which none depends on the browser: in Chromium, and with `CLAIMGATE_TEST_SLOW=1` in Firefox. */
export function describeInOneBrowser(
  title: string,
  tests: (browser: BrowserName, add: Omit<Add, 'itInBoth'>) => void,
): void {
  describeInBrowsers(title, tests, inFirefox ? BROWSERS : ['chromium']);
}

interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A gateway for the tests of the block that this is called in, and the browser of the worker.
 * @param known a text of the gateway's corpus: what it says word for word is supported.
 */
export function setScene(browserName: BrowserName = 'chromium', known?: string): Scene {
  return setSceneOf(browserName, async () => {
    const gateway = await startWriting();
    if (known === undefined) return gateway;
    const document = { id: 'known', title: 'Known', url: 'https://example.org/known', text: known };
    const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
    await runInTests(['corpus', 'add', '-'], env, JSON.stringify(document));
    return gateway;
  });
}

/** The same with a gateway of the tests' own; `gateway` gives it while they run. */
export function setSceneOf<G extends Served>(
  browserName: BrowserName,
  start: () => Promise<G>,
): Scene & { gateway(): G } {
  let gateway: G;
  let browser: Browser;
  let open: Visit[] = [];

  beforeAll(async () => {
    [gateway, browser] = await Promise.all([start(), shareBrowser(browserName)]);
  }, 120_000);
  afterAll(async () => {
    await gateway?.stop();
  });
  afterEach(async () => {
    const faults = open.flatMap((visited) => visited.faults);
    await Promise.all(open.map((visited) => visited.close()));
    open = [];
    expect(faults).toEqual([]);
  });

  const go: Scene['go'] = async (view = '', options = {}) => {
    const visited = await visit(browser, gateway.url, view, options);
    open.push(visited);
    return visited.page;
  };
  const goChat: Scene['goChat'] = async (options = {}) => {
    const page = await go('#/chat/new', options);
    await page.locator('.welcome').waitFor();
    return page;
  };
  return { go, goChat, gateway: () => gateway };
}

/** Has a text verified in the check view. */
export async function checkText(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text to check').fill(text);
  await page.getByRole('button', { name: 'Verify claims' }).click();
  await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
}

/** Has "Verify claims" check those of one request alone. */
export async function checkOnlyFew(page: Page): Promise<void> {
  await page.getByLabel('Which claims are verified').click();
  await page.getByTitle(/^Only the \d+ most worth checking$/).click();
  await page.getByText(/^Checks \d+ of \d+ claims/).waitFor();
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: /^Keys/ }).click();
  await page.getByLabel('OpenAI key').fill(key);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
}

export async function enterAdminKey(page: Page, key = ADMIN_KEY): Promise<void> {
  await page.getByLabel('Admin key').fill(key);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}
