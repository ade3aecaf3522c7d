/** Operators fill the corpus by the page alone, and see what failed and why. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { sampleDocx, samplePage, samplePdf } from '../harness/sample-documents.ts';
import { ADMIN_KEY, startGateway } from '../harness/start-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { describeInOneBrowser, enterAdminKey, PHONE, setSceneOf } from './page-scene.ts';

const TEXT = 'Sunderholm bridge was opened in 1934, and it is 212 metres long, longer than most of its time.';

describeInOneBrowser('the page: the corpus', (browser, { it }) => {
  let pages: FakeProvider;
  /** A test that is tried again finds a collection of its own. */
  let tries = 0;
  beforeAll(async () => {
    pages = await startFakeProvider((request, response) => {
      if (request.url === '/ferry') {
        response
          .setHeader('content-type', 'text/html')
          .end(samplePage('<p>The ferry of Sunderholm carried 40 cars until the bridge was opened.</p>'));
      } else response.writeHead(404).end();
    });
  });
  afterAll(() => pages.stop());
  const { go } = setSceneOf(browser, () =>
    startGateway({
      yaml: `
admin: { keys: ["ann:${ADMIN_KEY}"] }
fetch: { private_hosts: [127.0.0.1] }
`,
    }),
  );
  const choose = (page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> =>
    page.locator('input[type=file][multiple]').setInputFiles(
      Object.entries(files).map(([name, content]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      })),
    );
  const chooseCollection = async (page: Page, name: RegExp): Promise<void> => {
    await page.getByLabel('Collection', { exact: true }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  };
  const line = (id: string) =>
    JSON.stringify({ id, title: `Line ${id}`, url: pages.url, text: `${TEXT} ${id}` });

  it('is filled from three files and a link, and what failed is said with its reason', async () => {
    const name = `bridges${++tries}`;
    const page = await go('#/operate/corpus');
    await enterAdminKey(page);
    await page.getByText('There is no document in this collection yet.').waitFor();
    await chooseCollection(page, /New collection/);
    await page.getByLabel('Name of the new collection').fill('Bridges');
    await expect.poll(() => page.getByRole('button', { name: 'Use', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Name of the new collection').fill(name);
    await page.keyboard.press('Enter');
    await page.getByText(`documents_from: corpus:${name}`).waitFor();

    await choose(page, {
      'report.pdf': samplePdf({ pages: [[TEXT]] }),
      'minutes.docx': sampleDocx([TEXT]),
      'lines.jsonl': [line('a'), '{"id":"b"}', line('c')].join('\n'),
      'photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    });
    for (const address of [`${pages.url}/ferry`, `${pages.url}/gone`]) {
      await page.getByLabel('Address of a page').fill(address);
      await page.getByRole('button', { name: 'Add page' }).click();
    }
    await page.getByText('6 of 6 done, 2 failed').waitFor();
    const additions = page.getByRole('list', { name: 'Added and failed' });
    const said = (await additions.locator(':scope > li').allInnerTexts()).map((text) => text.split(/\n+/));
    expect(said).toEqual([
      ['report.pdf', `1 document added · 1 passage · ${name}`],
      ['minutes.docx', `1 document added · 1 passage · ${name}`],
      [
        ...['lines.jsonl', `2 documents added · 2 passages · ${name}`, '1 line was left out:'],
        'Line 2: title: is missing',
      ],
      ['photo.png', expect.stringContaining('This is an image. Readable are PDF'), 'Try again'],
      [`${pages.url}/ferry`, `1 document added · 1 passage · ${name}`],
      [
        ...[`${pages.url}/gone`, 'The page could not be fetched. The page answered with status 404.'],
        'Try again',
      ],
    ]);

    const list = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    await expect.poll(() => list.count()).toBe(5);
    expect((await list.allInnerTexts())[0]?.replace(/\n+/g, '\n')).toContain(
      `On towers\n1 passage · 2024-05-01 · ${pages.url}/ferry`,
    );
    await page.getByText(`${name} (5 documents)`).waitFor();
    await page.getByLabel('A claim, or words').fill('How many cars did the ferry carry?');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const found = page.getByRole('list', { name: 'Passages found' }).getByRole('listitem');
    await expect.poll(async () => (await found.allInnerTexts())[0]).toContain('carried 40 cars');

    await page.getByLabel('Title, address or id').fill('line');
    await expect.poll(() => list.count()).toBe(2);
    await page.getByRole('button', { name: 'Remove Line a' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => list.count()).toBe(2);
    await page.getByRole('button', { name: 'Remove Line a' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => list.count()).toBe(1);

    await page.reload();
    await enterAdminKey(page);
    await chooseCollection(page, new RegExp(`^${name} \\(4 documents\\)`));
    await expect.poll(() => list.count()).toBe(4);
  });

  it('goes on while another section is looked at, and is as good on a phone', async () => {
    const page = await go('#/operate/corpus', PHONE);
    await enterAdminKey(page);
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`${'a-long-name-of-a-file-'.repeat(5)}${n}.txt`, `${TEXT} ${n}`]),
    );
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await choose(page, files);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.goBack();
    await page.getByText('60 of 60 done').waitFor();
    const list = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    await expect.poll(() => list.count()).toBe(50);
    await page.getByRole('button', { name: 'Clear list' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => list.count()).toBe(10);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  });
});
