/** Every source outside. A new one is a file beside this, a line here, and its fixtures. */
import type { EvidenceKind } from '../../../domain/claim.ts';
import { collectionOfSource } from '../../../domain/collection-name.ts';
import { BRAVE } from './brave.ts';
import { CROSSREF } from './crossref.ts';
import { EXA } from './exa.ts';
import { GOOGLE_FACT_CHECK } from './google-fact-check.ts';
import { OPENALEX } from './openalex.ts';
import type { OutsideSource } from './outside-source.ts';
import { PUBMED } from './pubmed.ts';
import { SEARXNG } from './searxng.ts';
import { SERPER } from './serper.ts';
import type { RetrievedItem } from './source.ts';
import { TAVILY } from './tavily.ts';
import { WIKIPEDIA } from './wikipedia.ts';

export const OUTSIDE_SOURCES: readonly OutsideSource[] = [
  WIKIPEDIA,
  GOOGLE_FACT_CHECK,
  BRAVE,
  TAVILY,
  SERPER,
  EXA,
  SEARXNG,
  CROSSREF,
  OPENALEX,
  PUBMED,
];

/** Sources inside the gateway, each with what it is made of: `corpus.ts`, `starter.ts`. */
export const LOCAL_SOURCES: readonly string[] = ['corpus', 'starter'];

/** The sources that have no descriptor: those inside, and the judge's own search. */
const INSIDE: Readonly<Record<string, Pick<OutsideSource, 'about' | 'kind'>>> = {
  context: { about: 'Texts of the request itself', kind: 'context' },
  corpus: { about: 'Documents of the operator', kind: 'own_document' },
  starter: { about: 'Short entries that come with Claimgate', kind: 'encyclopedia' },
  native: { about: "The model's own web search", kind: 'web' },
};

/** What is inside; a named collection is of the kind of the corpus. */
function findInside(name: string) {
  return INSIDE[collectionOfSource(name) === undefined ? name : 'corpus'];
}

/** @returns the source of that name. */
export function findOutsideSource(name: string): OutsideSource | undefined {
  return OUTSIDE_SOURCES.find((source) => source.name === name);
}

/** Whether the name has a meaning of its own: no archive may have it. */
export function isKnownSource(name: string): boolean {
  return Object.hasOwn(INSIDE, name) || findOutsideSource(name) !== undefined;
}

/** @returns what an item is: by itself, or by its source. */
export function kindOfItem({ source, kind }: Pick<RetrievedItem, 'source' | 'kind'>): EvidenceKind {
  return kind ?? kindOf(source);
}

/** @returns what the source of that name holds. */
export function kindOf(name: string): EvidenceKind {
  return (findInside(name) ?? findOutsideSource(name))?.kind ?? 'web';
}

/** @returns what the source of that name is, in a few words for people. */
export function aboutOf(name: string): string {
  return (findInside(name) ?? findOutsideSource(name))?.about ?? '';
}
