/** What was not checked never looks like a verdict, is counted apart, and can be checked at a press. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { listSeriousFaults } from './list-serious-faults.ts';
import { checkText, describeInOneBrowser, say, setSceneOf } from './page-scene.ts';
import { sentences, startUncheckedGateway, upTo, WHY } from './unchecked-gateway.ts';

interface Taking {
  saved?: Promise<{ readonly name: string; readonly text: string }>;
}

/** Keeps what the page hands to the person: Firefox tells nothing of downloads. Runs in the page. */
function takeFiles(): void {
  const blobs = new Map<string, Blob>();
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    const url = make.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  HTMLAnchorElement.prototype.click = function take() {
    const text = (blobs.get(this.href) as Blob).text();
    (globalThis as never as Taking).saved = text.then((read) => ({ name: this.download, text: read }));
  };
}

describeInOneBrowser('the page: what was not checked', (name, { it }) => {
  const { go, gateway } = setSceneOf(name, startUncheckedGateway);
  const check = async (text: string): Promise<Page> => {
    const page = await go('#/check');
    await checkText(page, text);
    await page.locator('.card-refuted').first().waitFor();
    return page;
  };
  const chat = async (text: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await go('#/chat/new', options);
    await say(page, text);
    await page.locator('.answer[data-status="done"]').waitFor();
    return page;
  };
  const panel = (page: Page) => page.locator('.claim-panel');
  const counts = (page: Page, place: string) => page.locator(`${place} .summary-counts`).innerText();
  const states = (page: Page, place: string) =>
    page
      .locator(`${place} .card`)
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.state));

  it('shows claims over the limit as not checked: no percentage, no stance, the reason, a count of their own', async () => {
    const page = await check(sentences(upTo(25)));
    const unchecked = page.locator('.card-found');
    await expect.poll(() => unchecked.count()).toBe(15);
    const text = (await unchecked.first().textContent())?.toLowerCase().replace(/details.*/, '');
    expect(text).toContain('not checked');
    expect(text).toContain(WHY.toLowerCase());
    expect(text).not.toMatch(/%|evidence|confidence|supports|contradicts/);
    expect((await counts(page, '.check-summary')).replaceAll(/\s+/g, ' ')).toBe(
      '25 claims 2 supported 3 refuted 3 conflicting 2 not enough evidence 15 not checked',
    );
    const bar = page.locator('.check-summary .verdict-bar i');
    await expect
      .poll(() => bar.evaluateAll((parts) => parts.map(({ className }) => className)))
      .toEqual([
        'verdict-supported',
        'verdict-refuted',
        'verdict-conflicting',
        'verdict-not_enough_evidence',
        'verdict-found',
      ]);
    await expect.poll(() => page.locator('.check-marked .claim-found').count()).toBe(15);
  });

  it('exports no verdict on them in any form', async () => {
    const page = await check(sentences(upTo(12)));
    await page.evaluate(takeFiles);
    for (const form of ['Shareable report', 'Markdown', 'CSV', 'JSON', 'ClaimReview']) {
      await page.getByRole('button', { name: 'Export' }).click();
      await page
        .getByRole('menuitem', { name: new RegExp(`^${form}`) })
        .first()
        .click();
      const file = await page.evaluate(() => (globalThis as never as Taking).saved);
      expect(file?.name).toMatch(/ \d{4}-\d\d-\d\d\.\w+$/);
      const written = (file?.text ?? '').replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, '');
      // Towers 3 and 7 have none of their own; a report counts them, and says what that means. JSON has their number.
      const named = { 'Shareable report': 4, Markdown: 4, JSON: 3 }[form] ?? 2;
      expect(written.match(/not[_ ]enough[_ ]evidence|"Not enough evidence"/g)?.length, form).toBe(named);
      expect(written.includes('Tower 11'), form).toBe(form !== 'ClaimReview');
    }
  });

  it('counts a claim that the answer repeats once, on one card with both places', async () => {
    const page = await chat(`${sentences([1])} Answer: ${sentences([2, 1])}`);
    await expect.poll(() => counts(page, '.claim-panel')).toMatch(/^2 claims/);
    await expect.poll(() => counts(page, '.answer')).toMatch(/^2 claims/);
    await expect.poll(() => panel(page).locator('.card').count()).toBe(2);
    const card = panel(page).locator('.card', { hasText: 'Tower 1' });
    const places = card.getByRole('list', { name: 'Places' }).getByRole('button');
    await expect.poll(() => places.allInnerTexts()).toEqual(['In your message', 'In the answer']);
    await places.nth(1).click();
    await page.locator('.answer .claim-selected', { hasText: 'Tower 1' }).waitFor();
    await expect.poll(() => page.locator('.question .claim-selected').count()).toBe(0);
    await page.locator('.question .claim').click();
    await page.locator('.question .claim-selected').waitFor();
    await expect.poll(() => card.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => panel(page).locator('[aria-current="true"].card').count()).toBe(1);
  });

  it('has one percentage on a card, and the likelihood of being a claim in its details', async () => {
    const page = await chat(`Well. Answer: ${sentences(upTo(5))}`);
    const card = panel(page).locator('.card').first();
    expect((await card.innerText()).match(/\d+ ?%/g)).toEqual(['80%']);
    await card.getByText('Details').click();
    await expect.poll(() => card.locator('details').innerText()).toMatch(/Likelihood of being a claim\s*91%/);
    await page.locator('.answer .claim').first().hover();
    await page.locator('.glance').waitFor();
    expect((await page.locator('.glance').innerText()).match(/\d+ ?%/g)).toEqual(['80%']);
    await expect.poll(() => card.locator('.evidence-foot').innerText()).toContain('towers.example');

    const sent = panel(page).getByRole('list', { name: 'What was sent' });
    await expect
      .poll(() => sent.locator('li').allTextContents(), { message: 'what was sent to whom, plainly' })
      .toEqual(upTo(3).map((number) => `Sent to Brave: “Tower ${number} is ${number} metres tall. <b>&”`));
    await expect.poll(() => sent.locator('a, b').count()).toBe(0);
    await page.getByRole('button', { name: 'Show 1 more' }).click();
    await expect.poll(() => sent.locator('li').count()).toBe(4);

    const focused = () =>
      page.evaluate(
        () => document.activeElement?.closest('.card')?.textContent?.includes('Tower 2') ?? false,
      );
    const mark = page.locator('.answer .claim').nth(1);
    await mark.click();
    await page.locator('.card-selected').waitFor();
    await expect.poll(() => focused(), { message: 'a click leaves the focus' }).toBe(false);
    await mark.press('Enter');
    await expect.poll(focused, { message: 'a key moves it to the card' }).toBe(true);
  });

  it('checks the remaining claims of question and answer at a press, and says before what it takes', async () => {
    const page = await chat(`${sentences([1, 2])} Answer: ${sentences(upTo(25))}`);
    // Of 25 distinct claims, ten were checked; two of those stand in the question too.
    const offer = panel(page).locator('.rest-offer');
    const button = offer.getByRole('button', { name: /^Check the remaining/ });
    await expect.poll(() => offer.innerText()).toMatch(/2 requests, about 2,1\d\d tokens/);
    const before = gateway().received.length;
    await button.click();
    await button.waitFor({ state: 'detached' });
    await offer.waitFor({ state: 'detached' });
    const asked = gateway()
      .received.slice(before)
      .filter(({ url }) => url === '/v1/claims');
    expect(asked.map(({ body }) => (body.spans as object[]).length)).toEqual([10, 7]);
    expect(asked[0]?.body).toMatchObject({
      text: sentences(upTo(25)),
      mode: 'verify',
      model: expect.any(String),
    });
    await expect.poll(() => states(page, '.claim-panel')).not.toContain('found');
    await expect.poll(() => counts(page, '.claim-panel')).toMatch(/^25 claims/);
    await expect.poll(() => page.locator('.answer .claim-found').count()).toBe(0);
    await expect
      .poll(() => page.locator('[role="status"]').allInnerTexts())
      .toContain('25 of 25 claims checked: 6 supported, 7 refuted, 6 conflicting, 6 not enough evidence');
  });

  it('stops, keeps what had come, and offers the rest again', async () => {
    const page = await chat(`Well. Answer: Slowly. ${sentences(upTo(12))}`);
    const offer = panel(page).locator('.rest-offer');
    await offer.getByRole('button', { name: 'Check the remaining 2' }).click();
    await page.locator('.claim-panel .card-waiting').waitFor();
    await panel(page).locator('.card', { hasText: 'A verdict on tower 11.' }).waitFor();
    await offer.getByRole('button', { name: 'Stop' }).click();
    await offer.getByRole('button', { name: 'Check the remaining 1' }).waitFor();
    await expect.poll(() => panel(page).locator('.card-found').textContent()).toContain(WHY);
    const { url, closed } = gateway().received.findLast((request) => request.url === '/v1/claims') ?? {};
    expect(url).toBe('/v1/claims');
    await closed;
  });

  it('fits 320 pixels with targets of 24, without a serious fault of accessibility', async () => {
    const page = await chat(`${sentences([1])} Answer: ${sentences([...upTo(12), 1])}`, {
      viewport: { width: 320, height: 700 },
    });
    await page.locator('.answer .claim').first().focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.claim-drawer .card') !== null))
      .toBe(true);
    const places = page.locator('.card, .panel-body').locator('button, a, summary');
    const small = await places.evaluateAll((all) =>
      all
        .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent }))
        .filter(({ box }) => box.height > 0 && box.height < 24)
        .map(({ box, text }) => `${text} ${box.height}`),
    );
    expect(small).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
  });
});
