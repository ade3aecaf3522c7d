/** `claimgate check`: the claims of one text, with the evidence on them and, where a model judges, verdicts. */
import { type Command, InvalidArgumentError } from 'commander';
import { type FactCheckMetadata, isChecked, VERDICTS, type Verdict } from '../domain/claim.ts';
import { MOST_LISTED } from '../factcheck/claims-metadata.ts';
import { readDate } from '../factcheck/sources/read-date.ts';
import { readLanguage } from '../text/languages.ts';
import { CommandFailed } from './command-failed.ts';
import { MODEL_KEY } from './open-model.ts';
import { MARKDOWN_PEN, openTextPen } from './pens.ts';
import { readText } from './read-text.ts';
import { countUpTo, type Terminal } from './terminal.ts';
import { countLeft, leftWord, STATE_WORDS, writeCheck } from './write-check.ts';
import { toJsonLines, write } from './write-output.ts';

interface CheckOptions {
  readonly model?: string;
  readonly sources?: readonly string[];
  readonly maxClaims?: number;
  readonly language?: string;
  readonly date?: string;
  readonly json?: true;
  readonly markdown?: true;
  readonly failOn?: readonly Verdict[];
}

const MORE_HELP = `
Without --model, claims get evidence but no verdicts. With --model, the model judges each claim by its evidence.
Outside sources are asked if --sources names them or config says fact_check.outside: always.

Exit codes: 0, 1 (failed), 2 (wrong use), 3 (a verdict of --fail-on was given).

Examples:
  claimgate check draft.md
  claimgate check draft.md --model gpt-6-luna --sources wikipedia
  pbpaste | claimgate check --model gpt-6-luna --json | jq '.claims[] | select(.verdict == "refuted")'
  claimgate check draft.md --model gpt-6-luna --fail-on refuted,conflicting > /dev/null || echo 'look again'
  CLAIMGATE_API_KEY=sandbox claimgate check draft.md --model gpt-6-luna    a simulated model, without an account
`;

export function addCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('check the claims in a text and print each with its verdict, quotes and links')
    .argument('[file]', 'plain text or Markdown in UTF-8; standard input if left out', '-')
    .option('--model <id>', `model that judges the claims; ${MODEL_KEY}`)
    .option('--sources <names>', 'outside sources to ask as well, such as wikipedia,crossref', readNames)
    .option(
      '--max-claims <n>',
      'the most claims to check, the most check-worthy first (default: fact_check.max_claims of the config)',
      countUpTo(MOST_LISTED),
    )
    .option('--language <tag>', 'language of the text, such as de (default: detected)', readTag)
    .option('--date <day>', 'day on which the text was written, such as 2024-05-01', readDay)
    .option('--json', 'print fact_check_metadata of the API as one JSON object')
    .option('--markdown', 'print Markdown')
    .option(
      '--fail-on <verdicts>',
      `exit with 3 if a claim has one of these verdicts: ${VERDICTS.join(', ')}`,
      readVerdicts,
    )
    .addHelpText('after', MORE_HELP)
    .action((file: string, options: CheckOptions) => checkFile(terminal, file, options));
}

async function checkFile(terminal: Terminal, file: string, options: CheckOptions): Promise<void> {
  const { stdin, stdout, stderr } = terminal;
  const { model, json, markdown, failOn = [] } = options;
  if (json === true && markdown === true) throw new CommandFailed('Give --json or --markdown, not both', 2);
  if (model === undefined && failOn.length > 0) throw new CommandFailed('--fail-on needs --model', 2);
  if (file === '-' && stdin.isTTY === true)
    stderr.write('Type or paste the text, then press Ctrl-D on a new line.\n');
  const text = await readText(file, terminal);
  if (model === undefined) stderr.write('No --model: claims with evidence, without verdicts.\n');
  const metadata = await check(terminal, text, options);
  const pen = markdown === true ? MARKDOWN_PEN : openTextPen(stdout);
  await write(stdout, json === true ? toJsonLines([metadata]) : writeCheck(metadata, pen));
  const failing = metadata.claims.filter(
    (claim) => claim.verdict !== undefined && isChecked(claim) && failOn.includes(claim.verdict),
  );
  if (failing.length === 0) return;
  const words = failOn.map((verdict) => STATE_WORDS[verdict]).join(' or ');
  throw new CommandFailed(`${failing.length} of ${metadata.claims_detected} claims: ${words}`, 3);
}

/** Runs the check, and says on stderr how far it is and what it leaves out. */
async function check(terminal: Terminal, text: string, options: CheckOptions): Promise<FactCheckMetadata> {
  const { stderr } = terminal;
  // Loaded here alone: no other command needs the checker's parts.
  const { withChecker } = await import('./open-checker.ts');
  let done: FactCheckMetadata | undefined;
  await withChecker(options.model, terminal, async (checkText, { maxClaims, sandbox }) => {
    if (sandbox && options.sources !== undefined) stderr.write('The sandbox does not ask outside sources.\n');
    const most = options.maxClaims ?? maxClaims;
    const progress = openProgressLine(stderr);
    try {
      for await (const batch of checkText({ ...options, maxClaims: most, text })) {
        for (const event of batch) {
          if (event.type === 'done') done = event.metadata;
          else if (event.type !== 'verdict' || isChecked(event.claim)) progress.step(event.type);
        }
      }
    } finally {
      progress.end();
    }
    if (done !== undefined) stderr.write(sayWhatIsLeft(done, most));
  });
  if (done === undefined) throw new Error('The check ended without its result');
  return done;
}

/** @param most claims that were looked up. */
function sayWhatIsLeft(metadata: FactCheckMetadata, most: number): string {
  const { claims_detected: found, claims_omitted = 0, mode } = metadata;
  const left = countLeft(metadata) + claims_omitted;
  if (left === 0) return '';
  const said = `${left} of ${found} claims ${left === 1 ? 'was' : 'were'} ${leftWord(mode)}`;
  if (found <= most) return `${said}.\n`;
  const all = Math.min(found, MOST_LISTED);
  return `${said}: the limit is ${most}. To include ${all === found ? 'all of them' : 'more'}: --max-claims ${all}\n`;
}

/** How many claims were found and judged, on a terminal only. */
function openProgressLine(stderr: Terminal['stderr']) {
  const counts = { claim: 0, verdict: 0, judging: 0 };
  const judged = () => (counts.verdict === 0 ? '' : `, judged: ${counts.verdict}`);
  return {
    step(type: keyof typeof counts): void {
      counts[type] += 1;
      if (stderr.isTTY === true) stderr.write(`\rclaims: ${counts.claim}${judged()}`);
    },
    end(): void {
      if (stderr.isTTY === true && counts.claim > 0) stderr.write('\n');
    },
  };
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
    const known = VERDICTS.find((verdict) => verdict === name);
    if (known === undefined) throw new InvalidArgumentError(`Choose from ${VERDICTS.join(', ')}.`);
    return known;
  });
}
