/** Counts budgets of issued keys and of teams that come to be nearly spent, or spent. */
import type { OnBudget } from '../../domain/budget-event.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** @param tell whom else it is told. */
export function countBudgets(metrics: Metrics, tell: OnBudget = () => {}): OnBudget {
  const labels = ['state', 'period'] as const;
  const budgets = {
    key: metrics.counter(
      'claimgate_key_budgets_total',
      'Budgets of issued keys that came to be nearly spent or spent, by period.',
      labels,
    ),
    team: metrics.counter(
      'claimgate_team_budgets_total',
      'Budgets of teams that came to be nearly spent or spent, by period.',
      labels,
    ),
  };
  return (event) => {
    budgets[event.of].inc({ state: event.state, period: event.period });
    tell(event);
  };
}
