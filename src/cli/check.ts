/** `claimgate check`: the claims of texts, with the evidence on them and, where a model judges, verdicts. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { writeDocx } from '../docx/write-docx.ts';
import { type FactCheckMetadata, isChecked, VERDICTS, type Verdict } from '../domain/claim.ts';
import { CHECK_MODES, type CheckMode, reaches } from '../domain/fact-check-mode.ts';
import { type ContextDocument, MAX_CONTEXT } from '../engine/factcheck/find/gather-context.ts';
import { readDate } from '../engine/factcheck/sources/read-date.ts';
import { findProblems, type Problem } from '../engine/report/find-problems.ts';
import { MARKDOWN_PEN } from '../engine/report/markdown-pen.ts';
import { writeAnnotations } from '../engine/report/write-annotations.ts';
import { countLeft, leftWord, type Pen, STATE_WORDS, writeCheck } from '../engine/report/write-check.ts';
import { UNTITLED, writeReport, writeReportBody } from '../engine/report/write-report.ts';
import { writeSarif } from '../engine/report/write-sarif.ts';
import { writeSources } from '../engine/report/write-sources.ts';
import { readLanguage } from '../engine/text/languages.ts';
import { VERSION } from '../gateway/wiring/version.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import type { Input } from './open-input.ts';
import { openTextPen } from './pens.ts';
import { countUpTo, MODEL_KEY, readNames } from './shared-options.ts';
import { openStatusLine, type StatusLine } from './status-line.ts';
import { askToType, type Terminal } from './terminal.ts';
import { toJsonLines, write, writeOut } from './write-output.ts';

interface CheckOptions {
  readonly model?: string;
  readonly mode?: CheckMode;
  readonly sources?: readonly string[];
  readonly against?: readonly string[];
  readonly maxClaims?: number;
  readonly language?: string;
  readonly date?: string;
  readonly json?: true;
  readonly markdown?: true;
  readonly github?: true;
  readonly report?: string;
  readonly sarif?: string;
  readonly summary?: string;
  readonly failOn?: readonly Verdict[];
}

interface CheckedInput {
  /** As it was given on the command line. */
  readonly from: string;
  readonly input: Input;
  readonly metadata: FactCheckMetadata;
}

/** As `MOST_LISTED` of the checker, which is loaded when it runs. */
const MOST_CLAIMS = 1_000;
/** What people call a claim that the evidence does not decide. */
const UNDECIDED = 'undecided';

const HELP = {
  about: `A file or a page may be PDF, DOCX, HTML, Markdown or plain text: at most 5 MB and 200,000 characters. Of a page,
the article is checked. Links are fetched from public addresses alone (config: fetch.pages, fetch.private_hosts).

Without --model, a small model on this machine judges each claim by its evidence, and says so where it is not sure. With
--model, that model judges what the small one leaves undecided. Where verdicts are asked for by --fail-on, --github, --sarif
or --mode verify, the default model does that; without a key for it, and without --against, a simulated one: to try it out,
not to rely on. Outside sources are asked if --sources names them or config says fact_check.outside: always.

--against holds the text against documents of yours: whether it says what they say.

On a terminal, verdicts are coloured and addresses are links.`,
  examples: [
    ['claimgate check draft.md', 'no key needed'],
    [
      'claimgate check answer.md --against handbook.pdf prices.csv --fail-on refuted',
      'faithful to your documents?',
    ],
    ['claimgate check report.pdf --model gpt-6-luna --sources wikipedia', 'verdicts'],
    [
      'claimgate check https://example.org/article --model gpt-6-luna --report check.html',
      'a page to hand on',
    ],
    [
      'pbpaste | claimgate check --model gpt-6-luna --json | jq \'.claims[] | select(.verdict == "refuted")\'',
    ],
    [
      'claimgate check draft.md --model gpt-6-luna --fail-on refuted,conflicting',
      'for scripts: exits with 3',
    ],
    ['claimgate check docs/*.md --model gpt-6-luna --github --sarif claims.sarif', 'in a pipeline'],
  ],
  exitCodes: ['3  a claim has a verdict of --fail-on; everything was written', '130  Ctrl-C'],
} as const;

export function addCheckCommand(command: Command, terminal: Terminal): void {
  command
    .description(
      'check the claims in texts, documents or pages, and print each with its verdict, quotes and links',
    )
    .addArgument(
      new Argument('[file|url...]', 'what to check; - for standard input').default(['-'], 'standard input'),
    )
    .option('--model <id>', `model that judges the claims; ${MODEL_KEY}`)
    .addOption(
      new Option(
        '--mode <mode>',
        'how far to go: find claims, find evidence, judge (default: verify where verdicts are asked for, else ground)',
      ).choices(CHECK_MODES),
    )
    .option('--against <file...>', 'documents to hold the text against: files or links')
    .option('--sources <names>', 'outside sources to ask as well, such as wikipedia,crossref', readNames)
    .option(
      '--max-claims <n>',
      'the most claims to check, the most check-worthy first (default: all, if no model and no outside source is asked; else fact_check.max_claims of the config)',
      countUpTo(MOST_CLAIMS),
    )
    .option('--language <tag>', 'language of the text, such as de (default: detected)', readTag)
    .option('--date <day>', 'day on which the text was written, such as 2024-05-01', readDay)
    .option('--json', 'print fact_check_metadata of the API as one JSON object')
    .option('--markdown', 'print Markdown')
    .option('--github', 'print annotations of GitHub Actions for claims that are not supported')
    .option('--report <file>', 'also write a report: a page of HTML, complete in itself, or *.docx for Word')
    .option('--sarif <file>', 'also write claims that are not supported as SARIF, for code scanning')
    .option('--summary <file>', 'also write the results as Markdown')
    .option(
      '--fail-on <verdicts>',
      `exit with 3 if a claim has one of these verdicts: ${VERDICTS.join(', ')} (or ${UNDECIDED})`,
      readVerdicts,
    )
    .action((froms: string[], options: CheckOptions) => checkInputs(terminal, froms, options));
  withLongHelp(command, HELP);
}

async function checkInputs(
  terminal: Terminal,
  froms: readonly string[],
  options: CheckOptions,
): Promise<void> {
  const { stderr, stdout } = terminal;
  const { model, report, sarif, summary, failOn = [] } = options;
  const mode =
    options.mode ?? (model === undefined && needsVerdicts(options) === undefined ? 'ground' : 'verify');
  expectFitting(options, mode, froms.length);
  const typed = froms.some((from) => askToType(terminal, from, 'or paste the text'));
  // Now rather than at the end, before anything is paid for.
  for (const file of [report, sarif, summary]) if (file !== undefined) writeOut(file, '');
  const [{ openInput }, { openDocuments }] = await Promise.all([
    import('./open-input.ts'),
    import('../gateway/wiring/open-documents.ts'),
  ]);
  const status = openStatusLine(stderr);
  // While a person types, Ctrl-C simply ends it.
  const signal = typed ? new AbortController().signal : terminal.onInterrupt();
  const done: CheckedInput[] = [];
  try {
    const inputs: Input[] = [];
    const against: ContextDocument[] = [];
    const documents = openDocuments(await terminal.readConfig());
    try {
      const open = (from: string): Promise<Input> => {
        if (from !== '-') status.show('reading');
        return openInput(from, documents, terminal.stdin, signal);
      };
      for (const from of froms) inputs.push(await open(from));
      for (const from of options.against ?? []) {
        const { text, title, name, url } = await open(from);
        against.push({ text, title: title ?? name ?? from, ...(url === undefined ? {} : { url }) });
      }
      expectRoom(against);
    } finally {
      await documents.close();
    }
    const beside = { ...terminal, stderr: status.stderr };
    await withCheck(beside, { ...options, mode, documents: against }, status, async (check, judge) => {
      if (model === undefined && reaches(mode, 'ground')) status.stderr.write(sayJudge(mode, judge));

      for (const [index, input] of inputs.entries()) {
        const checked = { from: froms[index]!, input, metadata: await check(input.text, signal) };
        status.end();
        if (inputs.length > 1 && options.json === undefined && options.github === undefined) {
          await write(stdout, headingOf(checked, index, penOf(options, stdout)));
        }
        await give(checked, terminal, { ...options, ...(judge === undefined ? {} : { model: judge }) });
        done.push(checked);
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    status.end();
  }
  if (sarif !== undefined) writeOut(sarif, writeSarif(problemsOf(done), VERSION));
  if (summary !== undefined) writeOut(summary, summarize(done));
  expectVerdicts(done, failOn);
}

/** @throws CommandFailed where the documents are too long in all. */
function expectRoom(documents: readonly ContextDocument[]): void {
  const length = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_CONTEXT) return;
  const most = MAX_CONTEXT.toLocaleString('en');
  throw new CommandFailed(`--against: the documents have more than ${most} characters in all`);
}

/** @param judge of a check whose model was not named; absent where nobody judges. */
function sayJudge(mode: CheckMode, judge: string | undefined): string {
  if (judge === undefined) return 'No --model: claims with evidence, without verdicts.\n';
  return reaches(mode, 'verify') ? '' : `No --model: ${judge} judges, and says so where it is not sure.\n`;
}

/** @throws CommandFailed where options do not go together. */
function expectFitting(options: CheckOptions, mode: CheckMode, texts: number): void {
  const { json, markdown, github, report } = options;
  if ([json, markdown, github].filter((form) => form === true).length > 1) {
    throw new CommandFailed('Give --json, --markdown or --github, not several', 2);
  }
  if (report !== undefined && texts > 1) throw new CommandFailed('--report is of one text', 2);
  const judging = needsVerdicts(options);
  if (!reaches(mode, 'ground') && options.against !== undefined)
    throw new CommandFailed('--against needs --mode ground or verify', 2);
  if (!reaches(mode, 'verify') && judging !== undefined)
    throw new CommandFailed(`${judging} needs --mode verify`, 2);
}

/** @returns the first option that says something of verdicts. */
function needsVerdicts({ failOn = [], github, sarif }: CheckOptions): string | undefined {
  if (failOn.length > 0) return '--fail-on';
  if (github === true) return '--github';
  return sarif === undefined ? undefined : '--sarif';
}

/** @throws CommandFailed where a claim has one of the verdicts. */
function expectVerdicts(done: readonly CheckedInput[], failOn: readonly Verdict[]): void {
  const claims = done.flatMap(({ metadata }) => metadata.claims);
  const failing = claims.filter(
    (claim) => claim.verdict !== undefined && isChecked(claim) && failOn.includes(claim.verdict),
  );
  if (failing.length === 0) return;
  const words = failOn.map((verdict) => STATE_WORDS[verdict]).join(' or ');
  const detected = done.reduce((sum, { metadata }) => sum + metadata.claims_detected, 0);
  throw new CommandFailed(`${failing.length} of ${count(detected, 'claim')}: ${words}`, 3);
}

function penOf({ markdown }: CheckOptions, stdout: Terminal['stdout']): Pen {
  return markdown === true ? MARKDOWN_PEN : openTextPen(stdout);
}

function headingOf({ from }: CheckedInput, index: number, pen: Pen): string {
  return `${index === 0 ? '' : '\n'}${pen === MARKDOWN_PEN ? '## ' : ''}${pen.text(from)}\n\n`;
}

function summarize(done: readonly CheckedInput[]): string {
  const parts = done.map(
    (one, index) => headingOf(one, index, MARKDOWN_PEN) + writeCheck(one.metadata, MARKDOWN_PEN),
  );
  return parts.join('');
}

/** Of files that have lines, each problem with its place. */
function problemsOf(done: readonly CheckedInput[]): Problem[] {
  const texts = done.map(({ from, input: { kind, text, url }, metadata }) => ({
    metadata,
    ...(from === '-' ? {} : { file: url ?? from }),
    ...(kind === 'text' || kind === 'markdown' ? { lines: text } : {}),
  }));
  return findProblems(texts, openTextPen());
}

/** Writes the results of one text in each form that is wanted. */
async function give(checked: CheckedInput, { stdout, now }: Terminal, options: CheckOptions): Promise<void> {
  const { input, metadata } = checked;
  const { json, github, report, model, date } = options;
  const written =
    json === true
      ? toJsonLines([metadata])
      : github === true
        ? writeAnnotations(problemsOf([checked]))
        : writeCheck(metadata, penOf(options, stdout));
  await write(stdout, written);
  if (report === undefined) return;
  const subject = {
    title: input.title ?? input.name,
    author: input.author,
    date: date ?? input.date,
    url: input.url,
    model,
    checked: new Date(now()).toISOString().slice(0, 10),
  };
  writeOut(
    report,
    /\.docx$/i.test(report)
      ? await writeDocx(writeReportBody(metadata, subject) + writeSources(metadata.claims), {
          title: subject.title ?? UNTITLED,
        })
      : writeReport(metadata, subject),
  );
}

type CheckOne = (text: string, signal: AbortSignal) => Promise<FactCheckMetadata>;

/** Hands over a check, which says on stderr how far it is and what it leaves out. */
async function withCheck(
  terminal: Terminal,
  options: CheckOptions & { readonly mode: CheckMode; readonly documents: readonly ContextDocument[] },
  status: StatusLine,
  work: (check: CheckOne, judge: string | undefined) => Promise<void>,
): Promise<void> {
  const { stderr } = terminal;
  // Loaded here alone: no other command needs the checker's parts.
  const { withChecker } = await import('./open-checker.ts');
  const { model, mode } = options;
  const against = options.documents.length > 0;
  await withChecker(
    { model, judged: reaches(mode, 'verify'), against, sources: options.sources },
    terminal,
    async (checkText, parts) => {
      const { maxClaims, sandbox, judge } = parts;
      if (sandbox && options.sources !== undefined)
        stderr.write('The sandbox does not ask outside sources.\n');
      const most = options.maxClaims ?? maxClaims;
      await work(async (text, signal) => {
        let done: FactCheckMetadata | undefined;
        const counts = { found: 0, judged: 0 };
        for await (const batch of checkText({ ...options, maxClaims: most, text }, signal)) {
          for (const event of batch) {
            if (event.type === 'done') done = event.metadata;
            else if (event.type === 'found') counts.found += 1;
            else if (event.type === 'verdict' && isChecked(event.claim)) counts.judged += 1;
          }
          status.show(
            `${count(counts.found, 'claim')}${counts.judged === 0 ? '' : `, ${counts.judged} judged`}`,
          );
        }
        if (done === undefined) throw new Error('The check ended without its result');
        if (reaches(mode, 'ground')) stderr.write(sayWhatIsLeft(done, most));
        return done;
      }, judge);
    },
  );
}

/** @param most claims that were looked up. */
function sayWhatIsLeft(metadata: FactCheckMetadata, most: number): string {
  const { claims_detected: found, claims_omitted = 0 } = metadata;
  const left = countLeft(metadata) + claims_omitted;
  if (left === 0) return '';
  const listed = metadata.claims.length + claims_omitted;
  const said = `${left} of ${count(listed, 'claim')} ${left === 1 ? 'was' : 'were'} ${leftWord(metadata)}`;
  if (found <= most) return `${said}.\n`;
  const over = Math.min(left, found - most);
  const all = Math.min(found, MOST_CLAIMS);
  const why = over === left ? ': ' : `, ${over} of them because `;
  return `${said}${why}the limit is ${most}. To include ${all === found ? 'all of them' : 'more'}: --max-claims ${all}\n`;
}

function readTag(text: string): string {
  if (readLanguage(text) === undefined)
    throw new InvalidArgumentError('It must be a language tag, such as de.');
  return text;
}

function readDay(text: string): string {
  if (text.length !== 10 || readDate(text) !== text) {
    throw new InvalidArgumentError('It must be a date, such as 2024-05-01.');
  }
  return text;
}

function readVerdicts(text: string): Verdict[] {
  return readNames(text).map((name) => {
    if (name === UNDECIDED) return 'not_enough_evidence';
    const known = VERDICTS.find((verdict) => verdict === name);
    if (known === undefined)
      throw new InvalidArgumentError(`Choose from ${VERDICTS.join(', ')}, ${UNDECIDED}.`);
    return known;
  });
}
