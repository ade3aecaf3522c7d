/** The retrieval sets, as documents, queries, and which documents answer which query. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';

export interface Query {
  readonly id: string;
  readonly text: string;
  /** Ids of the documents that answer it. */
  readonly relevant: ReadonlySet<string>;
}

export interface RetrievalSet {
  readonly name: string;
  readonly documents: readonly CorpusDocument[];
  /** Those that some document answers. */
  readonly queries: readonly Query[];
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly sentences?: readonly string[];
}

/** @param data the folder that holds `retrieval/`. */
export function readSets(data: string): RetrievalSet[] {
  const root = path.join(data, 'retrieval');
  const scifact = readDocuments(path.join(root, 'scifact/corpus.jsonl.gz'));
  const claims = readLines<{ id: string; text: string }>(path.join(root, 'scifact/queries_train.jsonl'));
  const climate = path.join(root, 'climate_fever');
  return [
    {
      name: 'SciFact train, cited documents',
      documents: scifact,
      queries: judge(claims, path.join(root, 'scifact/qrels_train_cited.tsv')),
    },
    {
      name: 'SciFact train, evidence documents',
      documents: scifact,
      queries: judge(claims, path.join(root, 'scifact/qrels_train_evidence.tsv')),
    },
    {
      name: 'Climate-FEVER, sentences',
      documents: readDocuments(path.join(climate, 'corpus.jsonl')),
      queries: judge(
        readLines(path.join(climate, 'queries_public.jsonl')),
        path.join(climate, 'qrels_public.tsv'),
      ),
    },
  ];
}

function readDocuments(file: string): CorpusDocument[] {
  return readLines<Row>(file).map(({ id, title, text, sentences }) => ({
    id,
    title,
    url: `https://example.org/${encodeURIComponent(id)}`,
    text: text ?? sentences?.join(' ') ?? '',
  }));
}

function judge(queries: readonly { id: string; text: string }[], file: string): Query[] {
  const relevant = new Map<string, Set<string>>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [query = '', document = '', score = '0'] = line.split('\t');
    if (Number(score) <= 0) continue;
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return queries.flatMap(({ id, text }) => {
    const documents = relevant.get(id);
    return documents === undefined ? [] : [{ id, text, relevant: documents }];
  });
}

function readLines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
