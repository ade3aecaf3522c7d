/** A journalist's morning: from a link to a report, and back to it from the history. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { verdictsOf } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type SourceServer, startSourceServer } from '../conformance/source-server.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type FakeSearch, startFakeSearch } from '../harness/fake-search.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { samplePage } from '../harness/sample-documents.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { checkOnlyFew, describeInOneBrowser, enterKey, setSceneOf } from './page-scene.ts';
import { saved } from './saved-file.ts';

const PLACES =
  'Aberdale Brunnvik Carsholm Dunmore Eskerry Falkness Grimsund Halvik Inverbay Jarlsund Kelmore Langness Morvik Norholm Oldbay Perrick Quarness Rosvik Sandmore Tarholm Ulsund Vikness Westerby Yarmore Zelholm'.split(
    ' ',
  );
const CLAIMS = PLACES.map((place, index) => `The lighthouse of ${place} was completed in ${1_850 + index}.`);
/** Those of odd years, as the judge sees it. */
const REFUTED = CLAIMS.filter((_, index) => index % 2 === 1);

let pages: FakeProvider;
let link = '';
let provider: JudgingProvider;
let search: FakeSearch;
let encyclopedia: SourceServer;
beforeAll(async () => {
  pages = await startFakeProvider((_request, response) => {
    response.setHeader('content-type', 'text/html').end(samplePage(`<p>${CLAIMS.join(' ')}</p>`));
  });
  link = `${pages.url}/lighthouses`;
  [provider, search, encyclopedia] = await Promise.all([
    startJudgingProvider(),
    startFakeSearch(),
    startSourceServer(),
  ]);
  provider.judge(({ blocks }) =>
    blocks.flatMap((block) =>
      verdictsOf(block, (claim) => {
        const isRight = Number(/\d{4}/.exec(claim)?.[0]) % 2 === 0;
        const stance = isRight ? 'supports' : 'refutes';
        return {
          verdict: isRight ? 'supported' : 'refuted',
          evidence: block.items.map(({ number }) => ({ number, stance, words: 'was completed' })),
        };
      }),
    ),
  );
  search.find((query) => [
    { title: 'Lighthouses of the north', url: 'https://pages.example/lighthouses', content: query },
  ]);
  encyclopedia.answer(({ path, query }, response) => {
    const article = { id: 7, key: 'Lighthouses', title: 'Lighthouses', excerpt: query.q ?? '' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(path.endsWith('/page') ? { pages: [article] } : { query: { pages: [] } }));
  });
});
afterAll(async () => {
  await Promise.all([pages.stop(), provider.stop(), search.stop(), encyclopedia.close()]);
});

const card = (page: Page, claim: string) => page.locator('.check-claims .card').filter({ hasText: claim });
const counted = (page: Page): Promise<string> => page.locator('.summary-counts').innerText();
const ready = (page: Page) =>
  page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();

describeInOneBrowser('the page: a morning', (browser, { it }) => {
  const { go } = setSceneOf(browser, () =>
    startGateway({
      env: envFor(provider),
      yaml: `fetch: { private_hosts: [127.0.0.1] }
plans: { default: enterprise }
# The machine may be busy.
fact_check: { ground_deadline: 20s, verify_deadline: 40s }
sources:
  searxng: { base_url: "${search.url}", rate: 1000, timeout: 20s }
  wikipedia: { base_url: "${encyclopedia.url}", rate: 1000, timeout: 20s }`,
    }),
  );

  it('goes from a link to a report, and back to it', async () => {
    const page = await go('#/check');
    await enterKey(page, `sk-morning-${browser}`);
    await page.getByLabel('Paste a link').fill(link);
    await page.keyboard.press('Enter');
    await page.getByText('25 claims', { exact: true }).waitFor();
    await page.getByText('Ann Author').waitFor();

    // As many as one check takes; the rest is offered.
    await checkOnlyFew(page);
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await expect
      .poll(() => counted(page))
      .toMatch(/^25 claims\s+\d supported\s+\d refuted\s+15 not checked$/);
    await ready(page);
    const checked = page.locator('.check-claims .card[data-state="refuted"]').first();
    const sources = await checked.locator('.evidence').textContent();
    expect(sources).toMatch(/SearXNG/);
    expect(sources).toMatch(/Wikipedia/);

    const disputed = (await checked.locator('.card-claim').textContent()) ?? '';
    await checked.getByRole('button', { name: 'Dispute' }).click();
    const form = page.getByRole('form', { name: 'Your verdict on this claim' });
    await form.getByRole('radio', { name: 'supported', exact: true }).check();
    await form.getByLabel('Text of evidence 1').fill('The harbour’s own records say so.');
    await form.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('button', { name: 'Check the remaining 15' }).click();
    await expect
      .poll(() => counted(page))
      .toMatch(/^25 claims\s+14 supported\s+11 refuted\s+1 decided by you$/);
    await ready(page);

    const filters = page.getByRole('group', { name: 'Which claims are shown' });
    await filters.getByRole('button', { name: 'refuted (11)' }).click();
    const shown = await page.locator('.check-claims .card-claim').allTextContents();
    expect(shown).toEqual(REFUTED.filter((claim) => claim !== disputed));

    const report = await saved(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Shareable report (HTML)' }).click();
    });
    for (const part of [
      'On towers',
      'Ann Author',
      'harbour’s own records',
      'decided by a person',
      ...CLAIMS,
    ]) {
      expect(report).toContain(part);
    }
    if (browser === 'chromium') {
      const pdf = await page.pdf();
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeGreaterThan(30_000);
    }

    // Another text, and back to this one.
    const address = await page.evaluate(() => location.hash);
    await page.locator('.side').getByRole('button', { name: 'New check' }).click();
    await expect.poll(() => page.getByLabel('Text to check').inputValue()).toBe('');
    await page.reload();
    await page.locator('.shelf').getByRole('link', { name: 'On towers' }).click();
    await expect
      .poll(() => counted(page))
      .toMatch(/25 claims\s+14 supported\s+11 refuted\s+1 decided by you$/);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(address);
    await card(page, disputed)
      .getByRole('region', { name: 'your verdict' })
      .getByText('records say so')
      .waitFor({ state: 'attached' });
  });
});
