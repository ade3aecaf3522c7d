/** `claimgate judge check`: whether a folder holds a model that can judge, and how well it does. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Command } from 'commander';
import { isObject } from '../domain/json-object.ts';
import { LABELS, type Labelled, type PairLabel } from '../engine/judge/measure-scores.ts';
import type { Pair } from '../engine/judge/pair-scorer.ts';
import { CommandFailed } from './command-failed.ts';
import { withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';
import { toJsonLines, write } from './write-output.ts';

interface CheckOptions {
  readonly pairs?: string;
  readonly json?: true;
}

/** Read where no pairs are given, to see that it works. */
const SAMPLE: Pair = {
  claim: 'The bridge was opened in 1987.',
  passage: 'Work took nine years. The bridge was opened to traffic in the spring of 1987.',
};
/** Pairs that are read at once: between two batches the command can be stopped. */
const AT_ONCE = 64;

const HELP = {
  about: `The folder holds model.onnx (a model for pairs of texts: input_ids, attention_mask, token_type_ids; logits of three labels),
tokenizer.json, and config.json with labels in the order of the outputs, and if wanted max_length, temperature, bias, threshold
and order (claim-passage or passage-claim). A config.json of Hugging Face’s with id2label will do; its order is passage-claim.

The file of --pairs has one JSON object a line: claim, passage, and label (supported, refuted or not_enough_info).`,
  examples: [
    ['claimgate judge check models/judge'],
    ['claimgate judge check /srv/judge --pairs pairs.jsonl', 'then set judge.local.model in the config'],
  ],
} as const;

export function addJudgeCommand(command: Command, terminal: Terminal): void {
  command
    .command('check')
    .description('check that a folder holds a model that can judge, and measure it')
    .argument('<folder>', 'the folder with the model')
    .option('--pairs <file>', 'also measure it on these labelled pairs')
    .option('--json', 'print the results as one JSON object')
    .action((folder: string, options: CheckOptions) => checkFolder(terminal, folder, options));
  withLongHelp(command, HELP);
}

async function checkFolder(terminal: Terminal, folder: string, options: CheckOptions): Promise<void> {
  const { stdout, stderr, onInterrupt } = terminal;
  const labelled = options.pairs === undefined ? [] : readPairs(options.pairs);
  const [{ openPairScorer }, { readModelFolder, ModelFolderError }, { measureScores }] = await Promise.all([
    import('../engine/judge/open-scorer.ts'),
    import('../engine/judge/read-folder.ts'),
    import('../engine/judge/measure-scores.ts'),
  ]);
  const described = attemptRead(() => readModelFolder(folder), ModelFolderError);
  let why = 'onnxruntime-node does not run here';
  const settings = { enabled: true, folder, isBackground: false, threads: 1, maxPairs: AT_ONCE, deadline: 0 };
  const scorer = openPairScorer(settings, (fault) => {
    why = fault;
  });
  const signal = onInterrupt();
  try {
    const began = performance.now();
    const [first] = await scorer.score([SAMPLE], signal);
    signal.throwIfAborted();
    if (first === undefined) throw new CommandFailed(why);
    const loaded = performance.now();
    const scored: Labelled[] = [];
    for (let at = 0; at < labelled.length; at += AT_ONCE) {
      const batch = labelled.slice(at, at + AT_ONCE);
      const scores = await scorer.score(batch, signal);
      signal.throwIfAborted();
      for (const [index, score] of scores.entries()) {
        if (score === undefined) throw new CommandFailed('The model failed on a pair');
        scored.push({ label: (batch[index] as (typeof batch)[number]).label, score });
      }
      stderr.write(`${scored.length} of ${labelled.length} pairs\n`);
    }
    const took = performance.now() - loaded;
    const result = {
      labels: described.labels,
      max_length: described.maxLength,
      threshold: described.thresholds,
      load_ms: Math.round(loaded - began),
      ...(scored.length === 0
        ? {}
        : {
            ms_per_pair: Math.round((took / scored.length) * 10) / 10,
            ...measureScores(scored, scorer.thresholds),
          }),
    };
    await write(stdout, options.json === true ? toJsonLines([result]) : describe(result));
  } finally {
    await scorer.close();
  }
}

function attemptRead<T>(read: () => T, expected: new (...args: never[]) => Error): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof expected) throw new CommandFailed(error.message);
    throw error;
  }
}

function describe(result: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(result).map(([name, value]) => {
    const said = Array.isArray(value)
      ? value.join(', ')
      : isObject(value)
        ? JSON.stringify(value)
        : String(value);
    return `${name.replaceAll('_', ' ')}: ${said}\n`;
  });
  return `The model can be used.\n${lines.join('')}`;
}

function readPairs(file: string): (Pair & { readonly label: PairLabel })[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CommandFailed(`${file} cannot be read`);
  }
  const pairs = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { claim, passage, label } = readObject(line);
    const known = LABELS.find((one) => one === label);
    if (typeof claim !== 'string' || typeof passage !== 'string' || known === undefined) {
      throw new CommandFailed(
        `${file}, line ${index + 1}: claim, passage and label (${LABELS.join(', ')}) are needed`,
      );
    }
    return [{ claim, passage, label: known }];
  });
  if (pairs.length === 0) throw new CommandFailed(`${file} has no pairs`);
  return pairs;
}

function readObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
