import type { Claim, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { nameSource } from './source-names.ts';

/** All that was found for a claim and its parts, each item once. */
export function evidenceOf({ evidence = [], parts = [] }: Claim): readonly Evidence[] {
  const all = [...evidence, ...parts.flatMap((part) => part.evidence)];
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

/** @returns what kind of source it is, its name, and the day of the text, as far as they are known. */
export function describeSource({ kind, source, published }: Evidence): readonly string[] {
  const kindName = kind === undefined ? [] : [texts.kinds[kind] ?? kind];
  const day = published === undefined ? [] : [published.slice(0, 10)];
  return [...new Set([...kindName, nameSource(source), ...day])];
}

/** @returns the title of the page that a correction is from; where it is not among the evidence, the source's name. */
export function nameCorrectionSource(claim: Claim): string {
  const { source, url, right } = claim.correction ?? { source: '', url: '', right: '' };
  const from = evidenceOf(claim).find(
    (item) => item.source === source && item.url === url && item.quote.includes(right),
  );
  return from?.title ?? nameSource(source);
}
