/** Checks are found again: listed, searched, renamed, deleted with a way back, moved between browsers, in step in two tabs, printed. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CLAIM, describeInBrowsers, setScene } from './page-scene.ts';
import { saved } from './saved-file.ts';

const BONES = 'The human body has 206 bones.';
const WATER = 'Pure water boils at 90 degrees Celsius at sea level.';
const TOWNS = Array.from({ length: 60 }, (_, n) => `The tower of town ${n + 1} was completed in 1850.`).join(
  ' ',
);

const box = (page: Page) => page.getByLabel('Text to check');
const entries = (page: Page) => page.locator('.shelf li');
const entry = (page: Page, name: string) => page.locator('.shelf').getByRole('link', { name });
const address = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const states = (page: Page) =>
  page
    .locator('.check-claims .card')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-state')));

/** Also in a tab in which Playwright cannot type as a person does. */
async function write(page: Page, text: string): Promise<void> {
  await box(page).evaluate((element: HTMLTextAreaElement, whole) => {
    element.value = whole;
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
}

/** Writes a text into an empty check, until it is listed with its claims. */
async function begin(page: Page, text: string): Promise<void> {
  await write(page, text);
  await entry(page, text.slice(0, 20)).getByText('not checked').waitFor({ state: 'attached' });
}

async function beginAnew(page: Page): Promise<void> {
  await page.locator('.side').getByRole('button', { name: 'New check' }).click();
  await expect.poll(() => box(page).inputValue()).toBe('');
}

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify claims' }).click();
  await page.locator('.card:not([data-state="found"], [data-state="waiting"])').first().waitFor();
  await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Check options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function saveReport(page: Page, form: string): Promise<string> {
  return saved(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: form }).click();
  });
}

const field = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByLabel(name, { exact: true });

describeInBrowsers('the page: history', (browser, { it, itInBoth, itInChromium }) => {
  const { go, goChat } = setScene(browser, TOWNS);

  itInBoth(
    'leads back to the check before from a new one and from a file, and not to a deleted one',
    async () => {
      const page = await go('#/check');
      await begin(page, CLAIM);
      const first = await address(page);
      await beginAnew(page);
      await page.goBack();
      await expect.poll(() => box(page).inputValue()).toBe(CLAIM);
      await expect.poll(() => address(page)).toBe(first);
      await page.goForward();
      await expect.poll(() => box(page).inputValue()).toBe('');
      await begin(page, BONES);
      const second = await address(page);
      await page.locator('.check-document input[type=file]').setInputFiles({
        name: 'water.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(WATER),
      });
      await expect.poll(() => box(page).inputValue()).toBe(WATER);
      await page.goBack();
      await expect.poll(() => box(page).inputValue()).toBe(BONES);
      await expect.poll(() => address(page)).toBe(second);
      await page.reload();
      await expect.poll(() => box(page).inputValue()).toBe(BONES);
      await page.goBack();
      await expect.poll(() => box(page).inputValue()).toBe(CLAIM);

      await page.goForward();
      await expect.poll(() => box(page).inputValue()).toBe(BONES);
      await choose(page, BONES, 'Delete');
      await expect.poll(() => box(page).inputValue()).toBe('');
      await page.goBack();
      await expect.poll(() => box(page).inputValue()).toBe(CLAIM);
    },
  );

  it('lists checks, opens one as it was, finds it by its words, and takes a deletion back', async () => {
    const page = await go('#/check');
    await begin(page, `${CLAIM} ${WATER}`);
    await verify(page);
    const first = await address(page);
    expect(first).toMatch(/^#\/check\/\w{8,}$/);
    await entry(page, 'Lightning never').getByText('2 refuted').waitFor({ state: 'attached' });
    await beginAnew(page);
    await begin(page, BONES);
    await expect.poll(() => address(page)).not.toBe(first);

    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe(BONES);
    await entry(page, 'Lightning never').click();
    await expect.poll(() => states(page)).toEqual(['refuted', 'refuted']);
    await expect.poll(() => address(page)).toBe(first);
    await page.goBack();
    await expect.poll(() => box(page).inputValue()).toBe(BONES);

    const search = page.getByLabel('Search checks');
    await search.fill('place lightning');
    await expect.poll(() => entries(page).count()).toBe(1);
    await entry(page, 'Lightning never').waitFor();
    await search.fill('no such words');
    await page.getByText('No matching checks').waitFor();
    await search.fill('');

    await choose(page, `${CLAIM} ${WATER}`, 'Rename');
    await page.getByLabel('Check name').fill('Two walls');
    await page.keyboard.press('Enter');
    await entry(page, 'Two walls').click();
    await expect.poll(() => states(page)).toEqual(['refuted', 'refuted']);

    await choose(page, 'Two walls', 'Delete');
    const toast = page.getByRole('status').filter({ hasText: 'Check deleted' });
    await expect.poll(() => entries(page).count()).toBe(1);
    await expect.poll(() => box(page).inputValue()).toBe('');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => states(page)).toEqual(['refuted', 'refuted']);
    await expect.poll(() => address(page)).toBe(first);
    await choose(page, 'Two walls', 'Delete');
    await toast.waitFor();
    await page.reload();
    await entry(page, BONES).waitFor();
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.goto(`${new URL(page.url()).origin}/${first}`);
    await page.getByRole('heading', { name: 'This check is not in this browser' }).waitFor();
  });

  itInBoth('shows in one tab what another one does, and loses nothing of either', async () => {
    const one = await go('#/check');
    await begin(one, `${CLAIM} ${BONES}`);
    const two = await one.context().newPage();
    await two.goto(one.url());
    await expect.poll(() => box(two).inputValue()).toBe(`${CLAIM} ${BONES}`);
    await verify(one);
    await expect.poll(() => states(two)).toEqual(['refuted', 'supported']);

    // Each at a check of its own.
    await beginAnew(two);
    await Promise.all([begin(two, WATER), write(one, `${CLAIM} ${BONES} Again.`)]);
    await entry(one, WATER).waitFor();
    await expect.poll(() => states(one)).toEqual(['refuted', 'supported']);
    await entry(one, WATER).click();
    await expect.poll(() => box(one).inputValue()).toBe(WATER);

    // Both at the same: the last change wins, but not under the hands of who types.
    await box(two).focus();
    await two.keyboard.press('End');
    await two.keyboard.type(' So they say.', { delay: 100 });
    await expect.poll(() => box(one).inputValue()).toBe(`${WATER} So they say.`);
    await write(one, BONES);
    await two.keyboard.type(' Or do they?', { delay: 100 });
    await expect.poll(() => box(two).inputValue()).toBe(`${WATER} So they say. Or do they?`);
    await expect.poll(() => box(one).inputValue()).toBe(`${WATER} So they say. Or do they?`);

    await choose(one, `${WATER} So they say. Or do they?`, 'Delete');
    await two.getByRole('heading', { name: 'This check is not in this browser' }).waitFor();
    await one.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => box(two).inputValue()).toBe(`${WATER} So they say. Or do they?`);
    await expect.poll(() => entries(two).count()).toBe(2);
  });

  it('takes everything out into a file and in again elsewhere, and refuses a broken one by what is wrong', async () => {
    const page = await goChat();
    await page.getByLabel('Your message', { exact: true }).fill(BONES);
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.getByRole('link', { name: 'Check text' }).click();
    await begin(page, `${CLAIM} ${WATER}`);
    await verify(page);
    await entry(page, 'Lightning never').getByText('2 refuted').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Evaluate' }).click();
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.run[data-state="done"]').waitFor();
    await page.getByRole('button', { name: 'Your data' }).click();
    await page.getByText('1 conversation, 1 check, and 1 evaluation run are kept in this browser').waitFor();
    const file = await saved(page, () => page.getByRole('button', { name: 'Export everything' }).click());

    const other = await go('#/check');
    await other.getByRole('button', { name: 'Your data' }).click();
    const take = (content: string) =>
      other
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await take(file.slice(0, -20));
    await other.getByRole('alert').getByText('The file is not valid JSON').waitFor();
    await take(file.replace('"original_text":"Pure water boils', '"original_text":"Pure waters boil'));
    await other
      .getByRole('alert')
      .getByText(/checks\[0\]\.found\.claims\[1\] does not stand in the text/)
      .waitFor();
    await expect.poll(() => entries(other).count()).toBe(0);
    await take(file);
    await other.getByText('1 conversation, 1 check, and 1 evaluation run added', { exact: true }).waitFor();
    await expect.poll(() => other.getByRole('alert').count()).toBe(0);
    await take(file);
    await other.getByText('0 conversations, 0 checks, and 0 evaluation runs added; 3 already here').waitFor();
    await other.keyboard.press('Escape');
    await entry(other, 'Lightning never').click();
    await expect.poll(() => states(other)).toEqual(['refuted', 'refuted']);
    await other.getByRole('link', { name: 'Chat', exact: true }).click();
    await entry(other, BONES).click();
    await other.locator('.answer .claim[data-state="supported"]').first().waitFor();
    await other.getByRole('link', { name: 'Evaluate' }).click();
    await other.getByRole('link', { name: 'Open example.csv' }).click();
    await other.getByRole('table', { name: /^Confusion matrix/ }).waitFor();
  });

  itInChromium('reports under the person’s title and name, and prints the whole of it', async () => {
    const page = await go('#/check');
    await begin(page, `${CLAIM} ${TOWNS}`);
    await verify(page);
    await page.getByRole('button', { name: 'Report details' }).click();
    await field(page, 'Report', 'Title').fill('Walls and towers');
    await field(page, 'Report', 'Author').fill('Ada Reporter');
    await field(page, 'Article that was checked', 'Address').fill('https://blog.example/towers');
    await page.getByRole('button', { name: 'Done' }).click();
    await entry(page, 'Walls and towers').waitFor();
    const report = await saveReport(page, 'Shareable report');
    for (const said of [
      '<h1 dir="auto">Walls and towers</h1>',
      'Ada Reporter',
      'href="https://blog.example/towers"',
    ])
      expect(report).toContain(said);
    expect(report, 'who has judged').toContain('(simulated by the sandbox)');
    expect(JSON.parse(await saveReport(page, 'ClaimReview'))[0]).toMatchObject({
      url: 'https://blog.example/towers',
      author: { name: 'Ada Reporter' },
    });

    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        const printed = document.querySelector('.printed-report');
        Object.assign(window, { printed: printed?.shadowRoot?.querySelector('main')?.textContent });
      });
    });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(4);
    expect(pdf).toContain('Walls and towers');
    const printed = await page.evaluate(() => (window as { printed?: string }).printed ?? '');
    expect(printed).toContain('61. The tower of town 60');
    await expect.poll(() => page.title(), { message: 'as before' }).toMatch(/^Check text/);
    await expect.poll(() => page.locator('.printed-report').isVisible()).toBe(false);

    await beginAnew(page);
    await begin(page, BONES);
    await page.getByRole('button', { name: 'Report details' }).click();
    await expect
      .poll(() => field(page, 'Report', 'Author').inputValue(), { message: 'remembered' })
      .toBe('Ada Reporter');
  });

  itInChromium('begins with the check that an earlier version of the page has kept', async () => {
    const page = await go('#/status');
    await page.locator('tbody tr td strong').first().waitFor();
    await page.evaluate(
      (text) =>
        new Promise((resolve) => {
          const request = indexedDB.open('claimgate-check', 1);
          request.onupgradeneeded = () => request.result.createObjectStore('parts');
          request.onsuccess = () => {
            const parts = request.result.transaction('parts', 'readwrite').objectStore('parts');
            const claim = {
              ...{ id: 'claim-1', text, original_text: text, role: 'text', message_index: 0 },
              ...{ start: 0, end: text.length, category: 'event', confidence: 0.9, verdict: 'refuted' },
              evidence: [],
            };
            parts.put(text, 'text');
            parts.put({ text, claims: [claim], gone: [] }, 'found').onsuccess = () => {
              request.result.close();
              resolve(undefined);
            };
          };
        }),
      CLAIM,
    );
    await page.getByRole('link', { name: 'Check text' }).click();
    await expect.poll(() => box(page).inputValue()).toBe(CLAIM);
    await expect.poll(() => states(page)).toEqual(['refuted']);
    await entry(page, CLAIM).getByText('1 refuted').waitFor({ state: 'attached' });
    await page.reload();
    await expect.poll(() => states(page)).toEqual(['refuted']);
    await expect.poll(() => entries(page).count()).toBe(1);
  });
});
