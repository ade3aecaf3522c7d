/** `claimgate judge pull`: a larger model for the gateway's own judge, into the data directory. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { isObject } from '../domain/json-object.ts';
import { fitThresholds } from '../engine/judge/fit-thresholds.ts';
import { measureScores } from '../engine/judge/measure-scores.ts';
import { createHttpClient } from '../models/wire/http-client.ts';
import { CommandFailed } from './command-failed.ts';
import { checksumOf, type Fetched, fetchModelFile } from './fetch-model-file.ts';
import { readPairs, scorePairs } from './score-pairs.ts';
import { openStatusLine } from './status-line.ts';
import type { Terminal } from './terminal.ts';
import { write } from './write-output.ts';

interface LargerModel {
  readonly name: string;
  /** On Hugging Face; `revision` is a branch or a commit of it. */
  readonly repository: string;
  readonly revision: string;
  /** Whose weights it has. */
  readonly origin: string;
  readonly licence: string;
  readonly megabytes: number;
  /** In the order of its outputs; read from its config.json, and here for people. */
  readonly labels: readonly string[];
  /** Where each file of the folder is in the repository. */
  readonly files: Readonly<Record<'model.onnx' | 'tokenizer.json' | 'config.json', string>>;
  /** SHA-256 of the files, by their names in the folder, where they are known. */
  readonly sha256?: Readonly<Record<string, string>>;
}

interface PullOptions {
  readonly from: string;
  readonly into?: string;
  readonly pairs?: string;
}

const MODELS = path.resolve(import.meta.dirname, '../../models');
const LIST = path.join(MODELS, 'larger.json');
const FIT_PAIRS = path.join(MODELS, 'fit-pairs.jsonl');
/** As the repository has it: ours names the threshold too. */
const GIVEN_CONFIG = 'config.given.json';
/** What was pulled, with checksums. */
const RECORD = 'pulled.json';
const CONNECT_TIMEOUT = 30_000;

export function addPullCommand(command: Command, terminal: Terminal): void {
  command
    .command('pull')
    .description('download a larger model from Hugging Face, and fit its threshold')
    .argument('[name]', 'the model; without it, the list of them')
    .option('--from <url>', 'where the repositories are', 'https://huggingface.co')
    .option('--into <folder>', 'where it is written (default: models/NAME in the data directory)')
    .option('--pairs <file>', 'fit the threshold on these labelled pairs')
    .action((name: string | undefined, options: PullOptions) => pull(terminal, name, options));
}

async function pull(terminal: Terminal, name: string | undefined, options: PullOptions): Promise<void> {
  const models = JSON.parse(readFileSync(LIST, 'utf8')) as readonly LargerModel[];
  if (name === undefined) return write(terminal.stdout, models.map(describe).join(''));
  const model = models.find((one) => one.name === name);
  if (model === undefined) {
    throw new CommandFailed(`there is no model ${name}: ${models.map((one) => one.name).join(', ')}`);
  }
  const base = URL.parse(options.from);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new CommandFailed('--from must be an http(s) URL');
  const labelled = readPairs(options.pairs ?? FIT_PAIRS);
  const folder = path.resolve(
    options.into ?? path.join((await terminal.readConfig()).dataDir, 'models', model.name),
  );
  mkdirSync(folder, { recursive: true });
  const signal = terminal.onInterrupt();
  await fetchFiles(terminal, model, options.from, folder, signal);

  const given = readGiven(folder);
  const configure = (more: object): void =>
    writeFileSync(path.join(folder, 'config.json'), `${JSON.stringify({ ...given, ...more }, null, 2)}\n`);
  configure({});
  const scored = await scorePairs(terminal, folder, labelled, signal);
  const threshold = fitThresholds(scored);
  configure({ threshold });
  const { stated, right_of_stated: right } = measureScores(scored, threshold);
  await write(
    terminal.stdout,
    `${folder}\nthreshold: ${JSON.stringify(threshold)}\nOf ${scored.length} pairs it states ${percent(stated)}` +
      `${right === undefined ? '' : `, ${percent(right)} of those right`}.\n` +
      `Set judge.local.model to this folder in the config.\n`,
  );
}

/** What is there already, with the checksum that was recorded, is not fetched again. */
async function fetchFiles(
  terminal: Terminal,
  model: LargerModel,
  from: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const http = createHttpClient({ connectTimeout: CONNECT_TIMEOUT });
  const status = openStatusLine(terminal.stderr);
  const record = readRecord(folder);
  try {
    for (const [name, place] of Object.entries(model.files)) {
      const file = path.join(folder, name === 'config.json' ? GIVEN_CONFIG : name);
      const sha256 = model.sha256?.[name] ?? record[name]?.sha256;
      if (sha256 !== undefined && existsSync(file) && (await checksumOf(file)) === sha256) continue;
      const url = new URL(
        `${from.replace(/\/+$/, '')}/${model.repository}/resolve/${model.revision}/${place}`,
      );
      status.stderr.write(`${url.href}\n`);
      record[name] = await fetchModelFile(url, file, {
        ...{ http, sha256, signal },
        onProgress: (bytes, total) => status.show(progressOf(name, bytes, total)),
      });
      writeFileSync(path.join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
    }
  } finally {
    status.end();
    await http.close();
  }
}

function readRecord(folder: string): Record<string, Fetched> {
  const file = path.join(folder, RECORD);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Fetched>) : {};
}

function readGiven(folder: string): object {
  try {
    const given: unknown = JSON.parse(readFileSync(path.join(folder, GIVEN_CONFIG), 'utf8'));
    if (isObject(given)) return given;
  } catch {}
  throw new CommandFailed('its config.json is no JSON object');
}

/** Characters of a bar. */
const WIDTH = 24;
const MEGABYTE = 1_000_000;

function progressOf(name: string, bytes: number, total: number | undefined): string {
  const came = `${(bytes / MEGABYTE).toFixed(1)} MB`;
  if (total === undefined || total === 0) return `${name}  ${came}`;
  const full = Math.round((bytes / total) * WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
  return `${name}  ${bar}  ${came} of ${(total / MEGABYTE).toFixed(1)} MB`;
}

function describe({ name, origin, licence, megabytes, labels }: LargerModel): string {
  return `${name}  ${megabytes} MB  ${licence}  ${labels.join(', ')}  ${origin}\n`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
