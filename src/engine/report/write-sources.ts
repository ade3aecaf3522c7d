import { directionOf } from '../../domain/direction-of.ts';
import { pageOf } from './page-of.ts';
import type { ReportedClaim } from './reported-check.ts';
import { escapeHtml } from './write-report.ts';

interface Source {
  readonly name: string;
  /** Numbers of the claims that it is evidence on, from 1. */
  readonly claims: Set<number>;
}

/** @returns HTML: each page that evidence is from, once, in the order of the claims; `''` where there is none. */
export function writeSources(claims: readonly ReportedClaim[]): string {
  const sources = new Map<string, Source>();
  for (const [index, { evidence = [], decision }] of claims.entries()) {
    const given = (decision?.evidence ?? []).map(({ url = '' }) => ({ url, title: '', see_also: '' }));
    for (const { url, title, see_also = '' } of [...given, ...evidence]) {
      // Of the starter corpus nobody else has the page.
      const address = pageOf(url) ?? pageOf(see_also);
      if (address === undefined) continue;
      const source = sources.get(address) ?? { name: title.trim() || address, claims: new Set() };
      source.claims.add(index + 1);
      sources.set(address, source);
    }
  }
  if (sources.size === 0) return '';
  const items = [...sources].map(([address, { name, claims: numbers }]) => {
    const links = [...numbers].map((number) => `<a href="#claim-${number}">${number}</a>`);
    const which = `${numbers.size === 1 ? 'claim' : 'claims'} ${links.join(', ')}`;
    return `<p dir="${directionOf(name)}"><a href="${escapeHtml(address)}">${escapeHtml(name)}</a> (${escapeHtml(new URL(address).host)}): ${which}</p>`;
  });
  return `<h2>Sources</h2>\n${items.join('\n')}\n`;
}
