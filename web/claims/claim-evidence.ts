import type { Claim, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { pageAddress } from './page-address.ts';
import { nameSource } from './source-names.ts';

/** All that was found for a claim and its parts, each item once. */
export function evidenceOf({ evidence = [], parts = [] }: Claim): readonly Evidence[] {
  const all = [...evidence, ...parts.flatMap((part) => part.evidence)];
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

/** What the parts of a claim do not show already. */
export function evidenceOfWhole({ evidence = [], parts = [] }: Claim): readonly Evidence[] {
  const shown = new Set(parts.flatMap((part) => part.evidence.map((item) => JSON.stringify(item))));
  return evidence.filter((item) => !shown.has(JSON.stringify(item)));
}

/** @returns its title; where it has none, the host of its page, else the source's name. */
export function nameEvidence({ title, url, source }: Pick<Evidence, 'title' | 'url' | 'source'>): string {
  if (title.trim() !== '') return title;
  const address = URL.canParse(url) ? pageAddress(url) : undefined;
  return address === undefined ? nameSource(source) : new URL(address).host;
}

/** @returns what kind of source it is, its name, and the day of the text, as far as they are known. */
export function describeSource({ kind, source, published, ...item }: Evidence): readonly string[] {
  const kindName = kind === undefined ? [] : [texts.kinds[kind] ?? kind];
  const day = published === undefined ? [] : [published.slice(0, 10)];
  const name = nameEvidence({ ...item, source });
  return [...new Set([...kindName, nameSource(source), ...day])].filter((word) => word !== name);
}

/** @returns the title of the page that a correction is from; where it is not among the evidence, the source's name. */
export function nameCorrectionSource(claim: Claim): string {
  const { source, url, right } = claim.correction ?? { source: '', url: '', right: '' };
  const from = evidenceOf(claim).find(
    (item) => item.source === source && item.url === url && item.quote.includes(right),
  );
  return from === undefined ? nameSource(source) : nameEvidence(from);
}
