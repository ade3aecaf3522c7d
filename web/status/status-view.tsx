import { ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Progress, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { listCapabilities, readHealth, readLimits } from '../api/gateway.ts';
import type { Capabilities, Health, Limits, Model } from '../api/types.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { useMedia } from '../shell/use-media.ts';
import { addressOf } from '../shell/views.ts';
import { anyKey, keyFor, useKeys } from '../state/keys.ts';
import { readModels, useChoice, useModels } from '../state/models.ts';
import { changeSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import './status.css';

interface Row extends Model {
  readonly provider: string;
  readonly capabilities: readonly string[];
}

/** Which models there are, how the gateway is, and what the key in use may still do. */
export function StatusView(): ReactElement {
  const { status: words } = texts;
  const { list } = useModels();
  const choice = useChoice();
  const { byProvider, sandbox } = useKeys();
  const [capabilities, setCapabilities] = useState<Capabilities>({});
  const [health, setHealth] = useState<Health>();
  const [limits, setLimits] = useState<Limits>();
  const [failure, setFailure] = useState<FailureFacts>();
  const [typed, setTyped] = useState('');
  const wide = useMedia('(min-width: 860px)');

  const provider = choice?.provider;
  const key = provider === undefined ? undefined : keyFor(provider);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or the sandbox's being there, is asked anew.
  const refresh = useCallback(() => {
    setFailure(undefined);
    readHealth().then(setHealth, (error: unknown) => setFailure(factsOf(error)));
    listCapabilities(anyKey()).then(setCapabilities, (error: unknown) => setFailure(factsOf(error)));
    if (key === undefined) setLimits(undefined);
    else readLimits(key).then(setLimits, (error: unknown) => setFailure(factsOf(error)));
  }, [key, byProvider, sandbox]);
  useEffect(refresh, [refresh]);

  const wanted = typed.trim().toLowerCase();
  const rows: Row[] = (list?.models_list ?? [])
    .flatMap(({ provider: name, available_models: models }) =>
      models.map((model) => ({
        ...model,
        provider: name,
        capabilities: capabilities[model.model_id] ?? [],
      })),
    )
    .filter((row) =>
      `${row.provider} ${row.name} ${row.model_id} ${row.tier} ${row.description}`
        .toLowerCase()
        .includes(wanted),
    );

  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <h1 className="page-title">{words.title}</h1>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            onClick={() => {
              refresh();
              void readModels();
            }}
          >
            {words.refresh}
          </Button>
        </header>
        {failure === undefined ? null : <FailureNote facts={failure} ways={{ retry: refresh }} />}
        <div className="status">
          <HealthPanel health={health} />
          <LimitsPanel limits={limits} provider={provider} hasKey={key !== undefined} />
        </div>
        <section className="panel status-models" aria-labelledby="models-heading">
          <div className="page-head">
            <h2 id="models-heading">{words.models}</h2>
            <Input.Search
              className="status-filter"
              allowClear
              aria-label={words.filter}
              placeholder={words.filter}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Table<Row>
            size="middle"
            rowKey="model_id"
            columns={wide ? COLUMNS : NARROW}
            dataSource={rows}
            pagination={false}
            {...(wide ? { scroll: { x: 'max-content' } } : {})}
            loading={list === undefined}
          />
        </section>
      </div>
    </div>
  );
}

const { columns } = texts.status;
const TIERS = ['basic', 'standard', 'premium'];

const COLUMNS: TableColumnsType<Row> = [
  {
    key: 'model',
    title: columns.model,
    sorter: (a, b) => a.name.localeCompare(b.name),
    render: (_, { name, description, model_id: id }) => (
      <div className="status-model">
        <strong>{name}</strong> <code>{id}</code>
        <div className="faint small">{description}</div>
      </div>
    ),
  },
  {
    key: 'provider',
    title: columns.provider,
    dataIndex: 'provider',
    sorter: (a, b) => a.provider.localeCompare(b.provider),
  },
  {
    key: 'tier',
    title: columns.tier,
    sorter: (a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier),
    render: (_, { tier }) => <span className="chip">{texts.model.tiers[tier]}</span>,
  },
  {
    key: 'context',
    title: columns.context,
    sorter: (a, b) => (a.context_window ?? 0) - (b.context_window ?? 0),
    render: (_, { context_window: tokens }) => (tokens === undefined ? '' : texts.model.context(tokens)),
  },
  {
    key: 'takes',
    title: columns.takes,
    render: (_, { capabilities }) => <Takes names={capabilities} />,
  },
  {
    key: 'use',
    title: <span className="unseen">{texts.status.use}</span>,
    render: (_, { model_id: model, name }) => (
      <Button
        size="small"
        aria-label={texts.status.useModel(name)}
        onClick={() => {
          changeSettings({ model });
          location.hash = addressOf('chat');
        }}
      >
        {texts.status.use}
      </Button>
    ),
  },
];

/** On a phone a model is one cell, with all that is known of it. */
const NARROW: TableColumnsType<Row> = [
  {
    key: 'model',
    title: columns.model,
    sorter: (a, b) => a.name.localeCompare(b.name),
    render: (
      _,
      { name, description, model_id: id, provider, tier, context_window: tokens, capabilities },
    ) => (
      <div className="status-model">
        <strong>{name}</strong> <code>{id}</code>
        <div className="faint small">{description}</div>
        <div className="faint small">
          {[
            provider,
            texts.model.tiers[tier],
            ...(tokens === undefined ? [] : [texts.model.context(tokens)]),
          ].join(' · ')}
        </div>
        <Takes names={capabilities} />
      </div>
    ),
  },
  ...COLUMNS.slice(-1),
];

function Takes({ names }: { names: readonly string[] }): ReactElement {
  const { capabilities } = texts.status;
  return (
    <span className="status-takes">
      {names.flatMap((name) =>
        capabilities[name] === undefined ? [] : [<span key={name}>{capabilities[name]}</span>],
      )}
    </span>
  );
}

function HealthPanel({ health }: { health: Health | undefined }): ReactElement {
  const { status: words } = texts;
  return (
    <section className="panel" aria-labelledby="health-heading">
      <h2 id="health-heading">{words.health}</h2>
      {health === undefined ? (
        <p className="faint">{texts.loading}</p>
      ) : (
        <>
          <p className="status-state">
            <VerdictMark state={markOf(health.status)} size={22} />
            {words.states[health.status]}
          </p>
          <dl className="facts">
            {Object.entries(health.checks).map(([part, state]) => (
              <div key={part}>
                <dt>{words.parts[part] ?? part}</dt>
                <dd>{words.parts[state] ?? state}</dd>
              </div>
            ))}
            <div>
              <dt>{words.up}</dt>
              <dd>{formatDuration(health.uptime_seconds)}</dd>
            </div>
          </dl>
          <p className="faint small">{words.version(health.version)}</p>
        </>
      )}
    </section>
  );
}

function markOf(status: Health['status']): 'supported' | 'conflicting' | 'refuted' {
  return status === 'healthy' ? 'supported' : status === 'degraded' ? 'conflicting' : 'refuted';
}

function LimitsPanel({
  limits,
  provider,
  hasKey,
}: {
  limits: Limits | undefined;
  provider: string | undefined;
  hasKey: boolean;
}): ReactElement {
  const { status: words } = texts;
  return (
    <section className="panel" aria-labelledby="limits-heading">
      <h2 id="limits-heading">{words.limits}</h2>
      {limits === undefined ? (
        <p className="faint">{hasKey ? texts.loading : words.noKey}</p>
      ) : (
        <>
          <p className="faint">
            {words.limitsOf} {provider} · {words.plan(limits.plan)}
          </p>
          {limits.windows.length === 0 ? <p>{words.noLimits}</p> : null}
          {limits.windows.map(({ name, limit, remaining, reset }) => (
            <div key={name} className="limit">
              <div className="limit-head">
                <strong>{words.windows[name]}</strong>
                <span>{words.left(remaining, limit)}</span>
              </div>
              <Progress
                aria-label={`${words.windows[name]}: ${words.left(remaining, limit)}`}
                percent={(remaining / Math.max(1, limit)) * 100}
                showInfo={false}
                status={remaining === 0 ? 'exception' : 'normal'}
              />
              <div className="faint small">{words.resets(formatTime(reset))}</div>
            </div>
          ))}
        </>
      )}
    </section>
  );
}

function formatDuration(seconds: number): string {
  const format = (value: number, unit: string): string =>
    new Intl.NumberFormat('en', {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(value);
  if (seconds < 90) return format(seconds, 'second');
  if (seconds < 5_400) return format(seconds / 60, 'minute');
  if (seconds < 172_800) return format(seconds / 3_600, 'hour');
  return format(seconds / 86_400, 'day');
}

function formatTime(unixSeconds: number): string {
  const time = new Date(unixSeconds * 1_000);
  const soon = time.getTime() - Date.now() < 86_400_000;
  return soon
    ? `at ${time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}`
    : `on ${time.toLocaleDateString('en', { day: 'numeric', month: 'long' })}`;
}
