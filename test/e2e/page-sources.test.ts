/** Sources of evidence as a person chooses them: what is asked by default, who is sent what, and what a key may do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type FakeSearch, startFakeSearch } from '../harness/fake-search.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { type Visit, visit } from './open-browser.ts';
import { describeInOneBrowser, PHONE, say } from './page-scene.ts';

let claims = 0;
/** Each is another: what was found for one of before is in the gateway's cache, and is not searched again. */
const newClaim = (): string => `The lighthouse of Sunderholm was completed in ${1800 + ++claims}.`;
const FOUND = { title: 'Lighthouses of the north', url: 'https://pages.example/lighthouses' };

describeInOneBrowser('the page: sources', (browserName, { it }) => {
  let provider: JudgingProvider;
  let search: FakeSearch;
  let gateway: Gateway;
  let browser: Browser;
  let visited: Visit;
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-sources-'));

  /** As somebody has it on a machine of their own: the config says nothing of plans. */
  const config = (more = ''): string => {
    const file = path.join(dir, 'config.yaml');
    writeFileSync(
      file,
      `sources: { searxng: { base_url: "${search.url}", rate: 1000 }, wikipedia: { base_url: "http://127.0.0.1:9" } }\njudge: { local: { enabled: false } }\n${more}`,
    );
    return file;
  };
  beforeAll(async () => {
    [provider, search, browser] = await Promise.all([
      startJudgingProvider(),
      startFakeSearch(),
      shareBrowser(browserName),
    ]);
    gateway = await startGateway({ env: { ...envFor(provider), CLAIMGATE_CONFIG: config() } });
  }, 120_000);
  afterEach(async () => {
    expect(visited.faults).toEqual([]);
    await visited.close();
    provider.reset();
    search.received.length = 0;
  });
  afterAll(async () => {
    await Promise.all([gateway.stop(), provider.stop(), search.stop()]);
    rmSync(dir, { recursive: true });
  });

  const go = async (view: string, options: BrowserContextOptions = {}): Promise<Page> => {
    provider.answer(speak());
    provider.judge(agreeable);
    search.find((query) => [{ ...FOUND, content: query }]);
    visited = await visit(browser, gateway.url, view, options);
    return visited.page;
  };
  let keys = 0;
  const newKey = (): string => `sk-${browserName}-${++keys}`;
  const enterKey = async (page: Page, key: string): Promise<void> => {
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByLabel('OpenAI key').fill(key);
    await page.getByRole('button', { name: 'Done' }).click();
  };
  const useKey = async (page: Page, key: string): Promise<void> => {
    await enterKey(page, key);
    await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
  };
  const trials = () => provider.asked.filter(({ text }) => text.includes('Reply with OK.'));
  const picker = (page: Page) => page.getByRole('button', { name: /^Sources:/ });
  const boxOf = async (page: Page) => {
    const { x, width } = (await page.locator('.source-list').boundingBox()) ?? { x: -1, width: 0 };
    return { left: x, right: x + width };
  };
  const source = (page: Page, name: string) => page.locator(`.source-list [data-source="${name}"]`);

  it('are all asked in the first chat with a fresh key, which one short request tries before', async () => {
    const page = await go('#/chat');
    await useKey(page, newKey());
    expect(trials()).toHaveLength(1);
    expect(trials()[0]?.body).toMatchObject({ messages: [{ content: 'Reply with OK.' }] });
    const claim = newClaim();
    await say(page, claim);
    await page.locator('.question .claim[data-state="supported"]').waitFor();
    expect(search.queries.some((query) => query.includes('Sunderholm'))).toBe(true);
    await expect.poll(() => page.locator('.card .evidence-foot').first().textContent()).toContain('SearXNG');
    await expect.poll(() => page.locator('.claim-panel').textContent()).toMatch(/Sources:.*SearXNG/);
    const sent = page.getByRole('list', { name: 'What was sent' }).getByRole('listitem');
    await expect.poll(() => sent.first().textContent()).toBe(`Sent to SearXNG: “${claim}”`);
    expect(trials(), 'tried once').toHaveLength(1);
  });

  it('are asked by every model with a key of one’s own on one’s own machine: its plan is pro', async () => {
    const page = await go('#/chat');
    await useKey(page, newKey());
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByText('Accepted by OpenAI · Plan pro: 999 of 1,000 left this hour').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: /^Model/ }).click();
    await page.locator('.model-option', { hasText: 'standard' }).first().click();
    await say(page, newClaim());
    await page.locator('.question .claim[data-state="supported"]').waitFor();
    expect(provider.asked.at(-1)?.body.model).not.toBe(provider.asked[0]?.body.model);
  });

  it('are asked by a check with a key that was entered in the Check view itself', async () => {
    const page = await go('#/check', { viewport: PHONE.viewport });
    await useKey(page, newKey());
    await page.getByRole('button', { name: 'Keys: Your key' }).waitFor();
    await page.getByLabel('Text to check').fill(newClaim());
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.locator('.card[data-state="supported"]').waitFor();
    await expect.poll(() => page.locator('.card .evidence-foot').first().textContent()).toContain('SearXNG');
  });

  it('are asked in the first check after a reload, when nothing is known of the key any more', async () => {
    const page = await go('#/chat');
    const key = newKey();
    await enterKey(page, key);
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByText('Accepted by OpenAI').waitFor();
    await page.getByLabel('Remember keys in this tab').check();
    await page.goto(`${gateway.url}/#/check`);
    await page.reload();
    await page.getByLabel('Text to check').fill(newClaim());
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.locator('.card[data-state="supported"]').waitFor();
    await expect.poll(() => page.locator('.card .evidence-foot').first().textContent()).toContain('SearXNG');
    await page
      .getByRole('list', { name: 'What was sent' })
      .getByText(/^Sent to .*SearXNG/)
      .waitFor();
    expect(trials()).toHaveLength(2);
  });

  it('are chosen in a list that tells how each is, what it costs and what it sees, and remembered', async () => {
    const page = await go('#/chat');
    await useKey(page, newKey());
    await say(page, newClaim());
    await page.locator('.question .claim[data-state="supported"]').waitFor();
    await expect
      .poll(() => picker(page).getAttribute('aria-label'))
      .toBe('Sources: 3, Starter corpus, SearXNG, Wikipedia');
    await expect.poll(() => picker(page).textContent()).toBe('Sources: 3');
    await picker(page).click();
    await page.getByRole('region', { name: 'Sources' }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    const facts = (name: string) => source(page, name).locator('.source-facts').textContent();
    await expect.poll(() => source(page, 'corpus').getByRole('checkbox').isDisabled()).toBe(true);
    await expect.poll(() => facts('corpus')).toContain('Empty');
    await expect.poll(() => facts('starter')).toBe(' WorkingAlways onStays in this gateway');
    await expect.poll(() => facts('searxng')).toBe(' WorkingFreeSees the claims, not the text');
    await expect.poll(() => facts('wikipedia')).toMatch(/^ Failing: .+FreeSees the claims/);
    await expect.poll(() => facts('native')).toContain('Costs tokens of your key');
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Model’s web search' }).isChecked())
      .toBe(false);
    await page.getByRole('checkbox', { name: 'Wikipedia' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Sources' }).waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Starter corpus, SearXNG');
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await expect.poll(() => picker(page).getAttribute('aria-label')).toBe('Sources: Starter corpus');
    await picker(page).click();
    await source(page, 'searxng').waitFor();
    await expect.poll(async () => (await boxOf(page)).left).toBeGreaterThanOrEqual(0);
    expect((await boxOf(page)).right).toBeLessThanOrEqual(PHONE.viewport.width);
    await page.keyboard.press('Escape');
    await useKey(page, newKey());
    await expect.poll(() => picker(page).getAttribute('aria-label')).toBe('Sources: Starter corpus, SearXNG');
  });

  it('that were turned off are not asked; each view tells where texts go, by what is chosen', async () => {
    const page = await go('#/chat');
    const tells = (text: string) =>
      expect.poll(() => page.locator('.where-texts-go').textContent()).toBe(text);
    const kept = 'Your conversation is kept in this browser.';
    const typed = 'What you type is kept in this browser and goes to this gateway to find claims.';
    await tells(`${kept} Messages go to this gateway and no further.`);
    await picker(page).click();
    await page.getByText('The sandbox searches the built-in corpus only.').waitFor();
    await page.keyboard.press('Escape');
    await useKey(page, newKey());
    await tells(`${kept} Messages go to this gateway and to OpenAI; claims go to SearXNG and Wikipedia.`);
    await page.goto(`${gateway.url}/#/check`);
    await tells(`${typed} Verifying sends the text to OpenAI too, and the claims to SearXNG and Wikipedia.`);
    await picker(page).click();
    await page.getByRole('checkbox', { name: 'Wikipedia' }).uncheck();
    await page.keyboard.press('Escape');
    await page.goto(`${gateway.url}/#/evaluate`);
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('radio', { name: /^Claim extraction/ }).click();
    await tells('The rows go to this gateway and to OpenAI.');
    await page.getByRole('radio', { name: /^Verdicts/ }).click();
    await tells('The rows go to this gateway and to OpenAI; claims go to SearXNG.');
    await picker(page).click();
    await page.getByRole('checkbox', { name: 'SearXNG' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.run[data-state="done"]').waitFor();
    await page.goto(`${gateway.url}/#/check`);
    await page.getByLabel('Text to check').fill(newClaim());
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.locator('.card[data-state="not_enough_evidence"]').waitFor();
    await page.goto(`${gateway.url}/#/chat`);
    await say(page, newClaim());
    await page.locator('.question .claim[data-state="not_enough_evidence"]').waitFor();
    expect(search.received).toEqual([]);
  });

  it('a key that is refused is told in the dialog, once, and holds nobody up', async () => {
    const page = await go('#/chat');
    provider.answer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"no","type":"x","param":null,"code":"invalid_api_key"}}');
    });
    await enterKey(page, newKey());
    await page.getByText('OpenAI rejected this key').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
    await say(page, newClaim());
    await page.locator('.failure').waitFor();
    expect(trials()).toHaveLength(1);
    expect(provider.asked).toHaveLength(2);
  });

  it('a key of the sandbox is not tried; its plan is told, what is not in it, and that few requests are left', async () => {
    const page = await go('#/chat');
    await useKey(page, 'sandbox-free');
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByText('Plan free: 100 of 100 left this hour').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('OpenAI key').waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: /^Model/ }).click();
    const standard = page.locator('.model-option', { hasText: 'standard' }).first();
    await standard.getByText('Not in your plan').waitFor();
    await expect
      .poll(() => page.locator('.model-option', { hasText: 'basic' }).first().textContent())
      .not.toContain('Not');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.limit-note').count()).toBe(0);
    await useKey(page, 'sandbox-limited');
    await say(page, newClaim());
    await page.getByText(/^2 requests left until \d\d:00$/).waitFor();
    expect(trials()).toEqual([]);
  });

  it('are searched for as many claims as the settings say, which can be reset', async () => {
    const page = await go('#/chat');
    await useKey(page, newKey());
    const limit = page.getByLabel('Claims per check');
    await page.getByRole('button', { name: 'Settings' }).click();
    await limit.fill('1');
    await limit.press('Tab');
    await page.keyboard.press('Escape');
    await limit.waitFor({ state: 'hidden' });
    provider.answer(speak(['Yes.']));
    await say(page, `${newClaim()} Pure water boils at 90 degrees Celsius at sea level.`);
    await page.locator('.answer[data-status="done"]').waitFor();
    const judged = provider.calls.flatMap(({ question }) => question.blocks.map(({ claim }) => claim));
    expect(new Set(judged).size).toBe(1);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Reset to defaults' }).click();
    await expect.poll(() => limit.inputValue()).toBe('');
  });
});
