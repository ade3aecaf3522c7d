/** What an answer looks like, and that the page stays at its end while it grows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type AnswerGateway, RANDOM, startAnswerGateway } from './answer-gateway.ts';
import { shareBrowser } from './browsers-of-worker.ts';
import { listSeriousFaults } from './list-serious-faults.ts';
import { type Visit, visit } from './open-browser.ts';
import { describeInBrowsers, say } from './page-scene.ts';
import { type Watch, watchPage } from './watch-page.ts';

describeInBrowsers('the page: an answer', (name, { it, itInBoth, itInChromium }) => {
  let gateway: AnswerGateway;
  let browser: Browser;
  let visited: Visit;
  let watch: Watch;

  beforeAll(async () => {
    gateway = await startAnswerGateway();
    browser = await shareBrowser(name);
  }, 120_000);
  afterAll(async () => {
    await gateway?.stop();
  });
  afterEach(async () => {
    const found = (await watch?.found()) ?? [];
    await visited?.close();
    expect(found).toEqual([]);
    expect(visited?.faults).toEqual([]);
  });

  const ask = async (text: string, options = {}): Promise<Page> => {
    visited = await visit(browser, gateway.url, '#/chat/new', options, async (page) => {
      watch = await watchPage(page);
    });
    const { page } = visited;
    await say(page, text);
    await page.locator(`.answer[data-status="${text === 'Fast' ? 'writing' : 'done'}"]`).waitFor();
    return page;
  };
  const fromEnd = (page: Page): Promise<number> =>
    page
      .locator('.scroll')
      .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  const topOf = (page: Page): Promise<number> =>
    page.locator('.scroll').evaluate(({ scrollTop }) => scrollTop);
  const grown = (page: Page, height: number): Promise<unknown> =>
    page.waitForFunction((by) => (document.querySelector('.scroll')?.scrollHeight ?? 0) > by, height);
  const done = (page: Page): Promise<void> => page.locator('.answer[data-status="done"]').waitFor();

  itInBoth('is followed to its end at 500 tokens a second, and after', async () => {
    const page = await ask('Fast');
    await grown(page, 2_500);
    await expect.poll(() => page.getByRole('button', { name: 'Scroll to latest message' }).count()).toBe(0);
    gateway.finish();
    await done(page);
    const last = page.getByText('The last line.');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    expect(await last.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    // What is drawn late: verdicts, colours, formulas.
    await page.locator('.answer').evaluate((element) => {
      element.append(Object.assign(document.createElement('div'), { style: 'height: 400px' }));
    });
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  });

  it('leaves a reader alone who scrolls up, and follows again from the end', async () => {
    const page = await ask('Fast');
    await grown(page, 2_000);
    await page.locator('.scroll').hover();
    await page.mouse.wheel(0, -300);
    await page.getByRole('button', { name: 'Scroll to latest message' }).waitFor();
    await sleep(100);
    const top = await topOf(page);
    await sleep(400);
    expect(Math.abs((await topOf(page)) - top)).toBeLessThan(2);
    await page.getByRole('button', { name: 'Scroll to latest message' }).click();
    await expect.poll(() => fromEnd(page)).toBeLessThan(200);
    await page.locator('.scroll').focus();
    await page.keyboard.press('PageUp');
    await page.getByRole('button', { name: 'Scroll to latest message' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Scroll to latest message' }).waitFor({ state: 'hidden' });
    // As the scroll bar does, a while later.
    await sleep(800);
    await page.locator('.scroll').evaluate((element) => {
      element.scrollTop -= 200;
    });
    await page.getByRole('button', { name: 'Scroll to latest message' }).waitFor();
    gateway.finish();
    await done(page);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(100);
  });

  itInChromium('leaves a reader alone who drags it with a finger', async () => {
    const page = await ask('Fast', { hasTouch: true });
    await grown(page, 2_000);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 600, y }] });
    await touch('touchStart', 200);
    for (let y = 200; y < 500; y += 20) await touch('touchMove', y);
    await touch('touchEnd');
    await page.getByRole('button', { name: 'Scroll to latest message' }).waitFor();
    gateway.finish();
    await done(page);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(250);
  });

  const isSeen = (line: Locator): Promise<boolean> =>
    line.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  const sideways = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  itInBoth('has formulas, which screen readers can read, and prices that stay text', async () => {
    const page = await ask('Formulas', { viewport: { width: 390, height: 844 } });
    const text = page.locator('.answer-text');
    await expect.poll(() => text.locator('.katex').count()).toBe(6);
    await expect.poll(() => text.locator('math').first().textContent()).toContain('E=mc2');
    const family = text.locator('.katex .mathnormal').first();
    await expect
      .poll(() => family.evaluate((letter) => getComputedStyle(letter).fontFamily))
      .toContain('KaTeX_Math');
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => family.includes('KaTeX_Math') && status === 'loaded'),
    );
    const words = await text.textContent();
    for (const kept of ['It costs $5 and $10.', '$\\frac{1$', '$code$', 'a &= b'])
      expect(words).toContain(kept);
    const wide = page.getByRole('group', { name: 'Wide formula' });
    await expect.poll(() => wide.count()).toBe(1);
    await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
    const covered = await page.locator('.answer-text p', { hasText: 'Over these words' }).evaluate((line) => {
      line.scrollIntoView();
      const { left, top, bottom } = line.getBoundingClientRect();
      const drawn = document
        .elementsFromPoint(left + 20, bottom - 15)
        .concat(document.elementsFromPoint(left + 20, top - 5));
      return drawn.filter((element) => element.matches('.katex *')).length;
    });
    expect(covered).toBe(0);
  });

  it('has code in colours that can be read, and long code without delay', async () => {
    const page = await ask('Code');
    const code = page.locator('.answer-text .code');
    await code.nth(1).locator('.code-keyword').first().waitFor();
    await expect
      .poll(() => code.nth(0).locator('.code-comment').first().textContent())
      .toBe('/* a comment\n of two lines */');
    await expect.poll(() => code.nth(1).locator('.code-string').textContent()).toBe('"text"');
    await expect.poll(() => code.nth(2).locator('pre span span').count()).toBe(0);
    for (const theme of ['Light', 'Dark']) {
      await page.locator('.ant-segmented-item').filter({ hasText: theme }).click();
      await page.waitForFunction(
        (now) => document.documentElement.dataset.theme === now,
        theme.toLowerCase(),
      );
      expect(Math.min(...(await contrastsOf(page))), theme).toBeGreaterThanOrEqual(4.5);
    }
    await say(page, 'Long code');
    const long = page.locator('.answer-text').nth(1);
    await long.locator('.code-number').first().waitFor();
    expect((await long.locator('pre').textContent())?.split('\n').length).toBe(900);
  });

  it('has tables that scroll within themselves, by keyboard too', async () => {
    const page = await ask('Table');
    for (const width of [1440, 1100, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const table = page.getByRole('group', { name: 'Wide table' });
      await table.waitFor();
      await expect.poll(() => table.count()).toBe(1);
      await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
      await table.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
      const aligned = await table
        .locator('th')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign));
      expect(aligned.slice(0, 3).map((one) => one.replace('-moz-', '').replace('-webkit-', ''))).toEqual([
        'left',
        'center',
        'right',
      ]);
    }
  });

  itInBoth('has footnotes that lead there and back, in each answer its own', async () => {
    const page = await ask('Footnotes');
    await say(page, 'Footnotes');
    await page.locator('.answer[data-status="done"]').nth(1).waitFor();
    const second = page.locator('.answer-text').nth(1);
    const links = second.getByRole('link', { name: 'Footnote 1' });
    await expect.poll(() => second.getByRole('link').count()).toBe(3);
    await expect.poll(() => second.textContent()).toContain('this[^9]');
    const address = page.url();
    await links.last().click();
    const note = second.locator('.footnote').first();
    await expect.poll(() => isSeen(note)).toBe(true);
    await expect
      .poll(() => note.locator('.footnote-name').evaluate((name) => name === document.activeElement))
      .toBe(true);
    await expect.poll(() => note.locator('.claim').textContent()).toContain('330 metres');
    await note.getByRole('button', { name: /^Back/ }).click();
    await expect.poll(() => links.last().evaluate((link) => link === document.activeElement)).toBe(true);
    await expect.poll(() => isSeen(links.last())).toBe(true);
    expect(page.url()).toBe(address);
  });

  it('has no serious faults of accessibility', async () => {
    const page = await ask('Formulas', { viewport: { width: 390, height: 844 } });
    for (const [index, text] of ['Code', 'Table', 'Footnotes'].entries()) {
      await say(page, text);
      await page
        .locator('.answer[data-status="done"]')
        .nth(index + 1)
        .waitFor();
    }
    await page.locator('.answer .code-keyword').first().waitFor();
    await expect.poll(() => listSeriousFaults(page)).toEqual([]);
  });

  it('shows every word of an answer, however it is made up', async () => {
    const page = await ask('Random 0');
    for (const [index, { text, words }] of RANDOM.entries()) {
      if (index > 0) await say(page, `Random ${index}`);
      await page.locator('.answer[data-status="done"]').nth(index).waitFor();
      const answer = page.locator('.answer-text').nth(index);
      // A claim's badge may stand within a word.
      const seen = await answer.evaluate((element) => {
        const copy = element.cloneNode(true) as Element;
        for (const badge of copy.querySelectorAll('.claim-badge, .claim > .unseen')) badge.remove();
        return copy.textContent ?? '';
      });
      for (const word of words) expect(seen, text).toContain(word);
      expect(seen, text).not.toMatch(/[\uE010-\uE016]/);
    }
  });
});

/** Of each colour of code, on its ground. */
function contrastsOf(page: Page): Promise<number[]> {
  return page
    .locator('.code')
    .first()
    .evaluate((code) => {
      const light = (color: string): number => {
        const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
        const [r = 0, g = 0, b = 0] = parts.map((part) =>
          part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = light(getComputedStyle(code).backgroundColor);
      return ['comment', 'keyword', 'string', 'number', 'title', 'attribute'].map((kind) => {
        const token = code.appendChild(
          Object.assign(document.createElement('span'), { className: `code-${kind}` }),
        );
        const own = light(getComputedStyle(token).color);
        token.remove();
        return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
      });
    });
}
