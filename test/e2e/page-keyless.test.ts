/** A provider of the operator's own that needs no key: nobody is asked for one, and the sandbox stays out of it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { shareBrowser } from './browsers-of-worker.ts';
import { type FrontGateway, metadataOf, startFrontGateway, streamAnswer } from './front-gateway.ts';
import { visit } from './open-browser.ts';
import { describeInOneBrowser, say } from './page-scene.ts';

type Providers = { readonly models_list: readonly { readonly provider: string }[] };

describeInOneBrowser('the page: a provider without keys', (browserName, { it }) => {
  let gateway: FrontGateway;
  let browser: Browser;
  beforeAll(async () => {
    browser = await shareBrowser(browserName);
    gateway = await startFrontGateway(
      ({ method }) =>
        method === 'POST'
          ? (_request, response) => streamAnswer(response, 'Yes.', metadataOf([], []))
          : undefined,
      {
        '/v1/models': ({ models_list: providers, ...rest }: Providers) => ({
          ...rest,
          models_list: providers.map((one) => (one.provider === 'OpenAI' ? { ...one, key: 'none' } : one)),
        }),
      },
    );
  }, 120_000);
  afterAll(async () => {
    await gateway.stop();
  });

  it('is asked without one', async () => {
    const { page, faults, close } = await visit(browser, gateway.url);
    await page.getByRole('button', { name: 'Keys: No key needed' }).click();
    await page.getByText('OpenAI: no key needed').waitFor();
    await page.getByLabel('Anthropic key').waitFor();
    await expect.poll(() => page.getByLabel('OpenAI key').count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Anthropic key').waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.locator('.sandbox-note, .answer').count(), {
        message: 'no word of the sandbox, no example',
      })
      .toBe(0);
    await say(page, 'Is it so?');
    await page.locator('.answer[data-status="done"]').waitFor();
    const asked = gateway.received.find(({ method }) => method === 'POST');
    expect(asked?.headers.authorization).toBe('Bearer none');
    expect(faults).toEqual([]);
    await close();
  });
});
