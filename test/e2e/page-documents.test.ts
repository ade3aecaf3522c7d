/** A journalist opens what lies before them: a link, a PDF, a page that cannot be had. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { samplePage, samplePdf } from '../harness/sample-documents.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { describeInBrowsers, setSceneOf } from './page-scene.ts';

const BONES = 'The human body has 206 bones.';
const WATER = 'Pure water boils at 90 degrees Celsius at sea level.';

let pages: FakeProvider;
beforeAll(async () => {
  pages = await startFakeProvider((request, response) => {
    if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else response.setHeader('content-type', 'text/html').end(samplePage(`<p>${BONES} ${WATER}</p>`));
  });
});
afterAll(() => pages.stop());

const box = (page: Page) => page.getByLabel('Text to check');
const source = (page: Page) => page.locator('.check-document-source');

describeInBrowsers('the page: documents', (browser, { it, itInBoth }) => {
  const { go } = setSceneOf(browser, () => startGateway({ yaml: 'fetch: { private_hosts: [127.0.0.1] }' }));
  const open = async (page: Page, link: string): Promise<void> => {
    await page.getByLabel('Paste a link').fill(link);
    await page.keyboard.press('Enter');
  };

  it('opens a link: its text, its claims, and where it comes from', async () => {
    const page = await go('#/check');
    await open(page, `${pages.url}/article`);
    await page.getByText('2 claims', { exact: true }).waitFor();
    await expect.poll(() => box(page).inputValue()).toBe(`${BONES} ${WATER}`);
    await expect
      .poll(() => source(page).innerText())
      .toMatch(/^On towers\s+Ann Author\s+2024-05-01\s+127\.0\.0\.1:\d+$/);
    await expect.poll(() => source(page).getByRole('link').getAttribute('href')).toBe(`${pages.url}/article`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await source(page).waitFor({ state: 'detached' });
  });

  it('leaves nothing of a link that was refused above the next text', async () => {
    const page = await go('#/check');
    await open(page, `${pages.url}/inside`);
    const alert = page.locator('.check-document').getByRole('alert');
    await alert.waitFor();
    await expect
      .poll(() => page.getByLabel('Paste a link').inputValue(), { message: 'to be mended' })
      .toBe(`${pages.url}/inside`);
    await page.locator('.check-document input[type=file]').setInputFiles({
      ...{ name: 'bones.txt', mimeType: 'text/plain' },
      buffer: Buffer.from(BONES),
    });
    await expect.poll(() => box(page).inputValue()).toBe(BONES);
    await expect.poll(() => page.getByLabel('Paste a link').inputValue()).toBe('');
    await expect.poll(() => alert.count()).toBe(0);
    await open(page, `${pages.url}/inside`);
    await alert.waitFor();
    await page.locator('.side').getByRole('button', { name: 'New check' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Paste a link').inputValue()).toBe('');
  });

  itInBoth('opens a file that is chosen or dropped, and says what it cannot read', async () => {
    const page = await go('#/check');
    const pdf = samplePdf({ pages: [[WATER]] });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('.check-document input[type=file]').setInputFiles({ name, mimeType, buffer });
    await choose('walls.pdf', 'application/pdf', pdf);
    await expect.poll(() => box(page).inputValue()).toBe(WATER);
    await expect.poll(() => source(page).innerText()).toContain('On towers');

    await choose('walls.png', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    const alert = page.locator('.check-document').getByRole('alert');
    await alert
      .getByText('This is an image. Readable are PDF, DOCX, HTML, Markdown and plain text.')
      .waitFor();
    await expect.poll(() => box(page).inputValue(), { message: 'what was there stays' }).toBe(WATER);

    await page.evaluate((text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], 'tower.txt', { type: 'text/plain' }));
      document
        .querySelector('.check-input')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    }, BONES);
    await expect.poll(() => box(page).inputValue()).toBe(BONES);
    await alert.waitFor({ state: 'detached' });

    await open(page, `${pages.url}/inside`);
    await alert
      .getByText('The address leads into a private network, which pages are not fetched from.')
      .waitFor();
  });
});
