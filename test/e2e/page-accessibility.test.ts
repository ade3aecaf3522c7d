/** Every place of the page, held against the rules of accessibility: in both colours, on the narrowest screen. */
import { expect } from 'vitest';
import { headingsOutOfOrder, hearPage, nameless } from './hear-page.ts';
import { listSeriousFaults, OF_COLOUR } from './list-serious-faults.ts';
import { listCutOff, listSmallTargets } from './look-over.ts';
import { PLACES } from './page-places.ts';
import { describeInOneBrowser, setScene } from './page-scene.ts';

describeInOneBrowser('the page: accessibility', (browser, { it }) => {
  const { go } = setScene(browser);

  /** The rules read one and the same tree: Firefox is only asked where it may draw otherwise. */
  const DRAWN_OTHERWISE = ['claims', 'keys', 'check, verified', 'status'];
  const places = PLACES.filter(({ name }) => browser === 'chromium' || DRAWN_OTHERWISE.includes(name));

  for (const { name, view, reach } of places) {
    it(`${name}: no serious fault, no small target, nothing cut off`, async () => {
      const page = await go(view);
      await reach(page);
      await expect.poll(() => listSmallTargets(page), { message: 'wide' }).toEqual([]);
      if (browser === 'chromium') {
        const heard = await hearPage(page);
        expect(nameless(heard), 'without a name').toEqual([]);
        expect(headingsOutOfOrder(heard), 'headings').toEqual([]);
        expect(heard.filter(({ role }) => role === 'main').length, 'main').toBeLessThanOrEqual(1);
        await expect.poll(() => listSeriousFaults(page), { message: 'light' }).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
        await expect.poll(() => listSeriousFaults(page, OF_COLOUR), { message: 'dark' }).toEqual([]);
      }
      // A phone of the smallest kind, and a screen of 1,280 pixels at 200 %.
      for (const size of [
        { width: 640, height: 400 },
        { width: 320, height: 640 },
      ]) {
        await page.setViewportSize(size);
        await page.waitForFunction((width) => innerWidth === width, size.width);
        // What floats takes its new place a moment later.
        await expect.poll(() => listCutOff(page), { message: `${size.width}` }).toEqual([]);
        await expect.poll(() => listSmallTargets(page), { message: `${size.width}` }).toEqual([]);
      }
    });
  }

  it('leaves the conversation its height at 400 %, and the composer within reach', async () => {
    const page = await go('#/chat/new', { viewport: { width: 320, height: 256 } });
    await page.locator('.welcome').waitFor();
    const seen = await page.locator('.scroll-place').evaluate((place) => {
      const { top, bottom } = place.getBoundingClientRect();
      return Math.min(bottom, innerHeight) - Math.max(top, 52);
    });
    expect(seen).toBeGreaterThan(100);
    await page.getByLabel('Your message', { exact: true }).click();
    await page.keyboard.type('Is it so?');
    expect(await page.getByLabel('Your message', { exact: true }).boundingBox()).toMatchObject({
      y: expect.toSatisfy((y: number) => y >= 52 && y < 256),
    });
  });
});
