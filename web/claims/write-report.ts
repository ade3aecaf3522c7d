/** A checked text as one file to hand on: a page that needs no gateway, no script and no network. */
import type { Claim, Evidence, FactCheckMetadata } from '../api/types.ts';
import { escapeHtml } from '../shell/escape-html.ts';
import { texts } from '../texts.ts';
import { pageAddress } from './page-address.ts';
import { nameSource } from './source-names.ts';

const STYLE = `
:root{color-scheme:light dark;--text:#191c24;--faint:#5c6272;--line:#e2e4ea;--page:#fff;--supported:#1d7a3d;--refuted:#c02626;--conflicting:#8a5300;--open:#545b6d}
@media (prefers-color-scheme:dark){:root{--text:#e9ebf1;--faint:#a4aaba;--line:#2e333f;--page:#15171c;--supported:#6cd492;--refuted:#ff8f8a;--conflicting:#f2b95c;--open:#b4bac8}}
body{max-width:46rem;margin:3rem auto;padding:0 1.25rem;background:var(--page);color:var(--text);font:1rem/1.65 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3}h2{margin:2.5rem 0 1rem;font-size:1.125rem}h3{margin:0;font-size:1rem}
small,.faint{color:var(--faint);font-size:.875rem}
.text{white-space:pre-wrap}mark{background:none;color:inherit;text-decoration:underline 2px;text-underline-offset:4px}
ol{padding:0;list-style:none}li{margin:0 0 1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px}
.verdict{font-weight:600}.supported{color:var(--supported)}.refuted{color:var(--refuted)}.conflicting{color:var(--conflicting)}.not_enough_evidence,.found{color:var(--open)}
mark.supported,mark.refuted,mark.conflicting,mark.not_enough_evidence,mark.found{text-decoration-color:currentcolor}mark span{color:var(--text)}
blockquote{margin:.75rem 0 .25rem;padding-left:.875rem;border-left:3px solid var(--line)}p{margin:.5rem 0}
`;

export function writeReport(
  text: string,
  claims: readonly Claim[],
  metadata: FactCheckMetadata | undefined,
  now: Date,
): string {
  const { report } = texts;
  const sources = metadata?.sources_consulted.map(nameSource).join(', ') ?? '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${report.title}</title>
<style>${STYLE}</style>
<h1>${report.title}</h1>
<p class="faint">${escapeHtml(report.about(claims.length, now))}${sources === '' ? '' : ` ${escapeHtml(texts.claims.consulted(sources))}.`}</p>
<p class="text">${markText(text, claims)}</p>
<h2>${texts.claims.panel}</h2>
<ol>
${claims.map(writeClaim).join('\n')}
</ol>
<p class="faint">${report.caution}</p>
</html>
`;
}

const stateOf = (claim: Claim) => claim.verdict ?? 'found';

function markText(text: string, claims: readonly Claim[]): string {
  let out = '';
  let at = 0;
  for (const claim of [...claims].sort((a, b) => a.start - b.start)) {
    if (claim.start < at || claim.end > text.length) continue;
    const said = escapeHtml(text.slice(claim.start, claim.end));
    out += `${escapeHtml(text.slice(at, claim.start))}<mark class="${stateOf(claim)}" title="${texts.verdicts[stateOf(claim)]}"><span>${said}</span></mark>`;
    at = claim.end;
  }
  return out + escapeHtml(text.slice(at));
}

function writeClaim(claim: Claim): string {
  const { verdict_confidence: sure, explanation, evidence = [] } = claim;
  const head = sure === undefined ? '' : ` <small>${texts.claims.sure(sure)}</small>`;
  return `<li>
<div class="verdict ${stateOf(claim)}">${texts.verdicts[stateOf(claim)]}${head}</div>
<h3>${escapeHtml(claim.text)}</h3>
${explanation === undefined ? '' : `<p class="faint">${escapeHtml(explanation)}</p>`}
${evidence.map(writeEvidence).join('\n')}
</li>`;
}

function writeEvidence({ quote, title, url, source, stance, published }: Evidence): string {
  const address = pageAddress(url);
  const name =
    address === undefined
      ? escapeHtml(title)
      : `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${escapeHtml(title)}</a>`;
  const when = published === undefined ? '' : `, ${escapeHtml(published.slice(0, 10))}`;
  return `<blockquote>${escapeHtml(quote)}</blockquote>
<small>${texts.stances[stance]}: ${name}, ${escapeHtml(nameSource(source))}${when}</small>`;
}
