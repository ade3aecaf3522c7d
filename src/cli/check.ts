/** `claimgate check`: the claims of one text, with the evidence on them and, where a model judges, verdicts. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type FactCheckMetadata, isChecked, VERDICTS, type Verdict } from '../domain/claim.ts';
import { CHECK_MODES, type CheckMode } from '../domain/fact-check-mode.ts';
import { readDate } from '../factcheck/sources/read-date.ts';
import { countLeft, leftWord, STATE_WORDS, writeCheck } from '../report/write-check.ts';
import { writeReport } from '../report/write-report.ts';
import { readLanguage } from '../text/languages.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import { MODEL_KEY } from './model-key.ts';
import type { Input } from './open-input.ts';
import { MARKDOWN_PEN, openTextPen } from './pens.ts';
import { openStatusLine, type StatusLine } from './status-line.ts';
import { countUpTo, type Terminal } from './terminal.ts';
import { toJsonLines, write, writeOut } from './write-output.ts';

interface CheckOptions {
  readonly model?: string;
  readonly mode?: CheckMode;
  readonly sources?: readonly string[];
  readonly maxClaims?: number;
  readonly language?: string;
  readonly date?: string;
  readonly json?: true;
  readonly markdown?: true;
  readonly report?: string;
  readonly failOn?: readonly Verdict[];
}

/** As `MOST_LISTED` of the checker, which is loaded when it runs. */
const MOST_CLAIMS = 1_000;
/** What people call a claim that the evidence does not decide. */
const UNDECIDED = 'undecided';

const HELP = {
  about: `A file or a page may be PDF, DOCX, HTML, Markdown or plain text: at most 5 MB and 200,000 characters. Of a page,
the article is checked. Links are fetched from public addresses alone (config: fetch.pages, fetch.private_hosts).

Without --model, claims get evidence but no verdicts. With --model, the model judges each claim by its evidence.
Outside sources are asked if --sources names them or config says fact_check.outside: always.

On a terminal, verdicts are coloured and addresses are links; NO_COLOR and FORCE_COLOR are honoured.`,
  examples: [
    ['claimgate check draft.md', 'evidence, no verdicts, no key needed'],
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
    [
      'CLAIMGATE_API_KEY=sandbox claimgate check draft.md --model gpt-6-luna',
      'a simulated model, no account',
    ],
  ],
  exitCodes: ['3  a claim has a verdict of --fail-on; everything was written', '130  Ctrl-C'],
} as const;

export function addCheckCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('check')
    .description(
      'Check the claims in a text, a document or a page, and print each with its verdict, quotes and links.',
    )
    .addArgument(
      new Argument('[file|url]', 'what to check; - for standard input').default('-', 'standard input'),
    )
    .option('--model <id>', `model that judges the claims; ${MODEL_KEY}`)
    .addOption(
      new Option(
        '--mode <mode>',
        'how far to go: find claims, find evidence, judge (default: verify with --model, else ground)',
      ).choices(CHECK_MODES),
    )
    .option('--sources <names>', 'outside sources to ask as well, such as wikipedia,crossref', readNames)
    .option(
      '--max-claims <n>',
      'the most claims to check, the most check-worthy first (default: fact_check.max_claims of the config)',
      countUpTo(MOST_CLAIMS),
    )
    .option('--language <tag>', 'language of the text, such as de (default: detected)', readTag)
    .option('--date <day>', 'day on which the text was written, such as 2024-05-01', readDay)
    .option('--json', 'print fact_check_metadata of the API as one JSON object')
    .option('--markdown', 'print Markdown')
    .option('--report <file>', 'also write a page of HTML, complete in itself')
    .option(
      '--fail-on <verdicts>',
      `exit with 3 if a claim has one of these verdicts: ${VERDICTS.join(', ')} (or ${UNDECIDED})`,
      readVerdicts,
    )
    .action((from: string, options: CheckOptions) => checkInput(terminal, from, options));
  withLongHelp(command, HELP);
}

async function checkInput(terminal: Terminal, from: string, options: CheckOptions): Promise<void> {
  const { stdin, stderr } = terminal;
  const { model, json, markdown, report, failOn = [] } = options;
  const mode = options.mode ?? (model === undefined ? 'ground' : 'verify');
  if (json === true && markdown === true) throw new CommandFailed('Give --json or --markdown, not both', 2);
  if (mode === 'verify' && model === undefined) throw new CommandFailed('--mode verify needs --model', 2);
  if (mode !== 'verify' && failOn.length > 0) {
    throw new CommandFailed(
      model === undefined ? '--fail-on needs --model' : '--fail-on needs --mode verify',
      2,
    );
  }
  if (from === '-' && stdin.isTTY === true)
    stderr.write('Type or paste the text, then press Ctrl-D on a new line.\n');
  // Now rather than at the end, before anything is paid for.
  if (report !== undefined) writeOut(report, '');
  const { openInput } = await import('./open-input.ts');
  const status = openStatusLine(stderr);
  // While a person types, Ctrl-C simply ends it.
  const signal = from === '-' && stdin.isTTY === true ? new AbortController().signal : terminal.onInterrupt();
  try {
    if (from !== '-') status.show('reading');
    const input = await openInput(from, terminal, signal);
    if (mode === 'ground' && model === undefined) {
      status.stderr.write('No --model: claims with evidence, without verdicts.\n');
    }
    const metadata = await check(
      { ...terminal, stderr: status.stderr },
      input.text,
      { ...options, mode },
      status,
      signal,
    );
    status.end();
    await give(metadata, input, terminal, options);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    status.end();
  }
}

/** Writes the results in each form that is wanted. */
async function give(
  metadata: FactCheckMetadata,
  input: Input,
  { stdout, now }: Terminal,
  { json, markdown, report, model, failOn = [], date }: CheckOptions,
): Promise<void> {
  const pen = markdown === true ? MARKDOWN_PEN : openTextPen(stdout);
  await write(stdout, json === true ? toJsonLines([metadata]) : writeCheck(metadata, pen));
  if (report !== undefined) {
    const title = input.title ?? input.name;
    const written = date ?? input.date;
    const subject = {
      ...(title === undefined ? {} : { title }),
      ...(input.author === undefined ? {} : { author: input.author }),
      ...(written === undefined ? {} : { date: written }),
      ...(input.url === undefined ? {} : { url: input.url }),
      ...(model === undefined ? {} : { model }),
      checked: new Date(now()).toISOString().slice(0, 10),
    };
    writeOut(report, writeReport(metadata, subject));
  }
  const failing = metadata.claims.filter(
    (claim) => claim.verdict !== undefined && isChecked(claim) && failOn.includes(claim.verdict),
  );
  if (failing.length === 0) return;
  const words = failOn.map((verdict) => STATE_WORDS[verdict]).join(' or ');
  throw new CommandFailed(`${failing.length} of ${count(metadata.claims_detected, 'claim')}: ${words}`, 3);
}

/** Runs the check, and says on stderr how far it is and what it leaves out. */
async function check(
  terminal: Terminal,
  text: string,
  options: CheckOptions & { readonly mode: CheckMode },
  status: StatusLine,
  signal: AbortSignal,
): Promise<FactCheckMetadata> {
  const { stderr } = terminal;
  // Loaded here alone: no other command needs the checker's parts.
  const { withChecker } = await import('./open-checker.ts');
  let done: FactCheckMetadata | undefined;
  const model = options.mode === 'verify' ? options.model : undefined;
  await withChecker(model, terminal, async (checkText, { maxClaims, sandbox }) => {
    if (sandbox && options.sources !== undefined) stderr.write('The sandbox does not ask outside sources.\n');
    const most = options.maxClaims ?? maxClaims;
    const counts = { claim: 0, verdict: 0, judging: 0 };
    for await (const batch of checkText({ ...options, maxClaims: most, text }, signal)) {
      for (const event of batch) {
        if (event.type === 'done') done = event.metadata;
        else if (event.type !== 'verdict' || isChecked(event.claim)) counts[event.type] += 1;
      }
      status.show(
        `${count(counts.claim, 'claim')}${counts.verdict === 0 ? '' : `, ${counts.verdict} judged`}`,
      );
    }
    if (done !== undefined && options.mode !== 'detect') stderr.write(sayWhatIsLeft(done, most));
  });
  if (done === undefined) throw new Error('The check ended without its result');
  return done;
}

/** @param most claims that were looked up. */
function sayWhatIsLeft(metadata: FactCheckMetadata, most: number): string {
  const { claims_detected: found, claims_omitted = 0, mode } = metadata;
  const left = countLeft(metadata) + claims_omitted;
  if (left === 0) return '';
  const said = `${left} of ${count(found, 'claim')} ${left === 1 ? 'was' : 'were'} ${leftWord(mode)}`;
  if (found <= most) return `${said}.\n`;
  const all = Math.min(found, MOST_CLAIMS);
  return `${said}: the limit is ${most}. To include ${all === found ? 'all of them' : 'more'}: --max-claims ${all}\n`;
}

function readNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
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
