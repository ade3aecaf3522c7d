import { setTimeout as delay } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { normalizePost } from '../claims/normalize-post.ts';
import { readConfig } from '../config/read-config.ts';
import { readProviderKey } from '../config/read-providers.ts';
import { ApiKey } from '../domain/api-key.ts';
import { textMessage } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import { createExampleBank } from '../factcheck/example-bank.ts';
import { normalizeWithModel } from '../factcheck/normalize-with-model.ts';
import { openProviders } from '../wiring/open-providers.ts';
import { CommandFailed } from './command-failed.ts';
import { openOutput, openProgress, readJsonLines, textField } from './json-lines.ts';

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
    .option('--concurrency <n>', 'posts asked about at the same time', readCount, 4)
    .action(async (file: string | undefined, options: NormalizeOptions) => {
      const output = openOutput();
      const progress = openProgress('posts');
      const state = options.model === undefined ? byRule : await byModel(options.model);
      /** In the order of the lines, however long each takes. */
      const pending: Promise<{ id: unknown; claim: string }>[] = [];
      const settle = async (): Promise<void> => {
        await output.write(await pending.shift());
        progress.step();
      };
      try {
        for await (const line of readJsonLines(file)) {
          const post = textField(line, 'post').toWellFormed();
          const job = state.claimOf(post).then((claim) => ({ id: line.value.id ?? null, claim }));
          job.catch(() => {});
          pending.push(job);
          if (pending.length >= (options.model === undefined ? 1 : options.concurrency)) await settle();
        }
        while (pending.length > 0) await settle();
      } catch (error) {
        if (error instanceof GatewayError) throw new CommandFailed(error.message);
        throw error;
      } finally {
        await output.flush();
        progress.end();
        await state.close();
      }
    });
}

interface Stater {
  claimOf(post: string): Promise<string>;
  close(): Promise<void>;
}

const byRule: Stater = { claimOf: async (post) => normalizePost(post), close: async () => {} };

async function byModel(modelId: string): Promise<Stater> {
  const config = readConfig();
  const { upstream, models, close } = await openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  });
  const examples = createExampleBank(config.examples);
  try {
    const provider = models.providerOf(modelId);
    const text = readProviderKey(provider);
    const key = text === undefined ? undefined : ApiKey.parse(text);
    if (key === undefined) {
      throw new CommandFailed(
        `no key for ${provider}: set CLAIMGATE_API_KEY, or the provider's own variable`,
      );
    }
    const target = { ...models.find(modelId, key), key };
    const signal = new AbortController().signal;
    return {
      async claimOf(post) {
        const request = { messages: [textMessage('user', post)], stream: false };
        const { content } = await normalizeWithModel({ upstream, target, request, examples }, signal);
        return content;
      },
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof GatewayError) throw new CommandFailed(error.message);
    throw error;
  }
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64) throw new InvalidArgumentError('must be 1 to 64');
  return count;
}
