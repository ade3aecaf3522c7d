import { Command } from 'commander';
import { normalizePost } from '../claims/normalize-post.ts';
import { inOrder } from './in-order.ts';
import { openModel } from './open-model.ts';
import { type JsonLine, readJsonLines, textField } from './read-lines.ts';
import { countUpTo } from './terminal.ts';
import { openOutput, openProgress } from './write-output.ts';

interface NormalizeOptions {
  readonly model?: string;
  readonly concurrency: number;
}

/** `claimgate normalize`: the claim of each post, `{id, post}` a line. */
export function normalizeCommand(): Command {
  return new Command('normalize')
    .description('state the claim of posts: JSON Lines {id, post} in, {id, claim} out')
    .argument('[file]', 'standard input where there is none')
    .option(
      '--model <id>',
      "ask this model; its key comes from CLAIMGATE_API_KEY or its provider's own variable",
    )
    .option('--concurrency <n>', 'posts asked about at the same time', countUpTo(64), 4)
    .action(async (file: string | undefined, { model: id, concurrency }: NormalizeOptions) => {
      const output = openOutput();
      const progress = openProgress('posts');
      const model = id === undefined ? undefined : await openModel(id);
      const { signal } = new AbortController();
      const normalize = async (line: JsonLine) => {
        const post = textField(line, 'post');
        const claim =
          model === undefined ? normalizePost(post) : (await model.normalize(post, signal)).content;
        return { id: line.value.id ?? null, claim };
      };
      try {
        for await (const result of inOrder(
          readJsonLines(file),
          model === undefined ? 1 : concurrency,
          normalize,
        )) {
          await output.write(result);
          progress.step();
        }
      } finally {
        await output.flush();
        progress.end();
        await model?.close();
      }
    });
}
