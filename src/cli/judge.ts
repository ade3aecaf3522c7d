/** `claimgate judge`: `check` says whether a folder holds a model that can judge, and how well it does; `pull` brings one. */
import type { Command } from 'commander';
import { isObject } from '../domain/json-object.ts';
import { CommandFailed } from './command-failed.ts';
import { withLongHelp } from './long-help.ts';
import { addPullCommand } from './pull-judge.ts';
import { readPairs, scorePairs } from './score-pairs.ts';
import type { Terminal } from './terminal.ts';
import { toJsonLines, write } from './write-output.ts';

interface CheckOptions {
  readonly pairs?: string;
  readonly json?: true;
}

const HELP = {
  about: `The folder holds model.onnx (a model for pairs of texts: input_ids, attention_mask, token_type_ids; logits of three labels),
tokenizer.json, and config.json with labels in the order of the outputs, and if wanted max_length, temperature, bias, threshold
and order (claim-passage or passage-claim). A config.json of Hugging Face’s with id2label will do; its order is passage-claim.

The list of pull is JSON: {"name": "larger", "files": {"model.onnx": {"url": "https://…", "sha256": "…"}, "tokenizer.json": …,
"config.json": …}}. What has another checksum is deleted.
The file of --pairs has one JSON object a line: claim, passage, and label (supported, refuted or not_enough_info).`,
  examples: [
    ['claimgate judge check models/judge'],
    [
      'claimgate judge pull larger.json',
      'fetches the files that it lists, by their checksums; goes on where it broke off',
    ],
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
  addPullCommand(command, terminal);
  withLongHelp(command, HELP);
}

async function checkFolder(terminal: Terminal, folder: string, options: CheckOptions): Promise<void> {
  const labelled = options.pairs === undefined ? [] : readPairs(options.pairs);
  const [{ readModelFolder, ModelFolderError }, { measureScores }] = await Promise.all([
    import('../engine/judge/read-folder.ts'),
    import('../engine/judge/measure-scores.ts'),
  ]);
  const described = attemptRead(() => readModelFolder(folder), ModelFolderError);
  let loadMs = 0;
  let tookMs = 0;
  const scored = await scorePairs(terminal, folder, labelled, terminal.onInterrupt(), (load, took) => {
    [loadMs, tookMs] = [load, took];
  });
  const result = {
    labels: described.labels,
    max_length: described.maxLength,
    threshold: described.thresholds,
    load_ms: Math.round(loadMs),
    ...(scored.length === 0
      ? {}
      : {
          ms_per_pair: Math.round((tookMs / scored.length) * 10) / 10,
          ...measureScores(scored, described.thresholds),
        }),
  };
  await write(terminal.stdout, options.json === true ? toJsonLines([result]) : describe(result));
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
