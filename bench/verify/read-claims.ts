/** The claims with known verdicts of `verify.jsonl.gz`, in the groups in which they are verified. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Verdict } from '../../src/domain/claim.ts';
import type { RetrievedItem } from '../../src/engine/factcheck/sources/source.ts';

export interface KnownClaim {
  readonly id: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly evidence: readonly RetrievedItem[];
}

export interface ClaimSet {
  readonly name: string;
  /** Claims of one answer; where the set has no answers, five from all over it. */
  readonly groups: readonly (readonly KnownClaim[])[];
}

interface Row {
  readonly id: string;
  readonly claim: string;
  readonly label: 'supported' | 'refuted' | 'conflicting' | 'not_enough_info';
  readonly dataset: string;
  readonly evidence: readonly { readonly title: string; readonly text: string; readonly url: string }[];
}

/** The most claims of one request. */
const GROUP = 5;

/** @param limit the most claims of a set, evenly spread over it. */
export function readClaimSets(dataDir: string, limit: number): ClaimSet[] {
  const lines = gunzipSync(readFileSync(path.join(dataDir, 'verify.jsonl.gz'))).toString();
  const sets = new Map<string, Row[]>();
  for (const line of lines.trim().split('\n')) {
    const row = JSON.parse(line) as Row;
    const rows = sets.get(row.dataset);
    if (rows === undefined) sets.set(row.dataset, [row]);
    else rows.push(row);
  }
  return [...sets].map(([name, rows]) => ({ name, groups: groupsOf(name, thin(rows, limit)) }));
}

function thin(rows: readonly Row[], limit: number): readonly Row[] {
  if (rows.length <= limit) return rows;
  return Array.from({ length: limit }, (_, index) => rows[Math.floor((index * rows.length) / limit)] as Row);
}

function groupsOf(name: string, rows: readonly Row[]): KnownClaim[][] {
  const groups = new Map<string, KnownClaim[]>();
  const count = Math.ceil(rows.length / GROUP);
  for (const [index, row] of rows.entries()) {
    const answer = name === 'factcheck_bench' ? row.id.split(':').slice(0, 3).join(':') : '';
    // What follows one another may be the same claim with other evidence.
    const key = answer === '' ? String(index % count) : answer;
    const group = groups.get(key) ?? [];
    group.push(toKnown(row));
    groups.set(key, group);
  }
  return [...groups.values()];
}

function toKnown({ id, claim, label, evidence }: Row): KnownClaim {
  return {
    id,
    text: claim,
    verdict: label === 'not_enough_info' ? 'not_enough_evidence' : label,
    evidence: evidence.map(({ title, text, url }) => ({ source: 'web', title, url, text })),
  };
}
