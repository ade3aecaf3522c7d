/**
 * A check as one page of HTML that needs no script, no network and no gateway: to be kept, sent, printed. Every text
 * in it may be of others: it comes out as text.
 */

import { type FactCheckMetadata, VERDICTS } from '../../domain/claim.ts';
import { cleanLine } from '../corpus/clean-text.ts';
import { pageOf } from './page-of.ts';
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

/** What was checked, and how. */
export interface ReportSubject {
  readonly title?: string | undefined;
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

const STYLE = `
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
.deep { margin-left: 1.25rem } .verdict { white-space: nowrap } ins { text-decoration: none; font-weight: 600 }
${[...VERDICTS, 'not_checked'].map((state) => `.${state} { color: var(--${state}) }`).join(' ')}
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 } dt { color: var(--faint) } dd { margin: 0 }
@media print { body { margin: 0; max-width: none } article, blockquote { break-inside: avoid } a::after { content: none } }
`;

const ELEMENTS: Readonly<Record<LineRole, string>> = {
  claim: 'h3',
  part: 'h4',
  reading: 'p',
  correction: 'p',
  explanation: 'p',
  quote: 'blockquote',
  citation: 'p',
  more: 'p',
};

const PEN: Pen = {
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
    return `<${element} class="${role}${depth > 1 ? ' deep' : ''}" dir="auto">${text}</${element}>\n`;
  },
  claim: (lines) => `<article>\n${lines}</article>\n`,
  gap: '',
};

/** @returns the page, in UTF-8. */
export function writeReport(metadata: FactCheckMetadata, subject: ReportSubject): string {
  const title = escapeHtml(subject.title ?? 'Claims of a text');
  const judged = isJudged(metadata);
  const legend = `<h2>What the verdicts mean</h2>
<dl>
${VERDICTS.map((verdict) => `<dt class="${verdict}">${STATE_MARKS[verdict]} ${STATE_WORDS[verdict]}</dt><dd>${MEANINGS[verdict]}</dd>`).join('\n')}
<dt class="not_checked">${STATE_MARKS.not_checked} ${STATE_WORDS.not_checked}</dt><dd>This says nothing about the claim.</dd>
</dl>
`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${title}: claims and evidence</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<dl>
${writeSubject(subject)}
</dl>
<p>${[summarize(metadata), ...sayUnsupported(metadata)].map(escapeHtml).join('<br>')}</p>
<h2>Claims</h2>
${writeClaims(metadata, PEN)}${judged ? legend : ''}<p class="faint">Found and judged by machine: read the sources before you rely on a verdict.</p>
</body>
</html>
`;
}

const MEANINGS = {
  supported: 'The evidence says what the claim says.',
  refuted: 'The evidence says otherwise.',
  conflicting: 'Evidence stands against evidence.',
  not_enough_evidence: 'The evidence that was found does not decide it.',
} as const;

function writeSubject({ author, date, url, model, checked }: ReportSubject): string {
  const rows: [string, string | undefined][] = [
    ['Author', author && escapeHtml(author)],
    ['Published', date && escapeHtml(date)],
    ['Address', url && PEN.link('', url)],
    ['Judged by', model && escapeHtml(model)],
    ['Checked', escapeHtml(checked)],
  ];
  return rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd dir="auto">${value}</dd>`)
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return cleanLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
