/** Scores the passages that an index proposes. Pure arithmetic over terms: no model. */

/** A passage that shares terms with the query. */
export interface Candidate {
  /** The passage. */
  readonly key: number;
  /** The document it belongs to. */
  readonly document: number;
  /** Terms of the document's title. */
  readonly title: string;
  /** Terms of the passage, sentence by sentence. */
  readonly body: string;
}

/** What is known of all passages. */
export interface Collection {
  readonly passages: number;
  /** Terms of a passage and of its document's title, on average. */
  readonly meanTerms: number;
  /** In how many passages each term of the query is. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface Ranked {
  readonly key: number;
  readonly document: number;
  readonly score: number;
}

/** Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.4 and 3.6. */
const SATURATION = 1.2;
const LENGTH_NORMALIZATION = 0.75;
/** How much a term in the title counts beside one in the text. */
const TITLE_WEIGHT = 3;

/** How much it tells that a passage has a term; above 0 also for a term that most passages have. */
export function inverseFrequency(passages: number, withTerm: number): number {
  return Math.log(1 + (passages - withTerm + 0.5) / (withTerm + 0.5));
}

/** @returns the best passage of each document, the best first. */
export function rankPassages(
  terms: readonly string[],
  candidates: readonly Candidate[],
  collection: Collection,
): Ranked[] {
  const weights = new Map<string, number>();
  for (const term of terms) {
    const withTerm = collection.frequencies.get(term) ?? 0;
    weights.set(term, (weights.get(term) ?? 0) + inverseFrequency(collection.passages, withTerm));
  }
  const best = new Map<number, Ranked>();
  for (const { key, document, title, body } of candidates) {
    const score = scorePassage(weights, title.split(' '), body.split(' '), collection.meanTerms);
    if (score > (best.get(document)?.score ?? 0)) best.set(document, { key, document, score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.document - b.document);
}

function scorePassage(
  weights: ReadonlyMap<string, number>,
  title: readonly string[],
  body: readonly string[],
  meanTerms: number,
): number {
  const counts = new Map<string, number>();
  for (const term of title) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + TITLE_WEIGHT);
  for (const term of body) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = (title.length + body.length) / Math.max(1, meanTerms);
  const norm = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length);
  let score = 0;
  for (const [term, count] of counts)
    score += (weights.get(term)! * count * (SATURATION + 1)) / (count + norm);
  return score;
}
