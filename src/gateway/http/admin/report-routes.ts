/** /admin/v1/usage, /admin/v1/audit, /admin/v1/overview and /admin/v1/traffic: what operators look at. */
import { faultAt } from '../../../domain/errors.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import {
  describeEntry,
  describeUsage,
  firstOfMonth,
  parseDay,
  USAGE_PARTS,
  type UsagePart,
} from '../../admin/describe-rows.ts';
import type { TeamManagement } from '../../admin/manage-teams.ts';
import type { Reports } from '../../admin/reports.ts';
import { isTeamId, NO_SUCH_TEAM } from '../../admin/team-terms.ts';
import type { ReadTraffic } from '../../traffic/read-traffic.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { answerTraffic, readTime } from '../traffic/answer-traffic.ts';
import { trafficQuery } from '../traffic-schema.ts';
import { adminResponses, auditQuery, overviewQuery, usageQuery } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

export interface ReportRoutesOptions {
  readonly reports: Reports;
  readonly teams: Pick<TeamManagement, 'find'>;
  readonly traffic: ReadTraffic;
  /** How the gateway was used in the last hours, and how it is. */
  readonly overview: (hours: number) => Promise<object>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const tags = ['Reports'];
const HOURS = 24;

export function serveReports(server: Server, options: ReportRoutesOptions): void {
  const { reports, traffic, overview, now } = options;
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
      const { limit = PAGE, key, team, model } = given;
      const counted = team !== undefined || /\bteam\b/.test(given.by ?? '') ? 'team' : 'key';
      if (counted === 'team' && key !== undefined) {
        throw faultAt('query', 'key', 'cannot be given where teams are told apart');
      }
      const by = readParts(given.by, counted);
      const after = given.after === undefined ? undefined : readPlace(given.after, by);
      const rows = await reports[counted === 'team' ? 'teamUsage' : 'usage']({
        since: readDay('since', given.since) ?? firstOfMonth(now()),
        until: readDay('until', given.until),
        keyId: team === undefined ? key : await teamIdOf(team),
        model,
        by,
        limit: limit + 1,
        ...(after === undefined ? {} : { after }),
      });
      const placeOf = (row: (typeof rows)[number]) =>
        Buffer.from(JSON.stringify(by.map((part) => (part === 'key' ? row.keyId : row[part])))).toString(
          'base64url',
        );
      return listPage(rows, limit, (row) => describeUsage(row, counted), placeOf);
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
      const entries = await reports.audit({
        ...withoutUndefined(rest),
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

  server.get(
    '/admin/v1/traffic',
    {
      schema: {
        summary: 'What requests came to over time',
        operationId: 'readTraffic',
        tags,
        querystring: trafficQuery,
        response: adminResponses.traffic,
      },
    },
    async (request, reply) =>
      answerTraffic(request, reply, traffic, validate(trafficQuery, request.query, [], 'query')),
  );

  /** A deleted one is still found by its id. */
  async function teamIdOf(named: string): Promise<string> {
    const id = isTeamId(named) ? named : (await options.teams.find(named))?.id;
    if (id === undefined) throw faultAt('query', 'team', NO_SUCH_TEAM);
    return id;
  }
}

function readDay(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw faultAt('query', field, 'must be a day such as 2026-11-01');
  return day;
}

/** @param counted what the part `key` is called. */
function readParts(text: string | undefined, counted: 'key' | 'team'): readonly UsagePart[] {
  if (text === undefined) return USAGE_PARTS;
  if (text === 'total') return [];
  const parts = text.split(',');
  const known = USAGE_PARTS.filter((part) => parts.includes(part === 'key' ? counted : part));
  if (known.length !== parts.length) {
    throw faultAt('query', 'by', 'must be key or team, day, model, each once, or total');
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
