/**
 * Trains the claim detector: `npm run train:claims -- DATA`, where DATA holds the labelled sets. Writes the
 * weights, their validation and their card into `src/engine/claims/model/`. Everything random comes from fixed seeds: the same data
 * gives the same bytes. With `--quick` nothing is cross-validated and the card is left as it is. With `--foreign` only the
 * detector of other languages is trained.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFile } from '../src/engine/claims/read-model.ts';
import { calibrate, calibrateWorthiness } from './train-claims/calibrate.ts';
import { crossValidate, leaveOneSetOut } from './train-claims/cross-validate.ts';
import { buildTable, fitDetector, type Table } from './train-claims/fit-detector.ts';
import { type Calibration, type Calibrations, packModel } from './train-claims/pack-model.ts';
import {
  type Example,
  exampleOf,
  type ReviewedClaim,
  readDebates,
  readLabelled,
  readReviewed,
  readStatements,
  readWritten,
  writeChat,
} from './train-claims/read-examples.ts';
import { type ForeignValidation, trainForeign } from './train-claims/train-foreign.ts';
import { describeValidation, type Validation } from './train-claims/validate.ts';
import { describeWorthiness } from './train-claims/validate-worthiness.ts';
import { writeCard } from './train-claims/write-card.ts';

const MODEL = join(import.meta.dirname, '..', 'src', 'engine', 'claims', 'model');

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

function main(args: readonly string[]): number {
  const quick = args.includes('--quick');
  const [directory] = args.filter((argument) => !argument.startsWith('--'));
  if (!directory) {
    report('usage: npm run train:claims -- DATA [--quick | --foreign]');
    return 2;
  }
  const reviewed = readReviewed(directory);
  if (!quick) trainOthers(reviewed);
  const examples: Example[] = [
    ...readLabelled(directory),
    ...readStatements(directory),
    ...reviewed.filter(({ language }) => language === 'en').map(exampleOf),
    ...writeChat(),
    ...readWritten(),
  ];
  if (args.includes('--foreign')) {
    const english = JSON.parse(readFileSync(join(MODEL, 'validation.json'), 'utf8')) as Validation;
    writeFileSync(join(MODEL, 'MODEL_CARD.md'), writeCard(examples, english, readForeign()));
    return 0;
  }
  report(`${examples.length} examples`);
  const table = buildTable(examples);
  mkdirSync(MODEL, { recursive: true });
  const calibrations = quick ? lastCalibrations() : validate(table, readDebates(directory));
  report('training on everything');
  const all = new Uint8Array(examples.length).fill(1);
  const { file, tables } = packModel(table, fitDetector(table, all), calibrations);
  writeFileSync(join(MODEL, 'weights.json'), `${JSON.stringify(file, null, 2)}\n`);
  writeFileSync(join(MODEL, 'weights.bin'), tables);
  return 0;
}

function readForeign(): ForeignValidation {
  return JSON.parse(readFileSync(join(MODEL, 'foreign-validation.json'), 'utf8')) as ForeignValidation;
}

function trainOthers(reviewed: readonly ReviewedClaim[]): void {
  const { file, validation } = trainForeign(reviewed, report);
  writeFileSync(join(MODEL, 'foreign-weights.json'), `${JSON.stringify(file)}\n`);
  writeFileSync(join(MODEL, 'foreign-validation.json'), `${JSON.stringify(validation, null, 2)}\n`);
}

function validate(table: Table, debates: readonly number[]): Calibrations {
  const { examples } = table;
  const seen = crossValidate(table, report);
  const unseen = leaveOneSetOut(table, report);
  const claim = calibrate(examples, seen.claims);
  const worthiness = calibrateWorthiness(examples, seen.worths);
  const calibrated = (scores: Float64Array, { slope, intercept }: Calibration) =>
    scores.map((score) => slope * score + intercept);
  const validation = {
    ...describeValidation(examples, seen.claims, unseen.claims, claim),
    worthiness: describeWorthiness(
      examples,
      debates,
      calibrated(seen.claims, claim),
      calibrated(seen.worths, worthiness),
    ),
  };
  writeFileSync(join(MODEL, 'validation.json'), `${JSON.stringify(validation, null, 2)}\n`);
  writeFileSync(join(MODEL, 'MODEL_CARD.md'), writeCard(examples, validation, readForeign()));
  return { claim, worthiness };
}

function lastCalibrations(): Calibrations {
  const file = JSON.parse(readFileSync(join(MODEL, 'weights.json'), 'utf8')) as ModelFile;
  return { claim: file.claim, worthiness: file.worthiness };
}

process.exitCode = main(process.argv.slice(2));
