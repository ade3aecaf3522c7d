import type { Caller } from './caller-id.ts';
import type { BudgetState } from './describe-budgets.ts';

/** What is asked of the keys that the gateway issued. The caller is one who sent such a key. */
export interface IssuedKeyCheck<Model> {
  /** Whether it is known that the key was issued. */
  isKnown(caller: Caller): boolean;
  /** Looks for what was issued since. Never rejects. */
  refresh(): Promise<void>;
  /** @throws GatewayError 401 for a key that was never issued, was revoked or has expired. */
  require(caller: Caller): void;
  /** @throws GatewayError 403 where the key may not use one of the models. */
  requireModels(caller: Caller, models: readonly Model[]): void;
  /** @throws GatewayError 429 where the key's budget is known to be used up. */
  requireRoom(caller: Caller): void;
  /** Name of the profile that the key was given; absent where it has none, and for callers' own keys. */
  profileOf(caller: Caller): string | undefined;
  /** The key's budgets, spending nothing. */
  budgetsOf(caller: Caller): Promise<readonly BudgetState[]>;
}
