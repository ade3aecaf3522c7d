/**
 * `node scripts/write-fit-pairs.ts`: writes `models/fit-pairs.jsonl`, on which `claimgate judge pull` fits a threshold: of the
 * pairs written by hand those that the model that ships was not trained on, as the gateway reads them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readWrittenExcerpts } from '../bench/judge/written-excerpts.ts';

/** They are read in some seconds, and nine of ten has a meaning. */
const PAIRS = 400;

const root = path.join(import.meta.dirname, '..');
const pairs = readWrittenExcerpts(path.join(root, 'scripts', 'train-judge', 'written'), PAIRS);
writeFileSync(
  path.join(root, 'models', 'fit-pairs.jsonl'),
  pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''),
);
