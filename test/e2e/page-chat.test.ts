/** Chatting on the page: models, stopping, editing, conversations, keys. */
import { expect } from 'vitest';
import { CLAIM, describeInOneBrowser, enterKey, say, setScene } from './page-scene.ts';

describeInOneBrowser('the page: chat', (browser, { it }) => {
  const { go, goChat } = setScene(browser);

  it('shows a refuted claim with its quote on the first visit, and the text box has the focus', async () => {
    const page = await go();
    const focus = page.locator('textarea:focus');
    await focus.waitFor();
    await expect.poll(() => focus.getAttribute('aria-label')).toBe('Your message');
    await page.locator('.question .claim[data-state="refuted"]').waitFor();
    const card = page.locator('.claim-panel .card[data-state="refuted"]').first();
    await card.waitFor();
    await expect
      .poll(() => card.locator('blockquote').first().textContent())
      .toContain('can strike the same place twice');
    const link = card.locator('a').first();
    await expect.poll(() => link.getAttribute('rel')).toContain('noreferrer');
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => page.locator('.answer .summary').textContent()).toContain('refuted');
  });

  it('chats with each provider', async () => {
    const page = await goChat();
    for (const name of ['GPT-6 Luna', 'Claude Haiku 5.5', 'Gemini 3.8 Flash', 'xAI', 'Together']) {
      await page.getByRole('combobox', { name: 'Model' }).fill(name);
      await page.keyboard.press('Enter');
      await say(page, CLAIM);
      await page.locator('.answer[data-status="done"]').waitFor();
      await expect.poll(() => page.locator('.answer-text').textContent()).toContain('Lightning never');
      await page.locator('.answer .claim[data-state="refuted"]').waitFor();
      await page.getByRole('button', { name: 'New chat' }).click();
      await page.locator('.answer').waitFor({ state: 'detached' });
    }
  });

  it('breaks the line with Shift+Enter', async () => {
    const page = await goChat();
    const box = page.getByLabel('Your message', { exact: true });
    await box.fill('One line');
    await box.press('Shift+Enter');
    await box.pressSequentially('and another');
    await expect.poll(() => box.inputValue()).toBe('One line\nand another');
  });

  it('shows evidence from an earlier message with its name, and without a link', async () => {
    const page = await goChat();
    const filler = 'Visitors park beside the old mill. The path is open all year. '.repeat(9);
    await say(page, `${filler}The Kestrel Bridge in Oberwald was opened in 1987.`);
    await page.locator('.answer[data-status="done"]').waitFor();
    await say(page, 'Say: The Kestrel Bridge in Oberwald was opened in 1978.');
    const item = page.locator('.card[data-state="refuted"] .evidence-item').first();
    await item.waitFor();
    await expect.poll(() => item.locator('blockquote').textContent()).toContain('was opened in 1987.');
    await expect
      .poll(() => item.locator('.evidence-foot').textContent())
      .toMatch(/Message 0 \(user\).*Provided context/);
    await expect.poll(() => item.locator('a').count()).toBe(0);
  });

  it('stops an answer and keeps what had come', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-slow');
    await say(page, CLAIM);
    await page.locator('.answer').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    await expect.poll(() => page.locator('.ending').textContent()).toContain('Stopped');
  });

  it('asks again with an edited message', async () => {
    const page = await goChat();
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.locator('.question').hover();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Edit your message').fill('The human body has 206 bones.');
    await page.keyboard.press('Enter');
    await page.locator('.question .claim[data-state="supported"]').waitFor();
    await expect.poll(() => page.locator('.question').count()).toBe(1);
  });

  it('marks the claims of an earlier question whose answer was stopped', async () => {
    const page = await goChat();
    await say(page, 'Hello');
    await page.locator('.answer[data-status="done"]').waitFor();
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/chat/completions'))
        asked.push(request.postDataJSON()?.fact_check.claims);
    });
    await enterKey(page, 'sandbox-slow');
    await say(page, CLAIM);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.answer[data-status="stopped"]').waitFor();
    await enterKey(page, 'sandbox');
    await say(page, 'Is that so?');
    await page.locator('.answer[data-status="done"]').nth(1).waitFor();
    await page.locator('.question').nth(1).locator('.claim').waitFor();
    // What is sent cannot be read over WebDriver BiDi.
    if (browser === 'chromium') expect(asked).toEqual(['new', 'all']);
  });

  it('keeps conversations in this browser: search, open again after a reload, delete', async () => {
    const page = await goChat();
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.reload();
    const kept = page.locator('.shelf li');
    await kept.waitFor();
    await page.getByLabel('Search conversations').fill('no such thing');
    await page.getByText('No matching conversations').waitFor();
    await page.getByLabel('Search conversations').fill('same place');
    await kept.getByRole('link', { name: CLAIM, exact: true }).click();
    await page.locator('.question .claim[data-state="refuted"]').waitFor();
    await kept.getByRole('button', { name: 'Conversation options' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await kept.waitFor({ state: 'detached' });
  });

  it('keeps keys out of the address and of local storage, and in session storage only where asked to', async () => {
    const page = await goChat();
    await enterKey(page, 'sandbox-free');
    const stored = () =>
      page.evaluate(() => ({
        address: location.href,
        local: JSON.stringify(localStorage),
        session: JSON.stringify(sessionStorage),
      }));
    expect(JSON.stringify(await stored())).not.toContain('sandbox-free');
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByLabel('Remember keys in this tab').check();
    const { address, local, session } = await stored();
    expect(address + local).not.toContain('sandbox-free');
    expect(session).toContain('sandbox-free');
  });

  it('runs no script, loads no picture and follows no script link of an answer', async () => {
    const page = await goChat();
    await say(
      page,
      'The Eiffel Tower <img src=x onerror=alert(1)> was completed in 1889 ![x](https://example.com/a.png) by [Eiffel](javascript:alert(1)).',
    );
    await page.locator('.answer[data-status="done"]').waitFor();
    await expect.poll(() => page.locator('.message img, .message script, .message iframe').count()).toBe(0);
    await expect.poll(() => page.locator('a[href^="javascript"]').count()).toBe(0);
  });
});
