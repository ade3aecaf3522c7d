/** A report that is published at an address: for readers, for what shows links to it, and for search engines. */
import { UNWANTED } from '../corpus/clean-text.ts';
import { MARKDOWN_PEN } from './markdown-pen.ts';
import { pageOf } from './page-of.ts';
import type { ReportedCheck } from './reported-check.ts';
import { summarize, writeCheck, writeClaimsInSteps } from './write-check.ts';
import {
  escapeHtml,
  REPORT_PEN,
  type ReportSubject,
  UNTITLED,
  writeReport,
  writeReportBody,
} from './write-report.ts';
import { writeSources } from './write-sources.ts';

type Steps = Generator<undefined, string, void>;

export interface Publication {
  readonly subject: ReportSubject;
  /** The text that was checked. */
  readonly text: string;
  /** Where the report is read. */
  readonly url: string;
  /** ISO 8601. */
  readonly published: string;
  /** ISO 8601. */
  readonly changed: string;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
  /** ClaimReviews. */
  readonly reviews: readonly object[];
  /** What to be careful about, where that is not what every report says. */
  readonly caution?: string | undefined;
}

/** Steps, for it may be long. @returns a page of HTML that runs nothing and loads nothing. */
export function* writePublishedPage(check: ReportedCheck, publication: Publication): Steps {
  const { subject, text, url, published, changed, indexed, reviews, caution } = publication;
  const title = subject.title ?? UNTITLED;
  const said = summarize(check);
  const named: readonly (readonly [attribute: string, name: string, content: string | undefined])[] = [
    ['name', 'description', said],
    ['name', 'author', subject.by],
    ['name', 'robots', indexed ? undefined : 'noindex'],
    ['property', 'og:type', 'article'],
    ['property', 'og:title', title],
    ['property', 'og:description', said],
    ['property', 'og:url', url],
    ['property', 'article:published_time', published],
    ['property', 'article:modified_time', changed],
    ['name', 'twitter:card', 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', said],
  ];
  const tags = named.flatMap(([attribute, name, content]) =>
    content === undefined ? [] : [`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`],
  );
  const links = [
    ['canonical', url, ''],
    ['alternate', `${url}.json`, ' type="application/json"'],
    ['alternate', `${url}.md`, ' type="text/markdown"'],
  ].map(([rel, href = '', type]) => `<link rel="${rel}" href="${escapeHtml(href)}"${type}>`);
  // Data for search engines: no browser runs it. A text in it must not end it, or turn around what stands behind it.
  const data = JSON.stringify(reviews).replaceAll('<', '\\u003c').replace(UNWANTED, '');
  const script = reviews.length === 0 ? [] : [`<script type="application/ld+json">${data}</script>`];
  const head = [...tags, ...links, ...script].map((line) => `${line}\n`).join('');
  const claims = yield* writeClaimsInSteps(check, REPORT_PEN);
  return writeReport(check, { ...subject, title }, { head, text, caution, claims });
}

/** The same as Markdown; the text itself is left out. */
export function* writePublishedMarkdown(check: ReportedCheck, { subject, url }: Publication): Steps {
  const { text, link } = MARKDOWN_PEN;
  const { title = UNTITLED, by, day, article, author, date, url: place } = subject;
  const source = [article, author, date].filter((word) => word !== undefined).join(', ');
  const lines = [
    `# ${text(title)}`,
    [by, day]
      .filter((word) => word !== undefined)
      .map(text)
      .join(', '),
    place !== undefined && pageOf(place) !== undefined ? link(source, place) : text(source),
    link('', url),
  ];
  const claims = yield* writeClaimsInSteps(check, MARKDOWN_PEN);
  const head = lines.filter((line) => line !== '').join('\n\n');
  return `${head}\n\n${writeCheck(check, MARKDOWN_PEN, claims)}`;
}

/** What a document for a word processor is made of: the report, and at its end the pages that its evidence is from. */
export function* writePublishedBody(
  check: ReportedCheck,
  { subject, text, url, caution }: Publication,
): Steps {
  const claims = yield* writeClaimsInSteps(check, REPORT_PEN);
  const report = writeReportBody(check, subject, { text, caution, claims });
  const place = `<p class="faint">${REPORT_PEN.link('', url)}</p>\n`;
  return report + writeSources(check.claims) + place;
}
