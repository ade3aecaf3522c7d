/** Looks at what a page draws, from its first moment on: nothing of what it was given may become a part of it. */
import type { Page } from 'playwright-core';

/** What text becomes where it is markdown, and no more; a claim's mark and a code block's head are the page's own. */
const TAGS_OF_TEXT = [
  ...['div', 'p', 'span', 'br', 'hr', 'a', 'em', 'strong', 'del', 'code', 'pre', 'blockquote'],
  ...['h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** What KaTeX draws of a formula, within its own box alone: what leads or loads is not among it. */
const OF_A_FORMULA = {
  tags: [
    ...['span', 'svg', 'path', 'line', 'math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'mtext'],
    ...[
      'mspace',
      'msub',
      'msup',
      'msubsup',
      'mfrac',
      'msqrt',
      'mroot',
      'munder',
      'mover',
      'munderover',
      'mtable',
    ],
    ...['mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'menclose'],
  ],
  attributes: [
    ...[
      'class',
      'style',
      'aria-hidden',
      'xmlns',
      'encoding',
      'display',
      'd',
      'viewbox',
      'preserveaspectratio',
    ],
    ...[
      'width',
      'height',
      'depth',
      'voffset',
      'valign',
      'x1',
      'x2',
      'y1',
      'y2',
      'stroke-width',
      'mathvariant',
    ],
    ...[
      'mathcolor',
      'mathbackground',
      'mathsize',
      'fence',
      'separator',
      'stretchy',
      'minsize',
      'maxsize',
      'largeop',
    ],
    ...[
      'lspace',
      'rspace',
      'linethickness',
      'linebreak',
      'accent',
      'accentunder',
      'scriptlevel',
      'displaystyle',
    ],
    ...['notation', 'columnalign', 'columnlines', 'columnspacing', 'rowlines', 'rowspacing'],
  ],
};

export interface Watch {
  /** What was drawn and should not have been, what was asked for, what ran. */
  found(): Promise<string[]>;
}

/** @param page before it is opened, or before it is loaded again. */
export async function watchPage(page: Page): Promise<Watch> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/\/metrics|evil\.example/.test(request.url())) asked.push(`asked ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!/^(?:about:blank|file:|http:\/\/127\.0\.0\.1:\d+\/(?:#.*)?$)/.test(frame.url()))
      asked.push(`went to ${frame.url()}`);
  });
  await page.addInitScript(watch, { tagsOfText: TAGS_OF_TEXT, ofFormula: OF_A_FORMULA });
  return {
    found: async () => [
      ...asked,
      ...(await page.evaluate(() => {
        const { drawn, taken } = globalThis as unknown as { drawn: Set<string>; taken?: unknown };
        return [...drawn, ...(taken === undefined ? [] : ['a script ran'])];
      })),
    ],
  };
}

/** Runs within the page. */
function watch({
  tagsOfText,
  ofFormula,
}: {
  tagsOfText: readonly string[];
  ofFormula: typeof OF_A_FORMULA;
}): void {
  const drawn = new Set<string>();
  Object.assign(globalThis, { drawn });
  const nowhere =
    'iframe, object, embed, base, marquee, dialog, video, audio, template, math:not(.formula .katex-mathml > math), meter, fieldset, details:not(.card-details, .thoughts), ' +
    'img:not([src="/icon.svg"]), image, input[type="image"], meta[http-equiv="refresh"], xmd-tail, claim-mark, tex-formula, note-link, ' +
    'foot-note, [x]:not(svg *)';
  const own =
    '.code-head, .claim-badge, .claim-right, .ant-popover, .note-link, .footnote-name, .footnote-back';
  const look = (element: Element): void => {
    const tell = () => drawn.add(element.outerHTML.slice(0, 120));
    if (element.matches(nowhere)) tell();
    const handlers = [...element.attributes].filter(({ name }) =>
      /^on|^(?:formaction|srcdoc|ping)$/.test(name),
    );
    if (handlers.length > 0) tell();
    // Within a report, which is a file, `#claim-1` has the file's protocol.
    const within = /^#claim-\d+$/.test(element.getAttribute('href') ?? '');
    if (element instanceof HTMLAnchorElement && !within && !/^(?:https?:|blob:$)/.test(element.protocol))
      tell();
    if (element.matches('.answer-text .formula .katex *')) {
      const names = [...element.attributes].map(({ name }) => name.toLowerCase());
      const odd = names.some((name) => !ofFormula.attributes.includes(name));
      if (odd || !ofFormula.tags.includes(element.localName)) tell();
    } else if (element.matches('.answer-text *') && element.closest(own) === null) {
      const attributes = [...element.attributes].map(({ name }) => name);
      const odd = attributes.some(
        (name) =>
          !/^(?:class|href|target|rel|dir|start|align|tabindex|role|data-(?:claim|state))$/.test(name) &&
          !(name === 'aria-label' && element.matches('.table-scroll, .formula-display')),
      );
      if (odd || !tagsOfText.includes(element.localName)) tell();
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element) look(target);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        look(node);
        for (const element of node.querySelectorAll('*')) look(element);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
