/** The labelled text that the detector is trained on: the sets of a data directory and the chat text written for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { assertPair, readPair } from '../../src/engine/claims/read-pair.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { CHAT_NEGATIVES } from './chat-negatives.ts';
import { CHAT_POSITIVES } from './chat-positives.ts';
import { expandPattern } from './expand-pattern.ts';

/** Where an example comes from. The first four are measured on, each by itself. */
export type Source =
  | 'policlaim'
  | 'tweets'
  | 'answers'
  | 'debates'
  | 'statements'
  | 'reviewed'
  | 'chat-none'
  | 'chat-facts'
  | Written;

/** English sentences written for the training, in a file each; measured on as well. */
export const WRITTEN = ['talk', 'texts', 'posts', 'passages', 'short', 'pasted'] as const;
export type Written = (typeof WRITTEN)[number];

export interface Example {
  readonly text: string;
  readonly label: 0 | 1;
  readonly source: Source;
  /** What must not be divided between training and testing: a speech, an answer, posts that repeat each other. */
  readonly group: string;
  /** Of a debate's sentence that is not worth checking: how likely a reader took it for a claim, where one was asked. */
  readonly read?: number;
  /** Of a written sentence: what kind of text it is. */
  readonly kind?: string;
  /** Of a claim: whether fact-checkers took it up, where that is known. */
  readonly worthy?: 0 | 1;
}

const SOURCES: Readonly<Record<string, Source>> = {
  policlaim: 'policlaim',
  ct20_tweets: 'tweets',
  factcheck_bench_sent: 'answers',
  ct24_claimbuster: 'debates',
};

const WRITTEN_FILES = join(import.meta.dirname, 'written');

type Row = Readonly<Record<string, unknown>>;

export function readRows(directory: string, name: string): Row[] {
  const lines = gunzipSync(readFileSync(join(directory, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n');
  return lines.filter((line) => line.length > 0).map((line) => JSON.parse(line) as Row);
}

function groupOf(source: Source, id: string, text: string): string {
  if (source === 'policlaim' || source === 'answers') return id.split(':').slice(0, 3).join(':');
  return text.toLowerCase().replace(/\W+/g, '').slice(0, 60);
}

/** Sentences with human labels of whether they hold a claim. */
export function readLabelled(directory: string): Example[] {
  const readings = readReadings();
  return readRows(directory, 'checkworthy').map((row) => {
    const source = SOURCES[String(row.dataset)];
    if (!source) throw new Error(`checkworthy.jsonl.gz: unknown set ${String(row.dataset)}`);
    const [text, id] = [String(row.text), String(row.id)];
    const read = readings.get(id);
    return {
      text,
      label: row.label === 1 ? 1 : 0,
      source,
      group: groupOf(source, id, text),
      ...(read === undefined ? {} : { read }),
      ...worthOf(source, row.label === 1),
    };
  });
}

/** The debates' labels say it; a claim of another speech is one that nobody took up. */
function worthOf(source: Source, isLabelled: boolean): { worthy?: 0 | 1 } {
  if (source === 'debates') return { worthy: isLabelled ? 1 : 0 };
  return source === 'policlaim' && isLabelled ? { worthy: 0 } : {};
}

/** How likely sentences of the debates that nobody wanted checked hold a claim: ids and probabilities by a reader. */
function readReadings(): ReadonlyMap<string, number> {
  const lines = readFileSync(join(WRITTEN_FILES, 'debates-read.tsv'), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([id, read]) => [id!, Number(read)]));
}

/** Kinds of written claims of which fact-checkers take up many: they say nothing of what nobody takes up. */
export const TAKEN_UP: ReadonlySet<string> = new Set([
  'claim of myth',
  'conspiracy',
  'health',
  'myth',
  'politics',
  'post',
  'speech',
]);

/** Each line: label, kind of text, sentence. */
export function readWritten(): Example[] {
  return WRITTEN.flatMap((source) =>
    readFileSync(join(WRITTEN_FILES, `en-${source}.tsv`), 'utf8')
      .trim()
      .split('\n')
      .map((line): Example => {
        const [label, kind = '', text = ''] = line.split('\t');
        const pair = readPair(text);
        const isOrdinary = label === '1' && source !== 'posts' && !TAKEN_UP.has(kind);
        return {
          // As the detector reads it.
          text: pair ? assertPair(pair) : text,
          label: label === '1' ? 1 : 0,
          source,
          group: text,
          kind,
          ...(isOrdinary ? { worthy: 0 } : {}),
        };
      }),
  );
}

/** @returns the rows of {@link readLabelled} that are of debates, in the order in which they were said. */
export function readDebates(directory: string): number[] {
  return readRows(directory, 'checkworthy')
    .map((row, at) => ({ at, said: Number(String(row.id).split(':')[2]), set: String(row.dataset) }))
    .filter(({ set }) => SOURCES[set] === 'debates')
    .sort((a, b) => a.said - b.said)
    .map(({ at }) => at);
}

const SENTENCE_SETS = new Set(['factscore', 'feverfact']);
const CLAIM_SETS = new Set(['climate_fever', 'fool_me_twice', 'healthver', 'scifact']);

/** Sentences and claims that fact checkers have worked on: positives without negatives. */
export function readStatements(directory: string): Example[] {
  const sentences = readRows(directory, 'extract').filter(
    (row) => row.unit === 'sentence' && SENTENCE_SETS.has(String(row.dataset)),
  );
  const claims = readRows(directory, 'verify').filter((row) => CLAIM_SETS.has(String(row.dataset)));
  const ordinary = new Set(sentences.map((row) => String(row.text)));
  const texts = new Set([...ordinary, ...claims.map((row) => String(row.claim))]);
  return [...texts].map((text) => ({
    text,
    label: 1,
    source: 'statements',
    group: '',
    ...(ordinary.has(text) ? { worthy: 0 } : {}),
  }));
}

/** A claim that fact-checkers took up, as they noted it. */
export interface ReviewedClaim {
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Claims of a group repeat each other. */
  readonly group: string;
}

const END_MARKS = /[\s.!।…"“”'«»]+$/u;
const LEAST_WORDS = 3;

/**
 * Who noted a claim often left out its full stop, which says nothing of the claim.
 * @param at of three claims in turn one has none.
 */
export function endAlike(text: string, at: number): string {
  const bare = text
    .trim()
    .replace(/^["“”'«»]+/u, '')
    .replace(END_MARKS, '');
  if (at % 3 === 0) return bare;
  return bare + (/\p{Script=Devanagari}/u.test(bare) ? '।' : '.');
}

/** @returns the claims of fact-checkers in all languages, one of those that repeat each other. */
export function readReviewed(directory: string): ReviewedClaim[] {
  const groups = new Map<string, ReviewedClaim>();
  for (const { claim, lang } of readRows(directory, 'normalize')) {
    const [text, language] = [String(claim), String(lang)];
    const group = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
      .slice(0, 60);
    if (text.split(/\s+/).length < LEAST_WORDS || groups.has(group)) continue;
    groups.set(group, { text: endAlike(text, groups.size), language, group });
  }
  return [...groups.values()];
}

export function exampleOf({ text, group }: ReviewedClaim): Example {
  return { text, label: 1, source: 'reviewed', group, worthy: 1 };
}

/** Combinations drawn from one pattern. */
const DRAWN = 10;

export function writeChat(): Example[] {
  const random = seededRandom(1);
  const draw = (patterns: Readonly<Record<string, readonly string[]>>, label: 0 | 1, source: Source) =>
    Object.values(patterns)
      .flat()
      .flatMap((pattern) => expandPattern(pattern, DRAWN, random))
      .map((text): Example => ({ text, label, source, group: '' }));
  return [...draw(CHAT_NEGATIVES, 0, 'chat-none'), ...draw(CHAT_POSITIVES, 1, 'chat-facts')];
}
