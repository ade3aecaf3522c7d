/** An operator issues a key with a budget, fills the corpus, and finds which model was refuted most this week. */
import type { Browser } from 'playwright-core';
import { startFakeProvider } from '../../harness/fake-provider.ts';
import { sampleDocx, samplePage, samplePdf } from '../../harness/sample-documents.ts';
import { ADMIN_KEY } from '../../harness/start-gateway.ts';
import { startTraffic } from '../traffic-gateway.ts';
import { openCamera } from './camera.ts';

const FERRY = 'The ferry of Sunderholm carried 40 cars until the bridge was opened in 1934.';
const FILES = {
  'report.pdf': samplePdf({ pages: [['The Sunderholm bridge is 212 metres long and was opened in 1934.']] }),
  'minutes.docx': sampleDocx(['The council closed the footpath of the bridge for repairs in May 2024.']),
  'tolls.txt': 'Lorries pay a toll of 12 crowns on the Sunderholm bridge. Bicycles cross it free of charge.',
};

export async function filmOperator(browser: Browser, file: string): Promise<number> {
  const site = await startFakeProvider((_request, response) => {
    response.setHeader('content-type', 'text/html').end(samplePage(`<p>${FERRY}</p>`));
  });
  const link = `${site.url}/ferry`;
  const gateway = await startTraffic('fetch: { private_hosts: [127.0.0.1] }');
  try {
    const camera = await openCamera(browser, gateway.url, '#/operate');
    const { page, show, say, press, type, until } = camera;
    const sections = page.getByRole('navigation', { name: 'Sections' });

    await say('An operator opens the console with an admin key.');
    await type(page.getByLabel('Admin key'), ADMIN_KEY);
    await press(page.getByRole('button', { name: 'Open', exact: true }));
    await until(page.getByRole('region', { name: 'Last 24 hours' }));

    await say('A key with a budget is issued.');
    await press(sections.getByRole('link', { name: 'Keys' }));
    await press(page.getByRole('button', { name: 'Issue a key' }).first());
    const form = page.getByRole('dialog', { name: 'Issue a key' });
    await type(form.getByLabel('Name'), 'Newsroom of the Courier');
    await press(form.getByLabel('Plan'));
    await press(page.getByTitle('pro', { exact: true }));
    await type(form.getByLabel('US dollars a month'), '25');
    await press(form.getByRole('button', { name: 'Issue key' }));
    const secret = page.getByRole('dialog', { name: 'The key of' });
    await secret.waitFor();
    await say('Its secret is shown once.');
    await press(secret.getByRole('button', { name: 'Done' }));
    await until(page.getByText('$0.00 of $25.00 this month, $25.00 left'));

    await say('The corpus is filled from three files and a link.');
    await press(sections.getByRole('link', { name: 'Corpus' }));
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.locator('input[type=file][multiple]').setInputFiles(
      Object.entries(FILES).map(([name, content]) => ({
        ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
      })),
    );
    await type(page.getByLabel('Address of a page'), link);
    await press(page.getByRole('button', { name: 'Add page' }));
    await until(page.getByText('4 of 4 done'));
    await show(2);
    await say('What a claim would find in it can be tried.');
    await type(page.getByLabel('A claim, or words'), 'How many cars did the ferry carry?');
    await press(page.getByRole('button', { name: 'Search', exact: true }));
    const found = page.getByRole('list', { name: 'Passages found' }).getByRole('listitem').first();
    await until(found.filter({ hasText: '40 cars' }));
    await found.scrollIntoViewIfNeeded();
    await show(2);

    await say('Which model was refuted most this week?');
    await press(sections.getByRole('link', { name: 'Traffic' }));
    const most = page.getByRole('region', { name: 'Refuted most' });
    await until(most);
    await most.scrollIntoViewIfNeeded();
    await show(4);
    const byModel = page.getByRole('table', { name: 'By model' });
    await byModel.scrollIntoViewIfNeeded();
    await say('Beside it: cost, tokens, latency and verdicts of each model.');
    await show(3);
    return await camera.finish(file);
  } finally {
    await gateway.stop();
    await site.stop();
  }
}
