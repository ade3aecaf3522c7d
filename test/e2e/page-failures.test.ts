/** What the page says when a chat fails or ends early, and the way out that it offers. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../web/texts.ts';
import type { Handler } from '../harness/fake-provider.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { type FrontGateway, metadataOf, startFrontGateway, streamCheck } from './front-gateway.ts';
import { hasBrowser, type Visit, visit } from './open-browser.ts';
import { CLAIM, describeInOneBrowser, enterKey, say, setScene, VIEWS } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: failures', () => {
  const { goChat } = setScene();

  it('keeps an answer that was cut off, says so, and offers to try again', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-cut');
    await say(page, CLAIM);
    await page.locator('.answer[data-status="failed"] .failure').waitFor();
    expect((await page.locator('.answer-text').textContent())?.length).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.ending').textContent()).toContain('interrupted');
    await enterKey(page, 'sandbox');
    await page.locator('.failure').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer[data-status="done"]').waitFor();
  });

  it('says what is wrong with a key, and leads to the field', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-invalid');
    await say(page, CLAIM);
    const note = page.locator('.failure');
    await note.waitFor();
    await expect.poll(() => note.textContent()).toContain('rejected this key');
    await note.getByRole('button', { name: 'Change key' }).click();
    await page.getByLabel('OpenAI key').waitFor();
  });

  it('says that the gateway cannot be reached where a view is opened that was not loaded before', async () => {
    const page = await goChat();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Models & status' }).click();
    const note = page.locator('.failure');
    await note.getByText('The gateway cannot be reached').waitFor();
    await note.getByRole('button', { name: 'Try again' }).click();
    await note.waitFor();
    await page.context().setOffline(false);
    await note.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
  });

  /** Another question, of its own conversation. */
  const ask = async (page: Page, key: string): Promise<void> => {
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.welcome').waitFor();
    await enterKey(page, key);
    await say(page, CLAIM);
  };

  it('has words and a way out for each failure of a provider', async () => {
    const page = await goChat();
    for (const [key, words, way] of [
      ['sandbox-revoked', /revoked/, 'Change key'],
      ['sandbox-quota', /quota/, 'Change key'],
      ['sandbox-ratelimited', /rate limit for this key/, /Try again/],
      ['sandbox-overloaded', /overloaded/, /Try again/],
      ['sandbox-error', /overloaded|error|interrupted/, /Try again/],
    ] as const) {
      await ask(page, key);
      const note = page.locator('.failure');
      await note.waitFor();
      await expect.poll(() => note.locator('strong').textContent(), { message: key }).toMatch(words);
      await note.getByRole('button', { name: way }).first().waitFor();
    }
  });

  it('says how an answer ended', async () => {
    const page = await goChat();
    for (const [key, words] of [
      ['sandbox-length', 'reached the token limit'],
      ['sandbox-filtered', 'content filter'],
    ] as const) {
      await ask(page, key);
      await page.locator('.answer[data-status="done"]').waitFor();
      await expect.poll(() => page.locator('.ending').textContent()).toContain(words);
    }
  });

  it('counts down to the end of a limit', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-limited');
    for (let index = 0; index < 3; index += 1) {
      await say(page, 'Hello');
      await page.locator('.answer[data-status="done"]').nth(index).waitFor();
    }
    await say(page, 'Hello');
    const note = page.locator('.failure[data-code="rate_limit_exceeded"]');
    await note.waitFor();
    const wait = note.getByRole('button', { name: /Try again in [\d:]+ (?:s|min)/ });
    await expect.poll(() => wait.isDisabled()).toBe(true);
  });
});

/** What a gateway says that is limited, and when it was asked. */
function refuse(
  status: number,
  code: string,
  message: string,
  wait?: number,
): { handler: Handler; asked: number[] } {
  const asked: number[] = [];
  const handler: Handler = (_request, response) => {
    asked.push(Date.now());
    const headers = {
      'content-type': 'application/json',
      ...(wait === undefined ? {} : { 'retry-after': `${wait}` }),
    };
    response.writeHead(status, headers).end(JSON.stringify({ error: { code, message } }));
  };
  return { handler, asked };
}

const FOUND = {
  ...{ id: 'claim-1', text: CLAIM, original_text: CLAIM, role: 'text', message_index: 0 },
  ...{ start: 0, end: CLAIM.length, category: 'attribute', confidence: 0.9 },
};

const findOne: Handler = (_request, response) => streamCheck(response, [FOUND], metadataOf([FOUND], []));

describeInOneBrowser('the page: failures of the gateway', (name, { it }) => {
  let front: FrontGateway;
  let browser: Browser;
  let visited: Visit[] = [];
  let instead: Record<string, Handler> = {};

  beforeAll(async () => {
    front = await startFrontGateway(({ url }) => instead[url]);
    browser = await shareBrowser(name);
  }, 120_000);
  afterAll(async () => {
    await front?.stop();
  });
  afterEach(async () => {
    const faults = visited.flatMap((one) => one.faults);
    await Promise.all(visited.map((one) => one.close()));
    visited = [];
    instead = {};
    expect(faults).toEqual([]);
  });

  const open = async (view: string): Promise<Page> => {
    const one = await visit(browser, front.url, view);
    visited.push(one);
    return one.page;
  };
  const refuseAll = (handler: Handler): void => {
    instead = Object.fromEntries(
      ['/v1/models', '/models/capabilities', '/v1/limits', '/v1/sources'].map((path) => [path, handler]),
    );
  };

  it('says once in every view that the models take a key, and leads to its field', async () => {
    refuseAll(refuse(401, 'invalid_api_key', 'API key is required').handler);
    const page = await open('');
    for (const view of VIEWS) {
      await page.goto(`${front.url}/${view}`);
      await page.reload();
      const note = page.locator('.failure');
      await note.waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      await expect.poll(() => note.count(), { message: view }).toBe(1);
      await note.getByRole('button', { name: texts.failures.actions.key }).click();
      await page.getByLabel(texts.keys.field('OpenAI')).waitFor();
    }
  });

  it('counts a limit down by the clock, asks again by itself then and not before, and takes the note away', async () => {
    const { handler, asked } = refuse(429, 'address_rate_limit_exceeded', 'Too many requests', 6);
    refuseAll(handler);
    const page = await open('#/check');
    const note = page.locator('.failure');
    await note.waitFor();
    const wait = note.getByRole('button', { name: /[1-6] s$/ });
    await expect.poll(() => wait.isDisabled()).toBe(true);
    const before = asked.length;
    await page.waitForTimeout(1_500);
    expect(asked.length).toBe(before);
    instead = {};
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: texts.check.example }).isVisible()).toBe(true);
  });

  it('says when claims are looked for again, and looks for none before', async () => {
    const { handler, asked } = refuse(429, 'address_rate_limit_exceeded', 'Too many requests', 3);
    const page = await open('#/check');
    instead = { '/v1/claims': handler };
    await page.getByLabel(texts.check.label).fill(CLAIM);
    await page.getByText(/^Limit reached.* \d s$/).waitFor();
    const since = asked[0] ?? 0;
    await page.getByLabel(texts.check.label).fill(`${CLAIM} Bats are completely blind.`);
    await page.waitForTimeout(1_000);
    expect(asked).toHaveLength(1);
    instead = { '/v1/claims': findOne };
    await page.locator('.card').first().waitFor();
    expect(Date.now() - since).toBeGreaterThanOrEqual(2_900);
    await expect.poll(() => page.getByText(/^Limit reached/).count()).toBe(0);
  });
});
