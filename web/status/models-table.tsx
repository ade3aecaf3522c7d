import { Button, Input, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Capabilities, Model, ModelList } from '../api/types.ts';
import { useMedia } from '../shell/use-media.ts';
import { addressOf } from '../shell/views.ts';
import { changeSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';

interface Row extends Model {
  readonly provider: string;
  readonly keyless: boolean;
  readonly capabilities: readonly string[];
}

/** The models that can be used, with a filter. */
export function ModelsTable({
  list,
  loading,
  capabilities,
}: {
  list: ModelList | undefined;
  loading: boolean;
  capabilities: Capabilities;
}): ReactElement {
  const { status: words } = texts;
  const [typed, setTyped] = useState('');
  const wide = useMedia('(min-width: 1240px)');
  const wanted = typed.trim().toLowerCase();
  const rows: Row[] = (list?.models_list ?? [])
    .flatMap(({ provider: name, key, available_models: models }) =>
      models.map((model) => ({
        ...model,
        provider: name,
        keyless: key === 'none',
        capabilities: capabilities[model.model_id] ?? [],
      })),
    )
    .filter((row) =>
      `${row.provider} ${row.name} ${row.model_id} ${row.tier} ${row.description}`
        .toLowerCase()
        .includes(wanted),
    );
  return (
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
        tableLayout="fixed"
        loading={loading}
      />
    </section>
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
    width: 150,
    sorter: (a, b) => a.provider.localeCompare(b.provider),
    render: (_, { provider, keyless }) => (
      <>
        {provider}
        {keyless ? <div className="faint small">{texts.status.noKeyNeeded}</div> : null}
      </>
    ),
  },
  {
    key: 'tier',
    title: columns.tier,
    width: 120,
    sorter: (a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier),
    render: (_, { tier }) => <span className="chip">{texts.model.tiers[tier]}</span>,
  },
  {
    key: 'context',
    title: columns.context,
    width: 160,
    sorter: (a, b) => (a.context_window ?? 0) - (b.context_window ?? 0),
    render: (_, { context_window: tokens }) => (tokens === undefined ? '' : texts.model.context(tokens)),
  },
  {
    key: 'takes',
    title: columns.takes,
    width: 190,
    render: (_, { capabilities }) => <Takes names={capabilities} />,
  },
  {
    key: 'use',
    title: <span className="unseen">{texts.status.use}</span>,
    width: 84,
    align: 'end',
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

/** Where there is less room, a model is one cell, with all that is known of it. */
const NARROW: TableColumnsType<Row> = [
  {
    key: 'model',
    title: columns.model,
    sorter: (a, b) => a.name.localeCompare(b.name),
    render: (
      _,
      { name, description, model_id: id, provider, keyless, tier, context_window: tokens, capabilities },
    ) => (
      <div className="status-model">
        <strong>{name}</strong> <code>{id}</code>
        <div className="faint small">{description}</div>
        <div className="faint small">
          {[
            provider,
            ...(keyless ? [texts.status.noKeyNeeded] : []),
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
