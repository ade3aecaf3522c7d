/** Keys that the gateway issues: their terms, use and budgets. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { readOverview } from '../api/admin.ts';
import { type IssuedKey, KEY_STATES, readKeys } from '../api/admin-keys.ts';
import { readTeams } from '../api/admin-teams.ts';
import { nameChoice } from '../shell/name-choice.ts';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { KeyCard } from './keys-card.tsx';
import { TermsDialog } from './keys-terms-dialog.tsx';
import { Pager } from './pager.tsx';
import { TeamDialog } from './teams-dialog.tsx';
import { TeamsList } from './teams-list.tsx';
import { useAdmin } from './use-admin.ts';
import './keys.css';

const { issuedKeys: words } = texts;
const PAGE = 25;

type Filter = IssuedKey['state'] | 'all';
const FILTERS: readonly Filter[] = ['all', ...KEY_STATES];

export function KeysSection({ adminKey }: { adminKey: string }): ReactElement {
  const [filter, setFilter] = useState<Filter>('good');
  const [pages, setPages] = useState<readonly string[]>(['']);
  /** Id of the team whose keys are shown; `''` for all. */
  const [team, setTeam] = useState('');
  const [asking, setAsking] = useState<'issue' | 'create'>();
  const mayChange = useMayChange();
  const after = pages.at(-1) ?? '';
  const keys = useAdmin(adminKey, `${filter} ${team} ${after}`, (key, signal) =>
    readKeys(key, { limit: PAGE, state: filter === 'all' ? '' : filter, team, after }, signal),
  );
  const all = useAdmin(adminKey, 'teams', readTeams);
  // Shown with the teams, or these would push them down.
  const seen = all.seen === undefined && all.failure === undefined ? undefined : keys.seen;
  const teams = all.seen ?? [];
  const chosen = teams.find(({ id }) => id === team);
  const failure = keys.failure ?? all.failure;
  const plans = useAdmin(
    adminKey,
    'plans',
    async (key, signal) => (await readOverview(key, 1, signal)).plans,
  );
  const refresh = (): void => {
    keys.refresh();
    all.refresh();
  };
  const show = (id: string): void => {
    setTeam(id);
    setPages(['']);
  };
  return (
    <>
      <div className="operate-ways operate-above">
        {mayChange ? (
          <>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAsking('issue')}>
              {words.issue}
            </Button>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAsking('create')}>
              {texts.teams.create}
            </Button>
          </>
        ) : null}
        <Select<Filter>
          aria-label={nameChoice(words.filter, words.filters[filter])}
          popupMatchSelectWidth={false}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: words.filters[value] }))}
          onChange={(value) => {
            setFilter(value);
            setPages(['']);
          }}
        />
        {teams.length === 0 ? null : (
          <Select
            aria-label={nameChoice(texts.teams.filter, chosen?.name ?? texts.teams.all)}
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            value={team}
            options={[
              { value: '', label: texts.teams.all },
              ...teams.map(({ id: value, name }) => ({ value, label: name })),
            ]}
            onChange={show}
          />
        )}
      </div>
      <AdminFailure failure={failure ?? plans.failure} />
      <TeamsList
        teams={chosen === undefined ? teams : [chosen]}
        adminKey={adminKey}
        plans={plans.seen ?? []}
        onShowKeys={show}
        onChanged={refresh}
        onDeleted={() => {
          show('');
          refresh();
        }}
      />
      {seen === undefined ? (
        failure === undefined && <p className="faint">{texts.loading}</p>
      ) : seen.data.length === 0 ? (
        <p className="faint">
          {words.none[team === '' && (filter === 'all' || filter === 'good') ? filter : 'other']}
        </p>
      ) : (
        <ul className="keys-list" aria-label={words.list}>
          {seen.data.map((issued) => (
            <KeyCard
              key={issued.id}
              issued={issued}
              adminKey={adminKey}
              plans={plans.seen ?? []}
              teams={teams}
              onChanged={refresh}
            />
          ))}
        </ul>
      )}
      <Pager pages={pages} next={seen?.next ?? null} onPages={setPages} />
      {asking === 'issue' ? (
        <TermsDialog
          adminKey={adminKey}
          plans={plans.seen ?? []}
          teams={teams}
          team={chosen?.id ?? null}
          onDone={refresh}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {asking === 'create' ? (
        <TeamDialog
          adminKey={adminKey}
          plans={plans.seen ?? []}
          onDone={refresh}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  );
}
