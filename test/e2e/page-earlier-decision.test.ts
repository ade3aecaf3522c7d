/** What a person decides on the page is shown as decided when the claim comes again, to everybody who checks it here. */
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { startWriting } from '../harness/start-gateway.ts';
import { checkText, describeInOneBrowser, setSceneOf } from './page-scene.ts';
import { saved } from './saved-file.ts';

const CLAIM = 'The lighthouse of Sunderholm was completed in 1871.';
const AGAIN = 'In 1871, the lighthouse of Sunderholm was finished.';

describeInOneBrowser('the page: earlier decisions', (browser, { it }) => {
  const scene = setSceneOf(browser, () => startWriting());

  it('a decision that is exported and added is shown first, in other words too', async () => {
    const page = await scene.go('#/check');
    const card = page.locator('.check-claims .card');
    await checkText(page, CLAIM);
    await card.getByRole('button', { name: 'Dispute' }).click();
    const form = page.getByRole('form', { name: 'Your verdict on this claim' });
    await form.getByRole('radio', { name: 'refuted' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const report = await saved(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'JSON', exact: true }).click();
    });
    const env = { CLAIMGATE_DATA_DIR: scene.gateway().dataDir };
    await runInTests(['corpus', 'add', '--decisions', '--author', 'Ann Smith', '-'], env, report);

    // Somebody else, who has decided nothing.
    const other = await scene.go('#/check');
    await other.getByLabel('Text to check').fill(AGAIN);
    await other.getByRole('button', { name: 'Verify claims' }).click();
    const decided = other.locator('.check-claims .card[data-state="refuted"]');
    await decided.getByText(/^Ann Smith decided this claim on \d{4}-\d\d-\d\d: “False”\.$/).waitFor();
    await decided.getByText('Checked by: Ann Smith').first().waitFor();
    await decided.getByText('Fact check').first().waitFor();
  });
});
