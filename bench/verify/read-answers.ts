/** Answers of ChatGPT (Factcheck-Bench) whose sentences are known to say these claims, as `extract.jsonl.gz` has them. */
import path from 'node:path';
import type { ClaimText } from './measure-oracle.ts';
import { type OracleClaim, oracleSentence, undecidedClaim } from './oracle.ts';
import { readLines } from './read-gold.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly claims: readonly string[];
  readonly dataset: string;
  readonly unit: string;
}

/**
 * @param decided claims whose evidence is known: sentences that say none of them are left out.
 * @returns the answers, each with those of its sentences that stand in it word by word.
 */
export function readAnswers(data: string, decided: readonly OracleClaim[]): ClaimText[] {
  const byText = new Map(decided.map((claim) => [claim.text, claim]));
  const rows = readLines<Row>(path.join(data, 'extract.jsonl.gz')).filter(
    ({ dataset }) => dataset === 'factcheck_bench',
  );
  const answers = rows.filter(({ unit }) => unit === 'response');
  return answers.map(({ id, text }) => {
    const number = id.slice(id.lastIndexOf(':') + 1);
    const sentences = rows.filter((row) => row.id.startsWith(`fcb:s:${number}:`));
    const claims = sentences.flatMap((sentence) => {
      const start = text.indexOf(sentence.text);
      const known = sentence.claims.flatMap((claim) => byText.get(claim) ?? []);
      if (start === -1 || known.length === 0) return [];
      // What else the sentence says is not known to be true or false.
      const parts = sentence.claims.map((claim) => byText.get(claim) ?? undecidedClaim(claim));
      return [{ claim: oracleSentence(sentence.text, parts), start, end: start + sentence.text.length }];
    });
    return { text, claims };
  });
}
