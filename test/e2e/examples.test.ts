/** The examples that are seen in a browser, each by its command in examples/README.md. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../clients/find-python.ts';
import { commandOf, ROOT } from '../examples/read-examples.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { hasBrowser } from './open-browser.ts';
import { CLAIM } from './page-scene.ts';

const QUOTE = 'Lightning can strike the same place twice, and often does, above all tall and pointed things.';

describe.runIf(hasBrowser())('examples in a browser', () => {
  let gateway: Gateway;
  let page: Page;
  const env = () => ({
    ...process.env,
    PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    CLAIMGATE_URL: gateway.url,
    PORT: '0',
  });

  beforeAll(async () => {
    gateway = await startGateway({
      yaml: OWN_JUDGE,
      app: { sandboxPace: { firstTokenMs: 20, perTokenMs: 10 } },
    });
    page = await (await shareBrowser()).newPage();
    page.setDefaultTimeout(90_000);
  });
  afterAll(async () => {
    await page.context().close();
    await gateway.stop();
  });

  it('ai-sdk: the answer comes piece by piece, then its claims are marked in words and lines', async () => {
    const server = spawn('bash', ['-c', `exec ${commandOf('ai-sdk/server.ts')}`], { cwd: ROOT, env: env() });
    try {
      await page.goto(await addressOf(server));
      const lengths = await page.evaluateHandle(() => {
        const answer = document.querySelector('#answer') as HTMLElement;
        const seen: number[] = [];
        new MutationObserver(() => seen.push(answer.innerText.length)).observe(answer, { childList: true });
        return seen;
      });
      await page.getByLabel('Your question').fill(CLAIM);
      await page.getByRole('button', { name: 'Ask' }).click();
      const mark = page.locator('mark');
      await mark.waitFor();
      await expect.poll(() => mark.innerText()).toBe(CLAIM);
      await expect.poll(() => page.locator('#answer').innerText()).toContain(`${CLAIM} [refuted]`);
      await expect.poll(() => mark.evaluate((one) => getComputedStyle(one).textDecorationStyle)).toBe('wavy');
      await expect.poll(() => page.locator('#quotes').innerText()).toContain(`refuted: “${QUOTE}`);
      expect((await lengths.jsonValue()).length).toBeGreaterThan(2);
    } finally {
      server.kill();
    }
  });

  it('bookmarklet.js: what is selected is put into the page, and verified once the button is pressed', async () => {
    const { stdout } = await run('bash', ['-c', commandOf('bookmarklet.js')], { cwd: ROOT, env: env() });
    expect(decodeURIComponent(stdout)).toContain("'http://127.0.0.1:8080'");
    const bookmark = stdout
      .trim()
      .replace(encodeURIComponent('http://127.0.0.1:8080'), encodeURIComponent(gateway.url));
    await page.setContent(`<p>Tourists say: <i>${CLAIM}</i></p><a>Bookmark</a>`);
    await page
      .getByText('Bookmark')
      .evaluate((link, address) => link.setAttribute('href', address), bookmark);
    await page.getByText(CLAIM).selectText();
    await page.getByText('Bookmark').focus();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await expect.poll(() => opened.getByLabel('Text to check').inputValue()).toBe(CLAIM);
    await opened.getByRole('button', { name: 'Verify claims' }).click();
    await opened.locator('.check-claims .card[data-state="refuted"]').getByText(QUOTE).waitFor();
  });
});

/** The address that a server prints once it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const piece of server.stdout ?? []) {
    printed += piece;
    const address = /http:\S+/.exec(printed);
    if (address !== null) return address[0];
  }
  throw new Error(`It printed no address: ${printed}`);
}
