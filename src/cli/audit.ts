/** `claimgate audit`: who changed keys and plans, and who was refused. */
import { type Command, InvalidArgumentError } from 'commander';
import { describeEntry } from '../gateway/admin/describe-rows.ts';
import type { AuditEntry } from '../gateway/store/audit-log.ts';
import { withLongHelp } from './long-help.ts';
import { withStore } from './open-store.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

interface AuditOptions {
  readonly since?: number;
  readonly json?: true;
}

/** Entries that are read at a time. */
const PAGE = 1_000;

export function addAuditCommand(command: Command, terminal: Terminal): void {
  command
    .option('--since <time>', 'a day such as 2026-11-01, or a time such as 2026-11-01T13:20Z', readTime)
    .option('--json', 'as JSON Lines')
    .action((options: AuditOptions) =>
      withStore(terminal, async ({ audit }) => {
        const { stdout, stderr } = terminal;
        let after: string | undefined;
        let isFirst = true;
        for (;;) {
          const entries: AuditEntry[] = await audit.page({ limit: PAGE, since: options.since, after });
          after = entries.at(-1)?.id;
          if (entries.length > 0) {
            await write(
              stdout,
              options.json ? toJsonLines(entries.map(describeEntry)) : table(entries, isFirst),
            );
          } else if (isFirst) {
            stderr.write('Nothing was changed.\n');
          }
          isFirst = false;
          if (entries.length < PAGE) return;
        }
      }),
    );
  withLongHelp(command, {
    about:
      'Each change of issued keys and of plans, by the admin API or the command line, and each refused try, the latest first. It holds no key.',
    examples: [
      ['claimgate audit --since 2026-11-01', 'what has happened since that day'],
      ['claimgate audit --json | jq .action'],
    ],
  });
}

function readTime(text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('It must be a day such as 2026-11-01, or a time.');
  return time;
}

function table(entries: readonly AuditEntry[], hasHead: boolean): string {
  const rows = entries
    .map(describeEntry)
    .map((row) => [
      row.time.slice(0, 19).replace('T', ' '),
      row.actor,
      row.action,
      row.subject?.slice(0, 15) ?? '-',
      row.outcome,
      row.changes === null ? '' : JSON.stringify(row.changes),
    ]);
  return formatTable([
    ...(hasHead ? [['TIME', 'ACTOR', 'ACTION', 'SUBJECT', 'OUTCOME', 'CHANGES']] : []),
    ...rows,
  ]);
}
