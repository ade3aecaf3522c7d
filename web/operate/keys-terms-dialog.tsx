/** What a key may do: for a new one, and to change one. */
import { Input, Select } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import type { Overview } from '../api/admin.ts';
import { changeKey, type IssuedKey, issueKey, type KeyTerms, type NewKey } from '../api/admin-keys.ts';
import type { Team } from '../api/admin-teams.ts';
import { newId } from '../shell/new-id.ts';
import { useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { NewSecretDialog } from './keys-new-secret.tsx';
import { BudgetFields, changesOf, Field, NO_BUDGETS, PlanField, TextField } from './terms-fields.tsx';
import { useAdminDeed } from './use-admin.ts';

const { issuedKeys: words } = texts;

const OPEN_TERMS: KeyTerms = {
  ...{ team: null, plan: null, models: null, expires: null, note: null },
  ...NO_BUDGETS,
};

/**
 * @param team id of the team of a new key.
 * @param before the key that is changed; a new one is issued where absent.
 */
export function TermsDialog({
  adminKey,
  plans,
  teams,
  team = null,
  before,
  onDone,
  onClose,
}: {
  adminKey: string;
  plans: Overview['plans'];
  teams: readonly Team[];
  team?: string | null;
  before?: IssuedKey;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const first = before === undefined ? { ...OPEN_TERMS, team } : termsOf(before);
  const [terms, setTerms] = useState(first);
  const [fresh, setFresh] = useState<NewKey>();
  const sent = useRef({ body: '', name: '' });
  const { busy, failure, run } = useAdminDeed(adminKey);
  const { list } = useModels();
  const put = (change: Partial<KeyTerms>): void => setTerms((all) => ({ ...all, ...change }));

  const send = async (): Promise<void> => {
    if (before !== undefined) {
      const changes = changesOf(first, terms);
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged && !(await run(() => changeKey(adminKey, before.id, changes)))) return;
      onDone();
      return onClose();
    }
    // An answer that was lost is asked for again, and no second key issued.
    const body = JSON.stringify(terms);
    if (sent.current.body !== body) sent.current = { body, name: newId() };
    await run(async () => {
      setFresh(await issueKey(adminKey, terms, sent.current.name));
      onDone();
    });
  };

  if (fresh !== undefined) return <NewSecretDialog fresh={fresh} onClose={onClose} />;
  return (
    <FormDialog
      title={before === undefined ? words.issue : words.changeOf(before.note ?? before.id)}
      ok={before === undefined ? words.issueNow : words.save}
      busy={busy}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={words.note}
        more={words.noteMore}
        longest={1_000}
        value={terms.note}
        onText={(note) => put({ note })}
      />
      {teams.length === 0 ? null : (
        <Field label={words.team} more={words.teamMore}>
          {(id) => (
            <Select
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              value={terms.team ?? ''}
              options={[
                { value: '', label: words.noTeam },
                ...teams.map(({ id: value, name }) => ({ value, label: name })),
              ]}
              onChange={(value) => put({ team: value === '' ? null : value })}
            />
          )}
        </Field>
      )}
      <PlanField
        plan={terms.plan}
        plans={plans}
        without={planWithout(
          teams.find(({ id }) => id === terms.team),
          plans,
        )}
        onPlan={(plan) => put({ plan })}
      />
      <Field label={words.models} more={words.modelsMore}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            value={[...(terms.models ?? [])]}
            placeholder={words.allModels}
            options={(list?.models_list ?? []).flatMap(({ available_models: models }) =>
              models.map(({ model_id: value }) => ({ value, label: value })),
            )}
            onChange={(models: readonly string[]) => put({ models: models.length === 0 ? null : models })}
          />
        )}
      </Field>
      <BudgetFields terms={terms} onPut={put} />
      <Field label={words.lastDay} more={words.lastDayMore}>
        {(id) => (
          <Input
            id={id}
            type="date"
            value={terms.expires?.slice(0, 10) ?? ''}
            onChange={({ target }) => put({ expires: target.value === '' ? null : target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** The plan of a key that has none of its own. */
function planWithout(team: Team | undefined, plans: Overview['plans']): string {
  if (team?.plan != null) return words.planOfTeam(team.plan);
  return words.defaultPlanOf(plans.find((plan) => plan.is_default)?.name);
}

function termsOf(key: IssuedKey): KeyTerms {
  const { team, plan, models, expires, note } = key;
  const { tokens_per_month, dollars_per_month, tokens_per_day, dollars_per_day } = key;
  return {
    team,
    plan,
    models,
    expires,
    tokens_per_month,
    dollars_per_month,
    tokens_per_day,
    dollars_per_day,
    note,
  };
}
