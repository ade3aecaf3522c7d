import { Command } from 'commander';
import { normalizePost } from '../claims/normalize-post.ts';
import { textMessage } from '../domain/chat.ts';
import { normalizeWithModel } from '../factcheck/normalize-with-model.ts';
import { inOrder } from './in-order.ts';
import { type OpenModel, openModel } from './open-model.ts';
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
      const normalize = async (line: JsonLine) => {
        const post = textField(line, 'post');
        const claim = model === undefined ? normalizePost(post) : await claimByModel(post, model);
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

async function claimByModel(post: string, { upstream, target, examples }: OpenModel): Promise<string> {
  const request = { messages: [textMessage('user', post)], stream: false };
  const signal = new AbortController().signal;
  return (await normalizeWithModel({ upstream, target, request, examples }, signal)).content;
}
