/** What the whole gateway did in the last hours, and who may use it. */
import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import {
  type Activity,
  type AuditEntry,
  type ListedCaller,
  type Overview,
  readAudit,
  readCallers,
  readOverview,
} from '../api/admin.ts';
import { Facts } from '../shell/facts.tsx';
import { HealthPanel } from '../status/health-panel.tsx';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { Rows } from './panels.tsx';
import { useAdmin } from './use-admin.ts';

const { operate: words } = texts;

/** Milliseconds between two looks while the view is seen. */
const PACE = 15_000;
const HOURS = 24;

interface Seen {
  readonly overview: Overview;
  readonly audit: readonly AuditEntry[];
  readonly callers: readonly ListedCaller[];
}

async function read(key: string, signal: AbortSignal): Promise<Seen> {
  const [overview, audit, callers] = await Promise.all([
    readOverview(key, HOURS, signal),
    readAudit(key, signal),
    readCallers(key, signal),
  ]);
  return { overview, audit: audit.data, callers: callers.data };
}

export function OverviewSection({ adminKey }: { adminKey: string }): ReactElement {
  const { seen, failure, refresh } = useAdmin(adminKey, 'overview', read, PACE);
  return (
    <>
      <div className="operate-ways operate-above">
        <Button icon={<ReloadOutlined aria-hidden />} onClick={refresh}>
          {texts.status.refresh}
        </Button>
      </div>
      <AdminFailure failure={failure} />
      {seen === undefined ? null : <Shown seen={seen} />}
    </>
  );
}

const number = (value: number | undefined): string => (value ?? 0).toLocaleString('en');
const time = (iso: string): string =>
  new Date(iso).toLocaleString('en', { hour: '2-digit', minute: '2-digit', hour12: false });

function failed({ requests }: Activity): number {
  return (requests['4xx'] ?? 0) + (requests['5xx'] ?? 0);
}

function Shown({ seen: { overview, audit, callers } }: { seen: Seen }): ReactElement {
  const { health, plans, keys, hours, total } = overview;
  const most = Math.max(1, ...hours.map(({ requests }) => requests.total ?? 0));
  const used = hours.filter(({ requests, tokens }) => (requests.total ?? 0) + (tokens.prompt ?? 0) > 0);
  const failing = [
    ...Object.entries(total.providers).map(([name, { calls, failures }]) => ({
      name: words.provider(name),
      count: calls,
      failures,
    })),
    ...Object.entries(total.sources).map(([name, { answers, failures }]) => ({
      name: words.source(name),
      count: answers,
      failures,
    })),
  ];
  return (
    <>
      <div className="status">
        <HealthPanel health={health} loading={false} />
        <Facts
          title={words.day}
          facts={[
            [words.requests, number(total.requests.total)],
            ...(total.requests.simulated === undefined
              ? []
              : [[words.simulated, number(total.requests.simulated)] as const]),
            [words.failed, number(failed(total))],
            [words.tokens, words.inOut(number(total.tokens.prompt), number(total.tokens.completion))],
            [words.claims, number(total.claims)],
            ...Object.entries(total.verdicts).map(
              ([verdict, count]) =>
                [texts.verdicts[verdict as keyof typeof texts.verdicts] ?? verdict, number(count)] as const,
            ),
          ]}
        />
        <Facts
          title={words.keys}
          facts={[
            [words.good, number(keys.good)],
            [words.revoked, number(keys.revoked)],
            [words.expired, number(keys.expired)],
            [words.usedToday, words.calls(keys.used_today.calls)],
          ]}
        />
      </div>
      <Rows
        title={words.hours}
        head={[words.hour, words.requests, words.failed, words.tokens, words.claims, texts.verdicts.refuted]}
        rows={used.map((hour) => [
          time(hour.hour),
          <span key="bar" className="operate-bar">
            <i style={{ inlineSize: `${(100 * (hour.requests.total ?? 0)) / most}%` }} aria-hidden />
            <span>{number(hour.requests.total)}</span>
          </span>,
          number(failed(hour)),
          words.inOut(number(hour.tokens.prompt), number(hour.tokens.completion)),
          number(hour.claims),
          number(hour.verdicts.refuted),
        ])}
      />
      <Rows
        title={words.asked}
        head={[words.who, words.answered, words.failures]}
        rows={failing.map(({ name, count, failures }) => [name, number(count), number(failures)])}
      />
      <Rows
        title={words.errors}
        head={[words.code, words.times]}
        rows={Object.entries(total.errors).map(([code, count]) => [code, number(count)])}
      />
      <Rows
        title={words.plans}
        head={[words.plan, words.perMinute, words.perHour, words.perMonth, words.callers, words.keys]}
        rows={plans.map((plan) => [
          plan.is_default ? words.byDefault(plan.name) : plan.name,
          describeMinute(plan),
          plan.per_hour === null ? words.noLimit : number(plan.per_hour),
          plan.per_month === null ? words.noLimit : number(plan.per_month),
          number(plan.callers),
          number(plan.keys),
        ])}
      />
      <Rows
        title={words.mostUsed}
        head={[words.keyId, words.calledTimes, words.tokens, words.dollars]}
        rows={keys.most_used_today.map((row) => [
          row.key,
          number(row.calls),
          words.inOut(number(row.prompt_tokens), number(row.completion_tokens)),
          row.usd === null ? '–' : row.usd.toFixed(2),
        ])}
      />
      <Rows
        title={words.listed}
        head={[words.fingerprint, words.plan, words.note]}
        rows={callers.map(({ caller, plan, note }) => [caller.slice(0, 12), plan, note ?? ''])}
      />
      <Rows
        title={words.audit}
        head={[words.when, words.actor, words.action, words.subject, words.outcome]}
        rows={audit.map((entry) => [
          new Date(entry.time).toLocaleString('en', { hour12: false }),
          entry.actor,
          entry.action,
          entry.subject ?? '–',
          entry.outcome,
        ])}
      />
    </>
  );
}

function describeMinute({
  requests_per_minute: requests,
  tokens_per_minute: tokens,
}: Overview['plans'][number]): string {
  const limits = [
    ...(requests === null ? [] : [words.inMinute.requests(requests)]),
    ...(tokens === null ? [] : [words.inMinute.tokens(tokens)]),
  ];
  return limits.length === 0 ? words.noLimit : limits.join(', ');
}
