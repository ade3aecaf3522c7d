/** `claimgate webhooks`: where verdicts are reported to, and messages that could not be sent. */
import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { CLI, createAuditor } from '../gateway/admin/auditor.ts';
import {
  createWebhookManagement,
  describeMessage,
  isMessageId,
  type WebhookManagement,
} from '../gateway/admin/manage-webhooks.ts';
import { CommandFailed } from './command-failed.ts';
import { withLongHelp } from './long-help.ts';
import { withStore } from './open-store.ts';
import { countUpTo } from './shared-options.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

interface MessagesOptions {
  readonly state?: 'pending' | 'dead';
  readonly endpoint?: string;
  readonly limit: number;
  readonly json?: true;
}

export function addWebhooksCommand(command: Command, terminal: Terminal): void {
  const { stdout, stderr, now } = terminal;
  const withWebhooks = (work: (webhooks: WebhookManagement) => Promise<void>) =>
    withStore(terminal, ({ webhookMessages: records }, { webhooks }) =>
      work(
        createWebhookManagement({
          webhooks,
          records,
          auditor: createAuditor({ now, random: randomBytes }),
          now,
        }),
      ),
    );
  command
    .command('list')
    .description('list the webhooks with what waits for them')
    .option('--json', 'as JSON Lines')
    .action(({ json }: { json?: true }) =>
      withWebhooks(async (webhooks) => {
        const rows = await webhooks.list();
        if (json === true) return write(stdout, toJsonLines(rows));
        const cells = rows.map((row) => [
          ...[row.id, row.state, row.pending, row.dead].map(String),
          row.on?.join(',') ?? '-',
          row.url ?? '-',
        ]);
        if (cells.length === 0) stderr.write('There are no webhooks in config.\n');
        else await write(stdout, formatTable([['ID', 'STATE', 'PENDING', 'DEAD', 'ON', 'URL'], ...cells]));
      }),
    );
  command
    .command('messages')
    .description('list messages that wait and dead letters, the newest first')
    .addOption(new Option('--state <state>', 'of one state alone').choices(['pending', 'dead']))
    .option('--endpoint <id>', 'of one webhook alone, by its id')
    .option('--limit <n>', 'the most messages to print', countUpTo(1_000), 100)
    .option('--json', 'as JSON Lines')
    .action(({ json, ...query }: MessagesOptions) =>
      withWebhooks(async (webhooks) => {
        const rows = (await webhooks.messages(query)).map(describeMessage);
        if (json === true) return write(stdout, toJsonLines(rows));
        const cells = rows.map((row) => [
          row.id,
          row.endpoint,
          row.state,
          String(row.attempts),
          row.created.slice(0, 19).replace('T', ' '),
          row.failure ?? '-',
        ]);
        if (cells.length === 0) stderr.write('There are none.\n');
        else
          await write(
            stdout,
            formatTable([['ID', 'WEBHOOK', 'STATE', 'TRIES', 'CREATED', 'FAILURE'], ...cells]),
          );
      }),
    );
  command
    .command('retry')
    .description('have a dead letter sent again by a running gateway')
    .argument('<id>', 'as `claimgate webhooks messages` shows it')
    .action((id: string) =>
      withWebhooks(async (webhooks) => {
        const message = isMessageId(id) ? await webhooks.retry(id, CLI) : undefined;
        if (message === undefined) throw new CommandFailed('There is no such dead letter');
        stderr.write(`${id} is sent again within some seconds.\n`);
      }),
    );
  command
    .command('remove')
    .description('remove a message or a dead letter')
    .argument('<id>', 'as `claimgate webhooks messages` shows it')
    .action((id: string) =>
      withWebhooks(async (webhooks) => {
        if (!isMessageId(id) || !(await webhooks.remove(id, CLI))) {
          throw new CommandFailed('There is no such message');
        }
        stderr.write(`${id} is removed.\n`);
      }),
    );
  withLongHelp(command, {
    about: `Webhooks are in config (webhooks). Messages lie in the gateway's database until they are sent; those that were refused
too often are dead letters, kept for 30 days.`,
    examples: [
      ['claimgate webhooks list'],
      ['claimgate webhooks messages --state dead'],
      ['claimgate webhooks retry msg_…'],
    ],
  });
}
