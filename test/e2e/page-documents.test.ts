/** A journalist opens what lies before them: a link, a PDF, a page that cannot be had. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { samplePage, samplePdf } from '../harness/sample-documents.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { describeInBrowsers, setSceneOf } from './page-scene.ts';

const BONES = 'The human body has 206 bones.';
const WATER = 'Water boils at 90 degrees Celsius at sea level.';

let pages: Server;
let at = '';
beforeAll(async () => {
  pages = createServer((request, response) => {
    if (request.url === '/inside') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    response.setHeader('content-type', 'text/html').end(samplePage(`<p>${BONES} ${WATER}</p>`));
  });
  await new Promise<void>((resolve) => void pages.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
});
afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

const box = (page: Page) => page.getByLabel('Text to check');
const source = (page: Page) => page.locator('.check-document-source');

describeInBrowsers('the page: documents', (browser, { itInBoth }) => {
  const { go } = setSceneOf(browser, () => startGateway({ yaml: 'fetch: { private_hosts: [127.0.0.1] }' }));
  const open = async (page: Page, link: string): Promise<void> => {
    await page.getByLabel('Paste a link').fill(link);
    await page.keyboard.press('Enter');
  };

  itInBoth('opens a link: its text, its claims, and where it comes from', async () => {
    const page = await go('#/check');
    await open(page, `${at}/article`);
    await page.getByText('2 claims', { exact: true }).waitFor();
    expect(await box(page).inputValue()).toBe(`${BONES} ${WATER}`);
    expect(await source(page).innerText()).toMatch(
      /^On towers\s+Ann Author\s+2024-05-01\s+127\.0\.0\.1:\d+$/,
    );
    expect(await source(page).getByRole('link').getAttribute('href')).toBe(`${at}/article`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await source(page).waitFor({ state: 'detached' });
  });

  itInBoth('opens a file that is chosen or dropped, and says what it cannot read', async () => {
    const page = await go('#/check');
    const pdf = samplePdf({ pages: [[WATER]] });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('.check-document input[type=file]').setInputFiles({ name, mimeType, buffer });
    await choose('walls.pdf', 'application/pdf', pdf);
    await expect.poll(() => box(page).inputValue()).toBe(WATER);
    expect(await source(page).innerText()).toContain('On towers');

    await choose('walls.png', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    const alert = page.locator('.check-document').getByRole('alert');
    await alert
      .getByText('This is an image. Readable are PDF, DOCX, HTML, Markdown and plain text.')
      .waitFor();
    expect(await box(page).inputValue(), 'what was there stays').toBe(WATER);

    await page.evaluate((text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], 'tower.txt', { type: 'text/plain' }));
      document
        .querySelector('.check-input')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    }, BONES);
    await expect.poll(() => box(page).inputValue()).toBe(BONES);
    await alert.waitFor({ state: 'detached' });

    await open(page, `${at}/inside`);
    await alert
      .getByText('The address leads into a private network, which pages are not fetched from.')
      .waitFor();
  });
});
