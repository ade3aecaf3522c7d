/** A page as a screen reader goes through it, from Chromium's own tree of what it tells to one. */
import type { Page } from 'playwright-core';

export interface Heard {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level?: number;
}

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly childIds?: readonly string[];
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
}

/** @returns what is there, in the order in which it is read. Chromium only. */
export async function hearPage(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: Heard[] = [];
  const read = (node: Node | undefined): void => {
    if (node === undefined) return;
    const { ignored, role, name, properties = [], childIds = [] } = node;
    const level = properties.find((property) => property.name === 'level')?.value.value;
    if (!ignored && role?.value !== 'InlineTextBox') {
      heard.push({
        role: role?.value ?? '',
        name: (name?.value ?? '').replace(/[\s\u2060]+/g, ' ').trim(),
        ...(role?.value === 'heading' && typeof level === 'number' ? { level } : {}),
      });
    }
    for (const id of childIds) read(byId.get(id));
  };
  read(nodes[0]);
  return heard;
}

const CONTROLS = new Set([
  ...['button', 'link', 'textbox', 'combobox', 'checkbox', 'radio', 'radiogroup', 'spinbutton', 'searchbox'],
  ...[
    'menuitem',
    'option',
    'switch',
    'tab',
    'progressbar',
    'dialog',
    'region',
    'article',
    'complementary',
    'navigation',
  ],
]);

/** @returns what is heard without a name, though it needs one. */
export function nameless(heard: readonly Heard[]): Heard[] {
  return heard.filter(({ role, name }) => CONTROLS.has(role) && name === '');
}

/** @returns headings that are deeper than what stands before them by more than one level, or a second first one. */
export function headingsOutOfOrder(heard: readonly Heard[]): Heard[] {
  const headings = heard.filter(({ role }) => role === 'heading');
  return headings.filter(({ level = 0 }, index) => {
    const before = headings[index - 1]?.level ?? 0;
    return level > before + 1 || (level === 1 && index > 0);
  });
}

/** Notes what live regions say from now on, each time that their text changes. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    const last = new WeakMap<Element, string>();
    for (const region of document.querySelectorAll(live)) last.set(region, region.textContent ?? '');
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        const text = (region.textContent ?? '').trim();
        if (text !== '' && text !== last.get(region)) said.push(text);
        last.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}
