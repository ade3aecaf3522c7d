/** The page on a phone, by keyboard alone, in its colours. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { CLAIM, PHONE, setScene, VIEWS } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: for everybody', () => {
  const { go } = setScene();

  it('keeps the colours that were chosen, from the first paint on', async () => {
    const page = await go('', { colorScheme: 'light' });
    await page.locator('.ant-segmented-item').filter({ hasText: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.first = document.documentElement.dataset.theme ?? 'none';
      });
    });
    await page.reload();
    await page.locator('.composer').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark');
  });

  it('works with the keyboard alone', async () => {
    const page = await go();
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.keyboard.type(CLAIM);
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    const claim = page.locator('.answer .claim').first();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      if (await claim.evaluate((element) => element === document.activeElement)) break;
    }
    await page.locator('.ant-popover .glance').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.claim-panel .card-selected').waitFor();
  });

  it('fits a phone, where a tap on a claim opens its evidence', async () => {
    for (const view of [...VIEWS, 'docs/']) {
      const page = await go(view, PHONE);
      await page
        .locator(view === 'docs/' ? 'h1' : 'main > *')
        .first()
        .waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, view).toBeLessThanOrEqual(0);
    }
    const page = await go('', PHONE);
    await page.locator('.question .claim[data-state="refuted"]').tap();
    await page.locator('.ant-drawer .card-selected blockquote').waitFor();
  });
});
