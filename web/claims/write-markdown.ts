/** Claims as Markdown, whose only marks are the page's own. */
import type { Claim, ClaimPart, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { describeSource, nameCorrectionSource, nameEvidence } from './claim-evidence.ts';
import { isUnchecked, stateOf, VERDICTS } from './claim-state.ts';
import { type Distinct, namePlaces } from './distinct-claims.ts';
import { sayUnsupported } from './name-language.ts';
import { type Decided, decisionOf, finalState } from './person-decision.ts';
import { publicAddress, seeAlsoOf } from './public-address.ts';
import { type CheckedText, findReported, readFacts, sayDecider, sayOthers } from './report-facts.ts';
import { saySureness } from './sureness.ts';

/** Each distinct claim once, with its places where it has several. */
export function writeMarkdown(claims: readonly Claim[]): string {
  return writeDistinct(findReported(claims));
}

/** A checked text as a report, with what is known of its check at the head. */
export function writeMarkdownReport(checked: CheckedText, now: Date): string {
  const { report } = texts;
  const { title, by, day, facts, distinct, counts, caution } = readFacts(checked, now);
  const head = [
    `# ${plain(title)}`,
    plain([by, day].filter((word) => word !== '').join(' · ')),
    facts
      .map(({ name, value, url }) => `- ${name}: ${url === undefined ? plain(value) : writeLink(url, value)}`)
      .join('\n'),
    counts.map(({ words }) => `**${words}**`).join(' · '),
  ];
  const meanings = [...VERDICTS, 'found' as const].map(
    (state) => `- **${texts.verdicts[state]}**: ${report.meanings[state]}`,
  );
  return `${[
    ...head,
    `## ${report.legend}`,
    meanings.join('\n'),
    report.scale,
    `## ${report.text}`,
    checked.text,
    `## ${texts.claims.panel}`,
    writeDistinct(distinct),
    caution,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

export function writeDistinct(distinct: readonly Distinct[]): string {
  return distinct.map(writeClaim).join('\n');
}

function writeClaim({ claim, places }: Distinct): string {
  const { reading, correction, parts } = claim;
  const lines = [`- ${writeVerdict(claim)}`];
  const decision = decisionOf(claim);
  if (decision !== undefined) lines.push(...writeDecision(claim, decision));
  lines.push(...sayOthers(claim).map((line) => `  - ${plain(line)}`));
  if (places.length > 1) lines.push(`  - ${texts.claims.places}: ${namePlaces(places).join(' · ')}`);
  if (reading !== undefined) lines.push(`  - ${texts.claims.reading}: ${plain(reading)}`);
  const unsupported = sayUnsupported(claim);
  if (unsupported !== undefined) lines.push(`  - ${plain(unsupported)}`);
  if (correction !== undefined) {
    const { wrong, right, url } = correction;
    const from = writeLink(url, nameCorrectionSource(claim));
    lines.push(`  - ${texts.claims.corrected}: ~~${plain(wrong)}~~ → ${plain(right)} (${from})`);
  }
  for (const part of parts ?? []) {
    lines.push(`  - ${writeState(part)}`, ...writeGrounds(part, '    '));
  }
  if (parts === undefined) lines.push(...writeGrounds(claim, '  '));
  return lines.join('\n');
}

function writeGrounds(of: Claim | ClaimPart, indent: string): string[] {
  const { explanation, evidence = [] } = of;
  const found = evidence.map((item) => writeEvidence(item, !isUnchecked(of)));
  const lines = explanation === undefined ? found : [plain(explanation), ...found];
  return lines.map((line) => `${indent}- ${line}`);
}

/** A person's verdict says whose it is, a model's how sure it is. */
function writeVerdict(claim: Claim): string {
  const decision = decisionOf(claim);
  const more = decision === undefined ? saySureness(claim) : sayDecider(decision);
  const said = texts.verdicts[finalState(claim)];
  return `**${said}**${more === '' ? '' : ` (${more})`}: ${plain(claim.text)}`;
}

function writeDecision(claim: Claim, { note, evidence }: Decided): string[] {
  const { report } = texts;
  const model = [texts.verdicts[stateOf(claim)], saySureness(claim)].filter((word) => word !== '').join(', ');
  return [
    ...(note === undefined ? [] : [`${report.note}: ${plain(note)}`]),
    ...evidence.map((item) => `${report.ownEvidence}: ${writeOwnEvidence(item)}`),
    report.modelSaid(model),
  ].map((line) => `  - ${line}`);
}

function writeOwnEvidence({ text, url }: Decided['evidence'][number]): string {
  const quote = text === '' ? [] : [`“${plain(text)}”`];
  return [...quote, ...(url === '' ? [] : [writeLink(url, url)])].join(' – ');
}

const writeState = (of: Claim | ClaimPart): string => `**${texts.verdicts[stateOf(of)]}**: ${plain(of.text)}`;

/** @param judged whether somebody has read it: otherwise it takes no side. */
function writeEvidence(item: Evidence, judged: boolean): string {
  const from = [writeLink(item.url, nameEvidence(item)), ...describeSource(item).map(plain)].join(', ');
  const stance = judged ? `${texts.stances[item.stance]}: ` : '';
  const more = seeAlsoOf(item);
  const also = more === undefined ? '' : `. ${texts.report.seeAlso}: <${more}>`;
  return `${stance}“${plain(item.quote)}” – ${from}${also}`;
}

function writeLink(url: string, title: string): string {
  const address = publicAddress(url);
  return address === undefined ? plain(title) : `[${plain(title)}](<${address}>)`;
}

/** One line of text, whose characters mean nothing to a reader of Markdown. */
function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.replace(/[\\`*_[\]<>|~]|&(?=[#\w]+;)/g, '\\$&');
}
