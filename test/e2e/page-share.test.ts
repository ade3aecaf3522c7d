/** Two people decide on one check, each in a browser of their own. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { OWN_JUDGE, startWriting } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { CLAIM, checkText, describeInOneBrowser, setSceneOf } from './page-scene.ts';

const BONES = 'The human body has 206 bones.';

const card = (page: Page, claim: string) => page.locator('.check-claims .card').filter({ hasText: claim });
const together = (page: Page) => page.getByRole('region', { name: 'Deciding together' });
const others = (page: Page, claim: string) =>
  card(page, claim).getByRole('region', { name: 'what others decided' });

async function decide(page: Page, claim: string, verdict: string, note: string): Promise<void> {
  await card(page, claim)
    .getByRole('button', { name: /^(?:Dispute|Give your verdict|Change)$/ })
    .click();
  const form = page.getByRole('form', { name: 'Your verdict on this claim' });
  await form.getByRole('radio', { name: verdict, exact: true }).check();
  await form.getByLabel('Why (optional)').fill(note);
  await form.getByRole('button', { name: 'Save' }).click();
}

describeInOneBrowser('the page: deciding together', (browser, { it }) => {
  const { go, gateway } = setSceneOf(browser, () =>
    startWriting(`${OWN_JUDGE}\nplans: { pro: { publish: true } }`),
  );

  async function share(page: Page): Promise<string> {
    await checkText(page, `${CLAIM} ${BONES}`);
    await page.locator('.check-summary').getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide together' });
    await dialog.getByLabel('Your name').fill('Ann Smith');
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await dialog.getByLabel('Address of the shared check').inputValue();
    expect(address).toMatch(new RegExp(`^${gateway().url}/#/check/shared-[\\w-]{24}$`));
    await dialog.getByRole('button', { name: 'Close' }).click();
    return address;
  }

  /** The second person, in a browser that knows nothing of the first. */
  async function join(address: string): Promise<Page> {
    const page = await go(new URL(address).hash);
    await together(page).getByLabel('Your name').fill('Ben Miller');
    await together(page).getByRole('button', { name: 'Take part' }).click();
    return page;
  }

  it('both see what the other decides, and where they differ, until it is no longer shared', async () => {
    const ann = await go('#/check');
    const address = await share(ann);
    await decide(ann, CLAIM, 'refuted', 'Towers are struck each year.');
    const ben = await join(address);
    await others(ben, CLAIM).getByText('Ann Smith: refuted').waitFor();
    await others(ben, CLAIM).getByText('Towers are struck each year.').waitFor();
    // The address in the bar is the browser's own now: nobody hands on another's by accident.
    await expect.poll(async () => ben.url()).not.toContain('shared-');

    await decide(ben, CLAIM, 'conflicting evidence', 'Depends on the place.');
    await others(ann, CLAIM).getByText('Ben Miller: conflicting').waitFor();
    await others(ann, CLAIM).getByText('You do not agree.').waitFor();
    await card(ann, CLAIM).getByRole('region', { name: 'your verdict' }).getByText('Towers are').waitFor();
    await together(ann).getByText('beside Ben Miller').waitFor();
    await others(ben, CLAIM).getByText('You do not agree.').waitFor();
    await expect.poll(() => listSeriousFaults(ben)).toEqual([]);

    await decide(ben, BONES, 'supported', 'Counted.');
    await others(ann, BONES).getByText('Counted.').waitFor();
    await card(ben, BONES).getByRole('button', { name: 'Withdraw' }).click();
    await others(ann, BONES).waitFor({ state: 'detached' });

    // A reload finds all of it again, without the address.
    await ben.reload();
    await others(ben, CLAIM).getByText('Ann Smith: refuted').waitFor();

    await ann.locator('.check-summary').getByRole('button', { name: 'Shared', exact: true }).click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await ann.getByRole('dialog').getByText('Nobody can open it any more').waitFor();
    await together(ben).getByText('This check is no longer shared').waitFor();
    await others(ben, CLAIM).getByText('Ann Smith: refuted').waitFor();
  });

  it('what is decided without a network is sent once there is one, and reports name everybody', async () => {
    const ann = await go('#/check');
    const address = await share(ann);
    const ben = await join(address);
    await together(ben).getByText('You take part as Ben Miller').waitFor();
    await ben.context().setOffline(true);
    await decide(ben, BONES, 'supported', 'Counted on a train.');
    await together(ben).getByText('What you decide stays here').waitFor();
    await ben.context().setOffline(false);
    await others(ann, BONES).getByText('Counted on a train.').waitFor();

    await decide(ann, BONES, 'refuted', 'Children have more.');
    // What the maker changes in the text comes to the others, and what they decided stays.
    await ann.getByLabel('Text to check').fill(`${CLAIM} ${BONES} The Moon is made of cheese.`);
    await card(ann, 'cheese').waitFor();
    const opener = ann.locator('.check-summary').getByRole('button', { name: 'Shared', exact: true });
    await opener.click();
    const sharing = ann.getByRole('dialog', { name: 'Decide together' });
    await sharing.getByRole('button', { name: 'Share changes' }).click();
    await sharing.getByText('The others get the text').waitFor();
    await sharing.getByRole('button', { name: 'Close' }).click();
    await card(ben, 'cheese').waitFor();
    await card(ben, BONES).getByText('Counted on a train.').waitFor();
    await others(ben, BONES).getByText('Children have more.').waitFor();

    await ann.locator('.check-summary').getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = ann.getByRole('dialog', { name: 'Publish the report' });
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Published.', { exact: true }).waitFor();
    const report = await fetch(await dialog.getByLabel('Address of the report').inputValue());
    const text = await report.text();
    expect(text).toMatch(/Decided by Ann Smith, [\d-]{10}\. Children have more\./);
    expect(text).toMatch(/Ben Miller decided otherwise, [\d-]{10}: supported\. Counted on a train\./);
    expect(text).not.toContain(address.slice(-24));
  });

  it('an address that opens nothing says so', async () => {
    const page = await go(`#/check/shared-${'x'.repeat(24)}`);
    await page.getByRole('heading', { name: 'This check is not shared any more' }).waitFor();
    await page.getByRole('button', { name: 'New check' }).last().click();
    await page.getByLabel('Text to check').waitFor();
  });
});
