/** Cuts code into what it is made of. Loaded by the worker alone. */
import { common, createLowlight } from 'lowlight';

/** Text, and what it is: one of {@link KINDS}, or nothing in particular. */
export type CodeToken = readonly [text: string, kind?: string];

const lowlight = createLowlight(common);

/** Six colours tell more than the library's forty names. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ comment: 'comment', quote: 'comment', meta: 'comment' },
  ...{
    keyword: 'keyword',
    built_in: 'keyword',
    literal: 'keyword',
    'selector-tag': 'keyword',
    section: 'keyword',
  },
  ...{ string: 'string', regexp: 'string', addition: 'string', link: 'string', code: 'string' },
  ...{
    number: 'number',
    symbol: 'number',
    bullet: 'number',
    'template-variable': 'number',
    variable: 'number',
  },
  ...{ title: 'title', name: 'title', type: 'title', 'selector-class': 'title', 'selector-id': 'title' },
  ...{ attr: 'attribute', attribute: 'attribute', property: 'attribute', deletion: 'attribute', params: '' },
};

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly properties?: { readonly className?: readonly string[] };
}

/** @returns all of the code, in order; nothing for a language that is not known. */
export function readTokens(code: string, language: string): readonly CodeToken[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  const tokens: CodeToken[] = [];
  const walk = (node: Node, kind: string | undefined): void => {
    if (node.type === 'text') tokens.push(kind === undefined ? [node.value ?? ''] : [node.value ?? '', kind]);
    const own = KINDS[node.properties?.className?.[0]?.replace('hljs-', '') ?? ''];
    for (const child of node.children ?? []) walk(child, own === undefined ? kind : own || undefined);
  };
  walk(lowlight.highlight(name, code) as Node, undefined);
  return tokens;
}
