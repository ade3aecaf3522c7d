/** What an answer looks like, and that the page stays at its end while it grows. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { writeLongAnswer } from '../../bench/page/long-answer.ts';
import type { Received } from '../harness/fake-provider.ts';
import { ANSWERS } from './answer-texts.ts';
import { type FrontGateway, metadataOf, startFrontGateway, streamAnswer } from './front-gateway.ts';
import { openBrowser, type Visit, visit } from './open-browser.ts';
import { describeInBrowsers, say } from './page-scene.ts';

/** `Fast` is answered at 500 tokens a second for some seconds, all else with what the name stands for. */
function answer({ method, url, body }: Received) {
  if (method !== 'POST' || url !== '/v1/chat/completions') return undefined;
  const asked = (body.messages as { content: string }[]).at(-1)?.content ?? '';
  return (_request: Received, response: ServerResponse): Promise<void> =>
    asked === 'Fast'
      ? streamFast(response)
      : streamAnswer(response, ANSWERS[asked] ?? '', metadataOf([], []));
}

const FAST = `${writeLongAnswer(7_000)}\n\nThe last line.`;
const TOKENS_A_SECOND = 500;

async function streamFast(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (delta: object, reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`,
    );
  };
  const begun = performance.now();
  for (let at = 0; at < FAST.length; ) {
    const due = Math.ceil(((performance.now() - begun) / 1_000) * TOKENS_A_SECOND) * 4;
    for (; at < due; at += 4) write({ content: FAST.slice(at, at + 4) });
    await sleep(2);
  }
  write({}, 'stop');
  response.end('data: [DONE]\n\n');
}

describeInBrowsers('the page: an answer', (name) => {
  let gateway: FrontGateway;
  let browser: Browser;
  let visited: Visit;

  beforeAll(async () => {
    gateway = await startFrontGateway(answer);
    browser = await openBrowser(name);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
  });
  afterEach(async () => {
    await visited?.close();
    expect(visited?.faults).toEqual([]);
  });

  const ask = async (text: string, options = {}): Promise<Page> => {
    visited = await visit(browser, gateway.url, '', options);
    const { page } = visited;
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await say(page, text);
    await page.locator(`.answer[data-status="${text === 'Fast' ? 'writing' : 'done'}"]`).waitFor();
    return page;
  };
  const fromEnd = (page: Page): Promise<number> =>
    page
      .locator('.scroll')
      .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  const topOf = (page: Page): Promise<number> =>
    page.locator('.scroll').evaluate(({ scrollTop }) => scrollTop);
  const grown = (page: Page, height: number): Promise<unknown> =>
    page.waitForFunction((by) => (document.querySelector('.scroll')?.scrollHeight ?? 0) > by, height);
  const done = (page: Page): Promise<void> => page.locator('.answer[data-status="done"]').waitFor();

  it('is followed to its end at 500 tokens a second, and after', async () => {
    const page = await ask('Fast');
    await grown(page, 2_500);
    expect(await page.getByRole('button', { name: 'To the newest message' }).count()).toBe(0);
    await done(page);
    const last = page.getByText('The last line.');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    expect(await last.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    // What is drawn late: verdicts, colours, formulas.
    await page.locator('.answer').evaluate((element) => {
      element.append(Object.assign(document.createElement('div'), { style: 'height: 400px' }));
    });
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  });

  it('leaves a reader alone who scrolls up, and follows again from the end', async () => {
    const page = await ask('Fast');
    await grown(page, 2_000);
    await page.locator('.scroll').hover();
    await page.mouse.wheel(0, -300);
    await page.getByRole('button', { name: 'To the newest message' }).waitFor();
    await sleep(100);
    const top = await topOf(page);
    await sleep(400);
    expect(Math.abs((await topOf(page)) - top)).toBeLessThan(2);
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await expect.poll(() => fromEnd(page)).toBeLessThan(200);
    await page.locator('.scroll').focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'To the newest message' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'To the newest message' }).waitFor({ state: 'hidden' });
    // As the scroll bar does.
    await page.locator('.scroll').evaluate((element) => {
      element.scrollTop -= 200;
    });
    await page.getByRole('button', { name: 'To the newest message' }).waitFor();
    await done(page);
    expect(await fromEnd(page)).toBeGreaterThan(100);
  });
});
