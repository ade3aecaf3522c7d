/** `claimgate evaluate`: how well claims are extracted from a file of texts, judged claim by claim, and against references. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatSummary } from '../evaluation/format-summary.ts';
import { formatRows, REPORT_HEADER_LINE } from '../evaluation/report-csv.ts';
import { JUDGE_VERSION } from '../evaluation/score-with-model.ts';
import { seededRandom } from '../evaluation/seeded-random.ts';
import { createSummarizer, type EvaluatedText, type Summary } from '../evaluation/summarize.ts';
import { SIMILARITIES } from '../text/similarity.ts';
import { CommandFailed, withFile } from './command-failed.ts';
import { type Journal, openJournal } from './evaluate-journal.ts';
import { digestOf, estimateTokens, evaluateText } from './evaluate-text.ts';
import { inOrder } from './in-order.ts';
import { MODEL_KEY } from './model-key.ts';
import { openModel } from './open-model.ts';
import { type BatchSource, type BatchText, readBatch, readColumns } from './read-batch.ts';
import { countUpTo, type Terminal } from './terminal.ts';
import { openProgress, write } from './write-output.ts';

interface EvaluateOptions extends Omit<BatchSource, 'file'> {
  readonly model?: string;
  readonly extractor: 'detector' | 'model';
  readonly concurrency: number;
  readonly resume?: string;
  readonly matcher: keyof typeof SIMILARITIES;
  readonly threshold: number;
  readonly json?: string;
  readonly estimate?: true;
}

const SEED = 2_026;

export function addEvaluateCommand(program: Command, terminal: Terminal): void {
  program
    .command('evaluate')
    .description(
      'score claim extraction: JSON Lines {id, text, claims?} or a CSV with these columns in, scores as CSV out, a summary on stderr. ' +
        '`claims` are reference claims (in CSV: a JSON list, or one per line); `extracted` are claims from another system, scored instead of the gateway’s; `context` is the text around it',
    )
    .argument('<file>', 'file to read; - for standard input')
    .option(
      '--model <id>',
      `model that scores the claims; ${MODEL_KEY}. Without it, claims are scored locally`,
    )
    .addOption(
      new Option('--extractor <name>', 'what extracts the claims: the gateway’s detector or the model')
        .choices(['detector', 'model'])
        .default('detector'),
    )
    .option('--concurrency <n>', 'texts in progress at the same time', countUpTo(64), 4)
    .option('--resume <file>', 'save progress to this file and resume from it')
    .addOption(
      new Option('--matcher <name>', 'similarity of claims and reference claims')
        .choices(Object.keys(SIMILARITIES))
        .default('token-f1'),
    )
    .option(
      '--threshold <similarity>',
      'similarity from which two claims count as the same, 0 to 1',
      readShare,
      0.5,
    )
    .option('--json <file>', 'also write the summary as JSON')
    .addOption(
      new Option('--format <format>', 'format of the file (default: by its extension)').choices([
        'csv',
        'jsonl',
      ]),
    )
    .option(
      '--columns <names>',
      'names of the fields in the file, such as text=tweet,claims=gold',
      readColumns,
    )
    .option('--estimate', 'only estimate the number of tokens')
    .action((file: string, options: EvaluateOptions) => evaluateFile(terminal, file, options));
}

async function evaluateFile(terminal: Terminal, file: string, options: EvaluateOptions): Promise<void> {
  const { model: id, extractor, resume, matcher, threshold, json } = options;
  const { stdin, stdout, stderr } = terminal;
  if (extractor === 'model' && id === undefined)
    throw new CommandFailed('--extractor model needs --model', 2);
  const texts = () => readBatch({ file, ...options }, stdin);
  if (file === '-' && options.estimate === true)
    throw new CommandFailed('standard input cannot be read twice: name a file', 2);
  const total = file === '-' ? undefined : await estimate(texts(), terminal, options);
  if (options.estimate === true) return;
  // Now rather than at the end, before anything is paid for.
  if (json !== undefined) writeOut(json, '');

  const model = id === undefined ? undefined : await openModel(id, terminal);
  const judge = model && { ...model, extracts: extractor === 'model' };
  const judgedBy = model === undefined ? 'local' : JUDGE_VERSION;
  const stop = new AbortController();
  let journal: Journal | undefined;
  const progress = openProgress(
    stderr,
    total === undefined ? 'texts' : `of ${total.toLocaleString('en')} texts`,
  );
  const summarizer = createSummarizer({
    similarity: SIMILARITIES[matcher],
    threshold,
    random: seededRandom(SEED),
  });
  const evaluate = async (text: BatchText): Promise<EvaluatedText> => {
    const digest = digestOf(text);
    let done = journal?.find(digest);
    if (done === undefined) {
      done = await evaluateText(text, judge, stop.signal);
      journal?.add(digest, done);
    }
    return { ...done, reference: text.reference };
  };
  try {
    if (resume !== undefined) {
      journal = await openJournal(resume, { model: id ?? null, extractor, judge: judgedBy });
      if (journal.known > 0) stderr.write(`${journal.known} texts already done.\n`);
    }
    await write(stdout, REPORT_HEADER_LINE);
    for await (const evaluated of inOrder(texts(), model === undefined ? 1 : options.concurrency, evaluate)) {
      await write(stdout, formatRows(evaluated.rows));
      summarizer.add(evaluated);
      progress.step();
    }
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    progress.end();
    journal?.close();
    await model?.close();
  }
  report(summarizer.summarize(), terminal, options);
}

/** Reads the whole input once: faults are found before anything is paid for. @returns how many texts there are. */
async function estimate(
  texts: AsyncIterable<BatchText>,
  { stderr }: Terminal,
  { model, extractor }: EvaluateOptions,
): Promise<number> {
  let [count, input, output] = [0, 0, 0];
  for await (const text of texts) {
    count++;
    if (model === undefined) continue;
    const tokens = estimateTokens(text, extractor === 'model');
    input += tokens.input;
    output += tokens.output;
  }
  const cost =
    model === undefined
      ? 'no model is used'
      : `about ${input.toLocaleString('en')} tokens in and ${output.toLocaleString('en')} out, for ${model}`;
  stderr.write(`${count.toLocaleString('en')} ${count === 1 ? 'text' : 'texts'}: ${cost}.\n`);
  return count;
}

function report(
  summary: Summary,
  { stderr }: Terminal,
  { model, extractor, matcher, json }: EvaluateOptions,
): void {
  const text = formatSummary(summary, {
    judge: model === undefined ? 'the local scorer' : `${model} (${JUDGE_VERSION})`,
    extractor: extractor === 'model' ? (model ?? '') : 'the detector',
    matcher: matcher === 'meteor' ? 'METEOR' : 'token F1',
  });
  stderr.write(`\n${text}`);
  if (json === undefined) return;
  const whole = { ...summary, categories: Object.fromEntries(summary.categories) };
  writeOut(json, `${JSON.stringify(whole, null, 2)}\n`);
}

/** @throws CommandFailed where it cannot be written. */
function writeOut(file: string, text: string): void {
  withFile(`cannot write ${file}`, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  });
}

function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) throw new InvalidArgumentError('must be 0 to 1');
  return share;
}
