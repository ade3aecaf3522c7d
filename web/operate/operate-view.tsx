/** How the gateway is used, for those who run it: with an admin key, which is kept as long as the page. */
import { ReloadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { Activity } from '../api/admin.ts';
import { explainFailure } from '../explain-failure.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { HealthPanel } from '../status/health-panel.tsx';
import { texts } from '../texts.ts';
import { type Seen, useOverview } from './use-overview.ts';
import '../status/status.css';
import './operate.css';

const { operate: words } = texts;

/** Never kept beyond the page: an admin key may issue keys. */
const store = createStore<{ readonly key?: string | undefined }>({});

export function OperateView(): ReactElement {
  const key = useStore(store, (kept) => kept.key);
  const { seen, failure, refresh } = useOverview(key);
  const refused = failure?.status === 401 || failure?.status === 404;
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <h1 className="page-title">{words.title}</h1>
          {seen === undefined ? null : (
            <div className="operate-ways">
              <Button icon={<ReloadOutlined aria-hidden />} onClick={refresh}>
                {texts.status.refresh}
              </Button>
              <Button onClick={() => store.set(() => ({}))}>{words.leave}</Button>
            </div>
          )}
        </header>
        {failure === undefined ? null : (
          <p role="alert">
            {refused ? words.refused[failure.status === 404 ? 'off' : 'key'] : explainFailure(failure).text}
          </p>
        )}
        {seen === undefined || refused ? <KeyForm /> : <Overview seen={seen} />}
      </div>
    </div>
  );
}

function KeyForm(): ReactElement {
  const [text, setText] = useState('');
  const id = useId();
  return (
    <form
      className="panel operate-key"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') store.set(() => ({ key: text.trim() }));
      }}
    >
      <label htmlFor={id}>{words.key}</label>
      <div className="operate-ways">
        <Input.Password
          id={id}
          autoComplete="off"
          visibilityToggle={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={text.trim() === ''}>
          {words.open}
        </Button>
      </div>
      <p className="faint small">{words.keyMore}</p>
    </form>
  );
}

const number = (value: number | undefined): string => (value ?? 0).toLocaleString('en');
const time = (iso: string): string =>
  new Date(iso).toLocaleString('en', { hour: '2-digit', minute: '2-digit', hour12: false });

function failed({ requests }: Activity): number {
  return (requests['4xx'] ?? 0) + (requests['5xx'] ?? 0);
}

function Overview({ seen: { overview, audit, callers } }: { seen: Seen }): ReactElement {
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
        head={[words.plan, words.perHour, words.perMonth, words.callers, words.keys]}
        rows={plans.map((plan) => [
          plan.is_default ? words.byDefault(plan.name) : plan.name,
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

function Facts({
  title,
  facts,
}: {
  title: string;
  facts: readonly (readonly [string, string])[];
}): ReactElement {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A table; nothing where it would have no row. */
function Rows({
  title,
  head,
  rows,
}: {
  title: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <div className="panel operate-table">
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys. */}
      <section className="operate-scroll" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole.
              <tr key={index}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
