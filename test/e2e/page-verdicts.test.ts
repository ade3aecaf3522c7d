/** What the page shows of a verdict: parts, corrections, readings, and what kind of source says so, of when. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listSeriousFaults, OF_COLOUR } from './list-serious-faults.ts';
import { hasBrowser } from './open-browser.ts';
import { checkText, say, setSceneOf } from './page-scene.ts';
import { ANSWER, ARABIC, CORRECTED, ENCYCLOPEDIA, startVerdictGateway, TEXT } from './verdict-gateway.ts';

describe.runIf(hasBrowser())('the page: verdicts', () => {
  const { go: open, gateway } = setSceneOf('chromium', startVerdictGateway);
  const go = (view: string, options: BrowserContextOptions = {}): Promise<Page> =>
    open(view, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
  const check = async (text: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await go('#/check', options);
    await checkText(page, text);
    return page;
  };
  const chat = async (text: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await go('#/chat/new', options);
    await say(page, text);
    await page.locator('.answer[data-status="done"]').waitFor();
    return page;
  };
  const card = (page: Page, index: number) => page.locator('.card').nth(index);
  const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  /** As somebody copies it who drags over it. */
  const dragOver = (page: Page, place: string): Promise<string> =>
    page.locator(place).evaluate((element) => {
      const selection = getSelection() as Selection;
      selection.selectAllChildren(element);
      return selection.toString().trim();
    });

  it('gives each part of a claim its verdict, its explanation and its evidence, below those of the whole', async () => {
    const page = await check(TEXT);
    await expect.poll(() => card(page, 0).locator('.card-head').textContent()).toContain('refuted');
    const parts = card(page, 0).getByRole('list', { name: 'Statements' }).locator('> li');
    await expect.poll(() => parts.count()).toBe(2);
    await expect
      .poll(() => parts.nth(0).textContent())
      .toMatch(/^refuted.*completed in 1899\..*another year\..*March 1889\./);
    await expect
      .poll(() => parts.nth(1).textContent())
      .toMatch(/^supported.*stands in Paris\..*A newspaper says so\./);
    const { quote } = ENCYCLOPEDIA;
    const told = async (text: string) => (await card(page, 0).textContent())?.split(text).length;
    await expect.poll(() => told(quote), { message: 'the quote, once' }).toBe(2);
    await expect
      .poll(() => told('The source names another year.'), { message: 'the explanation, once' })
      .toBe(2);
    await expect.poll(() => page.getByRole('list', { name: 'Statements' }).count()).toBe(1);
  });

  it('underlines the true half of a sentence as true, and the false one as false', async () => {
    const page = await check(TEXT);
    const mark = page.locator('.check-marked .claim').first();
    const lines = mark.locator('.claim-part');
    await expect
      .poll(() => lines.evaluateAll((parts) => parts.map((part) => part.className)))
      .toEqual(['claim-part claim-refuted', 'claim-part claim-supported']);
    const said = await lines.allTextContents();
    expect(said[0]).toMatch(/^The Eiffel Tower was completed in 1899.*1889 \(refuted\)$/);
    expect(said[1]).toBe('stands in Paris (supported)');
    const lineOf = (place: typeof mark) =>
      place.evaluate((element) => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(element);
        return [textDecorationLine, textDecorationStyle];
      });
    await expect.poll(() => lineOf(mark)).toEqual(['none', expect.any(String)]);
    await expect.poll(() => lineOf(lines.first())).toEqual(['underline', 'wavy']);
    await expect.poll(() => lineOf(lines.last())).toEqual(['underline', 'solid']);
    expect(await dragOver(page, '.check-marked .marked-text')).toBe(TEXT);
    await expect.poll(() => page.locator('.claim-in-parts').count()).toBe(1);
  });

  it('names kinds and dates of sources', async () => {
    const page = await check(TEXT);
    const foot = (index: number) => card(page, index).locator('.evidence-foot').first().textContent();
    await expect.poll(() => foot(0)).toContain('Encyclopedia · Wikipedia · 2024-05-01');
    await expect.poll(() => foot(1)).toMatch(/Own documents · Corpus$/);
    await expect.poll(() => foot(2)).toContain('Scholarly article · OpenAlex · 2023-02-03');
  });

  it('says how a claim was read in its context', async () => {
    const page = await check(TEXT);
    await expect
      .poll(() => card(page, 1).textContent())
      .toContain('Understood as The Eiffel Tower is made of wood.');
    await expect.poll(() => page.getByText('Understood as').count()).toBe(1);
    await expect.poll(() => page.getByText('In full').count()).toBe(0);
  });

  it('strikes out what is wrong on the card, and names what the evidence says, with its source', async () => {
    const page = await check(TEXT);
    const correction = card(page, 0).locator('.correction');
    await expect.poll(() => correction.locator('del').textContent()).toBe('1899');
    await expect.poll(() => correction.locator('ins').textContent()).toBe('1889');
    await expect
      .poll(() => correction.textContent())
      .toMatch(/^Correction 1899.*the evidence says.*1889.*Eiffel Tower/);
    await expect.poll(() => correction.locator('a').getAttribute('href')).toBe(ENCYCLOPEDIA.url);
    await expect.poll(() => correction.locator('a').getAttribute('rel')).toContain('noreferrer');
    const own = card(page, 1).locator('.correction');
    await expect.poll(() => own.textContent()).toMatch(/wood.*wrought iron.*Materials/);
    await expect.poll(() => own.locator('a').count()).toBe(0);
    await expect.poll(() => card(page, 2).locator('.correction').count()).toBe(0);
  });

  it('strikes out and inserts in a checked text, of which the original is copied, or the corrected one', async () => {
    const page = await check(TEXT);
    const marked = page.locator('.check-marked');
    await expect.poll(() => marked.locator('del').allTextContents()).toEqual(['1899', 'wood']);
    await expect.poll(() => marked.locator('ins').allTextContents()).toEqual(['1889', 'wrought iron']);
    const tower = page.getByRole('button', {
      name: /completed in 1899 the evidence says: 1889 \(refuted\) and stands/,
    });
    await expect.poll(() => tower.getAttribute('data-state')).toBe('refuted');
    expect(await dragOver(page, '.check-marked .marked-text')).toBe(TEXT);
    await page.getByRole('button', { name: 'Copy corrected text' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied(page)).toBe(CORRECTED);
    const asked = () => gateway().received.findLast(({ url }) => url === '/v1/claims')?.body;
    expect(asked()?.revise).toBe(true);
    await page.getByLabel('Text to check').press('ControlOrMeta+End');
    await page.keyboard.type(' More.');
    await page.getByRole('button', { name: 'Copy corrected text' }).waitFor({ state: 'detached' });
    await expect.poll(asked).toMatchObject({ text: `${TEXT} More.`, mode: 'detect' });
    await page
      .locator('.check-count')
      .getByText(`${TEXT.length + 6} characters`)
      .waitFor();
    await expect
      .poll(() => marked.locator('del').allTextContents(), { message: 'verdicts that are kept' })
      .toEqual(['1899', 'wood']);
    await expect.poll(() => card(page, 0).getByRole('list', { name: 'Statements' }).count()).toBe(1);
  });

  it('sets text that is read from right to left from the right, what is right behind what is wrong', async () => {
    const page = await check(ARABIC);
    const boxOf = async (place: string) => {
      const box = await page.locator(place).first().boundingBox();
      if (box === null) throw new Error(`${place} is not seen`);
      return { ...box, end: box.x + box.width };
    };
    const [wrong, right] = [await boxOf('.check-marked del'), await boxOf('.check-marked ins')];
    expect(wrong.x - right.end).toBeGreaterThan(2);
    const [text, mark] = [await boxOf('.marked-text'), await boxOf('.check-marked .claim')];
    expect(text.end - mark.end).toBeLessThan(2);
    for (const words of ['.card-claim', '.card-why', '.card blockquote']) {
      const [first = 0, last = 0] = await page.locator(words).evaluate((element) => {
        const node = element.firstChild as Text;
        return [0, node.length - 1].map((at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect().x;
        });
      });
      expect(first, `${words}: its first letter, and its full stop`).toBeGreaterThan(last);
    }
  });

  it('offers no corrected text where nothing is corrected', async () => {
    const page = await check('Mount Everest is the highest mountain above sea level.');
    await page.locator('.check-marked .claim[data-state="supported"]').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Copy corrected text' }).count()).toBe(0);
    await expect.poll(() => page.locator('.check-marked :is(del, ins)').count()).toBe(0);
  });

  it('strikes out and inserts in an answer’s markdown, of which the original is copied, or the corrected one', async () => {
    const page = await chat('Tell me of towers.');
    const answer = page.locator('.answer-text');
    await answer.locator('.claim[data-state="refuted"]').nth(1).waitFor();
    await expect.poll(() => answer.locator('em del').textContent()).toBe('1899');
    await expect.poll(() => answer.locator('ins').allTextContents()).toEqual(['1889', 'wrought iron']);
    expect(await dragOver(page, '.answer-text li')).toBe(TEXT);
    await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied(page)).toBe(ANSWER);
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy corrected text' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied(page)).toBe(ANSWER.replace('1899', '1889').replace('wood', 'wrought iron'));
    const request = gateway().received.findLast(({ url }) => url === '/v1/chat/completions');
    expect(request?.body.fact_check).toMatchObject({ revise: true });
  });

  it('leaves wrong words unmarked that do not stand in one piece of an answer', async () => {
    const page = await chat(`Say: ${TEXT.replace('1899', '18**99**')}`);
    await page.locator('.answer-text .claim').first().waitFor();
    await expect.poll(() => page.locator('.answer-text ins').allTextContents()).toEqual(['wrought iron']);
    await expect
      .poll(() => page.locator('.claim-panel .correction del').first().textContent())
      .toBe('18**99');
  });

  it('writes parts, corrections, kinds and dates into the file of a conversation', async () => {
    const page = await chat('Tell me of towers.');
    await page.locator('.shelf').getByRole('button', { name: 'Conversation options' }).first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export conversation' }).click(),
    ]);
    const written = readFileSync(await file.path(), 'utf8');
    expect(written).toContain(ANSWER);
    expect(written).toContain(`  - Correction: ~~1899~~ → 1889 ([Eiffel Tower](<${ENCYCLOPEDIA.url}>))`);
    expect(written).toContain('  - **supported**: The Eiffel Tower stands in Paris.');
    expect(written).toContain('Encyclopedia, Wikipedia, 2024-05-01');
    expect(written).toContain('  - Understood as: The Eiffel Tower is made of wood.');
  });

  it('is reached by keyboard: the mark opens the quote that decides, and chooses the card', async () => {
    const page = await check(TEXT);
    const mark = page.locator('.check-marked .claim').first();
    await mark.focus();
    await page.locator('.ant-popover .glance').waitFor();
    await expect.poll(() => page.locator('.glance blockquote').textContent()).toBe(ENCYCLOPEDIA.quote);
    await page.keyboard.press('Enter');
    // The focus follows once the card stays where it is.
    await page.locator('.card-selected .card-claim:focus').waitFor();
    await page.locator('.card-selected .correction a').focus();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.part')?.textContent))
      .toContain('completed in 1899.');
  });

  it.each(['check', 'chat'])(
    'fits every width, and in both colours has no serious fault of accessibility: %s',
    async (view) => {
      const page = await (view === 'check' ? check(TEXT) : chat('Tell me of towers.'));
      await page.locator('ins').first().waitFor();
      await page.locator('.claim').first().focus();
      await expect.poll(() => listSeriousFaults(page), { message: 'light' }).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      await expect.poll(() => listSeriousFaults(page, OF_COLOUR), { message: 'dark' }).toEqual([]);
      for (const width of [1360, 1100, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction((wide) => innerWidth === wide, width);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
            message: `${width}`,
          })
          .toBeLessThanOrEqual(0);
      }
      await page.locator('.card .part').first().waitFor();
      await expect.poll(() => listSeriousFaults(page), { message: 'narrow' }).toEqual([]);
    },
  );
});
