/** What was used of the budgets of a key or a team. */
import { Progress } from 'antd';
import { Fragment, type ReactElement } from 'react';
import type { Budget, HolderUse } from '../api/admin-keys.ts';
import { texts } from '../texts.ts';

const { issuedKeys: words } = texts;

const UNITS = ['tokens', 'usd'] as const;

/** A line for each budget; what was used this month where no budget says it. */
export function BudgetLines({ used, budgets, name }: HolderUse & { name: string }): ReactElement {
  return (
    <>
      {UNITS.map((unit) => {
        const ofUnit = budgets.filter((budget) => budget.unit === unit);
        return (
          <Fragment key={unit}>
            {ofUnit.some(({ period }) => period === 'month') ? null : (
              <div className="keys-budget">{words.used[unit](used[unit])}</div>
            )}
            {ofUnit.map((budget) => (
              <BudgetLine key={budget.period} budget={budget} name={name} />
            ))}
          </Fragment>
        );
      })}
    </>
  );
}

/** The budget that speaks for all; absent where they are far from spent. */
export function worstOf(budgets: readonly Budget[]) {
  const share = ({ state, used, limit }: Budget): number => (state === 'spent' ? 1 : 0) + used / limit;
  const [worst] = budgets.toSorted((a, b) => share(b) - share(a));
  const { state = 'open' } = worst ?? {};
  return worst === undefined || state === 'open' ? undefined : { ...worst, state };
}

/** What was used of a budget. */
function BudgetLine({
  budget: { period, unit, used, limit, state },
  name,
}: {
  budget: Budget;
  name: string;
}): ReactElement {
  const when = words.periods[period];
  return (
    <div className="keys-budget">
      <span>{words.budget[unit](used, limit, when)}</span>
      <Progress
        percent={Math.min(100, (100 * used) / limit)}
        showInfo={false}
        size="small"
        status={state === 'spent' ? 'exception' : 'normal'}
        aria-label={words.budgetOf(name, unit, when)}
      />
    </div>
  );
}
