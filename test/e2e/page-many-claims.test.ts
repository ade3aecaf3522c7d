/** A long text: its verdicts are drawn together, however many come at once. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { checkOnlyFew, describeInBrowsers, setScene } from './page-scene.ts';

const COUNT = 300;
const MANY = 120;
const PER_REQUEST = 10;
const towns = (count: number): string =>
  Array.from({ length: count }, (_, n) => `The tower of town ${n + 1} was completed in 18${n + 10}.`).join(
    ' ',
  );
const TOWNS = towns(COUNT);
/** Of one check: when it begins, now and then as verdicts come, when it ends. */
const MOST_DRAWINGS = COUNT / 2;

/** Has the page count how often React draws. Runs before anything of it. */
function countDrawings(): void {
  Object.assign(globalThis, {
    drawings: 0,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      ...{ isDisabled: false, supportsFiber: true, renderers: new Map(), inject: () => 1 },
      ...{ onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} },
      onCommitFiberRoot() {
        (globalThis as unknown as { drawings: number }).drawings += 1;
      },
    },
  });
}

/** Presses "Pause" as soon as a verdict is seen, and notes how far the check has come by then. Runs in the page. */
function pauseOnceChecked(): void {
  const look = new MutationObserver(() => {
    const pause = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pause');
    if (pause === undefined || document.querySelector('.card[data-state="supported"]') === null) return;
    look.disconnect();
    Object.assign(globalThis, {
      progress: document.querySelector('.summary-counts')?.lastChild?.textContent,
    });
    pause.click();
  });
  look.observe(document.body, { childList: true, subtree: true, attributes: true });
}

const drawings = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { drawings: number }).drawings);

const statesOf = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.check-list .card')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-state')));

describeInBrowsers('the page: many claims', (browser, { it, itInBoth, itInChromium }) => {
  const { go } = setScene(browser, TOWNS);

  it('does not draw the page for each of 300 verdicts', async () => {
    const page = await go('icon.svg');
    await page.addInitScript(countDrawings);
    await page.goto(new URL('/#/check', page.url()).href);
    await page.getByLabel('Text to check').fill(TOWNS);
    await page.getByText(`${COUNT} claims`, { exact: true }).waitFor();
    await page.locator('.card').first().waitFor();
    await checkOnlyFew(page);
    const before = await drawings(page);
    expect(before).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await page.locator('.check-rest').waitFor();
    await expect.poll(() => page.locator('.card[data-state="waiting"]').count()).toBe(0);
    expect((await drawings(page)) - before).toBeLessThan(MOST_DRAWINGS);
  });

  it('checks all claims of a text in one step, is halted, and goes on; what it takes is said before', async () => {
    const page = await go('#/check');
    await page.getByLabel('Text to check').fill(towns(MANY));
    await page.getByText(`${MANY} claims`, { exact: true }).waitFor();
    await page.getByText(/^12 requests, about [\d,]+ tokens$/).waitFor();
    await page.getByLabel('Which claims are verified').click();
    await page.getByTitle(`All ${MANY}, from the beginning`).click();
    await page.evaluate(pauseOnceChecked);
    await page.getByRole('button', { name: 'Verify claims' }).click();
    const goOn = page.getByRole('button', { name: /^Go on with the remaining \d+$/ });
    await goOn.waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { progress: string }).progress)).toMatch(
      new RegExp(`^ ?\\d+ of ${MANY} checked$`),
    );
    const states = await statesOf(page);
    expect(new Set(states)).toEqual(new Set(['supported', 'found']));
    // Within the request that was halted, verdicts come in any order.
    expect(states.lastIndexOf('supported')).toBeLessThan(states.indexOf('found') + PER_REQUEST);
    await page.getByText(/requests?, about [\d,]+ tokens$/).waitFor();
    await goOn.click();
    await expect.poll(() => statesOf(page).then((all) => new Set(all))).toEqual(new Set(['supported']));
    await page.getByRole('button', { name: 'Verify claims' }).waitFor();
  });

  // Firefox says nothing of what a request holds.
  itInChromium('asks the model for nothing where the gateway’s own judge is to do it', async () => {
    const page = await go('#/check');
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/claims')) asked.push(request.postDataJSON());
    });
    await page.getByLabel('Text to check').fill(towns(2));
    await page.getByRole('checkbox', { name: 'Gateway’s own judge only' }).check();
    await page.getByText('1 request, no tokens: the gateway’s own judge reads the claims').waitFor();
    await page.getByRole('button', { name: 'Verify claims' }).click();
    await expect.poll(() => statesOf(page)).toEqual(['supported', 'supported']);
    expect(asked.at(-1)).toMatchObject({ mode: 'verify', judge: 'local' });
  });

  itInBoth('draws what is far away as plain text, which the browser finds, and keys walk to it', async () => {
    const page = await go('#/check');
    await page.getByLabel('Text to check').fill(TOWNS);
    await page.getByText(`${COUNT} claims`, { exact: true }).waitFor();
    await page.locator('.card-far').last().waitFor({ state: 'attached' });
    // The cards with all that belongs to them are few.
    await expect.poll(() => page.locator('.card:not(.card-far)').count()).toBeLessThan(COUNT / 5);
    await expect.poll(() => page.locator('.check-list').textContent()).toContain(`town ${COUNT} was`);
    const found = await page.evaluate(
      (words) => {
        document.querySelector<HTMLElement>('.check-summary')?.click();
        return (window as unknown as { find(text: string): boolean }).find(words);
      },
      `town ${COUNT - 1} was`,
    );
    expect(found).toBe(true);
    await page.getByRole('heading', { name: 'Check text' }).click();
    for (let index = 0; index < 14; index += 1) await page.keyboard.press('j');
    await page.locator('.card-selected', { hasText: 'town 14 was' }).waitFor();
  });
});
