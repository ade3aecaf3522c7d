/** `claimgate evaluate`: how well claims are extracted from a file of texts, judged claim by claim, and against references. */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { readProviderKey } from '../config/read-providers.ts';
import { ApiKey } from '../domain/api-key.ts';
import { GatewayError } from '../errors.ts';
import { SIMILARITIES } from '../evaluation/compare/similarity.ts';
import { drawCharts } from '../evaluation/draw-charts.ts';
import { formatRows, REPORT_HEADER_LINE } from '../evaluation/report-csv.ts';
import { JUDGE_VERSION } from '../evaluation/score-with-model.ts';
import { seededRandom } from '../evaluation/seeded-random.ts';
import { createSummarizer, type EvaluatedText, type Summary } from '../evaluation/summarize.ts';
import { tellSummary } from '../evaluation/tell-summary.ts';
import { createExampleBank } from '../factcheck/example-bank.ts';
import { openProviders } from '../wiring/open-providers.ts';
import { CommandFailed } from './command-failed.ts';
import { type Journal, NO_JOURNAL, openJournal } from './evaluate-journal.ts';
import { type BatchText, digestOf, estimateTokens, evaluateText, type Judge } from './evaluate-text.ts';
import { FILE_FAULTS } from './file-faults.ts';
import { openProgress } from './json-lines.ts';
import { type BatchFormat, type BatchSource, type Columns, readBatch, readColumns } from './read-batch.ts';

interface EvaluateOptions {
  readonly model?: string;
  readonly extractor: 'detector' | 'model';
  readonly concurrency: number;
  readonly resume?: string;
  readonly matcher: keyof typeof SIMILARITIES;
  readonly threshold: number;
  readonly charts?: string;
  readonly json?: string;
  readonly estimate?: true;
  readonly format?: BatchFormat;
  readonly columns?: Columns;
}

const SEED = 2_026;

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description(
      'score how claims are extracted: JSON Lines {id, text, claims?} or a CSV with these columns in, the evaluation as CSV out, a summary on stderr. ' +
        '`claims` are reference claims (in CSV: a JSON list, or one a line); `extracted` are claims of another system, scored in place of ours; `context` is what stands around the text',
    )
    .argument('<file>', '- is standard input')
    .option(
      '--model <id>',
      "the judge; its key comes from CLAIMGATE_API_KEY or its provider's own variable. Without one, texts are scored locally",
    )
    .addOption(
      new Option(
        '--extractor <who>',
        'who extracts the claims: the detector of the gateway, or the model too',
      )
        .choices(['detector', 'model'])
        .default('detector'),
    )
    .option('--concurrency <n>', 'texts asked about at the same time', readCount, 4)
    .option('--resume <file>', 'keep what is done in this file, and go on from what it has')
    .addOption(
      new Option('--matcher <how>', 'how alike a claim and a reference claim are')
        .choices(Object.keys(SIMILARITIES))
        .default('token-f1'),
    )
    .option('--threshold <similarity>', 'from which similarity on they say the same, 0 to 1', readShare, 0.5)
    .option('--charts <dir>', 'draw the summary as SVG files in this directory')
    .option('--json <file>', 'write the summary as JSON too')
    .addOption(
      new Option('--format <format>', "of the file; by its name's ending unless said otherwise").choices([
        'csv',
        'jsonl',
      ]),
    )
    .option(
      '--columns <names>',
      'what the fields are called in the file, such as text=tweet,claims=gold',
      readColumnNames,
    )
    .option('--estimate', 'only say how many tokens it would take, about')
    .action(run);
}

async function run(file: string, options: EvaluateOptions): Promise<void> {
  if (options.extractor === 'model' && options.model === undefined) {
    throw new CommandFailed('--extractor model needs --model', 2);
  }
  const { format } = options;
  const source: BatchSource = {
    file,
    columns: options.columns ?? new Map(),
    ...(format === undefined ? {} : { format }),
  };
  const total = await tellEstimate(source, options);
  if (options.estimate === true) return;
  expectWritable(options);

  const judge =
    options.model === undefined ? undefined : await openJudge(options.model, options.extractor === 'model');
  const stop = new AbortController();
  let journal: Journal = NO_JOURNAL;
  const progress = openProgress(total === undefined ? 'texts' : `of ${total.toLocaleString('en')} texts`);
  const summarizer = createSummarizer({
    similarity: SIMILARITIES[options.matcher],
    threshold: options.threshold,
    random: seededRandom(SEED),
  });
  try {
    if (options.resume !== undefined) {
      journal = await openJournal(options.resume, {
        model: options.model ?? null,
        extractor: options.extractor,
        judge: options.model === undefined ? 'local' : JUDGE_VERSION,
      });
      if (journal.known > 0) process.stderr.write(`${journal.known} texts are done already.\n`);
    }
    await write(REPORT_HEADER_LINE);
    for await (const evaluated of inOrder(source, options.concurrency, judge, journal, stop.signal)) {
      await write(formatRows(evaluated.rows));
      summarizer.add(evaluated);
      progress.step();
    }
  } catch (error) {
    stop.abort();
    if (error instanceof GatewayError) throw new CommandFailed(error.message);
    throw error;
  } finally {
    progress.end();
    journal.close();
    await judge?.close();
  }
  tell(summarizer.summarize(), options);
}

/**
 * Texts as they were evaluated, in the order of the input; so many are under way at the same time.
 */
async function* inOrder(
  source: BatchSource,
  width: number,
  judge: Judge | undefined,
  journal: Journal,
  signal: AbortSignal,
): AsyncGenerator<EvaluatedText> {
  const evaluate = async (text: BatchText): Promise<EvaluatedText> => {
    const digest = digestOf(text);
    let done = journal.find(digest);
    if (done === undefined) {
      done = await evaluateText(text, judge, signal);
      journal.add(digest, done);
    }
    return text.reference === undefined ? done : { ...done, reference: text.reference };
  };
  const pending: Promise<EvaluatedText>[] = [];
  for await (const text of readBatch(source)) {
    const job = evaluate(text);
    // Awaited in its turn; a failure before that is told then.
    job.catch(() => {});
    pending.push(job);
    if (pending.length >= (judge === undefined ? 1 : width)) yield pending.shift()!;
  }
  yield* pending;
}

/** Reads the whole input once: faults are told before anything is paid for. @returns how many texts there are. */
async function tellEstimate(source: BatchSource, options: EvaluateOptions): Promise<number | undefined> {
  if (source.file === '-') {
    if (options.estimate === true)
      throw new CommandFailed('standard input cannot be read twice: name a file', 2);
    return undefined;
  }
  let [texts, input, output] = [0, 0, 0];
  for await (const text of readBatch(source)) {
    texts++;
    if (options.model === undefined) continue;
    const tokens = estimateTokens(text, options.extractor === 'model');
    input += tokens.input;
    output += tokens.output;
  }
  const cost =
    options.model === undefined
      ? 'no model is asked'
      : `about ${input.toLocaleString('en')} tokens in and ${output.toLocaleString('en')} out, asked of ${options.model}`;
  process.stderr.write(`${texts.toLocaleString('en')} ${texts === 1 ? 'text' : 'texts'}: ${cost}.\n`);
  return texts;
}

async function openJudge(modelId: string, extracts: boolean): Promise<Judge & { close(): Promise<void> }> {
  const config = readConfig();
  const { upstream, models, close } = await openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  });
  try {
    const provider = models.providerOf(modelId);
    const text = readProviderKey(provider);
    const key = text === undefined ? undefined : ApiKey.parse(text);
    if (key === undefined) {
      throw new CommandFailed(
        `no key for ${provider}: set CLAIMGATE_API_KEY, or the provider's own variable`,
      );
    }
    const { model, endpoint } = models.find(modelId, key);
    return {
      upstream,
      target: { model, endpoint, key },
      extracts,
      examples: createExampleBank(config.examples),
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof GatewayError) throw new CommandFailed(error.message);
    throw error;
  }
}

function tell(summary: Summary, { model, extractor, matcher, charts, json }: EvaluateOptions): void {
  process.stderr.write(
    `\n${tellSummary(summary, {
      judge: model === undefined ? 'the local scorer' : `${model} (${JUDGE_VERSION})`,
      extractor: extractor === 'model' ? (model ?? '') : 'the detector',
      matcher: matcher === 'meteor' ? 'METEOR' : 'token F1',
    })}`,
  );
  if (json !== undefined) {
    const whole = { ...summary, categories: Object.fromEntries(summary.categories) };
    writeOut(json, `${JSON.stringify(whole, null, 2)}\n`);
  }
  if (charts === undefined) return;
  for (const { name, svg } of drawCharts(summary)) writeOut(path.join(charts, `${name}.svg`), svg);
  process.stderr.write(`\nCharts: ${path.resolve(charts)}\n`);
}

/** @throws CommandFailed where what is to be written at the end could not be: before anything is paid for. */
function expectWritable({ charts, json }: EvaluateOptions): void {
  if (json !== undefined) writeOut(json, '');
  if (charts === undefined) return;
  reachable(charts, () => mkdirSync(charts, { recursive: true }));
  reachable(charts, () => accessSync(charts, constants.W_OK));
}

function writeOut(file: string, text: string): void {
  reachable(file, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  });
}

function reachable(file: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`cannot write ${file}: ${FILE_FAULTS[code] ?? code}`);
  }
}

async function write(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64) throw new InvalidArgumentError('must be 1 to 64');
  return count;
}

function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) throw new InvalidArgumentError('must be 0 to 1');
  return share;
}

function readColumnNames(text: string): Columns {
  const columns = readColumns(text);
  if (columns === undefined) {
    throw new InvalidArgumentError(
      'must be such as text=tweet,claims=gold; the fields are id, text, claims, context, extracted',
    );
  }
  return columns;
}
