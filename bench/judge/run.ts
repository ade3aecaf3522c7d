/**
 * `npm run bench:judge -- DATA_DIR [MODEL_FOLDER]`: how well the gateway's own judge judges pairs that it was never trained
 * on, into `bench/RESULTS.md`. Without the data nothing is measured. `--limit` says how many pairs of a set, `--no-write`
 * leaves the page as it is.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openPairScorer } from '../../src/engine/judge/open-scorer.ts';
import { SHIPPED_MODEL } from '../../src/engine/judge/shipped-model.ts';
import { writeSection } from '../write-section.ts';
import { judgePairs } from './judge-pairs.ts';
import { measureSet } from './measure-set.ts';
import { hasPairs, readHeldSets } from './read-held-pairs.ts';
import { type Measured, tabulateSets } from './tabulate-sets.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '400' },
    'no-write': { type: 'boolean', default: false },
  },
});
const [dataDir = path.join(ROOT, '..', 'shared', 'data'), folder = SHIPPED_MODEL] = positionals;
if (!hasPairs(dataDir)) {
  console.error(`skipped: pairs.jsonl.gz and verify.jsonl.gz are not in ${dataDir}`);
  process.exit();
}
const sets = readHeldSets(
  dataDir,
  path.join(ROOT, 'scripts', 'train-judge', 'written'),
  Number(values.limit),
);
const scorer = openPairScorer(
  { enabled: true, folder, isBackground: true, threads: 1, maxPairs: 1_000, deadline: 600_000 },
  (why) => console.error(why),
);
try {
  const measured: Measured[] = [];
  for (const { name, trainedOnOthers, pairs } of sets) {
    measured.push({ name, trainedOnOthers, ...measureSet(await judgePairs(pairs, scorer)) });
    console.error(`${name}: ${pairs.length} pairs`);
  }
  const section = tabulateSets(measured, scorer.thresholds);
  console.log(section);
  if (!values['no-write']) writeSection('judge', 'The gateway’s own judge', section);
} finally {
  await scorer.close();
}
