/** The page in a real browser, against a gateway with a sandbox, for the tests of one file; no request is intercepted. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { BROWSERS, type BrowserName, hasBrowser, openBrowser, type Visit, visit } from './open-browser.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const CLAIM = 'The Great Wall of China is visible from the Moon.';
export const VIEWS = ['#/chat', '#/check', '#/evaluate', '#/status'] as const;

export interface Scene {
  /** A first visit of a view. What goes wrong behind it fails the test. */
  go(view?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A new chat, once the example of the first visit is there. */
  goChat(options?: BrowserContextOptions): Promise<Page>;
}

/** The same tests in each browser that is there. */
export function describeInBrowsers(title: string, tests: (browser: BrowserName) => void): void {
  for (const name of BROWSERS) describe.runIf(hasBrowser(name))(`${title} (${name})`, () => tests(name));
}

/** Starts gateway and browser before the tests of the block that this is called in, and ends them after. */
export function setScene(browserName: BrowserName = 'chromium'): Scene {
  let gateway: Gateway;
  let browser: Browser;
  let open: Visit[] = [];

  beforeAll(async () => {
    gateway = await startGateway({ app: { sandboxPace: { firstTokenMs: 20, perTokenMs: 1 } } });
    browser = await openBrowser(browserName);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
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
    const page = await go('', options);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    return page;
  };
  return { go, goChat };
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

export async function useKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: /^Keys/ }).click();
  await page.getByLabel('OpenAI key').fill(key);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
}
