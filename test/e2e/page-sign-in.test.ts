/** Operators come to the console by their OpenID provider, on another site, and leave again. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { freePort } from '../servers/free-port.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { type Visit, visit } from './open-browser.ts';
import { describeInOneBrowser, PHONE, setSceneOf } from './page-scene.ts';

const PEOPLE = {
  ann: { email: 'ann@example.org', groups: ['gateway-admins'] },
  vic: { email: 'vic@example.org', groups: ['gateway-viewers'] },
};

describeInOneBrowser('the page: signing in', (browser, { it }) => {
  let provider: OpenIdProvider;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    provider = await startOpenIdProvider(PEOPLE, () => [`http://127.0.0.1:${port}`]);
  });
  afterAll(() => provider.stop());
  const { go, gateway } = setSceneOf(browser, () =>
    startGateway({
      env: { PORT: String(port), CLAIMGATE_SIGN_IN_SECRET: CLIENT.secret },
      yaml: `
admin:
  sign_in:
    name: Example
    issuer: ${provider.issuer}
    client_id: ${CLIENT.id}
    url: http://127.0.0.1:${port}
    roles: { admin: [gateway-admins], viewer: [gateway-viewers] }
`,
    }),
  );
  let visited: Visit | undefined;
  afterEach(async () => {
    const { faults = [] } = visited ?? {};
    await visited?.close();
    visited = undefined;
    expect(faults.filter((fault) => !fault.startsWith(`asked ${provider.issuer}`))).toEqual([]);
  });
  /** As `go`, and the page may go to the provider. */
  const open = async (): Promise<Page> => {
    visited = await visit(await shareBrowser(browser), gateway().url, '#/operate');
    return visited.page;
  };
  const signIn = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: /sign-in/i }).click();
    await page.getByRole('heading', { name: 'Operate' }).waitFor();
  };
  const offers = (page: Page) => page.getByRole('button', { name: /Issue a key|Choose files|Remove|Revoke/ });

  it('a viewer sees all and is offered no change; an admin changes; both sign out', async () => {
    const page = await open();
    await page.getByLabel('Admin key').waitFor();
    await signIn(page, 'vic');
    await page.getByText('vic@example.org, viewer').waitFor();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.getByText('Changes are for people with the role admin.').waitFor();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('No valid key.').waitFor();
    await expect.poll(() => offers(page).count()).toBe(0);
    await sections.getByRole('link', { name: 'Corpus' }).click();
    await page.getByRole('region', { name: 'Documents' }).waitFor();
    await expect.poll(() => offers(page).count()).toBe(0);
    // A session outlives the page, unlike a key.
    await page.reload();
    await page.getByText('vic@example.org, viewer').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    // The provider asks whether its own session is to end too.
    await page.getByRole('button', { name: /yes/i }).click();
    await page.waitForURL(`${gateway().url}/**`);
    await page.goto(`${gateway().url}/#/operate/keys`);
    await signIn(page, 'ann');
    await page.getByText('ann@example.org, admin').waitFor();
    await page.getByRole('button', { name: 'Issue a key' }).click();
    const form = page.getByRole('dialog', { name: 'Issue a key' });
    await form.getByLabel('Name').fill('By a person');
    await form.getByRole('button', { name: 'Issue' }).click();
    await page.getByRole('dialog', { name: 'The key of' }).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'By a person' }).waitFor();
  });

  it('a session that has ended leads back to the sign-in, and says so', async () => {
    const page = await open();
    await signIn(page, 'ann');
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.context().addCookies([{ name: 'claimgate_session', value: 'over', url: gateway().url }]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').getByText('Your session is over. Sign in again.').waitFor();
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor();
  });

  it('the way in is as good to screen readers and on a phone', async () => {
    const page = await go('#/operate', PHONE);
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  });
});
