/** What goes along with a message: pictures for the model, documents that its answer is held against; and its thoughts. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { metadataOf, startFrontGateway } from './front-gateway.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { describeInBrowsers, describeInOneBrowser, setScene, setSceneOf } from './page-scene.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = [
  { name: 'tower.png', mimeType: 'image/png', buffer: PICTURE },
  {
    name: 'record.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The tower of Arden was completed in 1911. It is 84 metres tall.'),
  },
];

const composer = (page: Page) => page.getByLabel('Your message', { exact: true });
const attached = (page: Page) => page.locator('.composer .attachments li');

/** Hands files over as the clipboard or a drop does. */
const give = (page: Page, kind: 'paste' | 'drop', name: string): Promise<void> =>
  page
    .locator('.composer textarea')
    .first()
    .evaluate(
      (box, [event, file]) => {
        const data = new DataTransfer();
        data.items.add(new File(['It stands in Arden.'], file, { type: 'text/plain' }));
        box.dispatchEvent(
          event === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      },
      [kind, name] as const,
    );

interface Asked {
  readonly messages: readonly { readonly content: unknown }[];
  readonly fact_check: { readonly documents?: unknown };
}

/** Runs in the page: Firefox tells nobody else what a request holds. */
function noteAsked(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    if (address === '/v1/chat/completions') Object.assign(globalThis, { asked: String(init?.body) });
    return fetch(address, init);
  };
}

const lastAsked = async (page: Page): Promise<Asked> =>
  JSON.parse(await page.evaluate(() => (globalThis as unknown as { asked: string }).asked));

describeInBrowsers('the page: attachments', (browser, { it, itInBoth }) => {
  const { goChat } = setScene(browser);

  itInBoth('sends pictures to the model, and holds the answer against documents; both are kept', async () => {
    const page = await goChat();
    await page.evaluate(noteAsked);
    await page.locator('.composer input[type="file"]').setInputFiles(FILES);
    await page.getByRole('button', { name: 'Remove record.txt' }).waitFor();
    await composer(page).fill('When was the tower of Arden completed?');
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    const first = await lastAsked(page);
    expect(first.messages.at(-1)?.content).toEqual([
      {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${PICTURE.toString('base64')}` },
      },
      { type: 'text', text: 'When was the tower of Arden completed?' },
    ]);
    expect(first.fact_check.documents).toEqual([{ title: 'record.txt', text: FILES[1]?.buffer.toString() }]);
    await expect.poll(() => attached(page).count(), { message: 'the next message has none' }).toBe(0);
    await page.waitForTimeout(600);
    await page.reload();
    const sent = page.locator('.question .attachments');
    await sent.getByText('record.txt').waitFor();
    expect(await sent.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    // The next question has them before it.
    await page.evaluate(noteAsked);
    await composer(page).fill('How tall is it?');
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').nth(1).waitFor();
    expect((await lastAsked(page)).fact_check.documents).toEqual(first.fact_check.documents);
  });

  it('takes files that are pasted and dropped, lets go of them, and says why one cannot be read', async () => {
    const page = await goChat();
    await give(page, 'paste', 'pasted.txt');
    await page.getByRole('button', { name: 'Remove pasted.txt' }).waitFor();
    await give(page, 'drop', 'dropped.txt');
    await page.getByRole('button', { name: 'Remove dropped.txt' }).waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove pasted.txt' }).click();
    await expect.poll(() => attached(page).allTextContents()).toEqual(['dropped.txt']);
    await page
      .locator('.composer input[type="file"]')
      .setInputFiles([{ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') }]);
    await page.getByText(/^broken\.pdf: \S/).waitFor();
    await expect.poll(() => attached(page).count()).toBe(1);
  });
});

describeInOneBrowser('the page: what an answer brings along', (browser, { it }) => {
  const chunk = (delta: object, more: object = {}, reason: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  const groundedness = {
    ...{ score: 0.75, statements: 5, supported: 3, refuted: 1, unsupported: 0, unchecked: 1 },
  };
  const { goChat } = setSceneOf(browser, () =>
    startFrontGateway(({ method, url }) => {
      if (method !== 'POST' || url !== '/v1/chat/completions') return undefined;
      return (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(chunk({ reasoning_content: 'First the record, ', content: null }));
        response.write(chunk({ reasoning_content: 'then the year. <b>1911</b>' }));
        response.write(chunk({ content: 'It was 1911.' }));
        const metadata = { ...metadataOf([], ['context']), groundedness };
        response.end(`${chunk({}, { fact_check_metadata: metadata }, 'stop')}data: [DONE]\n\n`);
      };
    }),
  );

  it('shows thoughts folded, and how far documents bear the answer out', async () => {
    const page = await goChat();
    await composer(page).fill('When?');
    await page.keyboard.press('Enter');
    await page.getByText('75% of 4 statements borne out by your documents').waitFor();
    const thoughts = page.getByText('First the record, then the year. <b>1911</b>');
    await expect.poll(() => thoughts.isVisible()).toBe(false);
    await page.getByText('Thoughts', { exact: true }).click();
    await thoughts.waitFor();
    await expect.poll(() => page.locator('.answer-text').textContent()).toMatch(/^It was 1911\.\s*$/);
  });
});
