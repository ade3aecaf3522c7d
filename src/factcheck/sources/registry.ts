/** Every source outside. A new one is a file beside this, a line here, and its fixtures. */
import type { EvidenceKind } from '../../domain/claim.ts';
import { BRAVE } from './brave.ts';
import { CROSSREF } from './crossref.ts';
import { EXA } from './exa.ts';
import { GOOGLE_FACT_CHECK } from './google-fact-check.ts';
import { OPENALEX } from './openalex.ts';
import type { OutsideSource } from './outside-source.ts';
import { PUBMED } from './pubmed.ts';
import { SEARXNG } from './searxng.ts';
import { SERPER } from './serper.ts';
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

/** What is held by the sources that have no descriptor. */
const INSIDE: Readonly<Record<string, EvidenceKind>> = {
  context: 'context',
  corpus: 'own_document',
  starter: 'encyclopedia',
};

/** @returns the source of that name. */
export function findOutsideSource(name: string): OutsideSource | undefined {
  return OUTSIDE_SOURCES.find((source) => source.name === name);
}

/** @returns what the source of that name holds; the judge's own search finds pages of the web. */
export function kindOf(name: string): EvidenceKind {
  return INSIDE[name] ?? findOutsideSource(name)?.kind ?? 'web';
}
