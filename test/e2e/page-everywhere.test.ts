/** The page on a phone, by keyboard alone, in its colours. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts } from '../../web/texts.ts';
import { hasBrowser } from './open-browser.ts';
import { CLAIM, describeInBrowsers, PHONE, setScene, VIEWS } from './page-scene.ts';

describe.runIf(hasBrowser())('the page: for everybody', () => {
  const { go } = setScene();

  it('keeps the colours that were chosen, from the first paint on', async () => {
    const page = await go('', { colorScheme: 'light' });
    await page.locator('.ant-segmented-item').filter({ hasText: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.first = document.documentElement.dataset.theme ?? 'none';
      });
    });
    await page.reload();
    await page.locator('.composer').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark');
  });

  it('works with the keyboard alone', async () => {
    const page = await go();
    await page.locator('.answer[data-status="done"]').waitFor();
    await page.keyboard.type(CLAIM);
    await page.keyboard.press('Enter');
    await page.locator('.answer[data-status="done"]').waitFor();
    const claim = page.locator('.answer .claim').first();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      if (await claim.evaluate((element) => element === document.activeElement)) break;
    }
    await page.locator('.ant-popover .glance').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.claim-panel .card-selected').waitFor();
  });

  it('fits a phone, where a tap on a claim opens its evidence', async () => {
    const page = await go('', PHONE);
    const { origin } = new URL(page.url());
    for (const view of [...VIEWS, 'docs/']) {
      await page.goto(`${origin}/${view}`);
      await page.reload();
      await page
        .locator(view === 'docs/' ? 'h1' : 'main > *')
        .first()
        .waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, view).toBeLessThanOrEqual(0);
    }
    await page.goto(`${origin}/#/chat`);
    await page.locator('.question .claim[data-state="refuted"]').tap();
    await page.locator('.ant-drawer .card-selected blockquote').waitFor();
  });
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.id || element?.getAttribute('aria-label') || element?.textContent || '';
  });

const focusIs = async (page: Page, expected: string): Promise<void> => {
  await expect.poll(() => focused(page), { timeout: 5_000 }).toBe(expected);
};

describeInBrowsers('the page: the keyboard’s focus', (browser, { it, itInBoth }) => {
  const { go } = setScene(browser);

  itInBoth('goes where Enter led: past the views, into another view, into a dialog and back', async () => {
    const page = await go('#/evaluate');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await focusIs(page, texts.skip);
    await page.keyboard.press('Enter');
    await focusIs(page, 'main');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    await page.getByRole('link', { name: texts.views.status }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.views.status }).waitFor();
    await focusIs(page, 'main');

    await page.getByRole('link', { name: texts.views.chat }).focus();
    await page.keyboard.press('Enter');
    await focusIs(page, texts.chat.composer);
    const settings = page.locator('.composer').getByRole('button', { name: texts.settings.button });
    await settings.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: texts.settings.title });
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await focusIs(page, texts.settings.button);
  });

  it('leaves the menu of a phone for the view that was chosen, else for the button that opened it', async () => {
    const page = await go('#/evaluate', PHONE);
    const menu = page.getByRole('button', { name: texts.openMenu });
    await menu.focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: texts.views.status });
    await link.waitFor();
    await page.keyboard.press('Escape');
    await focusIs(page, texts.openMenu);
    await page.keyboard.press('Enter');
    await link.focus();
    await page.keyboard.press('Enter');
    await page.locator('tbody strong').first().waitFor();
    await focusIs(page, 'main');
  });
});

describe.runIf(hasBrowser())('the page: as the system is set', () => {
  const { go } = setScene();

  it('shows no hint on a touch screen, where it would stay and hide the sentence on keys', async () => {
    const page = await go('#/chat', { ...PHONE, isMobile: true });
    await page.locator('.composer').getByRole('button', { name: texts.keys.button }).tap();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => page.locator('.ant-tooltip:visible').count()).toBe(0);
    expect(
      await page.getByText(texts.keys.intro).evaluate((sentence) => {
        const { left, top, width, height } = sentence.getBoundingClientRect();
        return sentence.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    ).toBe(true);
  });

  it('moves nothing where motion is reduced', async () => {
    const page = await go('#/check');
    await page.getByLabel(texts.check.label).fill(CLAIM);
    expect(
      await page.evaluate(() => {
        document.body.insertAdjacentHTML(
          'beforeend',
          '<i class="dots"><i></i></i><b class="mark-checking"><g></g></b>',
        );
        return document.getAnimations().length;
      }),
    ).toBe(0);
  });

  it('tells marks and the chosen option apart in forced colours', async () => {
    const page = await go('#/chat', { forcedColors: 'active' });
    await page.locator('.claim-panel .card').first().waitFor();
    const lines = (): Promise<string[]> =>
      page
        .locator('.question .claim')
        .evaluateAll((claims) => claims.map((claim) => getComputedStyle(claim).textDecorationStyle));
    // The one is refuted and the other supported, once their verdicts have come.
    await expect.poll(lines).toEqual(['wavy', 'solid']);
    const grounds = await page
      .locator('.claim-panel .verdict-bar i')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
    expect(new Set(grounds).size).toBe(2);
    for (const chosen of ['.ant-segmented-item-selected', 'nav a[aria-current]']) {
      await expect
        .poll(() => page.locator(chosen).evaluate((one) => getComputedStyle(one).outlineStyle))
        .toBe('solid');
    }
  });

  it.each(['light', 'dark'] as const)(
    'tells the chosen option apart by its contrast, in %s',
    async (colorScheme) => {
      const page = await go('#/chat', { colorScheme });
      const chosen = page.locator('.ant-segmented-item-selected');
      await chosen.waitFor();
      const [icon, ground, around] = await chosen.evaluate((item) => {
        const thumb = document.querySelector('.ant-segmented-thumb') ?? item;
        const track = item.closest('.ant-segmented') as HTMLElement;
        return [
          getComputedStyle(item).color,
          getComputedStyle(thumb).backgroundColor,
          getComputedStyle(track).backgroundColor,
        ];
      });
      expect(contrast(icon, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, around)).toBeGreaterThanOrEqual(3);
      await page.locator('.composer .model-picker').click();
      const option = page.locator('.ant-select-item-option-selected');
      await option.waitFor();
      const [bar, under] = await option.evaluate((item) => [
        getComputedStyle(item).boxShadow,
        getComputedStyle(item).backgroundColor,
      ]);
      expect(contrast(bar, under)).toBeGreaterThanOrEqual(3);
    },
  );
});

/** WCAG 2, between two opaque colours as a browser writes them. */
function contrast(one = '', other = ''): number {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (/rgb\(([^)]+)/.exec(colour)?.[1] ?? '')
      .split(',')
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
