/** Teams of issued keys: their budgets, and what their keys have spent together. */
import { Button, Radio } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Overview } from '../api/admin.ts';
import { deleteTeam, KEYS_OF_DELETED, type KeysOfDeleted, type Team } from '../api/admin-teams.ts';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { BudgetLines, worstOf } from './budget-lines.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TeamDialog } from './teams-dialog.tsx';
import { useAdminDeed } from './use-admin.ts';

const { issuedKeys: keyWords, teams: words } = texts;

interface Surroundings {
  readonly adminKey: string;
  readonly plans: Overview['plans'];
  readonly onShowKeys: (team: string) => void;
  readonly onChanged: () => void;
  readonly onDeleted: () => void;
}

export function TeamsList({
  teams,
  ...rest
}: Surroundings & { teams: readonly Team[] }): ReactElement | null {
  if (teams.length === 0) return null;
  return (
    <>
      <h2 className="keys-part">{words.list}</h2>
      <ul className="keys-list" aria-label={words.list}>
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} {...rest} />
        ))}
      </ul>
      <h2 className="keys-part">{keyWords.list}</h2>
    </>
  );
}

function TeamCard({
  team,
  adminKey,
  plans,
  onShowKeys,
  onChanged,
  onDeleted,
}: Surroundings & { team: Team }): ReactElement {
  const [asking, setAsking] = useState<'change' | 'delete'>();
  const mayChange = useMayChange();
  const { id, name, keys, plan, note, used, budgets } = team;
  const worst = worstOf(budgets);
  const close = (): void => setAsking(undefined);
  return (
    <li className="panel keys-card" data-state={worst?.state ?? 'team'}>
      <div className="keys-head">
        <h2>{name}</h2>
        <span className="keys-state">
          {worst === undefined ? words.team : keyWords.budgetStates[worst.state](worst.used / worst.limit)}
        </span>
      </div>
      <p className="faint small keys-facts">
        {[
          words.keys(keys),
          ...(plan === null ? [] : [keyWords.ofPlan(plan)]),
          ...(note === null ? [] : [note]),
        ].join(' · ')}
      </p>
      <BudgetLines used={used} budgets={budgets} name={name} />
      <div className="operate-ways keys-ways">
        <Button aria-label={words.keysOf(name)} onClick={() => onShowKeys(id)}>
          {words.showKeys}
        </Button>
        {mayChange ? (
          <>
            <Button aria-label={keyWords.changeOf(name)} onClick={() => setAsking('change')}>
              {keyWords.change}
            </Button>
            <Button aria-label={words.deleteOf(name)} onClick={() => setAsking('delete')}>
              {words.delete}
            </Button>
          </>
        ) : null}
      </div>
      {asking === 'change' ? (
        <TeamDialog {...{ adminKey, plans }} before={team} onDone={onChanged} onClose={close} />
      ) : null}
      {asking === 'delete' ? (
        <DeleteDialog {...{ team, adminKey }} onDone={onDeleted} onClose={close} />
      ) : null}
    </li>
  );
}

function DeleteDialog({
  team: { id, name, keys },
  adminKey,
  onDone,
  onClose,
}: {
  team: Team;
  adminKey: string;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const [fate, setFate] = useState<KeysOfDeleted>('release');
  const { busy, failure, run } = useAdminDeed(adminKey);
  const send = async (): Promise<void> => {
    if (!(await run(() => deleteTeam(adminKey, id, keys === 0 ? undefined : fate)))) return;
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      title={words.sure(name)}
      more={words.consequence}
      ok={words.delete}
      busy={busy}
      failure={failure}
      onOk={() => void send()}
      onClose={onClose}
    >
      {keys === 0 ? null : (
        <Radio.Group
          aria-label={words.fate}
          className="keys-fates"
          value={fate}
          options={KEYS_OF_DELETED.map((value) => ({ value, label: words.fates[value](keys) }))}
          onChange={({ target }) => setFate(target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
