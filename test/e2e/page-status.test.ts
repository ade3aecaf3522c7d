/** The page's view of models, health and limits, and the API reference beside it. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { setScene } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: models, status, reference', () => {
  const { go } = setScene();

  it('shows models, health and what the key may still do', async () => {
    const page = await go('#/status');
    await page.getByText('Healthy').waitFor();
    await page.getByText(/of 1,000 left/).waitFor();
    await page.getByLabel('Filter models').fill('gemini');
    expect(await page.locator('tbody').textContent()).not.toContain('OpenAI');
    await page.getByRole('button', { name: 'Chat with Gemini 3.8 Flash' }).click();
    await page.locator('.composer').getByText('Gemini 3.8 Flash').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'shows the API reference in %s, whose examples the sandbox answers',
    async (colorScheme) => {
      const page = await go('docs/', { colorScheme });
      await page.getByText('Ask a model, and have the claims checked').first().click();
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('200 OK').first().waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        colorScheme === 'dark' ? 'rgb(18, 20, 25)' : 'rgb(247, 247, 249)',
      );
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
        'Bearer',
      );
    },
  );
});
