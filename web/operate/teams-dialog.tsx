/** What a team is called and may spend: for a new one, and to change one. */
import { type ReactElement, useState } from 'react';
import type { Overview } from '../api/admin.ts';
import { changeTeam, createTeam, type Team, type TeamTerms } from '../api/admin-teams.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { BudgetFields, changesOf, NO_BUDGETS, PlanField, TextField } from './terms-fields.tsx';
import { useAdminDeed } from './use-admin.ts';

const { issuedKeys: keyWords, teams: words } = texts;

/** @param before the team that is changed; a new one is created where absent. */
export function TeamDialog({
  adminKey,
  plans,
  before,
  onDone,
  onClose,
}: {
  adminKey: string;
  plans: Overview['plans'];
  before?: Team;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const first: TeamTerms =
    before === undefined ? { name: '', plan: null, note: null, ...NO_BUDGETS } : termsOf(before);
  const [terms, setTerms] = useState(first);
  const { busy, failure, run } = useAdminDeed(adminKey);
  const put = (change: Partial<TeamTerms>): void => setTerms((all) => ({ ...all, ...change }));

  const send = async (): Promise<void> => {
    const changes = changesOf(first, terms);
    const deed =
      before === undefined
        ? () => createTeam(adminKey, terms)
        : () => changeTeam(adminKey, before.id, changes);
    if (before !== undefined && Object.keys(changes).length === 0) return onClose();
    if (!(await run(deed))) return;
    onDone();
    onClose();
  };

  return (
    <FormDialog
      title={before === undefined ? words.create : keyWords.changeOf(before.name)}
      ok={before === undefined ? words.createNow : keyWords.save}
      busy={busy}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        more={words.nameMore}
        longest={64}
        value={terms.name}
        onText={(name) => put({ name: name ?? '' })}
      />
      <PlanField
        plan={terms.plan}
        plans={plans}
        without={words.noPlan}
        more={words.planMore}
        onPlan={(plan) => put({ plan })}
      />
      <BudgetFields terms={terms} onPut={put} />
      <TextField
        label={words.note}
        more={words.noteMore}
        longest={1_000}
        value={terms.note}
        onText={(note) => put({ note })}
      />
    </FormDialog>
  );
}

function termsOf(team: Team): TeamTerms {
  const { name, plan, note, tokens_per_month, dollars_per_month, tokens_per_day, dollars_per_day } = team;
  return { name, plan, note, tokens_per_month, dollars_per_month, tokens_per_day, dollars_per_day };
}
