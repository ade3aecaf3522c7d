/** A report goes out to readers, and comes back. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ADMIN_KEY, OWN_JUDGE, startWriting } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { CLAIM, checkText, describeInOneBrowser, enterAdminKey, setScene, setSceneOf } from './page-scene.ts';

const BONES = 'The human body has 206 bones.';

describeInOneBrowser('the page: publishing', (browser, { it }) => {
  const { go, gateway } = setSceneOf(browser, () =>
    startWriting(`${OWN_JUDGE}\nplans: { pro: { publish: true } }\nadmin: { keys: ["ann:${ADMIN_KEY}"] }`),
  );
  const opener = (page: Page, name: 'Publish' | 'Published') =>
    page.locator('.check-summary').getByRole('button', { name, exact: true });
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Publish the report' });

  it('a report is published, read by anybody, changed and taken back', async () => {
    const page = await go('#/check');
    await checkText(page, `${CLAIM} ${BONES}`);
    await opener(page, 'Publish').click();
    const dialog = dialogOf(page);
    const lacks = dialog.getByRole('region', { name: 'Missing for readers' });
    await expect.poll(() => lacks.innerText()).toMatch(/An author or a publisher.*A date.*A public address/s);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Published.', { exact: true }).waitFor();
    const address = await dialog.getByLabel('Address of the report').inputValue();
    expect(address).toMatch(new RegExp(`^${gateway().url}/reports/[\\w-]{24}$`));
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);

    const reader = await page.context().newPage();
    await reader.goto(address);
    await reader.getByRole('heading', { name: 'Claims of a text' }).waitFor();
    await reader.locator('#claim-1').getByText(CLAIM).waitFor();
    await expect.poll(() => listSeriousFaults(reader)).toEqual([]);
    // Its style is let in by the policy.
    await expect
      .poll(() =>
        reader
          .locator('dl')
          .first()
          .evaluate((list) => getComputedStyle(list).display),
      )
      .toBe('grid');

    // It outlives a reload; what is changed is published at the same address.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Report details' }).click();
    const details = page.getByRole('dialog', { name: 'Report details' });
    await details.getByLabel('Title').first().fill('Bolts and bones');
    await details.getByLabel('Author').first().fill('Ann Smith');
    await details.getByRole('button', { name: 'Done' }).click();
    await opener(page, 'Published').click();
    await expect.poll(() => dialog.getByLabel('Address of the report').inputValue()).toBe(address);
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await dialog.getByText('Published.', { exact: true }).waitFor();
    await reader.reload();
    await reader.getByRole('heading', { name: 'Bolts and bones' }).waitFor();
    await reader.getByText('Ann Smith').waitFor();

    await dialog.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByText('Taken back').waitFor();
    expect((await reader.goto(address))?.status()).toBe(404);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  it('one that was taken back elsewhere is said to be, and its address can be forgotten', async () => {
    const page = await go('#/check');
    await checkText(page, `${CLAIM} ${BONES}`);
    await opener(page, 'Publish').click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Published.', { exact: true }).waitFor();
    const id = (await dialog.getByLabel('Address of the report').inputValue()).slice(-24);
    await fetch(`${gateway().url}/v1/reports/${id}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer sandbox' },
    });
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await dialog.getByRole('alert').getByText('no such report is published').waitFor();
    await dialog.getByRole('button', { name: 'Forget its address' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  });

  it('an operator sees what is published and shared, and removes it', async () => {
    const report = {
      report: { title: 'Bones, counted' },
      text: BONES,
      claims: [{ text: BONES, original_text: BONES, start: 0, end: BONES.length, verdict: 'supported' }],
    };
    const post = async (path: string, body: object): Promise<{ url: string; code: string }> => {
      const response = await fetch(gateway().url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer sandbox', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.json();
    };
    const { url } = await post('/v1/reports', report);
    const { code } = await post('/v1/shared-checks', { text: BONES, claims: [{ id: 'claim-1' }] });
    const page = await go('#/operate/reports');
    await enterAdminKey(page);
    const listed = page.getByRole('list', { name: 'Published reports' }).getByRole('listitem');
    const one = listed.filter({ hasText: 'Bones, counted' });
    await expect.poll(() => one.innerText()).toMatch(/1 claim · published .* · by caller [\w-]{12}/);
    await expect.poll(() => one.getByRole('link').getAttribute('href')).toBe(new URL(url).pathname);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await one.getByRole('button', { name: 'Remove Bones, counted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await one.waitFor({ state: 'detached' });
    expect((await fetch(url)).status).toBe(404);
    const shared = page.getByRole('list', { name: 'Shared checks' }).getByRole('listitem');
    await expect
      .poll(() => shared.innerText())
      .toMatch(/1 claim · shared .* · changed .* · by caller [\w-]{12}/);
    await shared.getByRole('button', { name: /^Remove shared check / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No check is shared.').waitFor();
    expect((await fetch(`${gateway().url}/v1/shared-checks/${code}`)).status).toBe(404);
  });
});

describeInOneBrowser('the page: where nobody may publish', (browser, { it }) => {
  const { go } = setScene(browser);

  it('offers nothing of it', async () => {
    const page = await go('#/check');
    const limits = page.waitForResponse((response) => response.url().endsWith('/v1/limits'));
    await checkText(page, `${CLAIM} ${BONES}`);
    expect((await limits).status()).toBe(200);
    await expect(page.getByRole('button', { name: 'Publish' }).count()).resolves.toBe(0);
  });
});
