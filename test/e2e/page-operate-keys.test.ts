/** Operators give out keys by the page alone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { ADMIN_KEY, startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { describeInOneBrowser, enterAdminKey, PHONE, setSceneOf } from './page-scene.ts';

describeInOneBrowser('the page: issued keys', (browser, { it }) => {
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider(speak());
  });
  afterAll(() => fake.stop());
  const { go, gateway } = setSceneOf(browser, () =>
    startGateway({
      env: envFor(fake),
      yaml: `
admin: { keys: ["ann:${ADMIN_KEY}"] }
providers: { openai: { keys: [sk-operator-of-this-test] } }
fact_check: { mode: 'off' }
`,
    }),
  );
  const chat = async (key: string): Promise<number> =>
    (await gateway().chat({}, { authorization: `Bearer ${key}` })).status;
  const readSecret = async (page: Page): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: 'The key of' });
    const secret = (await dialog.locator('code').innerText()).trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    return secret;
  };

  it('an operator issues a key with a budget, and sees what is left of it', async () => {
    const page = await go('#/operate/keys');
    await enterAdminKey(page);
    await page.getByText('No valid key.').waitFor();
    // As where the page is opened over HTTP, from another machine.
    await page.evaluate(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    await page.getByRole('button', { name: 'Issue a key' }).click();
    const form = page.getByRole('dialog', { name: 'Issue a key' });
    await form.getByLabel('Name').fill('Acme');
    await form.getByLabel('Plan').click();
    await page.getByTitle('pro', { exact: true }).click();
    await form.getByLabel('Tokens a month').fill('5000');
    await form.getByLabel('US dollars a month').fill('2');
    await form.getByLabel('Tokens a day').fill('4000');
    await form.getByLabel('Expires').fill('2020-01-31');
    await form.getByRole('button', { name: 'Issue key' }).click();
    await form.getByRole('alert').getByText('expires: must be a date to come').waitFor();
    await form.getByLabel('Expires').fill('2099-01-31');
    await form.getByRole('button', { name: 'Issue key' }).click();
    const first = await readSecret(page);
    expect(first).toMatch(/^cg-[\w-]{43}$/);

    const card = page.getByRole('list', { name: 'Issued keys' }).getByRole('listitem');
    await card.getByText('0 of 5,000 tokens this month, 5,000 left').waitFor();
    const facts = await card.innerText();
    expect(facts).toMatch(/Acme\s+Valid/);
    expect(facts).toMatch(/plan pro · all models of the plan · issued .* · until Jan 31, 2099/);
    expect(facts).toContain('$0.00 of $2.00 this month, $2.00 left');
    expect(facts).toContain('0 of 4,000 tokens today (UTC), 4,000 left');
    expect(await page.content()).not.toContain(first);

    expect(await chat(first)).toBe(200);
    await expect
      .poll(async () => {
        await page.reload();
        await enterAdminKey(page);
        return card.innerText();
      })
      .toContain('12 of 5,000 tokens this month, 4,988 left');

    await card.getByRole('button', { name: 'New secret for Acme' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const second = await readSecret(page);
    expect([await chat(first), await chat(second)]).toEqual([401, 200]);

    await card.getByRole('button', { name: 'Change Acme' }).click();
    const change = page.getByRole('dialog', { name: 'Change Acme' });
    await change.getByLabel('Tokens a day').fill('28');
    await change.getByRole('button', { name: 'Save' }).click();
    await card.getByText('of 28 tokens today (UTC)').waitFor();
    await expect.poll(() => card.innerText()).toMatch(/Acme\s+85% used/);
    expect(await chat(second)).toBe(429);
    await card.getByRole('button', { name: 'Change Acme' }).click();
    await change.getByLabel('Tokens a month').fill('20');
    await change.getByRole('button', { name: 'Save' }).click();
    await card.getByText('of 20 tokens this month').waitFor();
    await expect.poll(() => card.innerText()).toContain('$2.00');
    await expect.poll(() => card.innerText()).toMatch(/Acme\s+Budget spent/);
    expect(await chat(second)).toBe(429);

    await card.getByRole('button', { name: 'Revoke Acme' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await chat(second)).toBe(429);
    await card.getByRole('button', { name: 'Revoke Acme' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No valid key.').waitFor();
    expect(await chat(second)).toBe(401);
  });

  it('an operator gives a team a budget, puts keys into it, and sees what they spend together', async () => {
    const page = await go('#/operate/keys');
    await enterAdminKey(page);
    await page.getByRole('button', { name: 'Create a team' }).click();
    const form = page.getByRole('dialog', { name: 'Create a team' });
    await form.getByLabel('Name').fill('-');
    await form.getByLabel('Tokens a month').fill('5000');
    await form.getByRole('button', { name: 'Create team' }).click();
    await form.getByRole('alert').getByText('name: must have 1 to 64 characters').waitFor();
    await form.getByLabel('Name').fill('Research');
    await form.getByLabel('Plan').click();
    await page.getByTitle('pro', { exact: true }).click();
    await form.getByRole('button', { name: 'Create team' }).click();
    const teams = page.getByRole('list', { name: 'Teams' }).getByRole('listitem');
    await teams.getByText('0 of 5,000 tokens this month, 5,000 left').waitFor();
    await expect.poll(() => teams.innerText()).toMatch(/Research\s+Team\s+0 keys · plan pro/);

    await page.getByRole('button', { name: 'Issue a key' }).click();
    const issue = page.getByRole('dialog', { name: 'Issue a key' });
    await issue.getByLabel('Name').fill('Zoe');
    await issue.getByLabel('Team').click();
    await page.getByTitle('Research', { exact: true }).click();
    await issue.getByText('The plan of its team (pro)').waitFor();
    await issue.getByRole('button', { name: 'Issue key' }).click();
    const key = await readSecret(page);
    const card = page
      .getByRole('list', { name: 'Issued keys' })
      .getByRole('listitem')
      .filter({ hasText: 'Zoe' });
    await card.getByText('team Research · plan pro').waitFor();
    expect(await chat(key)).toBe(200);
    await teams.getByRole('button', { name: 'Change Research' }).click();
    await page.getByRole('dialog').getByLabel('Tokens a day').fill('14');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await teams.getByText('of 14 tokens today (UTC)').waitFor();
    expect(await chat(key)).toBe(429);
    await expect
      .poll(async () => {
        await page.reload();
        await enterAdminKey(page);
        await card.waitFor();
        return teams.innerText();
      })
      .toContain('12 of 5,000 tokens this month, 4,988 left');
    await expect.poll(() => teams.innerText()).toMatch(/Research\s+Budget spent\s+1 key/);
    await expect.poll(() => teams.innerText()).toContain('12 of 14 tokens today (UTC), 2 left');
    await expect.poll(() => card.innerText()).toMatch(/Zoe\s+Budget of the team spent/);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);

    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Traffic' }).click();
    await page
      .getByRole('table', { name: 'By team' })
      .getByRole('row', { name: /^Research 2 1/ })
      .waitFor();
    await sections.getByRole('link', { name: 'Keys' }).click();
    await teams.getByRole('button', { name: 'Delete Research' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete the team Research?' });
    await sure.getByLabel('Revoke 1 key').waitFor();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await teams.waitFor({ state: 'hidden' });
    await card.getByText('default plan').waitFor();
    expect(await chat(key)).toBe(200);
    await card.getByRole('button', { name: 'Revoke Zoe' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await card.waitFor({ state: 'hidden' });
  });

  it('each section has its address: reload, Back and a phone', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` };
    const keys = Array.from({ length: 26 }, (_, at) => ({
      note: `Key number ${at} ${'of a long name '.repeat(4)}`,
    }));
    await gateway().post('/admin/v1/keys/import', { keys }, headers);
    const page = await go('#/operate', PHONE);
    await enterAdminKey(page);
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Keys' }).click();
    const list = page.getByRole('list', { name: 'Issued keys' });
    await list.waitFor();
    await expect.poll(() => page.title()).toBe('Keys – Operate – Claimgate');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(25);
    const newest = await list.getByRole('listitem').first().innerText();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => list.getByRole('listitem').first().innerText()).not.toBe(newest);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.goForward();
    await page.reload();
    await enterAdminKey(page);
    await list.waitFor();
    expect(page.url()).toContain('#/operate/keys');
  });
});
