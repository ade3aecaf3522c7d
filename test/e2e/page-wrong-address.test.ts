/** Addresses as people type them: without the `#` of a view, or wrong. */
import { expect } from 'vitest';
import { describeInOneBrowser, setScene } from './page-scene.ts';

describeInOneBrowser('an address typed into a browser', (browser, { it }) => {
  const { go } = setScene(browser);

  it('opens the view that it names; where it is wrong, the page says so and leads back', async () => {
    const page = await go('#/status');
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/check`);
    await page.waitForURL(`${origin}/#/check`);
    await page.getByLabel('Text to check').waitFor();
    const response = await page.goto(`${origin}/chat/some-conversation`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Open Claimgate' }).click();
    await page.locator('.answer[data-status="done"]').waitFor();
  });
});
