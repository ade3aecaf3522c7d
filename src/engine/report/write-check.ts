/** The results of a check as text for people: what is said, in which order. How it looks is a pen's matter. */
import { type Claim, type Evidence, isChecked, VERDICTS } from '../../domain/claim.ts';
import { reaches } from '../../domain/fact-check-mode.ts';
import { pageOf } from './page-of.ts';
import {
  type CheckState,
  correctionOf,
  judgedStateOf,
  type PersonDecision,
  type ReportedCheck,
  type ReportedClaim,
  stateOf,
} from './reported-check.ts';

/** What a line says. */
export type LineRole =
  | 'claim'
  | 'part'
  | 'decision'
  | 'reading'
  | 'correction'
  | 'explanation'
  | 'quote'
  | 'citation'
  | 'more';

/** Every text that is given to a pen may be of others: it comes out on one line, and nothing in it acts. */
export interface Pen {
  text(words: string): string;
  /** Words of less weight. */
  faint(words: string): string;
  /** A statement, and what became of it where it was to be judged. */
  headline(text: string, state: CheckState | undefined): string;
  correction(wrong: string, right: string): string;
  /** A name, with its address where it is a page of the web. */
  link(name: string, url: string): string;
  /** One line of the whole, at its depth from 0. */
  line(depth: number, text: string, role: LineRole): string;
  /** All lines of one claim. @param number its place among the claims, from 1. */
  claim(lines: string, number: number): string;
  /** What stands between two claims. */
  readonly gap: string;
}

/** A mark for each, so that colour alone says nothing. */
export const STATE_MARKS: Readonly<Record<CheckState, string>> = {
  supported: '✓',
  refuted: '✗',
  conflicting: '±',
  not_enough_evidence: '?',
  not_checked: '○',
};

export const STATE_WORDS: Readonly<Record<CheckState, string>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'conflicting evidence',
  not_enough_evidence: 'not enough evidence',
  not_checked: 'not checked',
};
const KIND_WORDS: Readonly<Record<Evidence['kind'], string>> = {
  context: 'context',
  own_document: 'own document',
  fact_check: 'fact check',
  encyclopedia: 'encyclopedia',
  scholarly: 'scholarly',
  news: 'news',
  web: 'web',
};

/** @returns each claim with what is known of it. */
export function writeClaims(metadata: ReportedCheck, pen: Pen): string {
  const steps = writeClaimsInSteps(metadata, pen);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, a claim a step. */
export function* writeClaimsInSteps(metadata: ReportedCheck, pen: Pen): Generator<undefined, string, void> {
  const claims: string[] = [];
  for (const claim of metadata.claims) {
    claims.push(pen.claim(writeClaim(claim, pen, metadata.mode).join(''), claims.length + 1));
    yield;
  }
  return claims.join(pen.gap);
}

/** @returns the whole: each claim with what is known of it, then the totals. @param claims where they are written already. */
export function writeCheck(
  metadata: ReportedCheck,
  pen: Pen,
  claims: string = writeClaims(metadata, pen),
): string {
  const lines = [summarize(metadata), ...sayUnsupported(metadata)].map((line) => `${pen.text(line)}\n`);
  return `${claims}${claims === '' ? '' : '\n'}${lines.join('\n')}`;
}

/** @returns one line: how many claims there are, how they were judged, and who was asked. */
export function summarize(metadata: ReportedCheck): string {
  const { claims_detected, mode, claims, claims_omitted = 0, sources_consulted } = metadata;
  // Every statement may have been held against a context, those that are no claims too.
  const held = claims.length + claims_omitted;
  const areStatements = held > claims_detected;
  if (Math.max(held, claims_detected) === 0) return 'No claims were found.';
  const counts = isJudged(metadata)
    ? [...VERDICTS, 'not_checked' as const].map((state) => [
        claims.filter((claim) => stateOf(claim) === state).length,
        STATE_WORDS[state],
      ])
    : [
        [claims.filter(({ evidence = [] }) => evidence.length > 0).length, 'with evidence found'],
        [countLeft(metadata), leftWord(metadata)],
      ];
  const judged = counts.filter(([count]) => count !== 0).map((words) => words.join(' '));
  const listed = claims_omitted === 0 ? '' : `, of which ${claims.length} are listed`;
  const count = areStatements ? held : claims_detected;
  const total = `${count} ${areStatements ? 'statement' : 'claim'}${count === 1 ? '' : 's'}${listed}`;
  if (!reaches(mode, 'ground')) return `${total}.`;
  const asked =
    sources_consulted.length === 0 ? 'no source answered' : `sources: ${sources_consulted.join(', ')}`;
  return `${[total, ...(judged.length === 0 ? [] : [judged.join(', ')])].join(': ')}; ${asked}.`;
}

/** @returns one line where claims are in languages that the detector is not trained on. */
export function sayUnsupported({ claims }: ReportedCheck): readonly string[] {
  const others = claims.filter((claim) => !claim.language_supported).map(({ language }) => language);
  if (others.length === 0) return [];
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const named = new Intl.ListFormat('en').format([...new Set(others)].map((tag) => names.of(tag) ?? tag));
  return [`Claims in ${named} are found by general rules; some may be missing.`];
}

/** @returns how many of the listed claims were not checked; without verdicts, not looked up. */
export function countLeft(metadata: ReportedCheck): number {
  const { claims } = metadata;
  const judged = isJudged(metadata);
  const isLeft = (claim: ReportedClaim): boolean =>
    claim.decision === undefined && (judged ? !isChecked(claim) : claim.evidence === undefined);
  return claims.filter(isLeft).length;
}

/** Whether its claims were to get verdicts: without a model too, where the gateway's own judge gives them. */
export function isJudged({ mode, claims }: Pick<ReportedCheck, 'mode' | 'claims'>): boolean {
  return (
    reaches(mode, 'verify') ||
    claims.some(({ verdict, decision }) => verdict !== undefined || decision !== undefined)
  );
}

/** What was not done with those. */
export function leftWord(metadata: ReportedCheck): string {
  return isJudged(metadata) ? STATE_WORDS.not_checked : 'not looked up';
}

function writeClaim(claim: ReportedClaim, pen: Pen, mode: ReportedCheck['mode']): string[] {
  const { original_text, reading = claim.text, decision, others = [], parts = [] } = claim;
  const correction = correctionOf(claim);
  const written = haveSameWords(original_text, reading) ? reading : original_text;
  const lines = [pen.line(0, pen.headline(written, stateOf(claim)), 'claim')];
  if (decision !== undefined) lines.push(...writeDecision(decision, judgedStateOf(claim), pen));
  for (const other of others) lines.push(...writeOther(other, decision, pen));
  const around = [claim.speaker, claim.time, claim.date].filter((one) => one !== undefined).join(' · ');
  if (around !== '') lines.push(pen.line(1, pen.faint(around), 'reading'));
  if (written !== reading) lines.push(pen.line(1, `Understood as: ${pen.text(reading)}`, 'reading'));
  if (correction !== undefined) {
    const { wrong, right, source, url } = correction;
    lines.push(
      pen.line(1, `Correction: ${pen.correction(wrong, right)} (${pen.link(source, url)})`, 'correction'),
    );
  }
  if (!reaches(mode, 'ground')) return lines;
  // What the whole rests on stands behind its parts.
  if (parts.length === 0) return [...lines, ...writeFindings(claim, 1, pen)];
  return lines.concat(
    parts.flatMap((part) => [
      pen.line(1, pen.headline(part.text, stateOf(part)), 'part'),
      ...writeFindings(part, 2, pen),
    ]),
  );
}

/** Whose verdict it is, why, and what the gateway's own was. */
function writeDecision(decision: PersonDecision, judged: CheckState | undefined, pen: Pen): string[] {
  const { note = '', by = 'a person' } = decision;
  const said = note === '' ? '' : ` ${pen.text(note)}`;
  const lines = [
    pen.line(1, `Decided by ${pen.text(by + dayOf(decision))}.${said}`, 'decision'),
    ...writeOwnEvidence(decision, pen),
  ];
  if (judged === undefined || judged === 'not_checked') return lines;
  return [...lines, pen.line(1, pen.faint(`A machine had judged it: ${STATE_WORDS[judged]}.`), 'more')];
}

/** What somebody else said who worked on the same check. @param decision that counts. */
function writeOther(other: PersonDecision, decision: PersonDecision | undefined, pen: Pen): string[] {
  const { note = '', by = 'A person', verdict } = other;
  const how = decision === undefined ? '' : decision.verdict === verdict ? ' alike' : ' otherwise';
  const said = `${by} decided${how}${dayOf(other)}: ${STATE_WORDS[verdict]}.${note === '' ? '' : ` ${note}`}`;
  return [pen.line(1, pen.text(said), 'decision'), ...writeOwnEvidence(other, pen)];
}

const dayOf = ({ at }: PersonDecision): string =>
  at === undefined ? '' : `, ${new Date(at).toISOString().slice(0, 10)}`;

function writeOwnEvidence({ evidence = [] }: PersonDecision, pen: Pen): string[] {
  const lines: string[] = [];
  for (const { text = '', url = '' } of evidence) {
    if (text !== '') lines.push(pen.line(1, `“${pen.text(text)}”`, 'quote'));
    if (url === '') continue;
    const cited = pageOf(url) === undefined ? pen.text(url) : pen.link('', url);
    lines.push(pen.line(text === '' ? 1 : 2, cited, 'citation'));
  }
  return lines;
}

function writeFindings(
  { explanation, evidence }: Pick<Claim, 'explanation' | 'evidence'>,
  depth: number,
  pen: Pen,
): string[] {
  const none = evidence === undefined ? 'No evidence was searched for.' : 'No evidence was found.';
  const said = explanation || (evidence === undefined || evidence.length === 0 ? none : '');
  const lines = said === '' ? [] : [pen.line(depth, pen.text(said), 'explanation')];
  return lines.concat((evidence ?? []).flatMap((one) => writeEvidence(one, depth, pen)));
}

function writeEvidence(evidence: Evidence, depth: number, pen: Pen): string[] {
  const { stance, quote, title, source, kind, published, url, see_also } = evidence;
  const says = stance === 'unjudged' ? 'found' : stance;
  const origin = URL.parse(url)?.host || source;
  const name = title.trim() || origin;
  const details = [name === origin ? '' : origin, KIND_WORDS[kind], published ?? ''];
  const cited = `${pen.link(name, url)} ${pen.faint(`(${details.filter((detail) => detail !== '').join(', ')})`)}`;
  const lines =
    quote === ''
      ? [pen.line(depth, `${says}: ${cited}`, 'citation')]
      : [pen.line(depth, `${says}: “${pen.text(quote)}”`, 'quote'), pen.line(depth + 1, cited, 'citation')];
  return see_also === undefined
    ? lines
    : [...lines, pen.line(depth + 1, `See also ${pen.link('', see_also)}`, 'more')];
}

/** Case, marks and blanks aside. */
function haveSameWords(one: string, other: string): boolean {
  const wordsOf = (text: string): string =>
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? '';
  return wordsOf(one) === wordsOf(other);
}
