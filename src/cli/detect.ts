import type { Command } from 'commander';
import { detectClaims, scoreText } from '../engine/claims/detect.ts';
import { guessLanguage } from '../engine/text/guess-language.ts';
import { CommandFailed } from './command-failed.ts';
import { expectNoFaults } from './expect-no-faults.ts';
import { withLongHelp } from './long-help.ts';
import { type JsonLine, readTextLines, textField } from './read-lines.ts';
import { fileToRead } from './shared-options.ts';
import { askToType, type Terminal } from './terminal.ts';
import { openProgress, writeResults } from './write-output.ts';

const HELP = {
  about: `A line is a JSON object {id, text}, or a text itself, whose id is then its line's number. Each gives one line, in the
same order:

    {id, probability, check_worthiness, language, claims: [{text, original_text, start, end,
     category, confidence, check_worthiness, language, language_supported,
     speaker?, time?, date?, stands_alone?}]}

With {id, text, date}, the day on which the text was written, relative dates ("yesterday") are resolved.

A line whose text is missing is named on stderr and left out, and the command ends with 1. Nothing leaves the machine.`,
  examples: [
    ["echo 'The Nile is 6,650 km long.' | claimgate detect"],
    ['claimgate detect texts.jsonl > claims.jsonl'],
    ["claimgate detect notes.txt | jq -r '.claims[].text'"],
  ],
} as const;

/** `claimgate detect`: the claims of texts, one a line: `{id, text}`, or the text itself. */
export function addDetectCommand(command: Command, terminal: Terminal): void {
  command
    .description(
      'find the claims in texts: one text or JSON object {id, text} per line in, one JSON object per line out',
    )
    .addArgument(fileToRead())
    .action((file: string) => detectFile(file, terminal));
  withLongHelp(command, HELP);
}

async function detectFile(file: string, terminal: Terminal): Promise<void> {
  askToType(terminal, file, 'one text per line');
  const progress = openProgress(terminal, 'texts');
  let faults = 0;
  async function* detectLines() {
    for await (const line of readTextLines(file, terminal.stdin)) {
      try {
        yield detect(line);
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        faults++;
        progress.stderr.write(`${error.message}\n`);
      }
    }
  }
  await writeResults(terminal, progress, detectLines());
  expectNoFaults({ line: faults });
}

/** @throws CommandFailed naming the line whose text is missing. */
function detect(line: JsonLine) {
  const text = textField(line, 'text');
  const { id = null, date } = line.value;
  const { probability, worthiness } = scoreText(text);
  return {
    id,
    probability,
    check_worthiness: worthiness,
    language: guessLanguage(text),
    claims: detectClaims(text, typeof date === 'string' ? { date } : {}),
  };
}
