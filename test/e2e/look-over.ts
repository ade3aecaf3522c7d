/** What can be measured of a page as it stands: how large its targets are, and whether anything of it is cut off. */
import type { Page } from 'playwright-core';

/** WCAG 2.2, 2.5.8: the least width and height of a target, in CSS pixels. */
const LEAST = 24;

/** @returns what can be pressed and is smaller than a finger needs; links and marks within running text may be. */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed =
      'a[href], button, [role="button"], [role="menuitem"], [role="radio"], [role="option"], [role="tab"], summary, ' +
      'input:not([type="hidden"]), select, textarea';
    const shown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      element.closest('.unseen, [aria-hidden="true"], [inert]') === null;
    /** Within running text: it breaks over lines as the text does. */
    const runs = (element: Element): boolean => getComputedStyle(element).display === 'inline';
    /** What the browser lets a person press in its stead. */
    const targetOf = (element: Element): Element =>
      (element instanceof HTMLInputElement &&
        (element.closest(
          'label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-segmented-item',
        ) ??
          element.labels?.[0])) ||
      element;
    return [...document.querySelectorAll(pressed)]
      .filter((element) => shown(element) && !runs(element))
      .map(targetOf)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || (width >= least && height >= least)) return [];
        return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`;
      });
  }, LEAST);
}

/** @returns what is wider than its place: the page itself, and text that is cut off. */
export function listCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page: ${scrollWidth} in ${clientWidth}`);
    const meant =
      '.unseen, .page-title, .skip, .table-scroll, pre, code[tabindex], .katex-display, .shelf, svg, textarea, .ant-select, .results *';
    for (const element of document.querySelectorAll<HTMLElement>('#root *, .ant-drawer *, .ant-modal *')) {
      if (element.closest(meant) !== null || !element.checkVisibility({ contentVisibilityAuto: true }))
        continue;
      const { overflowX } = getComputedStyle(element);
      if (
        overflowX !== 'visible' &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0
      ) {
        faults.push(`${element.scrollWidth} in ${element.clientWidth}: ${element.outerHTML.slice(0, 120)}`);
      }
      if (element.matches('a, button, [role="button"], input, strong, h1, h2, h3, p')) {
        const { left, right, width } = element.getBoundingClientRect();
        if (width > 0 && right > 0 && (right > clientWidth + 1 || left < -1)) {
          faults.push(
            `beyond the edge (${Math.round(left)} to ${Math.round(right)}): ${element.outerHTML.slice(0, 120)}`,
          );
        }
      }
    }
    return faults;
  });
}
