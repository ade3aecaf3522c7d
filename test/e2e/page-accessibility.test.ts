/** Every view of the page, held against the rules of accessibility, in both colours. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { setScene, VIEWS } from './page-scene.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.runIf(hasBrowser())('the page: accessibility', () => {
  const { go } = setScene();

  it.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility, in %s',
    async (colorScheme) => {
      for (const view of VIEWS) {
        const page = await go(view, { colorScheme });
        if (view === '#/chat') await page.locator('.answer[data-status="done"]').waitFor();
        if (view === '#/check') {
          await page.getByRole('button', { name: 'Use an example' }).click();
          await page.locator('.card').first().waitFor();
        }
        if (view === '#/evaluate') {
          await page.getByRole('button', { name: 'Use an example' }).click();
          await page.getByRole('button', { name: 'Start' }).click();
          await page.locator('.run[data-state="done"]').waitFor();
        }
        if (view === '#/status') await page.locator('tbody tr td strong').first().waitFor();
        expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
        // Run as a program of the test's, not of the page's: the page's own policy forbids it.
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
          interface Violation {
            readonly id: string;
            readonly impact: string;
            readonly nodes: readonly { readonly html: string }[];
          }
          const { violations } = await axe.run();
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
        });
        expect(found, view).toEqual([]);
      }
    },
    60_000,
  );
});
