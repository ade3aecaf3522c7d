/**
 * `npm run bench:evaluations -- DIR`: whether the local scorer's scores fall when a claim is made worse, in cases
 * made from texts with reference claims (`extract.jsonl.gz` in the directory that is named).
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ClaimScores } from '../../src/domain/evaluation.ts';
import { scoreLocally } from '../../src/evaluation/score-locally.ts';
import { writeSection } from '../write-section.ts';
import { type Case, FAULTS, type Fault, makeCases, type ReferenceRow } from './make-cases.ts';

const CASES = 200;
/** The first makes the cases that count; the others show how much depends on which cases are drawn. */
const SEEDS = [2_026, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const scoreOf = (fault: Fault): 'accuracy' | 'completeness' | 'coherence' =>
  fault === 'deleted claim' ? 'completeness' : fault === 'inserted pronoun' ? 'coherence' : 'accuracy';

interface Outcome {
  readonly fallen: number;
  /** By more than a hundredth. */
  readonly clearly: number;
  readonly before: number;
  readonly after: number;
}

function score(text: string, claims: readonly string[]): ClaimScores[] {
  return scoreLocally({
    passages: [{ role: 'text', text }],
    claims: claims.map((claim, index) => ({
      id: String(index),
      text: claim,
      original_text: '',
      passage: 0,
      category: 'other',
      confidence: 1,
    })),
  });
}

/** The score before and after: of the claim that was made worse, or of those that are left of a deleted one. */
function scoresOf(one: Case): readonly [number, number] {
  const [before, after] = [score(one.text, one.before), score(one.text, one.after)];
  const part = scoreOf(one.fault);
  if (one.fault === 'deleted claim') {
    return [
      mean(before.toSpliced(one.at, 1).map((each) => each[part])),
      mean(after.map((each) => each[part])),
    ];
  }
  return [before[one.at]![part], after[one.at]![part]];
}

function measure(rows: readonly ReferenceRow[], fault: Fault, seed: number): Outcome {
  const pairs = makeCases(rows, fault, CASES, seed).map(scoresOf);
  if (pairs.length < CASES) throw new Error(`only ${pairs.length} cases of "${fault}" can be made`);
  return {
    fallen: pairs.filter(([before, after]) => after < before - 1e-9).length / pairs.length,
    clearly: pairs.filter(([before, after]) => after < before - 0.01).length / pairs.length,
    before: mean(pairs.map(([before]) => before)),
    after: mean(pairs.map(([, after]) => after)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Microseconds of CPU a claim. */
function speed(rows: readonly ReferenceRow[]): number {
  const some = rows.slice(0, 500);
  const claims = some.reduce((sum, row) => sum + row.claims.length, 0);
  for (const row of some) score(row.text, row.claims);
  const began = process.cpuUsage();
  for (const row of some) score(row.text, row.claims);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / claims;
}

/** What the references themselves score, as they are. */
function formatRows(rows: readonly ReferenceRow[]): string {
  const whole = rows
    .filter(({ id }) => id.startsWith('factscore'))
    .flatMap(({ text, claims }) => score(text, claims));
  const sentences = rows.flatMap(({ text }) => score(text, [text]));
  const part = (scores: readonly ClaimScores[], name: 'accuracy' | 'completeness'): string =>
    mean(scores.map((each) => each[name])).toFixed(2);
  return (
    `the atomic facts that people wrote for FActScore have mean accuracy ${part(whole, 'accuracy')} and\n` +
    `completeness ${part(whole, 'completeness')}, texts taken over word by word ${part(sentences, 'accuracy')} and ${part(sentences, 'completeness')}`
  );
}

const directory = process.argv[2];
if (directory === undefined) {
  console.error('usage: npm run bench:evaluations -- DIRECTORY (with extract.jsonl.gz)');
  process.exit(2);
}
const rows = gunzipSync(readFileSync(path.join(directory, 'extract.jsonl.gz')))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ReferenceRow);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const lines = FAULTS.map((fault) => {
  const [first, ...others] = SEEDS.map((seed) => measure(rows, fault, seed)) as [Outcome, ...Outcome[]];
  const shares = others.map(({ fallen }) => fallen);
  return `| ${fault} | ${scoreOf(fault)} | ${percent(first.fallen)} | ${percent(first.clearly)} | ${percent(mean(shares))} (${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}) | ${first.before.toFixed(2)} | ${first.after.toFixed(2)} |`;
});
const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:evaluations\`, on texts with reference claims (FActScore, FEVERFact,
Factcheck-Bench: ${rows.length} texts). In each of ${CASES} cases one claim was made worse in one way; a case counts where the score
that should fall does. An added fact is a year, a name or a statement of another text; an added clause is of everyday
words; another number or name takes the place of any of the claim's; a negation is a "not" behind its verb; a deleted
claim is any of the text's; a pronoun takes the place of any name of a claim, as its subject, its object or its owner.
Some deleted claims say little that the others do not, and some references of FEVERFact are not from the text at all:
little or nothing falls there, as it should be.

What is faithful keeps its scores: ${formatRows(rows)}.

| one claim made worse | score | fell in | by over 0.01 in | fell in, ${SEEDS.length - 1} further draws of ${CASES} | mean before | mean after |
|---|---|---|---|---|---|---|
${lines.join('\n')}

The local scorer takes ${speed(rows).toFixed(0)} µs of CPU a claim (${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}).
`;
console.log(text);
writeSection('evaluations', 'The local scorer of evaluations', text);
