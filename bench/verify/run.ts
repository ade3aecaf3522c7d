/**
 * `npm run bench:verify -- DATA_DIR --model M`: verification over claims whose verdicts are known, with the
 * judge M on your own key (CLAIMGATE_API_KEY or its provider's own variable), or with `--model sandbox` the
 * sandbox's. Fits the judge's calibration and leaves it in the data directory, where the gateway finds it.
 *
 * `npm run bench:verify -- DATA_DIR --shown`: how much of the deciding evidence the judge is shown; nobody is asked. With
 * `--corrections` instead: whether planted errors are corrected as the evidence has it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config/read-config.ts';
import { readProviderKey } from '../../src/config/read-providers.ts';
import { ApiKey } from '../../src/domain/api-key.ts';
import { judgeName } from '../../src/factcheck/verify/calibration.ts';
import { openProviders } from '../../src/wiring/open-providers.ts';
import { writeSection } from '../write-section.ts';
import { fitCalibration } from './fit-calibration.ts';
import { formatRuns } from './format-runs.ts';
import { formatCorrections } from './plant-errors.ts';
import { readClaimSets } from './read-claims.ts';
import { formatShown } from './show-evidence.ts';
import { type SetRun, verifySet } from './verify-set.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'sandbox' },
    limit: { type: 'string' },
    sets: { type: 'string' },
    width: { type: 'string', default: '4' },
    out: { type: 'string' },
    shown: { type: 'boolean', default: false },
    corrections: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  console.error(
    'usage: npm run bench:verify -- DATA_DIR [--model M] [--limit CLAIMS] [--sets a,b] [--out DIR] [--shown] [--corrections] [--no-write]',
  );
  process.exit(2);
}
if (values.shown) {
  const told = await formatShown(dataDir);
  console.log(told);
  if (!values['no-write']) writeSection('shown', 'Evidence that the judge is shown', `\n${told}`);
  process.exit();
}
if (values.corrections) {
  const corrected = formatCorrections(dataDir);
  console.log(corrected);
  if (!values['no-write']) writeSection('corrections', 'Corrections', `\n${corrected}`);
  process.exit();
}

const isSandbox = values.model === 'sandbox';
const wanted = values.sets?.split(',');
const sets = readClaimSets(dataDir, Number(values.limit ?? Number.POSITIVE_INFINITY)).filter(
  // Single items of Factcheck-Bench's claims: no claims of their own.
  ({ name }) => name !== 'factcheck_bench_stance' && (wanted?.includes(name) ?? true),
);

const config = readConfig();
const providers = await openProviders(config, {
  random: Math.random,
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  sandboxPace: { firstTokenMs: 0, perTokenMs: 0 },
});
try {
  const modelId = isSandbox ? providers.catalogue.defaultModel : values.model;
  const provider = providers.models.providerOf(modelId);
  const key = ApiKey.parse(isSandbox ? 'sandbox' : (readProviderKey(provider) ?? ''));
  if (key === undefined) throw new Error(`no key for ${provider}: set CLAIMGATE_API_KEY`);
  const target = { ...providers.models.find(modelId, key), key };

  const runs: SetRun[] = [];
  for (const set of sets) {
    const run = await verifySet(set, { upstream: providers.upstream, target }, Number(values.width));
    console.error(`${set.name}: ${run.pairs.length} claims in ${run.seconds.toFixed(1)} s`);
    runs.push(run);
  }

  const judge = judgeName(target);
  const calibration = fitCalibration(
    judge,
    runs.flatMap(({ trials }) => trials),
  );
  const section = formatRuns({
    judge,
    runs,
    calibration,
    ...(isSandbox || target.model.price === undefined ? {} : { price: target.model.price }),
  });
  console.log(section);
  // Part of a set says little of a judge.
  if (wanted === undefined && values.limit === undefined) {
    const out = values.out ?? path.join(config.dataDir, 'calibrations');
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `${judge.replace(/[^\w.-]+/g, '--')}.json`);
    writeFileSync(file, `${JSON.stringify(calibration, undefined, 2)}\n`);
    console.error(`The calibration is in ${file}: the gateway uses it from its next start.`);
  }
  if (!values['no-write']) writeSection('verify', 'Verdicts', section);
} finally {
  await providers.close();
}
