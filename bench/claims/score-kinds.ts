/**
 * How well claims are found in texts of many kinds, and in many languages, that no training has seen: of whole
 * texts, each sentence of which a reader has labelled.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXTS = join(import.meta.dirname, '..', '..', 'test', 'detection', 'everyday.txt');

export interface LabelledSentence {
  readonly text: string;
  readonly claim: boolean;
  /** Why it is no claim: `selftalk`, `hedge`. */
  readonly reason: string;
  /** UTF-16 offset in its text. */
  readonly start: number;
}

export interface LabelledText {
  /** What kind of text it is: `recipe`. */
  readonly kind: string;
  readonly text: string;
  readonly sentences: readonly LabelledSentence[];
}

/**
 * @returns the texts of a file in which `# kind` begins a text, an empty line a paragraph, and every other line holds a
 *   label (`1`, `0:reason`), a tab, and a sentence.
 */
export function readTexts(path: string = TEXTS): LabelledText[] {
  return readFileSync(path, 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [kind = '', ...lines] = block.trimEnd().split('\n');
      return { kind, ...joinLines(lines) };
    });
}

/** Headings, list items and what somebody says stand on a line of their own. */
const OWN_LINE = /^(?:#|[-*•] |\d+[.)] |\*\*\w[^*:]*:\*\*|[A-Z][\w .]*:)/;

function joinLines(lines: readonly string[]): Omit<LabelledText, 'kind'> {
  let text = '';
  const sentences: LabelledSentence[] = [];
  for (const line of lines) {
    const [label = '', sentence] = line.split('\t');
    if (sentence === undefined) {
      text += text === '' ? '' : '\n\n';
      continue;
    }
    if (text !== '' && !text.endsWith('\n')) text += OWN_LINE.test(sentence) ? '\n' : ' ';
    const [mark, reason = ''] = label.split(':');
    sentences.push({ text: sentence, claim: mark === '1', reason, start: text.length });
    text += sentence;
    if (sentence.startsWith('#')) text += '\n';
  }
  return { text, sentences };
}

export interface Judged {
  readonly kind: string;
  readonly sentence: LabelledSentence;
  readonly found: boolean;
}

type Detect = (text: string) => readonly { readonly start: number; readonly end: number }[];

/** @returns of each sentence whether a claim was found in it. */
export function judgeTexts(texts: readonly LabelledText[], detect: Detect): Judged[] {
  return texts.flatMap(({ kind, text, sentences }) => {
    const claims = detect(text);
    return sentences.map((sentence) => {
      const end = sentence.start + sentence.text.length;
      // By its middle: a claim may be a part of its sentence.
      const found = claims.some((claim) => {
        const middle = (claim.start + claim.end) / 2;
        return middle >= sentence.start && middle < end;
      });
      return { kind, sentence, found };
    });
  });
}

export interface Found {
  readonly precision: number;
  readonly recall: number;
}

export function scoreFound(judged: readonly Judged[]): Found {
  const found = judged.filter((one) => one.found);
  const claims = judged.filter((one) => one.sentence.claim);
  const right = found.filter((one) => one.sentence.claim).length;
  return { precision: right / found.length, recall: right / claims.length };
}

/** @returns the share of sentences that are no claims, for one reason, of those that were called one. */
export function falseAlarms(judged: readonly Judged[], reason: string): number {
  const none = judged.filter(({ sentence }) => !sentence.claim && sentence.reason === reason);
  return none.filter((one) => one.found).length / none.length;
}

/** @returns tables in Markdown: precision and recall by kind of text, and false alarms by what the sentences were. */
export function kindsTable(judged: readonly Judged[]): string {
  const kinds = Map.groupBy(judged, ({ kind }) => kind);
  const reasons = new Map(
    [...new Set(judged.map(({ sentence }) => sentence.reason))]
      .filter((reason) => reason !== '')
      .map((reason) => [reason, falseAlarms(judged, reason)]),
  );
  const row = (name: string, rows: readonly Judged[]): string => {
    const { precision, recall } = scoreFound(rows);
    return `| ${name} | ${rows.length} | ${percent(precision)} | ${percent(recall)} |`;
  };
  return [
    '| kind of text | sentences | precision | recall |',
    '|---|---|---|---|',
    row('**all**', judged),
    ...[...kinds].map(([kind, rows]) => row(kind, rows)),
    '',
    '| what claims nothing | called a claim |',
    '|---|---|',
    ...[...reasons].map(([reason, share]) => `| ${reason} | ${percent(share)} |`),
  ].join('\n');
}

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(0)} %`;
}
