/** Operators see which source fails and why, and try one claim, without a key of any provider. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type FakeSearch, startFakeSearch } from '../harness/fake-search.ts';
import { ADMIN_KEY, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { CLAIM, describeInOneBrowser, enterAdminKey, PHONE, setSceneOf } from './page-scene.ts';

describeInOneBrowser('the page: sources and the judge', (browser, { it }) => {
  let search: FakeSearch;
  beforeAll(async () => {
    search = await startFakeSearch();
    search.find(() => [
      {
        title: 'On lightning',
        url: 'https://example.org/lightning',
        content: 'Lightning strikes the same place again and again, towers above all.',
      },
    ]);
  });
  afterAll(() => search.stop());
  const { go } = setSceneOf(browser, () =>
    startGateway({
      yaml: `
admin: { keys: ["ann:${ADMIN_KEY}"] }
${OWN_JUDGE}
sources:
  searxng: { base_url: "${search.url}", rate: 1000 }
  brave: { base_url: "http://127.0.0.1:1", key: key-of-brave-0123, rate: 1000 }
`,
    }),
  );

  const open = async (options = {}) => {
    const page = await go('#/operate/sources', options);
    await enterAdminKey(page);
    await page.getByRole('region', { name: 'The gateway’s own judge' }).getByText('Ready').waitFor();
    return page;
  };

  it('one claim is tried, and the source that failed is said with its reason', async () => {
    const page = await open();
    const judge = page.getByRole('region', { name: 'The gateway’s own judge' });
    await expect.poll(() => judge.innerText()).toMatch(/Model\s+the one that ships/);
    const source = (name: string) =>
      page
        .getByRole('region', { name: 'Sources', exact: true })
        .getByRole('listitem')
        .filter({ hasText: name });

    await page.getByLabel('Claim', { exact: true }).fill('What do you think?');
    await page.keyboard.press('Enter');
    await page.getByText('There is no claim in it that can be checked.').waitFor();

    await page.getByLabel('Claim', { exact: true }).fill(CLAIM);
    await page.keyboard.press('Enter');
    const tried = page.getByRole('article', { name: CLAIM });
    await tried.waitFor();
    const inside = await tried.innerText();
    expect(inside).toMatch(/refuted/i);
    expect(inside).toContain('Read by a small model of the gateway’s own.');
    expect(inside).toMatch(/Corpus\s+Nothing found/);
    expect(inside).toMatch(/Starter corpus\s+\d+ passages found, 1 on the claim/);
    const queries = search.queries.length;

    await page.getByLabel('Ask sources outside too').check();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await tried.getByText('1 passage found, 1 on the claim').waitFor();
    await expect.poll(() => tried.innerText()).toMatch(/Brave\s+Not available/);
    await expect
      .poll(() => tried.getByRole('link', { name: 'On lightning' }).getAttribute('href'))
      .toBe('https://example.org/lightning');
    expect(search.queries.length).toBeGreaterThanOrEqual(queries);
    await source('Brave').getByText('Not available').waitFor();
    await expect.poll(() => judge.innerText()).toMatch(/Pairs judged\s+[1-9]/);
  });

  it('is as good to screen readers and on a phone', async () => {
    const page = await open(PHONE);
    await page.getByLabel('Claim', { exact: true }).fill(CLAIM);
    await page.getByLabel('Ask sources outside too').check();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('article', { name: CLAIM }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'The gateway’s own judge' }).waitFor();
    await expect.poll(() => page.title()).toBe('Sources and judge – Operate – Claimgate');
  });
});
