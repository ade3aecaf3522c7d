/** Nothing of a chat is lost: deletions, drafts, addresses, names, answers that go on, versions, continued answers. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CLAIM, describeInBrowsers, enterKey, say, setScene } from './page-scene.ts';

const box = (page: Page) => page.getByLabel('Your message', { exact: true });
const entry = (page: Page, name: string) => page.locator('.shelf').getByRole('link', { name });
const done = (page: Page) => page.locator('.answer[data-status="done"]');
const lastAnswer = (page: Page) => page.locator('.answer-text').last();

/** What the sandbox is to say, at about so many tokens. */
const long = (tokens: number, word = 'words') => `Say: ${`${word} `.repeat(tokens)}end.`;

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Conversation options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const address = (page: Page): Promise<string> => page.evaluate(() => location.hash);

/** The rows of the database, as they are. */
function readRows(page: Page): Promise<{ title: string; deleted?: boolean }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('claimgate', 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const all = request.result.transaction('conversations').objectStore('conversations').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

describeInBrowsers('the page keeps', (browser, { it, itInBoth, itInChromium }) => {
  const { go, goChat } = setScene(browser);

  it('what is deleted, as long as it can be undone; after a reload it is gone', async () => {
    const page = await goChat();
    await say(page, CLAIM);
    await done(page).waitFor();
    const before = await address(page);
    await box(page).fill('Not sent yet');
    await choose(page, CLAIM, 'Delete');
    const toast = page.getByRole('status').filter({ hasText: 'Conversation deleted' });
    await toast.waitFor();
    await entry(page, CLAIM).waitFor({ state: 'detached' });
    await page.locator('.welcome').waitFor();
    await expect.poll(() => readRows(page)).toMatchObject([{ title: CLAIM, deleted: true }]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.answer .claim[data-state="refuted"]').waitFor();
    await expect.poll(() => address(page)).toBe(before);
    await expect.poll(() => box(page).inputValue()).toBe('Not sent yet');
    expect((await readRows(page))[0]).not.toHaveProperty('deleted');
    await choose(page, CLAIM, 'Delete');
    await toast.waitFor();
    await page.reload();
    await page.getByText('No conversations yet').waitFor();
    await expect.poll(() => readRows(page)).toEqual([]);
  });

  itInChromium(
    'the way back as long as the pointer or the focus is on it, and some seconds after that',
    async () => {
      const page = await goChat();
      await say(page, CLAIM);
      await done(page).waitFor();
      await page.clock.install();
      await choose(page, CLAIM, 'Delete');
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.hover();
      await page.clock.fastForward(20_000);
      await undo.focus();
      await page.mouse.move(0, 0);
      await page.clock.fastForward(20_000);
      await expect.poll(() => readRows(page)).toHaveLength(1);
      await box(page).focus();
      await page.clock.fastForward(7_000);
      await expect.poll(() => undo.count()).toBe(1);
      await page.clock.fastForward(2_000);
      await undo.waitFor({ state: 'detached' });
      await expect.poll(() => readRows(page)).toEqual([]);
    },
  );

  it('drafts of each conversation, and an edit that is under way', async () => {
    const page = await goChat();
    await say(page, 'Hello there');
    await done(page).waitFor();
    await box(page).fill('Of this one');
    await page.locator('.question').hover();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Edit your message').fill('Hello again');
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.welcome').waitFor();
    await expect.poll(() => box(page).inputValue()).toBe('');
    await box(page).fill('Of a new one');
    await page.locator('nav a[href="#/check"]').click();
    await page.locator('main h1').waitFor();
    await page.locator('nav a[href="#/chat"]').click();
    await expect.poll(() => box(page).inputValue()).toBe('Of a new one');
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe('Of a new one');
    await entry(page, 'Hello there').click();
    await expect.poll(() => box(page).inputValue()).toBe('Of this one');
    await expect.poll(() => page.getByLabel('Edit your message').inputValue()).toBe('Hello again');
    await page.getByLabel('Edit your message').press('Escape');
    await page.locator('.bubble').waitFor();
  });

  itInBoth('the conversation that is open, by its address, name and title', async () => {
    const page = await goChat();
    await say(page, 'First one');
    await done(page).waitFor();
    const first = await address(page);
    expect(first).toMatch(/^#\/chat\/\w+$/);
    await page.getByRole('button', { name: 'New chat' }).click();
    await say(page, 'Second one');
    await done(page).waitFor();
    await choose(page, 'Second one', 'Rename');
    await page.getByLabel('Conversation name').fill('Another name');
    await page.keyboard.press('Escape');
    await choose(page, 'Second one', 'Rename');
    await page.getByLabel('Conversation name').fill('A better name');
    await page.keyboard.press('Enter');
    await entry(page, 'A better name').waitFor();
    await expect.poll(() => page.title()).toBe('A better name – Claimgate');
    await entry(page, 'First one').click();
    await page.locator('.bubble', { hasText: 'First one' }).waitFor();
    await expect.poll(() => address(page)).toBe(first);
    await page.goBack();
    await page.locator('.bubble', { hasText: 'Second one' }).waitFor();
    await page.goForward();
    await page.locator('.bubble', { hasText: 'First one' }).waitFor();
    await page.locator('nav a[href="#/check"]').click();
    await page.reload();
    await page.locator('nav a[href="#/chat"]').click();
    await page.locator('.bubble', { hasText: 'First one' }).waitFor();
    await expect.poll(() => address(page)).toBe(first);
    await page.reload();
    await page.locator('.bubble', { hasText: 'First one' }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/chat/gone';
    });
    await page.getByRole('heading', { name: 'This conversation is not in this browser' }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/nonsense';
    });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Chat', exact: true }).click();
    await box(page).waitFor();
  });

  it('answers that are being written while others are read, and what had come when the tab was closed', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-slow');
    await say(page, long(500, 'tulips'));
    await page.locator('.answer[data-status="writing"]').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.locator('.shelf').getByLabel('Answer in progress').waitFor();
    await say(page, long(100, 'daisies'));
    const inProgress = () => page.locator('.shelf').getByLabel('Answer in progress').count();
    await expect.poll(inProgress).toBe(2);
    await page.locator('nav a[href="#/evaluate"]').click();
    await expect.poll(inProgress).toBe(0);
    await entry(page, 'Say: tulips').click();
    await done(page).waitFor();
    expect((await lastAnswer(page).textContent())?.split('tulips').length).toBe(501);
    await page.reload();
    await done(page).waitFor();
    await enterKey(page, 'sandbox-slow');
    await say(page, long(600, 'clover'));
    await expect
      .poll(async () => (await lastAnswer(page).textContent())?.split('clover').length)
      .toBeGreaterThan(20);
    await page.reload();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    expect((await lastAnswer(page).textContent())?.split('clover').length).toBeGreaterThan(10);
  });

  itInChromium('what is sent while an answer is being written, until that has ended', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-slow');
    await say(page, long(300));
    await page.locator('.answer[data-status="writing"]').waitFor();
    await say(page, 'Say: and more');
    await page.locator('.queued-note', { hasText: 'Say: and more' }).waitFor();
    await expect.poll(() => page.locator('.answer').getAttribute('data-status')).toBe('writing');
    await page.locator('.queued-note').getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => box(page).inputValue()).toBe('Say: and more');
    await box(page).press('Enter');
    await page.locator('.queued-note').waitFor();
    await done(page).nth(1).waitFor();
    await expect.poll(() => page.locator('.answer-text').first().textContent()).toContain('end.');
    await expect.poll(() => lastAnswer(page).textContent()).toContain('and more');
    await expect.poll(() => page.locator('.queued-note').count()).toBe(0);
  });

  itInChromium(
    'the earlier answer when it is asked for again, and what came after an edited question',
    async () => {
      const page = await goChat();
      await say(page, CLAIM);
      await done(page).waitFor();
      await page.getByRole('combobox', { name: 'Model' }).fill('Claude Haiku');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
      await done(page).waitFor();
      await page.getByRole('article', { name: /Haiku/ }).waitFor();
      await page.getByRole('button', { name: 'Previous version' }).click();
      await page.getByRole('group', { name: 'Version 1 of 2' }).waitFor();
      await page.getByRole('article', { name: /GPT/ }).waitFor();
      await page.locator('.answer .claim[data-state="refuted"]').waitFor();
      await page.locator('.question').hover();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Edit your message').fill('Hello');
      await page.keyboard.press('Enter');
      await done(page).waitFor();
      await page.reload();
      await page.locator('.question').getByRole('group', { name: 'Version 2 of 2' }).waitFor();
      await page.locator('.question').getByRole('button', { name: 'Previous version' }).click();
      await page.locator('.bubble', { hasText: CLAIM }).waitFor();
      await page.locator('.answer').getByRole('group', { name: 'Version 1 of 2' }).waitFor();
    },
  );

  itInChromium(
    'what there is of an answer that ended early, and continues it to one checked answer',
    async () => {
      const page = await goChat();
      await enterKey(page, 'sandbox-length');
      await say(page, 'Say: The human body has 206 bones. Lightning never strikes the same place twice.');
      await page.getByText('reached the token limit').waitFor();
      await enterKey(page, 'sandbox');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.locator('.ending').waitFor({ state: 'detached' });
      await done(page).waitFor();
      await expect.poll(() => page.locator('.answer').count()).toBe(1);
      const claims = page.locator('.answer-text .claim');
      await expect.poll(() => claims.count()).toBe(2);
      await expect.poll(() => claims.first().getAttribute('data-state')).toBe('supported');
      await expect.poll(() => claims.last().getAttribute('data-state')).toBe('refuted');
      await expect.poll(() => claims.first().textContent()).toContain('The human body has 206 bones.');
      await expect
        .poll(() => claims.last().textContent())
        .toContain('Lightning never strikes the same place twice.');
    },
  );

  itInChromium('a stopped answer, and continues it without a word lost or said twice', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-slow');
    await say(page, long(200, 'tulips'));
    await expect
      .poll(async () => (await lastAnswer(page).textContent())?.split('tulips').length)
      .toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    expect((await lastAnswer(page).textContent())?.split('tulips').length).toBeLessThan(200);
    await page.getByRole('button', { name: 'Continue' }).click();
    await done(page).waitFor();
    const whole = (await lastAnswer(page).textContent())?.replaceAll(
      /[\s\u2060]*\(not enough evidence\)/g,
      '',
    );
    expect(whole?.trim()).toMatch(/^(?:tulips\s+){200}end\.$/);
  });

  itInChromium('conversations of an older page, and leaves out what is broken', async () => {
    const page = await go('#/status');
    await page.locator('tbody tr td strong').first().waitFor();
    await page.evaluate(
      (claim) =>
        new Promise((resolve) => {
          const request = indexedDB.open('claimgate', 1);
          request.onsuccess = () => {
            const rows = request.result
              .transaction('conversations', 'readwrite')
              .objectStore('conversations');
            rows.put({ id: 'broken', messages: 7, title: null });
            rows.put({
              id: 'worse',
              title: 'Worse',
              updated: {},
              messages: [null, { role: 'user', claims: [3] }],
            });
            rows.put({
              id: 'old',
              title: 'An old one',
              updated: 3,
              messages: [
                { id: 'a', role: 'user', text: claim, claims: [], verifying: false, status: 'done' },
                { id: 'b', role: 'assistant', text: 'So', claims: [], verifying: true, status: 'writing' },
              ],
            }).onsuccess = resolve;
          };
        }),
      CLAIM,
    );
    await page.evaluate(() => localStorage.setItem('claimgate.draft.old', '{"text":{},"edit":7'));
    await page.goto(`${new URL(page.url()).origin}/#/chat/old`);
    await page.reload();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    await expect.poll(() => page.locator('.shelf li').count()).toBe(3);
    await entry(page, 'Worse').click();
    await box(page).waitFor();
    await page.locator('.shelf').getByRole('link', { name: 'New chat' }).click();
    await page.locator('.welcome').waitFor();
  });
});
