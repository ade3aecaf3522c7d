/**
 * `npm run bench:verify -- DATA_DIR`: verification over HTTP with an oracle in the model's place; no key is needed, and
 * no model is asked. `--further rarest|reordered|none` says how the oracle asks further.
 *
 * `… DATA_DIR --model M`: verification of 200 claims whose verdicts are known with the judge M on your own key
 * (CLAIMGATE_API_KEY or its provider's own variable). The price is stated before it starts, and `--yes` or an answer at
 * the terminal agrees to it. Fits the judge's calibration and leaves it in the data directory, where the gateway finds it.
 * `--model sandbox` asks the sandbox's judge, for nothing.
 *
 * `… DATA_DIR --shown`: how much of the deciding evidence the judge is shown; nobody is asked. With `--corrections`
 * instead: whether planted errors are corrected as the evidence has it.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ApiKey } from '../../src/domain/api-key.ts';
import { judgeName } from '../../src/engine/factcheck/judge/calibration.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { readProviderKey } from '../../src/gateway/config/read-providers.ts';
import { openJudge } from '../../src/gateway/wiring/open-judge.ts';
import { openProviders } from '../../src/gateway/wiring/open-providers.ts';
import { openBenchMeaning } from '../open-bench-meaning.ts';
import { writeSection } from '../write-section.ts';
import { askWhetherToPay, estimatePrice, formatEstimate } from './estimate-price.ts';
import { fitCalibration } from './fit-calibration.ts';
import { formatRuns } from './format-runs.ts';
import { formatCorrections } from './plant-errors.ts';
import { readClaimSets } from './read-claims.ts';
import { runOracle } from './run-oracle.ts';
import { formatShown } from './show-evidence.ts';
import { type SetRun, verifySet } from './verify-set.ts';

/** Five sets: 200 claims. */
const PAID_OF_A_SET = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    yes: { type: 'boolean', default: false },
    further: { type: 'string', default: 'rarest' },
    limit: { type: 'string' },
    sets: { type: 'string' },
    width: { type: 'string', default: '4' },
    out: { type: 'string' },
    shown: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
    corrections: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  console.error(
    'usage: npm run bench:verify -- DATA_DIR [--further rarest|reordered|none] | --model M [--yes] [--out DIR] | --shown [--words] | --corrections, each [--limit CLAIMS_OF_A_SET] [--sets a,b] [--no-write]',
  );
  process.exit(2);
}
if (values.shown) {
  const meaning = values.words ? undefined : openBenchMeaning();
  const told = await formatShown(dataDir, meaning);
  meaning?.close();
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

const wanted = values.sets?.split(',');
if (values.model === undefined) {
  const section = await runOracle({
    data: dataDir,
    limit: Number(values.limit ?? Number.POSITIVE_INFINITY),
    further: values.further,
    ...(wanted === undefined ? {} : { sets: wanted }),
  });
  console.log(section);
  const isWhole = wanted === undefined && values.limit === undefined;
  if (isWhole && !values['no-write']) writeSection('oracle', 'Verdicts of an oracle', `\n${section}`);
  process.exit();
}

const isSandbox = values.model === 'sandbox';
const limit = Number(values.limit ?? (isSandbox ? Number.POSITIVE_INFINITY : PAID_OF_A_SET));
const sets = readClaimSets(dataDir, limit).filter(
  // Single items of Factcheck-Bench's claims: no claims of their own.
  ({ name }) => name !== 'factcheck_bench_stance' && (wanted?.includes(name) ?? true),
);

const config = readConfig();
const judge = openJudge(config, console.error);
const providers = await openProviders(config, { judge, sandboxPace: { firstTokenMs: 0, perTokenMs: 0 } });
try {
  const modelId = isSandbox ? providers.catalogue.defaultModel : values.model;
  const provider = providers.models.providerOf(modelId);
  const key = ApiKey.parse(isSandbox ? 'sandbox' : (readProviderKey(provider) ?? ''));
  if (key === undefined) throw new Error(`no key for ${provider}: set CLAIMGATE_API_KEY`);
  const target = { ...providers.models.find(modelId, key), key };
  if (!isSandbox) {
    console.error(formatEstimate(modelId, await estimatePrice(sets, target)));
    if (!values.yes && !(await askWhetherToPay())) {
      console.error('Nothing was asked: agree to the price at the terminal, or with --yes.');
      process.exit(1);
    }
  }

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
  // A few claims, or one set, say little of a judge.
  if (wanted === undefined && limit >= PAID_OF_A_SET) {
    const out = values.out ?? path.join(config.dataDir, 'calibrations');
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `${judge.replace(/[^\w.-]+/g, '--')}.json`);
    writeFileSync(file, `${JSON.stringify(calibration, undefined, 2)}\n`);
    console.error(`The calibration is in ${file}: the gateway uses it from its next start.`);
  }
  if (!values['no-write']) writeSection('verify', 'Verdicts', section);
} finally {
  await Promise.all([providers.close(), judge.close()]);
}
