/** A checked text as one file to hand on: a page that needs no gateway, no script and no network, and prints as well. */
import type { Claim, ClaimPart, Correction, Evidence } from '../api/types.ts';
import { escapeHtml } from '../shell/escape-html.ts';
import { texts } from '../texts.ts';
import { describeSource, nameCorrectionSource, nameEvidence } from './claim-evidence.ts';
import { isUnchecked, stateOf, VERDICTS } from './claim-state.ts';
import { placeDiffering } from './differing-parts.ts';
import { type Distinct, namePlaces } from './distinct-claims.ts';
import { sayUnsupported } from './name-language.ts';
import { correctionOf, type Decided, decisionOf, finalState } from './person-decision.ts';
import { publicAddress, seeAlsoOf } from './public-address.ts';
import {
  type CheckedText,
  type Fact,
  type ReportFacts,
  readFacts,
  sayDecider,
  sayOthers,
} from './report-facts.ts';
import { REPORT_STYLE } from './report-style.ts';
import { splitAround } from './split-around.ts';
import { saySureness } from './sureness.ts';
import { VERDICT_SHAPES } from './verdict-shapes.ts';

const { report: words } = texts;

/** @param now the day of the report, where it has none of its own. */
export function writeReport(checked: CheckedText, now: Date): string {
  const facts = readFacts(checked, now);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(facts.title)}</title>
<style>${REPORT_STYLE}</style>
${writeReportBody(checked, facts)}
</html>
`;
}

/** What stands in the report's page, and in what the check view prints. */
export function writeReportBody(checked: CheckedText, facts: ReportFacts): string {
  const { title, by, day, distinct, counts, caution } = facts;
  return `<main class="report">
<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="faint">${escapeHtml([by, day].filter((word) => word !== '').join(' · '))}</p>
<dl>
${facts.facts.map(writeFact).join('\n')}
</dl>
<ul class="totals">
${counts.map(({ state, words: said }) => `<li class="${state}">${sign(state)}${escapeHtml(said)}</li>`).join('\n')}
</ul>
<section class="legend">
<h2>${words.legend}</h2>
<ul>
${[...VERDICTS, 'found' as const].map(writeMeaning).join('\n')}
</ul>
<p class="faint">${words.scale}</p>
</section>
<h2>${words.text}</h2>
<p class="text" dir="auto">${markText(checked, distinct)}</p>
<h2>${texts.claims.panel}</h2>
<ol class="claims">
${distinct.map((one, index) => writeClaim(one, index + 1)).join('\n')}
</ol>
<p class="faint">${caution}</p>
</main>`;
}

function writeFact({ name, value, url }: Fact): string {
  const shown = url === undefined ? escapeHtml(value) : writeLink(url, value);
  return `<dt>${name}</dt><dd dir="auto">${shown}</dd>`;
}

type State = ReturnType<typeof finalState>;

const sign = (state: State): string =>
  `<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7.5"/><path d="${VERDICT_SHAPES[state]}"/></svg>`;

const writeMeaning = (state: State): string =>
  `<li class="${state}">${sign(state)}<mark class="${state}">${texts.verdicts[state]}</mark>: ${words.meanings[state]}</li>`;

/** The text, each claim underlined in its verdict's own way, with the number that it has below. */
function markText({ text, claims }: CheckedText, distinct: readonly Distinct[]): string {
  const numbers = new Map(distinct.flatMap(({ places }, index) => places.map((place) => [place, index + 1])));
  let out = '';
  let at = 0;
  for (const claim of [...claims].sort((a, b) => a.start - b.start)) {
    if (claim.start < at || claim.end > text.length) continue;
    const said = markSentence(text.slice(claim.start, claim.end), claim);
    const number = numbers.get(claim);
    const name = escapeHtml(words.claim(number ?? 0, texts.verdicts[finalState(claim)]));
    out += `${escapeHtml(text.slice(at, claim.start))}${said}<sup><a href="#claim-${number}" aria-label="${name}">${number}</a></sup>`;
    at = claim.end;
  }
  return out + escapeHtml(text.slice(at));
}

/** Where the parts of a claim came out differently, each is marked by its own verdict. */
function markSentence(said: string, claim: Claim): string {
  const correction = correctionOf(claim);
  const parts = placeDiffering(said, claim);
  if (parts === undefined) return writeMark(finalState(claim), writeMarked(said, correction));
  // What is wrong stands once in the whole sentence.
  const isFound = correction !== undefined && splitAround(said, correction.wrong) !== undefined;
  let out = '';
  let at = 0;
  for (const { start, end, state } of parts) {
    const words = writeMarked(said.slice(start, end), isFound ? correction : undefined);
    const verdict = `<span class="unseen"> (${texts.verdicts[state]})</span>`;
    out += escapeHtml(said.slice(at, start)) + writeMark(state, words + verdict);
    at = end;
  }
  return out + escapeHtml(said.slice(at));
}

const writeMark = (state: State, words: string): string =>
  `<mark class="${state}" title="${texts.verdicts[state]}">${words}</mark>`;

/** The words of a claim, with what is wrong struck out. */
function writeMarked(said: string, correction: Correction | undefined): string {
  const around = correction && splitAround(said, correction.wrong);
  if (around === undefined) return escapeHtml(said);
  const between = `<span class="unseen"> ${texts.claims.evidenceSays}: </span>`;
  return around.map(escapeHtml).join(writeChange(correction as Correction, between));
}

const writeChange = ({ wrong, right }: Correction, between: string): string =>
  `<del>${escapeHtml(wrong)}</del>${between}<ins>${escapeHtml(right)}</ins>`;

function writeClaim({ claim, places }: Distinct, number: number): string {
  const { text, reading, correction, parts } = claim;
  const decision = decisionOf(claim);
  const unsupported = sayUnsupported(claim);
  const lines = [
    `<div class="head">${writeVerdict(claim)}\n<h3 dir="auto">${number}. ${escapeHtml(text)}</h3></div>`,
    places.length > 1 ? `<p class="faint">${namePlaces(places).join(' · ')}</p>` : '',
    decision === undefined ? '' : writeDecision(claim, decision),
    ...sayOthers(claim).map((line) => `<p class="decision" dir="auto">${escapeHtml(line)}</p>`),
    reading === undefined ? '' : `<p class="reading">${texts.claims.reading}: ${escapeHtml(reading)}</p>`,
    unsupported === undefined ? '' : `<p class="faint">${escapeHtml(unsupported)}</p>`,
    correction === undefined ? '' : writeCorrection(claim, correction),
    parts === undefined
      ? writeGrounds(claim)
      : `<ol class="parts">\n${parts.map(writePart).join('\n')}\n</ol>`,
  ];
  return `<li id="claim-${number}">\n${lines.filter((line) => line !== '').join('\n')}\n</li>`;
}

/** The verdict that counts: a person's says whose it is, a model's how sure it is. */
function writeVerdict(claim: Claim): string {
  const state = finalState(claim);
  const decision = decisionOf(claim);
  const more = decision === undefined ? saySureness(claim) : sayDecider(decision);
  const said = more === '' ? '' : ` <small>${escapeHtml(more)}</small>`;
  return `<div class="verdict ${state}">${sign(state)}${texts.verdicts[state]}${said}</div>`;
}

function writeDecision(claim: Claim, { note, evidence }: Decided): string {
  const quotes = evidence.map(({ text, url }) => {
    const address = publicAddress(url);
    const from = address === undefined ? escapeHtml(url) : writeLink(address, url);
    return `<div class="quote">${text === '' ? '' : `<blockquote dir="auto">${escapeHtml(text)}</blockquote>\n`}<small>${from}</small></div>`;
  });
  const model = [texts.verdicts[stateOf(claim)], saySureness(claim)].filter((word) => word !== '').join(', ');
  return `<div class="decision">${note === undefined ? '' : `<p dir="auto">${escapeHtml(note)}</p>`}${quotes.join('\n')}
<p class="faint">${escapeHtml(words.modelSaid(model))}</p></div>`;
}

function writeCorrection(claim: Claim, correction: Correction): string {
  const from = writeSource(correction.url, nameCorrectionSource(claim));
  return `<p class="correction">${texts.claims.corrected}: ${writeChange(correction, ' → ')} <small>${from}</small></p>`;
}

function writePart(part: ClaimPart): string {
  const state = stateOf(part);
  return `<li class="${state}">
<div class="verdict ${state}">${sign(state)}${texts.verdicts[state]}</div>
<h4 dir="auto">${escapeHtml(part.text)}</h4>
${writeGrounds(part)}
</li>`;
}

function writeGrounds(of: Claim | ClaimPart): string {
  const { explanation, evidence = [] } = of;
  const why =
    explanation === undefined ? '' : `<p class="why faint" dir="auto">${escapeHtml(explanation)}</p>\n`;
  return why + evidence.map((item) => writeEvidence(item, !isUnchecked(of))).join('\n');
}

/** @param judged whether somebody has read it: otherwise it takes no side. */
function writeEvidence(item: Evidence, judged: boolean): string {
  const from = [writeSource(item.url, nameEvidence(item)), ...describeSource(item).map(escapeHtml)].join(
    ', ',
  );
  const more = seeAlsoOf(item);
  const also = more === undefined ? '' : `. ${words.seeAlso}: ${writeLink(more, nameAddress(more))}`;
  return `<div class="quote"><blockquote dir="auto">${escapeHtml(item.quote)}</blockquote>
<small>${judged ? `${texts.stances[item.stance]}: ` : ''}${from}${also}</small></div>`;
}

/** A name, which leads to its page where anybody can reach that. */
function writeSource(url: string, name: string): string {
  const address = publicAddress(url);
  return address === undefined ? escapeHtml(name) : writeLink(address, name);
}

/** On paper, an address stands behind its name. */
function writeLink(address: string, name: string): string {
  const isName = name !== address && name !== nameAddress(address);
  return `<a${isName ? ' class="source"' : ''} href="${escapeHtml(address)}" rel="noreferrer noopener">${escapeHtml(name)}</a>`;
}

/** As people write it: without `https://`, and with its letters. */
function nameAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  try {
    return host + decodeURI(pathname + search);
  } catch {
    return host + pathname + search;
  }
}
