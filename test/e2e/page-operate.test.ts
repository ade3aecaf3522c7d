/** Operators see how the gateway is used, with an admin key. */
import { expect } from 'vitest';
import { OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { CLAIM, describeInBrowsers, PHONE, setSceneOf } from './page-scene.ts';

const KEY = 'admin-key-of-this-test-0123456789abcdef';

describeInBrowsers('the page: operating', (browser, { itInBoth, it }) => {
  const { go, gateway } = setSceneOf(browser, () =>
    startGateway({
      yaml: `admin: { keys: ["ann:${KEY}"] }\n${OWN_JUDGE}`,
      env: { CLAIMGATE_SANDBOX: 'all' },
    }),
  );

  itInBoth(
    'shows requests, tokens, claims, verdicts, keys and changes to whoever has an admin key',
    async () => {
      const admin = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
      await gateway().post('/admin/v1/callers', { key: 'sk-of-a-caller-0123456789', plan: 'free' }, admin);
      const issued = await gateway().post('/admin/v1/keys', { plan: 'pro', note: 'Acme' }, admin);
      expect(issued.status).toBe(201);
      await gateway().chat({
        api_key: 'sandbox',
        messages: [{ role: 'user', content: CLAIM }],
        fact_check: { mode: 'verify' },
      });
      await gateway().chat({ api_key: 'sandbox', temperature: 9 });

      const page = await go('#/operate');
      const nav = page.getByRole('navigation', { name: 'Views' });
      expect(await nav.getByText('Operate').count()).toBe(0);
      await page.getByLabel('Admin key').fill('no-admin-key-of-anybody-0123456789abcdef');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('alert').getByText('does not know this admin key').waitFor();
      await page.getByLabel('Admin key').fill(KEY);
      await page.getByRole('button', { name: 'Open', exact: true }).click();

      const day = page.getByRole('region', { name: 'Last 24 hours' });
      await day.waitFor();
      const facts = await day.innerText();
      expect(facts).toMatch(/Requests\s+[2-9]/);
      expect(facts).toMatch(/Refused or failed\s+[1-9]/);
      expect(facts).toMatch(/refuted\s+\d/);
      const row = (table: string) => page.getByRole('region', { name: table }).locator('tbody tr');
      expect(await row('By hour').count()).toBeGreaterThan(0);
      expect(await row('Providers and sources').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^Provider openai\s+\d+\s+0$/)]),
      );
      expect((await row('Errors').allInnerTexts()).join('\n')).toMatch(/^invalid_body\t1$/m);
      expect((await row('Plans').allInnerTexts()).join('\n')).toMatch(/^pro.*\t0\t1$/m);
      expect((await row('Callers with a plan of their own').allInnerTexts()).join('\n')).toMatch(
        /^[\w-]{12}\tfree/m,
      );
      expect((await row('Latest changes and refused tries').allInnerTexts()).join('\n')).toMatch(
        /admin:ann\s+key\.issue\s+ik_\w+\s+done/,
      );
      expect(page.url()).not.toContain(KEY);
      await page.reload();
      await page.getByLabel('Admin key').waitFor();
      expect(
        await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
      ).not.toContain(KEY);
    },
  );

  it('is as good to screen readers and on a phone', async () => {
    const page = await go('#/operate', PHONE);
    await page.getByLabel('Admin key').fill(KEY);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
