/** Every view of the page, held against the rules of accessibility, in both colours. */
import { describe, expect, it } from 'vitest';
import { listSeriousFaults } from './list-serious-faults.ts';
import { hasBrowser } from './open-browser.ts';
import { setScene, VIEWS } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: accessibility', () => {
  const { go } = setScene();

  it.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility, in %s',
    async (colorScheme) => {
      for (const view of VIEWS) {
        const page = await go(view, { colorScheme });
        if (view === '#/chat') await page.locator('.answer[data-status="done"]').waitFor();
        if (view === '#/check') {
          await page.getByRole('button', { name: 'Try an example' }).click();
          await page.locator('.card').first().waitFor();
        }
        if (view === '#/evaluate') {
          await page.getByRole('button', { name: 'Try an example' }).click();
          await page.getByRole('button', { name: 'Start', exact: true }).click();
          await page.locator('.run[data-state="done"]').waitFor();
        }
        if (view === '#/status') await page.locator('tbody tr td strong').first().waitFor();
        expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
        expect(await listSeriousFaults(page), view).toEqual([]);
      }
    },
    60_000,
  );
});
