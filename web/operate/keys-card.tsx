import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Overview } from '../api/admin.ts';
import { type IssuedKey, type NewKey, revokeKey, rotateKey } from '../api/admin-keys.ts';
import type { Team } from '../api/admin-teams.ts';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { BudgetLines, worstOf } from './budget-lines.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { NewSecretDialog } from './keys-new-secret.tsx';
import { TermsDialog } from './keys-terms-dialog.tsx';
import { useAdminDeed } from './use-admin.ts';

const { issuedKeys: words } = texts;

type Asking = 'change' | 'rotate' | 'revoke';

/** One key: what it may do, what it has used, and what can be done with it. */
export function KeyCard({
  issued,
  adminKey,
  plans,
  teams,
  onChanged,
}: {
  issued: IssuedKey;
  adminKey: string;
  plans: Overview['plans'];
  teams: readonly Team[];
  onChanged: () => void;
}): ReactElement {
  const [asking, setAsking] = useState<Asking>();
  const [fresh, setFresh] = useState<NewKey>();
  const { busy, failure, run } = useAdminDeed(adminKey);
  const mayChange = useMayChange();
  const { id, note, state, used, budgets } = issued;
  const team = teams.find((each) => each.id === issued.team);
  const own = state === 'good' ? worstOf(budgets) : undefined;
  const ofTeam = state === 'good' ? worstOf(team?.budgets ?? []) : undefined;
  // Where the team has spent all, the key is of no use whatever it has left.
  const isTeamSpent = ofTeam?.state === 'spent' && own?.state !== 'spent';
  const worst = isTeamSpent ? ofTeam : own;
  const name = note ?? id;
  const close = (): void => setAsking(undefined);
  const rotate = async (): Promise<void> => {
    if (await run(async () => setFresh(await rotateKey(adminKey, id)))) close();
  };
  const revoke = async (): Promise<void> => {
    if (!(await run(() => revokeKey(adminKey, id)))) return;
    close();
    onChanged();
  };
  return (
    <li className="panel keys-card" data-state={worst?.state ?? state}>
      <div className="keys-head">
        <h2>{name}</h2>
        <span className="keys-state">
          {worst === undefined
            ? words.states[state]
            : isTeamSpent
              ? words.teamSpent
              : words.budgetStates[worst.state](worst.used / worst.limit)}
        </span>
      </div>
      <p className="faint small keys-facts">
        {[
          ...(note === null ? [] : [id]),
          ...(team === undefined ? [] : [words.ofTeam(team.name)]),
          planText(issued.plan ?? team?.plan ?? null),
          issued.models === null ? words.allModels : issued.models.join(', '),
          words.issuedOn(new Date(issued.issued)),
          ...(issued.expires === null ? [] : [words.expires(new Date(issued.expires))]),
        ].join(' · ')}
      </p>
      <BudgetLines used={used} budgets={budgets} name={name} />
      {state === 'revoked' || !mayChange ? null : (
        <div className="operate-ways keys-ways">
          <Button aria-label={words.changeOf(name)} onClick={() => setAsking('change')}>
            {words.change}
          </Button>
          {state === 'good' ? (
            <Button aria-label={words.rotateOf(name)} onClick={() => setAsking('rotate')}>
              {words.rotate}
            </Button>
          ) : null}
          <Button aria-label={words.revokeOf(name)} onClick={() => setAsking('revoke')}>
            {words.revoke}
          </Button>
        </div>
      )}
      {asking === 'change' ? (
        <TermsDialog {...{ adminKey, plans, teams }} before={issued} onDone={onChanged} onClose={close} />
      ) : null}
      {asking === 'rotate' || asking === 'revoke' ? (
        <ConfirmDialog
          title={words.sure[asking](name)}
          more={words.consequence[asking]}
          ok={words[asking]}
          busy={busy}
          failure={failure}
          onOk={() => void (asking === 'rotate' ? rotate() : revoke())}
          onClose={close}
        />
      ) : null}
      {fresh === undefined ? null : (
        <NewSecretDialog
          fresh={fresh}
          onClose={() => {
            setFresh(undefined);
            onChanged();
          }}
        />
      )}
    </li>
  );
}

function planText(plan: string | null): string {
  return plan === null ? words.defaultPlan : words.ofPlan(plan);
}
