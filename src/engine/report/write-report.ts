/**
 * A check as one page of HTML that needs no script, no network and no gateway: to be kept, sent, printed. Every text
 * in it may be of others: it comes out as text.
 */

import { type Span, VERDICTS } from '../../domain/claim.ts';
import { directionOf } from '../../domain/direction-of.ts';
import { cleanLine, UNWANTED } from '../corpus/clean-text.ts';
import { pageOf } from './page-of.ts';
import { type CheckState, type ReportedCheck, stateOf } from './reported-check.ts';
import {
  isJudged,
  type LineRole,
  type Pen,
  STATE_MARKS,
  STATE_WORDS,
  sayUnsupported,
  summarize,
  writeClaims,
} from './write-check.ts';

/** What was checked, by whom, and how. */
export interface ReportSubject {
  readonly title?: string | undefined;
  /** Who answers for the report. */
  readonly by?: string | undefined;
  /** ISO 8601: the report's own day. */
  readonly day?: string | undefined;
  /** What the checked text is called, where the title is the report's own. */
  readonly article?: string | undefined;
  readonly author?: string | undefined;
  /** ISO 8601: when it was published. */
  readonly date?: string | undefined;
  /** Where it was read. */
  readonly url?: string | undefined;
  /** The judge; absent where there are no verdicts. */
  readonly model?: string | undefined;
  /** ISO 8601: the day of the check. */
  readonly checked: string;
}

export const REPORT_STYLE = `
:root { color-scheme: light dark; --text: #1a1d24; --faint: #5a6070; --line: #dfe2e9; --page: #fff;
  --supported: #1d7a3d; --refuted: #b91c1c; --conflicting: #8a5300; --not_enough_evidence: #1d4ed8; --not_checked: #5a6070 }
@media screen and (prefers-color-scheme: dark) { :root { --text: #e8eaf0; --faint: #a3a9b8; --line: #323743; --page: #15171c;
  --supported: #6cd492; --refuted: #ff8f8a; --conflicting: #f2b95c; --not_enough_evidence: #8fb4ff; --not_checked: #a3a9b8 } }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.3; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem }
h3, h4 { font-size: 1rem; line-height: 1.5; margin: 0 } h4 { font-weight: 500; margin-top: .75rem }
p { margin: .35rem 0 } .faint, .citation, .more { color: var(--faint); font-size: .9rem } a { color: inherit }
article { border-top: 1px solid var(--line); padding: 1.25rem 0 }
blockquote { margin: .6rem 0 .1rem; padding-left: .9rem; border-left: 3px solid var(--line) }
.deep { margin-left: 1.25rem } .text { white-space: pre-wrap; line-height: 1.8 } mark { background: none; color: inherit; border-bottom: 2px solid }
sup { line-height: 0 } .decision { border-left: 3px solid var(--line); padding-left: .9rem } .verdict { white-space: nowrap } ins { text-decoration: none; font-weight: 600 }
${[...VERDICTS, 'not_checked'].map((state) => `.${state} { color: var(--${state}) }`).join(' ')}
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 } dt { color: var(--faint) } dd { margin: 0 }
@media print { body { margin: 0; max-width: none } article, blockquote { break-inside: avoid } a::after { content: none } }
`;

const ELEMENTS: Readonly<Record<LineRole, string>> = {
  claim: 'h3',
  part: 'h4',
  decision: 'p',
  reading: 'p',
  correction: 'p',
  explanation: 'p',
  quote: 'blockquote',
  citation: 'p',
  more: 'p',
};

export const REPORT_PEN: Pen = {
  text: escapeHtml,
  faint: (words) => `<span class="faint">${escapeHtml(words)}</span>`,
  headline(text, state) {
    if (state === undefined) return escapeHtml(text);
    return `<span class="verdict ${state}">${STATE_MARKS[state]} ${STATE_WORDS[state]}:</span> ${escapeHtml(text)}`;
  },
  correction: (wrong, right) => `<del>${escapeHtml(wrong)}</del> → <ins>${escapeHtml(right)}</ins>`,
  link(name, url) {
    const address = pageOf(url);
    if (address === undefined) return escapeHtml(name);
    return `<a href="${escapeHtml(address)}">${escapeHtml(name === '' ? address : name)}</a>`;
  },
  line(depth, text, role) {
    const element = ELEMENTS[role];
    const classes = `${role}${depth > 1 ? ' deep' : ''}`;
    return `<${element} class="${classes}" dir="${directionOf(text)}">${text}</${element}>\n`;
  },
  claim: (lines, number) => `<article id="claim-${number}">\n${lines}</article>\n`,
  gap: '',
};

/** What a report is called whose text has no title. */
export const UNTITLED = 'Claims of a text';

interface ReportParts {
  /** HTML that stands in the page's head. */
  readonly head?: string;
  /** The text that was checked, where it is to be shown with its claims marked. */
  readonly text?: string | undefined;
  /** Where they are written already. */
  readonly claims?: string;
  /** What to be careful about, in place of what is said otherwise. */
  readonly caution?: string | undefined;
}

/** @returns the page, in UTF-8. */
export function writeReport(
  metadata: ReportedCheck,
  subject: ReportSubject,
  { head = '', ...parts }: ReportParts = {},
): string {
  const body = writeReportBody(metadata, subject, parts);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(subject.title ?? UNTITLED)}: claims and evidence</title>
${head}<style>${REPORT_STYLE}</style>
</head>
<body>
${body}</body>
</html>
`;
}

/** What stands in the page: HTML without styles. */
export function writeReportBody(
  metadata: ReportedCheck,
  subject: ReportSubject,
  { text, claims = writeClaims(metadata, REPORT_PEN), caution = cautionOf(metadata) }: ReportParts = {},
): string {
  const title = escapeHtml(subject.title ?? UNTITLED);
  const judged = isJudged(metadata);
  const legend = `<h2>What the verdicts mean</h2>
<dl>
${VERDICTS.map((verdict) => `<dt class="${verdict}">${STATE_MARKS[verdict]} ${STATE_WORDS[verdict]}</dt><dd>${MEANINGS[verdict]}</dd>`).join('\n')}
<dt class="not_checked">${STATE_MARKS.not_checked} ${STATE_WORDS.not_checked}</dt><dd>This says nothing about the claim.</dd>
</dl>
`;
  return `<main>
<h1 dir="${directionOf(title)}">${title}</h1>
<dl>
${writeSubject(subject)}
</dl>
<p>${[summarize(metadata), ...sayUnsupported(metadata)].map(escapeHtml).join('<br>')}</p>
${text === undefined ? '' : `<h2>Text</h2>\n<p class="text" dir="${directionOf(text)}">${markText(text, metadata)}</p>\n`}<h2>Claims</h2>
${claims}${judged ? legend : ''}<p class="faint">${escapeHtml(caution)}</p>
</main>
`;
}

function cautionOf({ claims }: ReportedCheck): string {
  const judged = claims.some(({ decision }) => decision !== undefined)
    ? 'Found by machine, and judged by machine where no person decided'
    : 'Found and judged by machine';
  return `${judged}: read the sources before you rely on a verdict.`;
}

interface Place extends Span {
  readonly number: number;
  readonly state: CheckState | undefined;
}

/** The text as it was written, each claim underlined in the colour of its verdict, with the number that it has below. */
function markText(text: string, { claims }: ReportedCheck): string {
  const places = claims.flatMap((claim, index) =>
    (claim.places ?? [claim]).map(
      ({ start, end }): Place => ({ start, end, number: index + 1, state: stateOf(claim) }),
    ),
  );
  let out = '';
  let at = 0;
  for (const { start, end, number, state } of places.sort((one, other) => one.start - other.start)) {
    // One that overlaps another, or lies outside the text, is listed below alone.
    if (start < at || end <= start || end > text.length) continue;
    const name = state === undefined ? `Claim ${number}` : `Claim ${number}: ${STATE_WORDS[state]}`;
    const link = `<sup><a href="#claim-${number}" aria-label="${name}">${number}</a></sup>`;
    const marked = `<mark class="${state ?? ''}">${escapeText(text.slice(start, end))}</mark>`;
    out += escapeText(text.slice(at, start)) + marked + link;
    at = end;
  }
  return out + escapeText(text.slice(at));
}

const MEANINGS = {
  supported: 'The evidence says what the claim says.',
  refuted: 'The evidence says otherwise.',
  conflicting: 'Evidence stands against evidence.',
  not_enough_evidence: 'The evidence that was found does not decide it.',
} as const;

function writeSubject({ by, day, article, author, date, url, model, checked }: ReportSubject): string {
  const rows: [string, string | undefined][] = [
    ['Report by', by && escapeHtml(by)],
    ['Date', day && escapeHtml(day)],
    ['Text', article && escapeHtml(article)],
    ['Author', author && escapeHtml(author)],
    ['Published', date && escapeHtml(date)],
    ['Address', url && REPORT_PEN.link('', url)],
    ['Judged by', model && escapeHtml(model)],
    ['Checked', escapeHtml(checked)],
  ];
  return rows
    .flatMap(([name, value]) =>
      value ? [`<dt>${name}</dt><dd dir="${directionOf(value)}">${value}</dd>`] : [],
    )
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns the text on one line, as it stands between tags and in an attribute's quotes. */
export function escapeHtml(text: string): string {
  return escapeMarks(cleanLine(text));
}

/** The same with its lines and blanks as they are. */
function escapeText(text: string): string {
  return escapeMarks(text.toWellFormed().replace(UNWANTED, ''));
}

/** The same, with no character left out. */
export function escapeMarks(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
