import type { Command } from 'commander';
import { normalizePost } from '../engine/claims/normalize-post.ts';
import { inOrder } from './in-order.ts';
import { withLongHelp } from './long-help.ts';
import { openModel } from './open-model.ts';
import { type JsonLine, readJsonLines, textField } from './read-lines.ts';
import { countUpTo, fileToRead, MODEL_KEY } from './shared-options.ts';
import { askToType, type Terminal } from './terminal.ts';
import { openProgress, writeResults } from './write-output.ts';

interface NormalizeOptions {
  readonly model?: string;
  readonly concurrency: number;
}

/** `claimgate normalize`: the claim of each post, `{id, post}` a line. */
export function addNormalizeCommand(command: Command, terminal: Terminal): void {
  command
    .description('extract the central claim of posts: JSON Lines {id, post} in, {id, claim} out')
    .addArgument(fileToRead())
    .option('--model <id>', `ask this model; ${MODEL_KEY}`)
    .option('--concurrency <n>', 'posts in progress at the same time', countUpTo(64), 4)
    .action(async (file: string, { model: id, concurrency }: NormalizeOptions) => {
      const model = id === undefined ? undefined : await openModel(id, terminal);
      const { signal } = new AbortController();
      askToType(terminal, file, 'one JSON object {id, post} per line');
      const normalize = async (line: JsonLine) => {
        const post = textField(line, 'post');
        const claim =
          model === undefined ? normalizePost(post) : (await model.normalize(post, signal)).content;
        return { id: line.value.id ?? null, claim };
      };
      const lines = readJsonLines(file, terminal.stdin);
      try {
        await writeResults(
          terminal,
          openProgress(terminal, 'posts'),
          inOrder(lines, model === undefined ? 1 : concurrency, normalize),
        );
      } finally {
        await model?.close();
      }
    });
  withLongHelp(command, {
    about: 'Without --model, local rules extract the claim, and nothing leaves the machine.',
    examples: [
      ['claimgate normalize posts.jsonl > claims.jsonl'],
      ['claimgate normalize posts.jsonl --model gpt-6-luna --concurrency 8'],
    ],
  });
}
