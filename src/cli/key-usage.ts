/** What was used with issued keys, or in teams, for `keys usage` and `teams usage`. */
import { type Command, InvalidArgumentError } from 'commander';
import { describeUsage, firstOfMonth, parseDay } from '../gateway/admin/describe-rows.ts';
import { type KeyUsageRecords, USAGE_PARTS } from '../gateway/store/key-usage.ts';
import type { OpenKeys } from './open-keys.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

export interface UsageOptions {
  readonly since?: number;
  readonly until?: number;
  readonly json?: true;
}

export function addUsageOptions(command: Command): Command {
  return command
    .option('--since <day>', 'a day such as 2026-11-01; the first of the month unless given', readDay)
    .option('--until <day>', 'the last day', readDay)
    .option('--json', 'as JSON Lines');
}

/** @param options.keyId of one key or team alone, whichever are counted. */
export async function showUsage(
  { stdout, stderr, now }: OpenKeys,
  records: Pick<KeyUsageRecords, 'report'>,
  counted: 'key' | 'team',
  { since, until, json, keyId }: UsageOptions & { readonly keyId?: string | undefined },
): Promise<void> {
  const rows = await records.report({ since: since ?? firstOfMonth(now()), until, keyId, by: USAGE_PARTS });
  const shown = rows.map((row) => describeUsage(row, counted));
  if (json) return write(stdout, toJsonLines(shown));
  if (shown.length === 0) {
    stderr.write('Nothing was used.\n');
    return;
  }
  const cells = shown.map((row) => Object.values(row).map(String));
  const head = [counted.toUpperCase(), 'DAY', 'MODEL', 'CALLS', 'IN', 'OUT', 'USD'];
  await write(stdout, formatTable([head, ...cells]));
}

/** @returns 20261105 for a day as people write it. */
function readDay(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-01.');
  return day;
}
