/** /admin/v1/usage, /admin/v1/audit and /admin/v1/overview: what operators look at. */
import {
  describeEntry,
  describeUsage,
  firstOfMonth,
  parseDay,
  USAGE_PARTS,
  type UsagePart,
} from '../../admin/describe-rows.ts';
import type { Reports } from '../../admin/reports.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { adminResponses, auditQuery, overviewQuery, usageQuery } from './admin-schema.ts';
import { faultAt, listPage, PAGE } from './paging.ts';

export interface ReportRoutesOptions {
  readonly reports: Reports;
  /** How the gateway was used in the last hours, and how it is. */
  readonly overview: (hours: number) => Promise<object>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const tags = ['Reports'];
const HOURS = 24;

export function serveReports(server: Server, { reports, overview, now }: ReportRoutesOptions): void {
  server.get(
    '/admin/v1/usage',
    {
      schema: {
        summary: 'What was used with issued keys',
        operationId: 'readUsage',
        tags,
        querystring: usageQuery,
        response: adminResponses.usage,
      },
    },
    async (request) => {
      const given = validate(usageQuery, withNumber(request.query, 'limit'), [], 'query');
      const { limit = PAGE, key: keyId, model } = given;
      const by = readParts(given.by);
      const after = given.after === undefined ? undefined : readPlace(given.after, by);
      const rows = await reports.usage({
        since: readDay('since', given.since) ?? firstOfMonth(now()),
        until: readDay('until', given.until),
        keyId,
        model,
        by,
        limit: limit + 1,
        ...(after === undefined ? {} : { after }),
      });
      const placeOf = (row: (typeof rows)[number]) =>
        Buffer.from(JSON.stringify(by.map((part) => (part === 'key' ? row.keyId : row[part])))).toString(
          'base64url',
        );
      return listPage(rows, limit, describeUsage, placeOf);
    },
  );

  server.get(
    '/admin/v1/audit',
    {
      schema: {
        summary: 'Changes, and tries that were refused',
        operationId: 'readAudit',
        tags,
        querystring: auditQuery,
        response: adminResponses.audit,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, since, until, ...rest } = validate(auditQuery, query, [], 'query');
      const [from, to] = [readTime('since', since), readTime('until', until)];
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const entries = await reports.audit({
        ...given,
        ...(from === undefined ? {} : { since: from }),
        ...(to === undefined ? {} : { until: to }),
        limit: limit + 1,
      });
      return listPage(entries, limit, describeEntry, ({ id }) => id);
    },
  );

  server.get(
    '/admin/v1/overview',
    {
      schema: {
        summary: 'How the gateway was used, and how it is',
        operationId: 'readOverview',
        tags,
        querystring: overviewQuery,
        response: adminResponses.overview,
      },
    },
    async (request) => {
      const { hours = HOURS } = validate(overviewQuery, withNumber(request.query, 'hours'), [], 'query');
      return overview(hours);
    },
  );
}

function readDay(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw faultAt('query', field, 'must be a day such as 2026-11-01');
  return day;
}

function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw faultAt('query', field, 'must be a day, or a time such as 2026-11-01T13:20Z');
  return time;
}

function readParts(text: string | undefined): readonly UsagePart[] {
  if (text === undefined) return USAGE_PARTS;
  if (text === 'total') return [];
  const parts = text.split(',');
  const known = USAGE_PARTS.filter((part) => parts.includes(part));
  if (known.length !== parts.length) {
    throw faultAt('query', 'by', `must be ${USAGE_PARTS.join(', ')}, each once, or total`);
  }
  return known;
}

/** @returns where the page before has ended. */
function readPlace(text: string, by: readonly UsagePart[]): Partial<Record<UsagePart, string | number>> {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {}
  const isPlace =
    Array.isArray(values) &&
    values.length === by.length &&
    by.every((part, index) => typeof values[index] === (part === 'day' ? 'number' : 'string'));
  if (!isPlace) throw faultAt('query', 'after', 'must be `next` of the page before');
  return Object.fromEntries(by.map((part, index) => [part, (values as (string | number)[])[index]!]));
}
