/** A journalist opens a PDF of 40 pages, has it checked, decides five claims, publishes the report and takes it back. */
import type { Browser } from 'playwright-core';
import { runInTests } from '../../../src/cli/run-in-tests.ts';
import { samplePdf } from '../../harness/sample-documents.ts';
import { OWN_JUDGE, startWriting } from '../../harness/start-gateway.ts';
import { openCamera } from './camera.ts';

const PAGES = 40;
const DECIDED = 5;
const year = (at: number): number => 1700 + 2 * at;
const tower = (at: number, opened: number): string => `The tower of town ${at} was opened in ${opened}.`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
/** Three claims on each page. Each seventh is wrong. */
const REPORT = samplePdf({
  pages: upTo(PAGES).map((page) =>
    upTo(3).map((line) => {
      const at = 3 * page + line + 1;
      return tower(at, at % 7 === 0 ? year(at) + 30 : year(at));
    }),
  ),
});

export async function filmJournalist(browser: Browser, file: string): Promise<number> {
  const gateway = await startWriting(`${OWN_JUDGE}\nplans: { pro: { publish: true } }`);
  const known = upTo(3 * PAGES).map((at) =>
    JSON.stringify({
      ...{ id: `tower-${at + 1}`, title: `Town ${at + 1}`, url: `https://example.org/towns/${at + 1}` },
      text: tower(at + 1, year(at + 1)),
    }),
  );
  await runInTests(['corpus', 'add', '-'], { CLAIMGATE_DATA_DIR: gateway.dataDir }, known.join('\n'));
  try {
    const camera = await openCamera(browser, gateway.url, '#/check');
    const { page, show, say, press, type, until } = camera;
    const card = page.locator('.check-claims .card');

    await say(`A PDF of ${PAGES} pages is opened.`);
    await page
      .locator('.check-document input[type=file]')
      .setInputFiles({ name: 'towers.pdf', mimeType: 'application/pdf', buffer: REPORT });
    await until(page.getByText(`${3 * PAGES} claims`, { exact: true }));
    await say('All of its claims are checked in one step; what that takes is said before.');
    await press(page.getByLabel('Which claims are verified'));
    await press(page.getByTitle(`All ${3 * PAGES}, from the beginning`));
    await press(page.getByRole('button', { name: 'Verify claims' }));
    await until(page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')));

    const shown = page.getByRole('group', { name: 'Which claims are shown' });
    await press(shown.getByRole('button', { name: /^refuted \(/ }));
    await say('These are wrong, by the evidence that stands beside them.');
    await show(2);
    for (const at of upTo(DECIDED)) {
      if (at === 0) await say(`The journalist decides ${DECIDED} claims, with a note.`);
      await press(card.nth(at).getByRole('button', { name: 'Dispute' }));
      const form = page.getByRole('form', { name: 'Your verdict on this claim' });
      await press(form.getByRole('radio', { name: 'conflicting evidence' }));
      await type(form.getByLabel('Why (optional)'), 'The town says that its records were lost.');
      await press(form.getByRole('button', { name: 'Save' }));
    }
    await until(page.locator('.summary-counts').getByText(`${DECIDED} decided by you`));

    await say('The report is published; what readers would miss is said before.');
    await press(page.locator('.check-summary').getByRole('button', { name: 'Publish', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Publish the report' });
    await show(3);
    await press(dialog.getByRole('button', { name: 'Publish', exact: true }));
    await until(dialog.getByText('Published.', { exact: true }));
    const address = await dialog.getByLabel('Address of the report').inputValue();

    await page.goto(address);
    await say('This is what its readers see.');
    await show(2);
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(300);
    await show(3);
    await page.goBack();
    await card.first().waitFor();
    await say('It is taken back.');
    await press(page.locator('.check-summary').getByRole('button', { name: 'Published', exact: true }));
    await press(dialog.getByRole('button', { name: 'Take back' }));
    await until(dialog.getByText('Taken back'));
    const gone = await fetch(address);
    if (gone.status !== 404 && gone.status !== 410) throw new Error(`It is still there: ${gone.status}`);
    await show(2);
    return await camera.finish(file);
  } finally {
    await gateway.stop();
  }
}
