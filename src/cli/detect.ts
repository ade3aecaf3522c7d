import { Command } from 'commander';
import { claimProbability, detectClaims } from '../claims/detect.ts';
import { readJsonLines, textField } from './read-lines.ts';
import { openOutput, openProgress } from './write-output.ts';

/** `claimgate detect`: the claims of texts, `{id, text}` a line. */
export function detectCommand(): Command {
  return new Command('detect')
    .description('find the claims of texts: JSON Lines {id, text} in, {id, probability, claims} out')
    .argument('[file]', 'standard input where there is none')
    .action(async (file: string | undefined) => {
      const output = openOutput();
      const progress = openProgress('texts');
      try {
        for await (const line of readJsonLines(file)) {
          const text = textField(line, 'text');
          await output.write({
            id: line.value.id ?? null,
            probability: claimProbability(text),
            claims: detectClaims(text),
          });
          progress.step();
        }
      } finally {
        await output.flush();
        progress.end();
      }
    });
}
