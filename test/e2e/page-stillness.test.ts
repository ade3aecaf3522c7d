/** What a first visit shows stands still while it is drawn. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { PHONE, setScene, VIEWS } from './page-scene.ts';

/** The most by which what is seen may move, as Chromium counts it. */
const MOST_SHIFT = 0.05;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Runs in the page before anything of it. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent),
      );
      shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

// Firefox does not count layout shifts.
describe.runIf(hasBrowser())('the page: stillness', () => {
  const { go } = setScene();

  const DEVICES = [
    ['a phone', PHONE],
    ['a desk', { viewport: { width: 1280, height: 800 } }],
  ] as const;
  const ADDRESSES = ['', '#/chat/new', ...VIEWS.slice(1), '#/usage', '#/operate', '#/nowhere', 'docs/'];

  for (const [device, options] of DEVICES) {
    for (const address of ADDRESSES) {
      it(`moves nothing that is seen while ${address || 'the site'} is drawn on ${device}, nor once it is read again`, async () => {
        const page = await go('icon.svg', options);
        await page.context().addInitScript(watchShifts);
        await page.goto(new URL(`/${address}`, page.url()).href);
        for (const visit of ['first', 'again']) {
          if (visit === 'again') await page.reload();
          await page.locator('main').waitFor();
          await page.waitForLoadState('networkidle');
          // The example has been answered and its claims have been judged.
          if (address === '') await page.locator('.answer[data-status="done"] .message-tools').waitFor();
          await page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
          );
          const shifts = await shiftsOf(page);
          const sum = shifts.reduce((all, { value }) => all + value, 0);
          expect
            .soft(sum, `${visit} visit: ${JSON.stringify(shifts, null, 1)}`)
            .toBeLessThanOrEqual(MOST_SHIFT);
        }
      });
    }
  }
});
