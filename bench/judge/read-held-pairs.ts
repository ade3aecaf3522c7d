/**
 * Labelled pairs that the judge was never trained on: the rows that `scripts/train-judge/read_sets.py` holds back, by
 * the same rule, so that both must change together.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';

/** `not_supported`: the set does not say whether the text refutes the claim or is silent. */
export type HeldLabel = 'supported' | 'refuted' | 'not_enough_info' | 'not_supported';

export interface HeldPair {
  readonly claim: string;
  readonly title: string;
  readonly document: string;
  readonly label: HeldLabel;
}

export interface HeldSet {
  readonly name: string;
  /** Whether other rows of it were trained on; the whole set was left out where not. */
  readonly trainedOnOthers: boolean;
  readonly pairs: readonly HeldPair[];
}

export interface Row extends HeldPair {
  readonly set: string;
  /** Rows of one group are held back together. */
  readonly group: string;
}

const OPEN = ['summedits', 'conjnli', 'begin', 'wice', 'scifact', 'fool_me_twice', 'factcheck_bench'];
const HELD_DOMAINS = new Set(['summedits_sales_call']);
const HELD_KINDS = new Set(['handbook', 'safety', 'match']);
const LABELS: ReadonlySet<unknown> = new Set(['supported', 'refuted', 'not_enough_info', 'not_supported']);
/** Of the written pairs' kinds that were trained on, and of those that were not. */
const WRITTEN = 'written by hand';
const WRITTEN_UNSEEN = 'written by hand, unseen kinds';

/** @returns whether the files are there that {@link readHeldSets} reads. */
export function hasPairs(dataDir: string): boolean {
  return ['pairs.jsonl.gz', 'verify.jsonl.gz'].every((file) => existsSync(path.join(dataDir, file)));
}

/** @param most the pairs of a set, evenly spread over it. */
export function readHeldSets(dataDir: string, writtenDir: string, most: number): readonly HeldSet[] {
  const rows = [...readPairs(dataDir), ...readVerify(dataDir)].filter(isHeld);
  const sets = new Map<string, Row[]>();
  for (const row of [...readWritten(writtenDir), ...rows, ...divideSummaries(rows)]) {
    const others = sets.get(row.set);
    if (others === undefined) sets.set(row.set, [row]);
    else others.push(row);
  }
  return [...sets]
    .map(([name, all]) => ({
      name,
      trainedOnOthers: name === WRITTEN || (isOpen(name) && !isHeldDomain(name)),
      pairs: spread(all, most),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function isOpen(set: string): boolean {
  return OPEN.some((name) => set.startsWith(name));
}

function isHeldDomain(set: string): boolean {
  return [...HELD_DOMAINS].some((name) => set.startsWith(name));
}

function isHeld({ set, group }: Row): boolean {
  return isHeldDomain(set) || !isOpen(set) || partOf(group) === 0;
}

function partOf(group: string): number {
  return Number(BigInt(`0x${createHash('md5').update(group).digest('hex')}`) % 10n);
}

interface PairRow {
  readonly dataset: string;
  readonly claim: string;
  readonly document: string;
  readonly label: HeldLabel;
}

function readPairs(dataDir: string): Row[] {
  return readLines<PairRow>(path.join(dataDir, 'pairs.jsonl.gz')).map(
    ({ dataset, claim, document, label }) => {
      const set = dataset.replace(/_(?:train|dev|test)(?=_|$)/, '');
      const group = set.startsWith('wice') ? claim : slice(document, 400);
      return { set, claim, title: '', document, label, group };
    },
  );
}

interface VerifyRow {
  readonly dataset: string;
  readonly claim: string;
  readonly label: HeldLabel;
  readonly evidence: readonly {
    readonly title?: string;
    readonly text: string;
    readonly label?: HeldLabel;
  }[];
}

function readVerify(dataDir: string): Row[] {
  return readLines<VerifyRow>(path.join(dataDir, 'verify.jsonl.gz')).flatMap((row): Row[] => {
    const { dataset: set, claim, label, evidence } = row;
    if (!LABELS.has(label) || set === 'factcheck_bench') return [];
    if (set === 'climate_fever') {
      return evidence.flatMap(({ title = '', text, label: of }) =>
        of !== undefined && LABELS.has(of)
          ? [{ set, claim, title, document: text, label: of, group: claim }]
          : [],
      );
    }
    const titled = set !== 'scifact';
    const text = evidence.map(({ title, text }) => (titled && title ? `${title}. ` : '') + text).join(' ');
    const [first] = evidence;
    const group = first === undefined ? claim : first.title || slice(text, 200);
    return [{ set, claim, title: '', document: text, label, group }];
  });
}

interface WrittenRow {
  readonly id: string;
  readonly kind: string;
  readonly title?: string;
  readonly passage: string;
  readonly claims: readonly { readonly claim: string; readonly label: HeldLabel }[];
}

export function readWritten(folder: string): Row[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  return files
    .flatMap((file) => readLines<WrittenRow>(path.join(folder, file)))
    .filter(({ id, kind }) => HELD_KINDS.has(kind) || partOf(id) === 0)
    .flatMap(({ id, kind, title = '', passage, claims }) =>
      claims.map(({ claim, label }) => ({
        ...{ set: HELD_KINDS.has(kind) ? WRITTEN_UNSEEN : WRITTEN, group: id },
        ...{ claim, title, document: passage, label },
      })),
    );
}

/**
 * The sentences of SummEdits' summaries, which differ from a sound summary in one place: what the gateway is asked
 * about is a sentence, and no paragraph.
 */
function divideSummaries(rows: readonly Row[]): Row[] {
  const summaries = rows.filter(({ set }) => set.startsWith('summedits'));
  const sound = new Map<string, Set<string>>();
  for (const { group, claim, label } of summaries) {
    const known = sound.get(group) ?? new Set();
    if (label === 'supported') for (const sentence of sentencesOf(claim)) known.add(sentence);
    sound.set(group, known);
  }
  const seen = new Set<string>();
  return summaries.flatMap((row): Row[] => {
    const sentences = sentencesOf(row.claim);
    if (sentences.length < 2) return [];
    const wrong = sentences.filter((sentence) => !sound.get(row.group)?.has(sentence));
    if (row.label !== 'supported' && wrong.length !== 1) return [];
    return (row.label === 'supported' ? sentences : wrong).flatMap((claim) => {
      const key = `${row.group}\n${claim}`;
      if (seen.has(key) || claim.split(/\s+/).length <= 3) return [];
      seen.add(key);
      return [{ ...row, claim, set: `${row.set}, sentences` }];
    });
  });
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

/** Python counts code points. */
function slice(text: string, codePoints: number): string {
  return Array.from(text.slice(0, codePoints * 2))
    .slice(0, codePoints)
    .join('');
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

function readLines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
