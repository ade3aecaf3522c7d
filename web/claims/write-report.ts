/** A checked text as one file to hand on: a page that needs no gateway, no script and no network. */
import type { Claim, ClaimPart, Correction, Evidence, FactCheckMetadata } from '../api/types.ts';
import { escapeHtml } from '../shell/escape-html.ts';
import { texts } from '../texts.ts';
import { describeSource, nameCorrectionSource, nameEvidence } from './claim-evidence.ts';
import { isUnchecked, stateOf } from './claim-state.ts';
import { type Distinct, findDistinct, namePlaces } from './distinct-claims.ts';
import { sayUnsupported } from './name-language.ts';
import { pageAddress } from './page-address.ts';
import { nameSource } from './source-names.ts';
import { splitAround } from './split-around.ts';

const STYLE = `
:root{color-scheme:light dark;--text:#191c24;--faint:#5c6272;--line:#e2e4ea;--page:#fff;--supported:#1d7a3d;--refuted:#c02626;--conflicting:#8a5300;--open:#545b6d}
@media screen and (prefers-color-scheme:dark){:root{--text:#e9ebf1;--faint:#a4aaba;--line:#2e333f;--page:#15171c;--supported:#6cd492;--refuted:#ff8f8a;--conflicting:#f2b95c;--open:#b4bac8}}
body{max-width:46rem;margin:3rem auto;padding:0 1.25rem;background:var(--page);color:var(--text);font:1rem/1.65 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3}h2{margin:2.5rem 0 1rem;font-size:1.125rem}h3,h4{margin:0;font-size:1rem}h4{font-weight:500}
small,.faint{color:var(--faint);font-size:.875rem}
.text{white-space:pre-wrap}mark{background:none;color:inherit;text-decoration:underline 2px;text-underline-offset:4px}
ol{padding:0;list-style:none}li{margin:0 0 1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px}
.verdict{font-weight:600}.supported{color:var(--supported)}.refuted{color:var(--refuted)}.conflicting{color:var(--conflicting)}.not_enough_evidence,.found{color:var(--open)}
mark.supported,mark.refuted,mark.conflicting,mark.not_enough_evidence,mark.found{text-decoration-color:currentcolor}mark.found{text-decoration-style:dotted;text-decoration-thickness:1px}mark span{color:var(--text)}
del{color:var(--refuted)}ins{color:var(--supported);font-weight:600;text-decoration:none;display:inline-block}mark ins{margin-inline-start:.3em;user-select:none}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);user-select:none}li li{margin:.75rem 0;padding:0 0 0 .875rem;border:0;border-left:2px solid;border-radius:0}.stated{color:var(--text)}
blockquote{margin:.75rem 0 .25rem;padding-left:.875rem;border-left:3px solid var(--line)}p{margin:.5rem 0}
@media print{body{margin:0;max-width:none}li,blockquote{break-inside:avoid}}
`;

export function writeReport(
  text: string,
  claims: readonly Claim[],
  metadata: FactCheckMetadata | undefined,
  now: Date,
): string {
  const { report } = texts;
  const distinct = findDistinct(claims);
  const checked = distinct.filter(({ claim }) => !isUnchecked(claim)).length;
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
<p class="faint">${escapeHtml(report.about(distinct.length, now, checked))}${sources === '' ? '' : ` ${escapeHtml(texts.claims.consulted(sources))}.`}</p>
<p class="text" dir="auto">${markText(text, claims)}</p>
<h2>${texts.claims.panel}</h2>
<ol>
${distinct.map(writeClaim).join('\n')}
</ol>
<p class="faint">${report.caution}</p>
</html>
`;
}

function markText(text: string, claims: readonly Claim[]): string {
  let out = '';
  let at = 0;
  for (const claim of [...claims].sort((a, b) => a.start - b.start)) {
    if (claim.start < at || claim.end > text.length) continue;
    const said = writeMarked(text.slice(claim.start, claim.end), claim.correction);
    out += `${escapeHtml(text.slice(at, claim.start))}<mark class="${stateOf(claim)}" title="${texts.verdicts[stateOf(claim)]}"><span>${said}</span></mark>`;
    at = claim.end;
  }
  return out + escapeHtml(text.slice(at));
}

/** The words of a claim, with what is wrong struck out. */
function writeMarked(said: string, correction: Correction | undefined): string {
  const around = correction && splitAround(said, correction.wrong);
  if (around === undefined) return escapeHtml(said);
  const between = `<span class="unseen"> ${texts.claims.evidenceSays}: </span>`;
  return around.map(escapeHtml).join(writeChange(correction as Correction, between));
}

const writeChange = ({ wrong, right }: Correction, between: string): string =>
  `<del>${escapeHtml(wrong)}</del>${between}<ins>${escapeHtml(right)}</ins>`;

function writeClaim({ claim, places }: Distinct): string {
  const { verdict_confidence: sure, text, reading, correction, parts } = claim;
  const unsupported = sayUnsupported(claim);
  const head = sure === undefined || isUnchecked(claim) ? '' : ` <small>${texts.claims.sure(sure)}</small>`;
  const where = places.length > 1 ? `<p class="faint">${namePlaces(places).join(' · ')}</p>\n` : '';
  return `<li>
<div class="verdict ${stateOf(claim)}">${texts.verdicts[stateOf(claim)]}${head}</div>
<h3>${escapeHtml(text)}</h3>
${where}${reading === undefined ? '' : `<p class="reading">${texts.claims.reading}: ${escapeHtml(reading)}</p>`}
${unsupported === undefined ? '' : `<p class="faint">${escapeHtml(unsupported)}</p>`}
${correction === undefined ? '' : writeCorrection(claim, correction)}
${parts === undefined ? writeGrounds(claim) : `<ol>\n${parts.map(writePart).join('\n')}\n</ol>`}
</li>`;
}

function writeCorrection(claim: Claim, correction: Correction): string {
  const from = writeLink(correction.url, nameCorrectionSource(claim));
  return `<p class="correction">${texts.claims.corrected}: ${writeChange(correction, ' → ')} <small>${from}</small></p>`;
}

function writePart(part: ClaimPart): string {
  const state = stateOf(part);
  return `<li class="${state}">
<div class="verdict">${texts.verdicts[state]}</div>
<div class="stated"><h4>${escapeHtml(part.text)}</h4>
${writeGrounds(part)}</div>
</li>`;
}

function writeGrounds(of: Claim | ClaimPart): string {
  const { explanation, evidence = [] } = of;
  const why = explanation === undefined ? '' : `<p class="why faint">${escapeHtml(explanation)}</p>\n`;
  return why + evidence.map((item) => writeEvidence(item, !isUnchecked(of))).join('\n');
}

/** @param judged whether somebody has read it: otherwise it takes no side. */
function writeEvidence(item: Evidence, judged: boolean): string {
  const from = [writeLink(item.url, nameEvidence(item)), ...describeSource(item).map(escapeHtml)].join(', ');
  return `<blockquote>${escapeHtml(item.quote)}</blockquote>
<small>${judged ? `${texts.stances[item.stance]}: ` : ''}${from}</small>`;
}

function writeLink(url: string, title: string): string {
  const address = pageAddress(url);
  if (address === undefined) return escapeHtml(title);
  return `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${escapeHtml(title)}</a>`;
}
