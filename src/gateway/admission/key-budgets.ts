/**
 * Budgets of issued keys and of teams that hold: what a call may cost at most is reserved in the store before the call is
 * made, in one step over all processes, and settled afterwards. What many calls of one process ask of a key or a team at
 * once is asked in one step too. A call with the key of a team is reserved and settled in both: first in the key, then
 * in the team, and given back to the key where the team has no room. Where there is no budget the store is asked for
 * nothing; usage is gathered and written for reports.
 */
import type { OnBudget } from '../../domain/budget-event.ts';
import type { Usage } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { KeyBalances } from '../store/key-balances.ts';
import type { KeyUsageRecords } from '../store/key-usage.ts';
import type { Team } from '../store/teams.ts';
import { type Amount, NOTHING } from './balance.ts';
import { createBalanceKeeper, type Reserved, type Spender } from './balance-keeper.ts';
import {
  type BudgetState,
  budgetStates,
  budgetsNow,
  explainRefusal,
  limitsOf,
  UNITS,
} from './describe-budgets.ts';
import type { Ask } from './reserve.ts';
import { createUsageWriter } from './usage-writer.ts';
import { dayOf, endOf, momentOf } from './windows.ts';

/** What is reserved for one call. */
export interface BudgetHold {
  /** Tokens that one answer may have. */
  readonly output: number;
  /**
   * The call is over.
   * @param key as it is now.
   * @param model as it is named in reports.
   * @param nanos what it did cost, in billionths of a US dollar.
   * @param team the one that the call was begun in, as it is now.
   */
  settle(key: IssuedKey, model: string, usage: Usage, nanos: number, team?: Team | undefined): void;
  /** The call did cost nothing. */
  release(): void;
}

interface KeyBudgetsOptions {
  readonly balances: Pick<KeyBalances, 'find' | 'swap'>;
  readonly records: Pick<KeyUsageRecords, 'add' | 'ofPeriod'>;
  /** Likewise, by teams. */
  readonly teamRecords: Pick<KeyUsageRecords, 'add' | 'ofPeriod'>;
  /** Name of this process, unlike that of any other, before or after. */
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The share of a budget that counts as nearly all of it: 0 to 1. */
  readonly nearly: number;
  /** Called once for each budget, period and state, over all processes. */
  readonly onBudget: OnBudget;
  /** Called when the store could not be read or written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

const AWAY = 'The budget of this key cannot be read at the moment';

/** Whose budgets a call is charged to. */
type Holder =
  | { readonly kind: 'key'; readonly terms: IssuedKey }
  | { readonly kind: 'team'; readonly terms: Team };

export function createKeyBudgets(options: KeyBudgetsOptions) {
  const { balances, owner, now, nearly, onBudget, onFailure } = options;
  const bookFor = (of: Holder['kind'], records: KeyBudgetsOptions['records']) => ({
    usage: createUsageWriter({ records, onFailure }),
    keeper: createBalanceKeeper({
      balances,
      usedIn: records.ofPeriod,
      owner,
      now,
      nearly,
      onNews(id, { standing: state, period, unit: counted, limit, spent }, when) {
        const { unit, read } = UNITS[counted];
        onBudget({ state, of, id, period, unit, limit: read(limit), used: read(spent), reset: endOf(when) });
      },
      onFailure,
    }),
  });
  const books = { key: bookFor('key', options.records), team: bookFor('team', options.teamRecords) };
  /** `undefined` where there is no budget. */
  const spenderOf = ({ terms }: Holder): Spender | undefined => {
    const limits = limitsOf(terms);
    if (limits === undefined) return undefined;
    const nowMs = now();
    const day = limits.day === undefined ? 0 : dayOf(nowMs);
    return { holder: terms.id, month: momentOf(nowMs).month, day, limits };
  };

  /** Charges a call for which nothing was reserved: there may be a budget once it is over. */
  const charge = (holder: Holder, amount: Amount, done: () => void): void => {
    const { keeper } = books[holder.kind];
    const spender = spenderOf(holder);
    if (spender !== undefined) keeper.spend(spender, amount, done);
    else {
      keeper.forget(holder.terms.id, momentOf(now()).month);
      done();
    }
  };
  /** @returns absent where there is no budget. @throws GatewayError where it does not fit. */
  const reserveOf = async (holder: Holder, ask: Ask): Promise<Reserved | undefined> => {
    const spender = spenderOf(holder);
    if (spender === undefined) return undefined;
    const reserved = await books[holder.kind].keeper.reserve(spender, ask).catch((cause: unknown) => {
      throw new GatewayError('unavailable', AWAY, { retryAfter: '1', cause });
    });
    if ('refusal' in reserved) throw explainRefusal(reserved, spender, now(), teamNameOf(holder));
    return reserved;
  };

  return {
    /**
     * Reserves the most that a call may cost.
     * @param team that the key belongs to.
     * @throws GatewayError `insufficient_quota` where it does not fit into the budget, `budget_reserved` where it may fit
     *   once calls under way are over, `unavailable` where the store is away: a budget that cannot be read is not spent.
     */
    async reserve(key: IssuedKey, ask: Ask, team?: Team | undefined): Promise<BudgetHold> {
      const ofKey = await reserveOf({ kind: 'key', terms: key }, ask);
      // The team grants no longer answer than the key has. Where it grants a shorter one, the key holds more than it needs to.
      const rest = { ...ask, output: ofKey?.output ?? ask.output };
      const ofTeam =
        team &&
        (await reserveOf({ kind: 'team', terms: team }, rest).catch((error: unknown) => {
          ofKey?.end(NOTHING);
          throw error;
        }));
      return {
        output: ofTeam?.output ?? rest.output,
        settle(keyNow, model, used, nanos, teamNow = team) {
          const { promptTokens, completionTokens } = used;
          const amount = { tokens: promptTokens + completionTokens, nanos };
          const sums = { day: dayOf(now()), model, calls: 1, promptTokens, completionTokens, nanos };
          const settleIn = (holder: Holder, reserved: Reserved | undefined): void => {
            const { usage } = books[holder.kind];
            // For the report only once it is spent: a process that begins takes the greater of both.
            const gather = (): void => usage.gather({ ...sums, keyId: holder.terms.id });
            if (reserved === undefined) charge(holder, amount, gather);
            else reserved.end(amount, gather);
          };
          settleIn({ kind: 'key', terms: keyNow }, ofKey);
          if (team !== undefined && teamNow !== undefined) {
            settleIn({ kind: 'team', terms: teamNow }, ofTeam);
          }
        },
        release() {
          ofKey?.end(NOTHING);
          ofTeam?.end(NOTHING);
        },
      };
    },

    /**
     * Looks only at what is known: no call is made that would be refused for sure.
     * @throws GatewayError `insufficient_quota`
     */
    requireRoom(key: IssuedKey, team?: Team | undefined): void {
      for (const holder of holdersOf(key, team)) {
        const spender = spenderOf(holder);
        const known = spender && books[holder.kind].keeper.lastKnown(spender.holder, spender.month);
        if (spender === undefined || known === undefined) continue;
        const lacked = budgetsNow(known, spender).filter(({ spent, limit }) => spent >= limit);
        if (lacked.length > 0) {
          throw explainRefusal({ refusal: 'used_up', lacked }, spender, now(), teamNameOf(holder));
        }
      }
    },

    /** The budgets that hold for a key, its team's behind its own, and what is left of them. */
    async statesOf(key: IssuedKey, team?: Team | undefined): Promise<BudgetState[]> {
      const states = await Promise.all(
        holdersOf(key, team).map(async (holder) => {
          const spender = spenderOf(holder);
          if (spender === undefined) return [];
          return budgetStates(await books[holder.kind].keeper.read(spender), spender, teamNameOf(holder));
        }),
      );
      return states.flat();
    },

    /** Settles and writes what is still to be. */
    async close(): Promise<void> {
      const all = Object.values(books);
      await Promise.all(all.map(({ keeper }) => keeper.close()));
      await Promise.all(all.map(({ usage }) => usage.close()));
    },
  };
}

function holdersOf(key: IssuedKey, team: Team | undefined): Holder[] {
  const ofKey: Holder = { kind: 'key', terms: key };
  return team === undefined ? [ofKey] : [ofKey, { kind: 'team', terms: team }];
}

function teamNameOf({ kind, terms }: Holder): string | undefined {
  return kind === 'team' ? terms.name : undefined;
}
