/** What questions about traffic over time have in common: how times are read, and how answers are sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultAt } from '../../../domain/errors.ts';
import { harmless, writeCsv } from '../../../evaluation/report-csv.ts';
import {
  emptyLine,
  type ReadTraffic,
  type TrafficAnswer,
  type TrafficQuestion,
} from '../../traffic/read-traffic.ts';
import { prefersToJson } from '../answer/prefers-to-json.ts';

/** A query that its schema has let through. */
interface TrafficQuery extends Pick<TrafficQuestion, 'by' | 'group'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly format?: 'json' | 'csv' | undefined;
}

/** @param keyIds of one caller alone. */
export async function answerTraffic(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  read: ReadTraffic,
  { from, to, format, ...what }: TrafficQuery,
  keyIds?: readonly string[],
): Promise<unknown> {
  const answer = await read({
    from: readTime('from', from),
    to: readTime('to', to),
    ...what,
    ...(keyIds === undefined ? {} : { keyIds }),
  });
  reply.header('cache-control', 'no-store');
  const asCsv = format === undefined ? prefersToJson('text/csv', headers.accept) : format === 'csv';
  if (!asCsv) return { object: 'traffic', ...answer };
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="traffic-${answer.from.slice(0, 10)}.csv"`);
  return reply.send(formatCsv(answer));
}

/** @throws ValidationError for what is neither a day nor a time. */
export function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw faultAt('query', field, 'must be a day, or a time such as 2026-11-01T13:20Z');
  return time;
}

/** A row a line, a column a value: those within others by both names. */
function formatCsv(answer: TrafficAnswer): string {
  const rows = answer.data.map((line) => flatten(line));
  const columns = Object.keys(flatten(emptyLine(answer)));
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return writeCsv([columns, ...cells]);
}

function flatten(values: object, within = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(values).map(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? flatten(value, `${within}${name}_`)
        : { [`${within}${name}`]: value === null ? '' : harmless(String(value)) },
    ),
  ) as Record<string, string>;
}
