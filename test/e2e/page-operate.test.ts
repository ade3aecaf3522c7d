/** Operators see how the gateway is used, with an admin key. */
import { expect } from 'vitest';
import { ADMIN_KEY, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { CLAIM, describeInOneBrowser, enterAdminKey, PHONE, setSceneOf } from './page-scene.ts';

describeInOneBrowser('the page: operating', (browser, { it }) => {
  const { go, gateway } = setSceneOf(browser, () =>
    startGateway({
      yaml: `
admin: { keys: ["ann:${ADMIN_KEY}"] }
plans: { pro: { requests_per_minute: 30, tokens_per_minute: 200000 } }
${OWN_JUDGE}`,
      env: { CLAIMGATE_SANDBOX: 'all' },
    }),
  );

  it('shows requests, tokens, claims, verdicts, keys and changes to whoever has an admin key', async () => {
    const admin = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` };
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
    await expect.poll(() => nav.getByText('Operate').count()).toBe(0);
    await enterAdminKey(page, 'no-admin-key-of-anybody-0123456789abcdef');
    await page.getByRole('alert').getByText('does not know this admin key').waitFor();
    await enterAdminKey(page);

    const day = page.getByRole('region', { name: 'Last 24 hours' });
    await day.waitFor();
    const facts = await day.innerText();
    expect(facts).toMatch(/Requests\s+[2-9]/);
    expect(facts).toMatch(/answered by the sandbox\s+[1-9]/);
    expect(facts).toMatch(/Refused or failed\s+[1-9]/);
    expect(facts).toMatch(/refuted\s+\d/);
    const row = (table: string) => page.getByRole('region', { name: table }).locator('tbody tr');
    await expect.poll(() => row('By hour').count()).toBeGreaterThan(0);
    await expect
      .poll(() => row('Providers and sources').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Provider openai\s+\d+\s+0$/)]));
    expect((await row('Errors').allInnerTexts()).join('\n')).toMatch(/^invalid_body\t1$/m);
    const plans = (await row('Plans').allInnerTexts()).join('\n');
    expect(plans).toMatch(/^pro\t30 requests, 200,000 tokens\t1,000\t.*\t0\t1$/m);
    expect(plans).toMatch(/^free.*\tno limit\t100\t/m);
    expect((await row('Callers with a plan of their own').allInnerTexts()).join('\n')).toMatch(
      /^[\w-]{12}\tfree/m,
    );
    expect((await row('Latest changes and refused tries').allInnerTexts()).join('\n')).toMatch(
      /admin:ann\s+key\.issue\s+ik_\w+\s+done/,
    );
    expect(page.url()).not.toContain(ADMIN_KEY);
    await page.reload();
    await page.getByLabel('Admin key').waitFor();
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(ADMIN_KEY);
  });

  it('is as good to screen readers and on a phone', async () => {
    const page = await go('#/operate', PHONE);
    await enterAdminKey(page);
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  });
});
