/** A budget of an issued key or a team that has come to be nearly spent, or spent, for those who want to hear of it. */
export interface BudgetEvent {
  readonly state: 'nearly_spent' | 'spent';
  readonly of: 'key' | 'team';
  /** Public name of the key or the team. */
  readonly id: string;
  readonly period: 'month' | 'day';
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  readonly used: number;
  /** Unix seconds at which the budget begins anew. */
  readonly reset: number;
}

/** Never throws, and waits for nothing. */
export type OnBudget = (event: BudgetEvent) => void;
