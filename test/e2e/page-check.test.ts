/** The check view as somebody uses it who pastes, reads, edits and comes back. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CLAIM, checkOnlyFew, describeInBrowsers, PHONE, setScene } from './page-scene.ts';
import { saved } from './saved-file.ts';

const BONES = 'The human body has 206 bones.';
const TOWN = 'The tower of town 7 was completed in 1991.';
const TEXT = `${CLAIM} ${BONES} ${TOWN}`;
const townsOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => `The tower of town ${n + 1} was completed in 18${n + 10}.`).join(
    ' ',
  );

const box = (page: Page) => page.getByLabel('Text to check');
const card = (page: Page, index: number) => page.locator('.check-claims .card').nth(index);
const mark = (page: Page, index: number) => page.locator('.check-marked .claim').nth(index);
const stateOf = (page: Page) =>
  page
    .locator('.check-claims .card')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-state')));

async function write(page: Page, text: string, claims: number): Promise<void> {
  await box(page).fill(text);
  await page.getByText(`${claims} claims`, { exact: true }).waitFor();
}

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify claims' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export' }).and(page.locator(':enabled')).waitFor();
}

async function saveJson(page: Page) {
  const json = await saved(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON', exact: true }).click();
  });
  return JSON.parse(json);
}

/** Whether the whole of an element is seen, and nothing lies over it but what lets clicks through. */
const isSeen = (page: Page, place: string): Promise<boolean> =>
  page.locator(place).evaluate((element) => {
    const { left, top, bottom } = element.getClientRects()[0] as DOMRect;
    const at = document.elementFromPoint(left + 4, (top + bottom) / 2);
    return at !== null && element.contains(at);
  });

const hasFocus = (page: Page, place: string): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, place);

describeInBrowsers('the page: check', (browser, { it, itInBoth }) => {
  const { go } = setScene(browser, townsOf(25));
  const goCheck = async (options = {}): Promise<Page> => go('#/check', options);

  it('says of no claim that it was not checked while its verdict is about to be drawn', async () => {
    const page = await goCheck();
    await write(page, TEXT, 3);
    await page.evaluate(() => {
      const seen = (): boolean => document.querySelector('.check-rest') !== null;
      Object.assign(window, { offered: false });
      new MutationObserver(() => seen() && Object.assign(window, { offered: true })).observe(document.body, {
        childList: true,
        subtree: true,
      });
    });
    await verify(page);
    await expect.poll(() => stateOf(page)).not.toContain('not_checked');
    expect(await page.evaluate(() => (window as unknown as { offered: boolean }).offered)).toBe(false);
  });

  itInBoth(
    'has text and claims scroll apart, each keeping the other in view, and the focus going with Enter',
    async () => {
      const page = await goCheck();
      await write(page, townsOf(60), 60);
      const scrolled = (place: string) => page.locator(place).evaluate((element) => element.scrollTop);
      await page.locator('.check-list').evaluate((list) => list.scrollTo(0, 1e6));
      await page.locator('.card', { hasText: 'town 56 ' }).locator('.card-claim').click();
      await expect.poll(() => isSeen(page, '.check-marked .claim-selected')).toBe(true);
      await expect.poll(() => page.locator('.claim-selected').textContent()).toContain('town 56 ');
      await expect.poll(() => scrolled('.check-marked')).toBeGreaterThan(50);
      await expect.poll(() => scrolled('.check-page')).toBe(0);
      await expect.poll(() => scrolled('html'), { message: 'the document itself' }).toBe(0);

      await page.locator('.check-marked').evaluate((element) => element.scrollTo(0, 0));
      await mark(page, 1).click();
      await expect.poll(() => isSeen(page, '.check-claims .card-selected')).toBe(true);
      await expect.poll(() => page.locator('.card-selected').textContent()).toContain('town 2 ');
      await expect.poll(() => scrolled('.check-page')).toBe(0);
      await expect.poll(() => scrolled('html'), { message: 'the document itself' }).toBe(0);

      await card(page, 30).locator('.card-claim').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(page, '.check-marked .claim-selected')).toBe(true);
      await expect.poll(() => page.locator('.claim-selected').textContent()).toContain('town 31 ');
      await page.keyboard.press('Escape');
      await expect.poll(() => hasFocus(page, '.card-selected .card-claim')).toBe(true);
      await mark(page, 3).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(page, '.card-selected .card-claim')).toBe(true);
      await expect.poll(() => page.locator('.card-selected').textContent()).toContain('town 4 ');
      await page.keyboard.press('Escape');
      await expect.poll(() => hasFocus(page, '.check-marked .claim-selected')).toBe(true);
    },
  );

  it('says on a card where claims are found by general rules alone', async () => {
    const page = await goCheck();
    await write(page, `${BONES} Bron i Sunderholm öppnades 1931 och är 503 meter lång.`, 2);
    const said = 'Claims in Swedish are found by general rules; some may be missing.';
    await expect.poll(() => card(page, 1).getByText(said).count()).toBe(1);
    await expect.poll(() => page.getByText('found by general rules').count()).toBe(1);
    await card(page, 1).getByText('Details').click();
    await expect
      .poll(() => card(page, 1).locator('.card-details').textContent())
      .toContain('LanguageSwedish');
  });

  it('counts a claim once that stands in 40 places, and names the first few', async () => {
    const page = await goCheck();
    await box(page).fill(`${`${CLAIM} `.repeat(40)}${BONES} ${TOWN}`);
    await page.getByText('3 claims', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByText(/of \d+ claims/).count(), { message: 'as the list counts them' })
      .toBe(0);
    const places = card(page, 0).locator('.card-places button');
    await expect
      .poll(() => places.allTextContents())
      .toEqual([...[1, 2, 3, 4, 5].map((place) => `In the text (${place})`), 'and 35 more']);
    await mark(page, 20).click();
    await expect.poll(() => places.count()).toBe(40);
    await expect.poll(() => places.nth(20).getAttribute('aria-current')).toBe('true');
    await mark(page, 1).click();
    await places.last().click();
    await expect.poll(() => places.count()).toBe(40);
  });

  it('goes on a phone from claim to text, and back', async () => {
    const page = await goCheck(PHONE);
    await write(page, townsOf(30), 30);
    await card(page, 20).locator('.card-claim').click();
    await expect.poll(() => isSeen(page, '.check-marked .claim-selected')).toBe(true);
    await expect.poll(() => isSeen(page, '.check-claims .card-selected')).toBe(false);
    await page.getByRole('button', { name: 'Back to the claim' }).click();
    await expect.poll(() => isSeen(page, '.check-claims .card-selected')).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Back to the claim' }).count()).toBe(0);
    await mark(page, 2).click();
    await expect.poll(() => isSeen(page, '.check-claims .card-selected')).toBe(true);
    await page.getByRole('button', { name: 'Back to the text' }).click();
    await expect.poll(() => isSeen(page, '.check-marked .claim-selected')).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });

  itInBoth('takes a click on the mark that an open popover lies over', async () => {
    const page = await goCheck();
    await write(page, townsOf(25), 25);
    const over = await mark(page, 9).boundingBox();
    if (over === null) throw new Error('the mark is not seen');
    await page.mouse.move(over.x + 20, over.y + 10, { steps: 4 });
    await page.locator('.ant-popover .glance').waitFor();
    const covered = await page.evaluate(() => {
      const lies = document.querySelector('.ant-popover')?.getBoundingClientRect() as DOMRect;
      for (const one of document.querySelectorAll('.check-marked .claim')) {
        for (const { left, right, top, bottom } of one.getClientRects()) {
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          const within = x > lies.left + 8 && x < lies.right - 8 && y > lies.top + 8 && y < lies.bottom - 8;
          if (within) return { x, y, id: one.getAttribute('data-claim') };
        }
      }
      return undefined;
    });
    if (covered === undefined) throw new Error('the popover lies over no mark');
    // At once, as a quick hand goes: the popover is still open.
    await page.mouse.move(covered.x, covered.y);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => page.locator('.claim-selected').getAttribute('data-claim')).toBe(covered.id);
  });

  it('keeps the verdicts of sentences that stand, and says which are of the earlier text', async () => {
    const page = await goCheck();
    await write(page, TEXT, 3);
    await verify(page);
    await expect.poll(() => stateOf(page)).toEqual(['refuted', 'supported', 'refuted']);
    const edited = `Mount Everest is in Asia. ${CLAIM} ${BONES} ${TOWN.replace('1991', '1816')}`;
    await write(page, edited, 4);
    await expect.poll(() => stateOf(page)).toEqual(['found', 'refuted', 'supported', 'found']);
    await page.getByText('Text changed since: 1 verdict no longer applies').waitFor();
    await expect
      .poll(() => card(page, 3).locator('.outdated').textContent())
      .toContain('Text changed since. Was: refuted');
    await expect.poll(() => card(page, 0).locator('.outdated').count()).toBe(0);
    await expect.poll(() => mark(page, 3).textContent()).toContain('(not checked, Text changed since)');
    await expect.poll(() => mark(page, 1).textContent()).toContain('same place');
    const { claims, metadata, text } = await saveJson(page);
    expect(text).toBe(edited);
    expect(claims.map(({ verdict }: { verdict?: string }) => verdict)).toEqual([
      undefined,
      'refuted',
      'supported',
      undefined,
    ]);
    for (const { start, end, original_text: words } of claims) expect(edited.slice(start, end)).toBe(words);
    expect(JSON.stringify({ claims, metadata }), 'nothing of the old sentence').not.toContain('1991.');
    await page.getByRole('button', { name: 'Check the remaining 2' }).click();
    await expect.poll(() => stateOf(page)).toEqual([expect.any(String), 'refuted', 'supported', 'supported']);
    await expect.poll(() => page.locator('.outdated').count()).toBe(0);
  });

  it('keeps text, claims and verdicts over a change of view and a reload, and gives a cleared text back', async () => {
    const page = await goCheck();
    await write(page, TEXT, 3);
    await verify(page);
    await page.getByRole('link', { name: 'Evaluate', exact: true }).click();
    await page.getByRole('link', { name: 'Check text', exact: true }).click();
    await expect.poll(() => box(page).inputValue()).toBe(TEXT);
    await page.waitForTimeout(700);
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe(TEXT);
    await expect.poll(() => stateOf(page)).toEqual(['refuted', 'supported', 'refuted']);
    await page.getByText(/^Sources: /).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => box(page).inputValue()).toBe('');
    await page.getByText('Text cleared').waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => box(page).inputValue()).toBe(TEXT);
    await expect.poll(() => stateOf(page)).toEqual(['refuted', 'supported', 'refuted']);
  });

  it('checks ten of 25 claims, has fifteen unchecked, and checks the rest at a press', async () => {
    const page = await goCheck();
    await write(page, townsOf(25), 25);
    await checkOnlyFew(page);
    await page.getByText(/^Checks 10 of 25 claims: 1 request, about [\d,]+ tokens$/).waitFor();
    await verify(page);
    await page.getByText('15 not checked', { exact: true }).waitFor();
    const unchecked = page.locator('.card[data-state="found"]');
    await expect.poll(() => unchecked.count()).toBe(15);
    await expect.poll(() => page.locator('.card[data-state="found"] .card-sure').count()).toBe(0);
    const before = await saveJson(page);
    expect(before.claims.filter(({ verdict }: { verdict?: string }) => verdict !== undefined)).toHaveLength(
      10,
    );
    expect(before.claims.filter((claim: object) => 'claim_review' in claim)).toHaveLength(10);

    await page.getByText(/^2 requests, about [\d,]+ tokens$/).waitFor();
    await unchecked.nth(1).scrollIntoViewIfNeeded();
    const first = await unchecked.first().locator('.card-claim').textContent();
    await unchecked.first().getByRole('checkbox').check();
    await unchecked.nth(1).getByRole('checkbox').check();
    await page.getByText(/^1 request, about [\d,]+ tokens$/).waitFor();
    await page.getByRole('button', { name: 'Check 2 selected claims' }).click();
    const rest = page.getByRole('button', { name: 'Check the remaining 13' });
    await rest.waitFor();
    await expect
      .poll(() => page.locator('.card', { hasText: first ?? '' }).getAttribute('data-state'))
      .not.toBe('found');

    await rest.click();
    await page
      .getByText(/not checked/)
      .first()
      .waitFor({ state: 'detached' });
    await expect.poll(() => unchecked.count()).toBe(0);
    await expect.poll(() => page.locator('.check-marked .claim').count()).toBe(25);
    const after = await saveJson(page);
    expect(after.claims).toHaveLength(25);
    expect(after.claims.every(({ verdict }: { verdict?: string }) => verdict !== undefined)).toBe(true);
  });

  itInBoth('takes typing in 100,000 characters, with all their claims', async () => {
    const page = await goCheck();
    const text = `${townsOf(80)}\n\n`.repeat(40).slice(0, 100_000);
    await box(page).evaluate((element: HTMLTextAreaElement, whole) => {
      element.value = whole;
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
    await mark(page, 0).waitFor();
    await box(page).press('ControlOrMeta+End');
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { keyTimes: times });
      addEventListener('keydown', ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp)));
      });
    });
    await page.keyboard.type('It was repaired in 1954. ', { delay: 20 });
    const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
    times.sort((a, b) => a - b);
    expect(times.length).toBeGreaterThan(15);
    // What it takes is measured by `npm run bench:page`: other tests share this machine.
    expect(times[times.length >> 1]).toBeLessThan(60);
    await page.locator('.check-count').getByText('100,025 of 200,000 characters').waitFor();
    await expect.poll(() => box(page).inputValue()).toBe(`${text}It was repaired in 1954. `);
  });
});
