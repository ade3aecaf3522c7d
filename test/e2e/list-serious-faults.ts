/** Holds a page as it stands against the rules of accessibility. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a change of colours can break. */
export const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * @param rules all where there are none.
 * @returns each serious or critical fault, with the elements that it is about.
 */
export async function listSeriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Run as a program of the test's, not of the page's: the page's own policy forbids it.
  await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }
    const { violations } = await axe.run(only === undefined ? {} : { runOnly: [...only] });
    // The list of a combobox is scrolled by the arrow keys of its field, which has the focus.
    const isMoved = (id: string, html: string): boolean =>
      id === 'scrollable-region-focusable' && html.includes('ant-select-dropdown-list-holder');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isMoved(id, html)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, rules);
}
