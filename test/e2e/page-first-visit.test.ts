/** The first visit: what is asked of the gateway before anybody has asked for anything. */
import { expect } from 'vitest';
import { describeInOneBrowser, setScene } from './page-scene.ts';

describeInOneBrowser('the page: first visit', (browser, { it }) => {
  const { go } = setScene(browser);

  it('sends an example where the chat is looked at, and not before', async () => {
    const page = await go('#/status');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Status' }).waitFor();
    await page.locator('.status-models').waitFor();
    await page.locator('nav a[href="#/evaluate"]').click();
    await page.getByRole('heading', { name: 'Evaluate' }).waitFor();
    expect(sent).toEqual([]);
    await page.locator('nav a[href="#/chat"]').click();
    await page.locator('.answer').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('has the example in a chat that is opened at once', async () => {
    const page = await go();
    await page.locator('.answer').waitFor();
  });
});
