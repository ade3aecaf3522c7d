/** The public sets as collections of documents, and claims of which it is known what in them decides. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { bareText } from '../../src/engine/text/words-of.ts';

export interface GoldClaim {
  readonly text: string;
  readonly verdict: 'supported' | 'refuted';
  /** Each of them decides the claim, as sentences of the documents. */
  readonly gold: readonly (readonly string[])[];
}

export interface GoldSet {
  readonly name: string;
  readonly documents: readonly CorpusDocument[];
  readonly claims: readonly GoldClaim[];
  /** Claims that nothing in the documents decides. */
  readonly undecided: readonly string[];
}

interface Item {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly label?: string;
  readonly stance?: string;
  readonly doc_id?: string;
  readonly rationale_sentences?: readonly number[];
}

interface Row {
  readonly claim: string;
  readonly label: string;
  readonly dataset: string;
  readonly evidence: readonly Item[];
}

/** What is said of an item that decides a claim. */
const DECIDES: Readonly<Record<string, readonly string[]>> = {
  supported: ['supported', 'completely-support', 'partially-support'],
  refuted: ['refuted', 'refute'],
};

/** @param data the folder that holds `verify.jsonl.gz` and `retrieval/`. */
export function readGoldSets(data: string): GoldSet[] {
  const rows = readLines<Row>(path.join(data, 'verify.jsonl.gz'));
  const of = (dataset: string) => rows.filter((row) => row.dataset === dataset);
  const abstracts = readLines<{ id: string; title: string; sentences: string[] }>(
    path.join(data, 'retrieval/scifact/corpus.jsonl.gz'),
  );
  const sentences = new Map(abstracts.map((abstract) => [abstract.id, abstract.sentences]));
  const climate = readLines<{ id: string; title: string; text: string }>(
    path.join(data, 'retrieval/climate_fever/corpus.jsonl'),
  );
  return [
    {
      name: 'SciFact',
      documents: abstracts.map(({ id, title, sentences: text }) => pageOf(id, title, text.join(' '))),
      claims: claimsOf(of('scifact'), ({ doc_id = '', rationale_sentences = [] }) =>
        rationale_sentences.map((at) => sentences.get(doc_id)![at]!.trim()),
      ),
      undecided: undecidedOf(of('scifact')),
    },
    {
      name: 'Climate-FEVER, pages',
      documents: pagesOf(climate.sort((a, b) => lineOf(a.id) - lineOf(b.id))),
      claims: claimsOf(of('climate_fever')),
      undecided: undecidedOf(of('climate_fever')),
    },
    itemsOf('Fool Me Twice', of('fool_me_twice')),
    itemsOf('Factcheck-Bench', of('factcheck_bench')),
    itemsOf('HealthVer', of('healthver')),
  ];
}

/** A document of each item of the set. */
function itemsOf(name: string, rows: readonly Row[]): GoldSet {
  const items = new Map(
    rows
      .filter(isDecided)
      .flatMap(({ evidence }) => evidence)
      .map((item) => [item.text, item]),
  );
  const documents = [...items.values()].map(({ title, text }, at) => pageOf(String(at), title, text));
  return { name, documents, claims: claimsOf(rows), undecided: undecidedOf(rows) };
}

/** @param goldOf sentences of an item that decides its claim. */
function claimsOf(rows: readonly Row[], goldOf = ({ text }: Item): readonly string[] => [text]): GoldClaim[] {
  const decides = ({ label }: Row, item: Item): boolean =>
    DECIDES[label]!.includes(item.label ?? item.stance ?? label);
  return rows
    .filter(isDecided)
    .map((row) => ({
      text: row.claim,
      verdict: row.label as GoldClaim['verdict'],
      gold: row.evidence.filter((item) => decides(row, item)).map(goldOf),
    }))
    .filter(({ gold }) => gold.length > 0);
}

/** One claim of those that read the same, and what decides it in any of their rows; `disputed` where these disagree. */
export function mergeSame(claims: readonly GoldClaim[]): (GoldClaim & { readonly disputed: boolean })[] {
  const rows = Map.groupBy(claims, ({ text }) => bareText(text));
  return [...rows.values()].map((same) => ({
    ...same[0]!,
    gold: same.flatMap(({ gold }) => gold),
    disputed: same.some(({ verdict }) => verdict !== same[0]!.verdict),
  }));
}

function isDecided({ label }: Row): boolean {
  return label in DECIDES;
}

function undecidedOf(rows: readonly Row[]): string[] {
  return rows.filter(({ label }) => label === 'not_enough_info').map(({ claim }) => claim);
}

function lineOf(id: string): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

function pageOf(id: string, title: string, text: string): CorpusDocument {
  return { id, title, url: `https://example.org/${encodeURIComponent(id)}`, text };
}

/** One document of all texts of a title. */
function pagesOf(texts: readonly { readonly title: string; readonly text: string }[]): CorpusDocument[] {
  const pages = new Map<string, string[]>();
  for (const { title, text } of texts) {
    const known = pages.get(title);
    if (known === undefined) pages.set(title, [text]);
    else if (!known.includes(text)) known.push(text);
  }
  return [...pages].map(([title, parts]) => pageOf(title, title, parts.join(' ')));
}

export function readLines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
