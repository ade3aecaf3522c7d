/** What may be spent with a key, or with all keys of a team; absent: no limit. */
export interface BudgetTerms {
  /** Tokens in and out, a calendar month (UTC). */
  readonly tokensPerMonth?: number;
  /** Likewise, a day. */
  readonly tokensPerDay?: number;
  /** Billionths of a US dollar, a calendar month. */
  readonly nanosPerMonth?: number;
  readonly nanosPerDay?: number;
}

export const BUDGET_COLUMNS = [
  'tokens_per_month as tokensPerMonth',
  'nanos_per_month as nanosPerMonth',
  'tokens_per_day as tokensPerDay',
  'nanos_per_day as nanosPerDay',
] as const;

export function toBudgetRow(terms: BudgetTerms) {
  return {
    tokens_per_month: terms.tokensPerMonth ?? null,
    nanos_per_month: terms.nanosPerMonth ?? null,
    tokens_per_day: terms.tokensPerDay ?? null,
    nanos_per_day: terms.nanosPerDay ?? null,
  };
}
