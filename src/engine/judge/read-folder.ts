/** Reads what a model's folder says of it: `config.json`, beside `model.onnx` and `tokenizer.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PairScore, Thresholds } from './pair-scorer.ts';

export type Label = keyof PairScore;

export interface ModelFolder {
  /** Of each output of the model in turn. */
  readonly labels: readonly Label[];
  /** Tokens of the longest pair. */
  readonly maxLength: number;
  /** Logits are divided by it, and the bias of each label is added, before they become probabilities. */
  readonly temperature: number;
  /** Whether `config.json` names a temperature: one was fitted. */
  readonly isCalibrated: boolean;
  readonly bias: readonly number[];
  readonly thresholds: Thresholds;
  /** Whether the claim comes before the passage. */
  readonly claimFirst: boolean;
  readonly modelFile: string;
  readonly tokenizerFile: string;
}

/** A folder that holds no model that can be used; the message says why, and names the file. */
export class ModelFolderError extends Error {
  override readonly name = 'ModelFolderError';
}

/** By the names that published models use. */
const LABELS: ReadonlyMap<string, Label> = new Map([
  ['supported', 'supported'],
  ['supports', 'supported'],
  ['entailment', 'supported'],
  ['refuted', 'refuted'],
  ['refutes', 'refuted'],
  ['contradiction', 'refuted'],
  ['not_enough_info', 'not_enough_info'],
  ['neutral', 'not_enough_info'],
  ['not_supported', 'not_enough_info'],
  ['unsupported', 'not_enough_info'],
  ['not_entailment', 'not_enough_info'],
]);
const FILES = ['model.onnx', 'tokenizer.json', 'config.json'] as const;
/** Where the folder says nothing of it. */
const MAX_LENGTH = 256;
const THRESHOLD = 0.9;

/** @throws ModelFolderError where a file is missing, or `config.json` does not say what the outputs mean. */
export function readModelFolder(folder: string): ModelFolder {
  for (const file of FILES) {
    if (!existsSync(path.join(folder, file))) throw new ModelFolderError(`${file} is missing in ${folder}`);
  }
  const config = readConfig(folder);
  const labels = readLabels(config);
  const { temperature = 1, bias = labels.map(() => 0), order } = config;
  if (!isNumber(temperature) || temperature <= 0) throw wrong('temperature must be a number above 0');
  if (!Array.isArray(bias) || bias.length !== labels.length || !bias.every(isNumber)) {
    throw wrong(`bias must have ${labels.length} numbers`);
  }
  if (order !== undefined && order !== 'claim-passage' && order !== 'passage-claim') {
    throw wrong('order must be claim-passage or passage-claim');
  }
  return {
    labels,
    maxLength: readLength(config),
    temperature,
    isCalibrated: config.temperature !== undefined,
    bias,
    thresholds: readThresholds(config.threshold),
    // Models of entailment in the usual form are trained on the premise first.
    claimFirst: order === undefined ? config.labels !== undefined : order === 'claim-passage',
    modelFile: path.join(folder, 'model.onnx'),
    tokenizerFile: path.join(folder, 'tokenizer.json'),
  };
}

/** @throws Error where this installation lacks what runs a model. */
export function findRuntime(): void {
  const { resolve } = createRequire(import.meta.url);
  for (const name of ['onnxruntime-node', '@huggingface/tokenizers']) resolve(name);
}

/** @throws ModelFolderError where the folder has no `config.json`, or it is no JSON object. */
export function readConfig(folder: string): Readonly<Record<string, unknown>> {
  const file = path.join(folder, 'config.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw wrong(existsSync(file) ? 'cannot be read as JSON' : 'is missing');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('must be an object');
  return value as Record<string, unknown>;
}

/** `labels` in order, or `id2label` as Hugging Face's models have it. */
function readLabels({ labels, id2label }: Readonly<Record<string, unknown>>): readonly Label[] {
  const named: unknown =
    labels ?? (typeof id2label === 'object' && id2label !== null && Object.values(id2label));
  if (!Array.isArray(named)) throw wrong('labels must name the outputs of the model in order');
  const read = named.map((name) => labelOf(String(name)));
  if (read.length !== 3 || new Set(read).size !== 3 || read.includes(undefined)) {
    throw wrong('labels must be supported, refuted and not_enough_info, in the order of the outputs');
  }
  return read as Label[];
}

/** @returns what a label of that name means, by the names that published models use. */
export function labelOf(name: string): Label | undefined {
  return LABELS.get(name.toLowerCase().replace(/[\s-]+/g, '_'));
}

function readLength({ max_length: length = MAX_LENGTH }: Readonly<Record<string, unknown>>): number {
  if (!isNumber(length) || !Number.isInteger(length) || length < 32 || length > 8_192) {
    throw wrong('max_length must be a whole number from 32 to 8192');
  }
  return length;
}

function readThresholds(threshold: unknown = THRESHOLD): Thresholds {
  const {
    supported,
    refuted,
    supported_whole: supportedWhole,
  } = typeof threshold === 'object' && threshold !== null
    ? (threshold as Partial<Record<string, unknown>>)
    : ({ supported: threshold, refuted: threshold } as Partial<Record<string, unknown>>);
  if (!isShare(supported) || !isShare(refuted)) {
    throw wrong('threshold must be a number from 0 to 1, or one for supported and one for refuted');
  }
  if (supportedWhole === undefined) return { supported, refuted };
  if (!isShare(supportedWhole) || supportedWhole > supported) {
    throw wrong('threshold.supported_whole must be a number from 0 to threshold.supported');
  }
  return { supported, supportedWhole, refuted };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isShare(value: unknown): value is number {
  return isNumber(value) && value >= 0 && value <= 1;
}

/** @returns what is said of a `config.json` that cannot be understood. */
export function wrong(what: string): ModelFolderError {
  return new ModelFolderError(`config.json: ${what}`);
}
