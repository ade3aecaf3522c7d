/** What the page says when a chat fails or ends early, and the way out that it offers. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { CLAIM, say, setScene, useKey } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: failures', () => {
  const { goChat } = setScene();

  it('keeps an answer that was cut off, says so, and offers to try again', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-cut');
    await say(page, CLAIM);
    await page.locator('.answer[data-status="failed"] .failure').waitFor();
    expect((await page.locator('.answer-text').textContent())?.length).toBeGreaterThan(5);
    expect(await page.locator('.ending').textContent()).toContain('interrupted');
    await useKey(page, 'sandbox');
    await page.locator('.failure').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer[data-status="done"]').waitFor();
  });

  it('says what is wrong with a key, and leads to the field', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-invalid');
    await say(page, CLAIM);
    const note = page.locator('.failure');
    await note.waitFor();
    expect(await note.textContent()).toContain('rejected this key');
    await note.getByRole('button', { name: 'Change key' }).click();
    await page.getByLabel('OpenAI key').waitFor();
  });

  it.each([
    ['sandbox-revoked', 'revoked', 'Change key'],
    ['sandbox-quota', 'quota', 'Change key'],
    ['sandbox-ratelimited', 'rate limit for this key', /Try again/],
    ['sandbox-overloaded', 'overloaded', /Try again/],
    ['sandbox-error', 'overloaded|error|interrupted', /Try again/],
  ])('has words and a way out for %s', async (key, words, way) => {
    const page = await goChat();
    await useKey(page, key);
    await say(page, CLAIM);
    const note = page.locator('.failure');
    await note.waitFor();
    expect(await note.locator('strong').textContent()).toMatch(new RegExp(words));
    await note.getByRole('button', { name: way }).first().waitFor();
  });

  it.each([
    ['sandbox-length', 'reached the token limit'],
    ['sandbox-filtered', 'content filter'],
  ])('says how an answer ended with %s', async (key, words) => {
    const page = await goChat();
    await useKey(page, key);
    await say(page, CLAIM);
    await page.locator('.answer[data-status="done"]').waitFor();
    expect(await page.locator('.ending').textContent()).toContain(words);
  });

  it('counts down to the end of a limit', async () => {
    const page = await goChat();
    await useKey(page, 'sandbox-limited');
    for (let index = 0; index < 3; index += 1) {
      await say(page, 'Hello');
      await page.locator('.answer[data-status="done"]').nth(index).waitFor();
    }
    await say(page, 'Hello');
    const note = page.locator('.failure[data-code="rate_limit_exceeded"]');
    await note.waitFor();
    const wait = note.getByRole('button', { name: /Try again in [\d:]+ (?:s|min)/ });
    expect(await wait.isDisabled()).toBe(true);
  });
});
