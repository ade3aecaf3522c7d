/** The tree of a page of HTML: no script of it runs, and nothing is loaded. */
import { parseHTML } from 'linkedom';

/** Of a tree, as much as is used here. */
export interface TreeNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<TreeNode>;
  getAttribute?(name: string): string | null;
}
interface PageElement extends TreeNode {
  getAttribute(name: string): string | null;
}
export interface PageTree extends TreeNode {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** @param html a page, which may leave the tags out that every page has (HTML, 13.1.2.4), or only what is in its body. */
export function parsePage(html: string): PageTree {
  const whole = /<body[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
  return parseHTML(whole).document;
}
