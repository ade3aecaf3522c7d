import type { Command } from 'commander';
import { detectClaims, scoreText } from '../claims/detect.ts';
import { guessLanguage } from '../text/guess-language.ts';
import { inOrder } from './in-order.ts';
import { type JsonLine, readTextLines, textField } from './read-lines.ts';
import type { Terminal } from './terminal.ts';
import { writeResults } from './write-output.ts';

/** `claimgate detect`: the claims of texts, one a line: `{id, text}`, or the text itself. */
export function addDetectCommand(program: Command, terminal: Terminal): void {
  const detect = async (line: JsonLine) => {
    const text = textField(line, 'text');
    const { probability, worthiness } = scoreText(text);
    return {
      id: line.value.id ?? null,
      probability,
      check_worthiness: worthiness,
      language: guessLanguage(text),
      claims: detectClaims(text),
    };
  };
  program
    .command('detect')
    .description(
      'find the claims of texts: JSON Lines {id, text} or plain lines in, {id, probability, check_worthiness, language, claims} out',
    )
    .argument('[file]', 'file to read; standard input if left out', '-')
    .action((file: string) =>
      writeResults(terminal, 'texts', inOrder(readTextLines(file, terminal.stdin), 1, detect)),
    );
}
