/** The article of a page of the web, without what stands around it. Runs in the thread that reads documents. */
import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { decodeText } from './decode-text.ts';
import { type About, dayOf, describe } from './describe.ts';
import { DocumentRefused, type ReadableDocument } from './document.ts';
import { type PageTree, parsePage, type TreeNode } from './page-tree.ts';
import { writeStructure } from './write-structure.ts';

const MOST_ELEMENTS = 60_000;
/** Elements within elements. */
const DEEPEST = 400;

/**
 * No script runs, nothing is loaded.
 * @throws DocumentRefused
 */
export function readHtml(bytes: Uint8Array, type: string | undefined): ReadableDocument {
  const html = decodeText(bytes, type, true);
  expectModest(html);
  const tree = parsePage(html);
  const own = aboutOf(tree);
  // It takes the tree apart.
  const article = new Readability(tree as unknown as ConstructorParameters<typeof Readability>[0], {
    serializer: (node) => writeStructure(node as unknown as TreeNode),
  }).parse();
  const text = article?.content || writeStructure(parsePage(html));
  if (text === '') {
    throw new DocumentRefused(
      'This page has no text of its own; it may need a browser: copy the text from there',
    );
  }
  return {
    kind: 'html',
    text,
    ...describe({
      title: own.title || article?.title,
      author: own.author || article?.byline,
      date: dayOf(own.date ?? article?.publishedTime),
    }),
  };
}

/** @throws DocumentRefused before a tree of it is built. */
function expectModest(html: string): void {
  let [elements, depth] = [0, 0];
  const parser = new Parser({
    onopentag() {
      depth += 1;
      elements += 1;
      if (depth > DEEPEST) throw new DocumentRefused('The elements of this page are nested too deeply');
      if (elements > MOST_ELEMENTS) throw new DocumentRefused('This page has too many elements');
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}

const TITLES = ['meta[property="og:title"]', 'meta[name="citation_title"]', 'meta[name="dc.title"]'];
const AUTHORS = ['meta[name="author"]', 'meta[name="citation_author"]', 'meta[name="dc.creator"]'];
const DATES = [
  'meta[property="article:published_time"]',
  'meta[name="citation_publication_date"]',
  'meta[name="dc.date"]',
  'meta[name="date"]',
  'meta[itemprop="datePublished"]',
];

/** What the page's own metadata say, before anything is guessed from its text. */
function aboutOf(document: PageTree): About {
  const contentOf = (selectors: readonly string[]): string | undefined =>
    selectors
      .map((selector) => document.querySelector(selector)?.getAttribute('content')?.trim())
      .find((content) => content !== undefined && content !== '');
  const linked = readLinkedData(document);
  const time = document.querySelector(
    'article time[datetime], time[pubdate], time[itemprop="datePublished"]',
  );
  const date = [contentOf(DATES)?.replaceAll('/', '-'), linked.date, time?.getAttribute('datetime')].find(
    (one) => dayOf(one) !== undefined,
  );
  const [title, author] = [contentOf(TITLES) ?? linked.title, linked.author ?? contentOf(AUTHORS)];
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(date == null ? {} : { date }),
  };
}

const ARTICLE = /^(?:\w*Article|NewsArticle|BlogPosting|Report|WebPage)$/;

/** schema.org in JSON-LD. */
function readLinkedData(document: PageTree): About {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const article = findArticle(parse(script.textContent ?? ''));
    if (article === undefined) continue;
    const { headline: title, datePublished: date } = article;
    const author = namesOf(article.author);
    return {
      ...(typeof title === 'string' ? { title } : {}),
      ...(author === '' ? {} : { author }),
      ...(typeof date === 'string' ? { date } : {}),
    };
  }
  return {};
}

function findArticle(value: unknown): Record<string, unknown> | undefined {
  const graph = (value as { '@graph'?: unknown } | null)?.['@graph'];
  return [value, graph]
    .flat()
    .filter((one) => typeof one === 'object' && one !== null)
    .map((one) => one as Record<string, unknown>)
    .find((one) => [one['@type']].flat().some((type) => typeof type === 'string' && ARTICLE.test(type)));
}

function namesOf(author: unknown): string {
  const names = [author]
    .flat()
    .map((one) => (typeof one === 'string' ? one : (one as { name?: unknown } | null)?.name));
  return names.filter((name) => typeof name === 'string' && !/^https?:/.test(name)).join(', ');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
