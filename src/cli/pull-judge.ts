/** `claimgate judge pull`: a larger model for the gateway's own judge, into the data directory. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { isObject } from '../domain/json-object.ts';
import { fitThresholds } from '../engine/judge/fit-thresholds.ts';
import { measureScores } from '../engine/judge/measure-scores.ts';
import { createHttpClient, type HttpClient } from '../models/wire/http-client.ts';
import { CommandFailed } from './command-failed.ts';
import { checksumOf, fetchModelFile } from './fetch-model-file.ts';
import { readPairs, scorePairs } from './score-pairs.ts';
import { openStatusLine } from './status-line.ts';
import type { Terminal } from './terminal.ts';
import { write } from './write-output.ts';

/** What a list of a model's files says. */
interface ModelList {
  readonly name: string;
  readonly files: ReadonlyMap<FileName, { readonly url: URL; readonly sha256: string }>;
}

interface PullOptions {
  readonly sha256?: string;
  readonly into?: string;
  readonly pairs?: string;
}

const FILE_NAMES = ['model.onnx', 'tokenizer.json', 'config.json'] as const;
type FileName = (typeof FILE_NAMES)[number];
const FIT_PAIRS = path.resolve(import.meta.dirname, '../../models/fit-pairs.jsonl');
/** As it was fetched: ours names the threshold too. */
const GIVEN_CONFIG = 'config.given.json';
const SHA256 = /^[0-9a-f]{64}$/i;
/** Names of folders, on every system. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
const CONNECT_TIMEOUT = 30_000;

export function addPullCommand(command: Command, terminal: Terminal): void {
  command
    .command('pull')
    .description('download a larger model whose checksums you know, and fit its threshold')
    .argument('<list>', 'a file that lists the model’s files with their checksums, or its address')
    .option('--sha256 <checksum>', 'of the list, where it is an address')
    .option('--into <folder>', 'where it is written (default: models/NAME in the data directory)')
    .option('--pairs <file>', 'fit the threshold on these labelled pairs')
    .action((list: string, options: PullOptions) => pull(terminal, list, options));
}

async function pull(terminal: Terminal, place: string, options: PullOptions): Promise<void> {
  const labelled = readPairs(options.pairs ?? FIT_PAIRS);
  const signal = terminal.onInterrupt();
  const http = createHttpClient({ connectTimeout: CONNECT_TIMEOUT });
  let folder: string;
  try {
    const list = await readList(place, options.sha256, http, signal);
    folder = path.resolve(
      options.into ?? path.join((await terminal.readConfig()).dataDir, 'models', list.name),
    );
    mkdirSync(folder, { recursive: true });
    await fetchFiles(terminal, list, folder, http, signal);
  } finally {
    await http.close();
  }

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
    `${folder}\nthreshold: ${JSON.stringify(threshold)}\nOf the ${scored.length} pairs that it was fitted on, it states ` +
      `${percent(stated)}${right === undefined ? '' : `, ${percent(right)} of those right`}.\n` +
      `Set judge.local.model to this folder in the config.\n`,
  );
}

/**
 * @param place a file, or an address, whose text must have the checksum.
 * @throws CommandFailed
 */
async function readList(
  place: string,
  sha256: string | undefined,
  http: HttpClient,
  signal: AbortSignal,
): Promise<ModelList> {
  if (sha256 !== undefined && !SHA256.test(sha256))
    throw new CommandFailed('--sha256 must be 64 hexadecimal digits', 2);
  const address = /^https?:\/\//i.test(place) ? URL.parse(place) : undefined;
  if (address === null) throw new CommandFailed(`${place} is no address`, 2);
  if (address !== undefined && sha256 === undefined)
    throw new CommandFailed('a list at an address needs its --sha256: nothing is fetched unchecked', 2);
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-pull-'));
  try {
    const file = address === undefined ? place : path.join(folder, 'list.json');
    const wanted = sha256?.toLowerCase();
    if (address !== undefined && wanted !== undefined)
      await fetchModelFile(address, file, { http, sha256: wanted, signal, onProgress: () => {} });
    if (!existsSync(file)) throw new CommandFailed(`cannot read ${place}: there is no such file`);
    if (wanted !== undefined && (await checksumOf(file)) !== wanted)
      throw new CommandFailed(`${place} has another SHA-256 than --sha256 says`);
    return parseList(place, readFileSync(file, 'utf8'), address);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param base what addresses in it may be relative to. */
function parseList(place: string, text: string, base: URL | undefined): ModelList {
  const list = attemptJson(text);
  if (!isObject(list)) throw new CommandFailed(`${place} is no JSON object`);
  const { name, files } = list;
  if (typeof name !== 'string' || !NAME.test(name))
    throw new CommandFailed(`${place}: name must be letters, digits, dots, dashes and underscores`);
  const read = FILE_NAMES.map((file) => {
    const { url, sha256 } = asObject(asObject(files)[file]);
    const parsed = typeof url === 'string' ? URL.parse(url, base) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol))
      throw new CommandFailed(`${place}: files["${file}"].url must be an http(s) URL`);
    if (typeof sha256 !== 'string' || !SHA256.test(sha256))
      throw new CommandFailed(`${place}: files["${file}"].sha256 must be 64 hexadecimal digits`);
    return [file, { url: parsed, sha256: sha256.toLowerCase() }] as const;
  });
  return { name, files: new Map(read) };
}

/** What is there already, as it should be, is not fetched again; what is not is deleted first. */
async function fetchFiles(
  terminal: Terminal,
  { files }: ModelList,
  folder: string,
  http: HttpClient,
  signal: AbortSignal,
): Promise<void> {
  const status = openStatusLine(terminal.stderr);
  try {
    for (const [name, { url, sha256 }] of files) {
      const file = path.join(folder, name === 'config.json' ? GIVEN_CONFIG : name);
      if (existsSync(file)) {
        if ((await checksumOf(file)) === sha256) continue;
        rmSync(file);
        status.stderr.write(`${file} has another SHA-256 than it should have; it was deleted\n`);
      }
      status.stderr.write(`${url.href}\n`);
      await fetchModelFile(url, file, {
        ...{ http, sha256, signal },
        onProgress: (bytes, total) => status.show(progressOf(name, bytes, total)),
      });
    }
  } finally {
    status.end();
  }
}

function readGiven(folder: string): object {
  const given = attemptJson(readFileSync(path.join(folder, GIVEN_CONFIG), 'utf8'));
  if (isObject(given)) return given;
  throw new CommandFailed('its config.json is no JSON object');
}

function attemptJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
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

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
