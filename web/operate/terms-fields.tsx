/** Fields that the terms of a key and those of a team have in common. */
import { Input, InputNumber, Select } from 'antd';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { Overview } from '../api/admin.ts';
import type { BudgetTerms } from '../api/admin-keys.ts';
import { texts } from '../texts.ts';

const { issuedKeys: words } = texts;

const TOKENS = { min: 1, max: 1_000_000_000_000, precision: 0 };
const DOLLARS = { min: 0.01, max: 1_000_000 };
const BUDGETS = [
  { name: 'tokens_per_month', label: words.tokensPerMonth, more: words.tokensMore, ...TOKENS },
  { name: 'dollars_per_month', label: words.dollarsPerMonth, more: undefined, ...DOLLARS },
  { name: 'tokens_per_day', label: words.tokensPerDay, more: words.perDayMore, ...TOKENS },
  { name: 'dollars_per_day', label: words.dollarsPerDay, more: undefined, ...DOLLARS },
] as const;

export const NO_BUDGETS: BudgetTerms = {
  tokens_per_month: null,
  dollars_per_month: null,
  tokens_per_day: null,
  dollars_per_day: null,
};

export function BudgetFields({
  terms,
  onPut,
}: {
  terms: BudgetTerms;
  onPut: (change: Partial<BudgetTerms>) => void;
}): ReactElement {
  return (
    <>
      {BUDGETS.map(({ name, label, more, ...bounds }) => (
        <Field key={name} label={label} more={more}>
          {(id) => (
            <InputNumber<number>
              id={id}
              {...bounds}
              placeholder={words.noBudget}
              value={terms[name]}
              onChange={(value) => onPut({ [name]: value })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

/** @param without what holds where no plan is chosen. */
export function PlanField({
  plan,
  plans,
  without,
  more,
  onPlan,
}: {
  plan: string | null;
  plans: Overview['plans'];
  without: string;
  more?: string;
  onPlan: (plan: string | null) => void;
}): ReactElement {
  return (
    <Field label={words.plan} more={more}>
      {(id) => (
        <Select
          id={id}
          value={plan ?? ''}
          options={[
            { value: '', label: without },
            ...plans.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(value) => onPlan(value === '' ? null : value)}
        />
      )}
    </Field>
  );
}

/** @param longest characters. */
export function TextField({
  label,
  more,
  longest,
  value,
  onText,
}: {
  label: string;
  more: string;
  longest: number;
  value: string | null;
  onText: (text: string | null) => void;
}): ReactElement {
  return (
    <Field label={label} more={more}>
      {(id) => (
        <Input
          id={id}
          autoComplete="off"
          maxLength={longest}
          value={value ?? ''}
          onChange={({ target }) => onText(target.value === '' ? null : target.value)}
        />
      )}
    </Field>
  );
}

export function Field({
  label,
  more,
  children,
}: {
  label: string;
  more?: string | undefined;
  children: (id: string) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {more === undefined ? null : <span className="faint small">{more}</span>}
    </div>
  );
}

/** @returns the fields that differ from what they were. */
export function changesOf<T extends object>(before: T, now: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>;
}
