/** A gateway without a sandbox, and a provider whose answer tries whatever HTML and markdown allow. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { hasBrowser, visit } from './open-browser.ts';

describe.runIf(hasBrowser())('the page of a gateway without a sandbox', () => {
  let gateway: Gateway;
  let browser: Browser;
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await startFakeProvider((_request, response) => {
      const chunk = (delta: object, reason: string | null) =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
      const pieces = HOSTILE.match(/[\s\S]{1,9}/gu) ?? [];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        [...pieces.map((content) => chunk({ content }, null)), chunk({}, 'stop'), 'data: [DONE]\n\n'].join(
          '',
        ),
      );
    });
    gateway = await startGateway({
      yaml: 'sandbox:\n  enabled: false\nfact_check:\n  mode: detect\n',
      env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` },
    });
    browser = await shareBrowser();
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
    await provider?.stop();
  });

  it('asks nothing that is refused, wants a key, and then shows a hostile answer as text', async () => {
    const { page, faults, close } = await visit(browser, gateway.url, '');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.reload();
    await page.getByRole('button', { name: 'Keys: No key' }).waitFor();
    await page.getByLabel('Your message', { exact: true }).fill('Hello');
    expect(refused).toEqual([]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Fact-checking').click();
    await page.getByTitle('Detect: highlight claims').click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Your message', { exact: true }).press('Enter');
    const note = page.locator('.failure');
    await note.waitFor();
    await expect.poll(() => note.textContent()).toContain('needs a provider key');
    await note.getByRole('button', { name: 'Change key' }).click();
    await page.getByLabel('OpenAI key').fill('a-key-of-the-test');
    await page.getByRole('button', { name: 'Done' }).click();
    await note.getByRole('button', { name: 'Try again' }).click();
    const answer = page.locator('.answer[data-status="done"]');
    await answer.locator('.answer-text a').first().waitFor();
    await expect
      .poll(() => answer.locator('img, script, iframe, style, svg:not(.mark):not([data-icon]), form').count())
      .toBe(0);
    const links = await answer
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://evil.example/pixel.png', 'https://example.org/real']);
    await answer.locator('.claim').first().waitFor();
    await expect.poll(() => answer.locator('table td').count()).toBe(2);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await close();
  });
});

/** All that an answer may try. */
const HOSTILE = [
  'Here <script>document.title = "taken"</script> and <img src="https://evil.example/x.png" onerror="alert(1)">,',
  '![a pixel](https://evil.example/pixel.png) [click](javascript:alert(1)) [more](data:text/html,x) [real](https://example.org/real).',
  '',
  '<style>body { display: none }</style><iframe src="https://evil.example"></iframe><form action="https://evil.example"></form>',
  '',
  '<div style="position:fixed;inset:0">cover</div>',
  '',
  'The Eiffel Tower was completed in 1889.',
  '',
  '| one | two |',
  '|---|---|',
  '| a | b |',
  '',
  'Word'.repeat(300),
  '',
  'اكتمل برج إيفل عام 1889. 👩‍👩‍👧‍👦',
].join('\n');
