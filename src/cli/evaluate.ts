/** `claimgate evaluate`: how well claims are extracted from a file of texts, judged claim by claim, and against references. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SIMILARITIES } from '../engine/text/similarity.ts';
import { formatSummary } from '../evaluation/format-summary.ts';
import { formatRows, REPORT_HEADER_LINE } from '../evaluation/report-csv.ts';
import { JUDGE_VERSION } from '../evaluation/score-with-model.ts';
import { seededRandom } from '../evaluation/seeded-random.ts';
import { createSummarizer, type EvaluatedText, type Summary } from '../evaluation/summarize.ts';
import { loadCatalogue } from '../gateway/wiring/load-catalogue.ts';
import { resolveModel } from '../models/providers/resolve-model.ts';
import { askFirst } from './ask-first.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { type Journal, openJournal } from './evaluate-journal.ts';
import { digestOf, estimateTokens, evaluateText } from './evaluate-text.ts';
import { inOrder } from './in-order.ts';
import { withLongHelp } from './long-help.ts';
import { openModel } from './open-model.ts';
import { type BatchSource, type BatchText, readBatch, readBatchColumns } from './read-batch.ts';
import { countUpTo, MODEL_KEY } from './shared-options.ts';
import { askToType, Interrupted, type Terminal } from './terminal.ts';
import { openProgress, write, writeOut } from './write-output.ts';

interface EvaluateOptions extends Omit<BatchSource, 'file'> {
  readonly model?: string;
  readonly extractor: 'detector' | 'model';
  readonly concurrency: number;
  readonly resume?: string;
  readonly matcher: keyof typeof SIMILARITIES;
  readonly threshold: number;
  readonly json?: string;
  readonly estimate?: true;
  readonly yes?: true;
}

const SEED = 2_026;
/** US dollars from which a person is asked first; tokens, where the model's price is not known. */
const ASK_ABOVE = { dollars: 1, tokens: 1_000_000 };

const HELP = {
  about: `The file holds JSON Lines {id, text, claims?}, or is a CSV with these columns. Further fields, all optional:

    claims     reference claims (in CSV: a JSON list, or one per line)
    extracted  claims of another system, scored instead of the gateway's
    context    the text around the text

With --model, tokens and price are estimated first; on a terminal, a run that costs more than a dollar asks. --resume keeps
what was paid for: after Ctrl-C or a failure, the same command line goes on where it stopped.`,
  examples: [
    ['claimgate evaluate texts.jsonl > scores.csv', 'scored locally'],
    ['claimgate evaluate texts.jsonl --model gpt-6-luna --estimate'],
    ['claimgate evaluate texts.jsonl --model gpt-6-luna --resume run.journal > scores.csv'],
    ['claimgate evaluate tweets.csv --columns text=tweet,claims=gold --matcher meteor'],
  ],
  exitCodes: ['130  Ctrl-C'],
} as const;

export function addEvaluateCommand(command: Command, terminal: Terminal): void {
  command
    .description(
      'score how well claims are extracted from the texts of a file: scores as CSV out, a summary on stderr',
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
      readBatchColumns,
    )
    .option('--estimate', 'only estimate the tokens and their price')
    .option('--yes', 'do not ask before a run that costs more than a dollar')
    .action((file: string, options: EvaluateOptions) => evaluateFile(terminal, file, options));
  withLongHelp(command, HELP);
}

async function evaluateFile(terminal: Terminal, file: string, options: EvaluateOptions): Promise<void> {
  const { model: id, extractor, resume, matcher, threshold, json } = options;
  const { stdin, stdout, stderr } = terminal;
  if (extractor === 'model' && id === undefined)
    throw new CommandFailed('--extractor model needs --model', 2);
  const texts = () => readBatch({ file, ...options }, stdin);
  if (file === '-' && options.estimate === true)
    throw new CommandFailed('standard input cannot be read twice: name a file', 2);
  askToType(terminal, file, 'one JSON object {id, text} per line');
  const estimated = file === '-' ? undefined : await estimate(texts(), terminal, options);
  if (options.estimate === true) return;
  if (estimated?.isDear === true) await askFirst(terminal, 'Go on?', options.yes === true, 'go on');
  const total = estimated?.count;
  // Now rather than at the end, before anything is paid for.
  if (json !== undefined) writeOut(json, '');

  const model = id === undefined ? undefined : await openModel(id, terminal);
  const judge = model && { ...model, extracts: extractor === 'model' };
  const judgedBy = model === undefined ? 'local' : JUDGE_VERSION;
  const stop = new AbortController();
  let journal: Journal | undefined;
  const progress = openProgress(terminal, total === undefined ? 'texts' : `of ${count(total, 'text')}`);
  const interrupted = terminal.onInterrupt();
  interrupted.addEventListener('abort', () => {
    stop.abort(interrupted.reason);
    // What waits for the next text would wait on.
    if (file === '-') (stdin as { destroy?: () => void }).destroy?.();
  });
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
      if (journal.known > 0) stderr.write(`${count(journal.known, 'text')} already done.\n`);
    }
    await write(stdout, REPORT_HEADER_LINE);
    for await (const evaluated of inOrder(texts(), model === undefined ? 1 : options.concurrency, evaluate)) {
      await write(stdout, formatRows(evaluated.rows));
      summarizer.add(evaluated);
      progress.step();
      interrupted.throwIfAborted();
    }
  } catch (error) {
    stop.abort();
    if (!interrupted.aborted) throw error;
    const how =
      resume === undefined
        ? 'The next time, --resume FILE keeps what is done'
        : `To go on, run it again with --resume ${resume}`;
    throw new Interrupted(`Stopped after ${count(progress.done, 'text')}. ${how}`);
  } finally {
    progress.end();
    journal?.close();
    await model?.close();
  }
  report(summarizer.summarize(), terminal, options);
}

/**
 * Reads the whole input once: faults are found before anything is paid for, and the price is said.
 * @returns how many texts there are, and whether they cost so much that a person is asked.
 */
async function estimate(
  texts: AsyncIterable<BatchText>,
  { stderr, readConfig }: Terminal,
  { model, extractor }: EvaluateOptions,
): Promise<{ readonly count: number; readonly isDear: boolean }> {
  let [total, input, output] = [0, 0, 0];
  for await (const text of texts) {
    total++;
    if (model === undefined) continue;
    const tokens = estimateTokens(text, extractor === 'model');
    input += tokens.input;
    output += tokens.output;
  }
  if (model === undefined) {
    stderr.write(`${count(total, 'text')}: no model is used.\n`);
    return { count: total, isDear: false };
  }
  const price = resolveModel(loadCatalogue(await readConfig()), model)?.price;
  const dollars = price && (input * price.input + output * price.output) / 1_000_000;
  const cost =
    dollars === undefined ? '' : dollars < 0.01 ? ', under $0.01' : `, about $${dollars.toFixed(2)}`;
  const said = `about ${input.toLocaleString('en')} tokens in and ${output.toLocaleString('en')} out, for ${model}`;
  stderr.write(`${count(total, 'text')}: ${said}${cost}.\n`);
  const isDear = dollars === undefined ? input + output > ASK_ABOVE.tokens : dollars > ASK_ABOVE.dollars;
  return { count: total, isDear };
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

function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return share;
}
