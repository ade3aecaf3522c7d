/** A text that another page hands over in the address: anybody can write such a link. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { HOSTILE } from './hostile-texts.ts';
import { CLAIM, describeInBrowsers, setScene } from './page-scene.ts';
import { watchPage } from './watch-page.ts';

/** Others are shown in the same way: test/e2e/page-hostile-texts.test.ts has them all. */
const SOME = HOSTILE.filter((_, index) => index % 5 === 0);
const addressOf = (text: string): string => `#/check?text=${encodeURIComponent(text)}`;
/** From now on, the modes of the checks that the page asks for are noted: Firefox tells nobody what is sent. */
const noteChecks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const send = window.fetch;
    const modes: string[] = [];
    Object.assign(window, { modes });
    window.fetch = (input, init) => {
      if (String(input).endsWith('/v1/claims')) modes.push(JSON.parse(String(init?.body)).mode);
      return send(input, init);
    };
  });
const checksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { modes: string[] }).modes);
const box = (page: Page) => page.getByLabel('Text to check');

describeInBrowsers('the page: a text in the address', (browser, { it, itInBoth }) => {
  const { go } = setScene(browser);

  itInBoth('is put into a check of its own, and verified once the button is pressed', async () => {
    const page = await go('#/check');
    await box(page).fill('The human body has 206 bones.');
    await page.waitForURL(/#\/check\/(?!new)./);
    const before = page.url();
    await noteChecks(page);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, addressOf(CLAIM));
    await expect.poll(() => box(page).inputValue()).toBe(CLAIM);
    await page.getByText('1 claim', { exact: true }).waitFor();
    // Neither a reload nor the history has the text a second time.
    expect(page.url()).toMatch(/#\/check\/[^?]+$/);
    expect(page.url()).not.toBe(before);
    await page.waitForTimeout(700);
    await expect.poll(() => checksOf(page)).toEqual(['detect']);

    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.locator('.check-claims .card[data-state="refuted"]').waitFor();
    await expect.poll(() => checksOf(page)).toEqual(['detect', 'verify']);
    await page.goto(before);
    await expect.poll(() => box(page).inputValue()).toBe('The human body has 206 bones.');
  });

  it('is shown as it is, whatever it says', async () => {
    const page = await go();
    const { origin } = new URL(page.url());
    const watch = await watchPage(page);
    await page.goto('about:blank');
    for (const text of SOME) {
      await page.goto(`${origin}/${addressOf(text)}`);
      await expect.poll(() => box(page).inputValue(), { interval: 10 }).toBe(text);
    }
    expect(await watch.found()).toEqual([]);
  });
});
