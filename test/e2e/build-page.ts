/** Builds the page once, before the first of the tests that look at it in a browser. */
import { buildPage, hasBrowser } from './open-browser.ts';

export function setup(): void {
  if (hasBrowser()) buildPage();
}
