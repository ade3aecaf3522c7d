/** Builds the page, where that is needed, before the first of the tests that look at it in a browser. */
import { isPageOutdated } from '../../src/gateway/wiring/build-page.ts';
import { buildPage, hasBrowser } from './open-browser.ts';

export function setup(): void {
  if (hasBrowser() && isPageOutdated()) buildPage();
}
