/**
 * Whether an identified caller may do what it asks for, in the contract's order: 403, then 429. Knows no HTTP.
 *
 *   1. an issued key must include the models, and the plan the dearest of them (403);
 *   2. a place is taken in the plan's windows; an issued key's budget must have room, and the caller a place among its open
 *      requests (429);
 *   3. a key that nobody has accepted yet is an attempt, and waits where its address has many under way (429);
 *   4. the request runs, and its outcome says whether it counts, and what is learned of the key.
 */
import { ApiKey, ISSUED_PREFIX, isIssuedKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { Allowance, Plan, Tier } from '../../domain/plan.ts';
import type { Acceptance, KeyHolder } from './acceptance.ts';
import { type Admission, AdmissionRefused, givesPlaceBack, type Reservation } from './admit.ts';
import type { Caller, CallerIds } from './caller-id.ts';
import type { BudgetState } from './describe-budgets.ts';
import type { KeyAttempt } from './failed-keys.ts';
import type { IssuedKeyCheck } from './issued-key-check.ts';
import type { RequestCounts } from './request-counts.ts';

/** A model that is asked, as far as it decides who may ask it. */
export interface AskedModel {
  readonly model: { readonly tier: Tier };
  /** Whether the catalogue lists it. */
  readonly listed: boolean;
  readonly endpoint: {
    /** It needs no key: nobody looks at the caller's. */
    readonly keyless?: true;
  };
}

/** What a caller asks for. */
export interface Asking<Found extends AskedModel> {
  readonly holder: KeyHolder;
  /** Finds out the caller's address: it is read only where it matters. */
  readonly addressOf: () => string;
  /** Absent where none is asked: every plan includes that, and no budget is spent. */
  readonly model?: Found | undefined;
  /** The model that judges claims, and those that are asked where the first cannot answer. */
  readonly others?: readonly Found[];
  /** Calls back once the request is over, however it ends; at once where it is. */
  readonly whenOver: (then: () => void) => void;
}

/** A request that is let in. */
export interface Admitted extends Pick<Reservation, 'allowance' | 'keep' | 'spendTokens'> {
  /** Whether the caller was accepted by now. */
  readonly isAccepted: boolean;
  /** A provider has answered: its key is good, where it needs one. */
  accepted(): void;
  /**
   * The request failed. Where it was rejected it does not count, and its place is given back.
   * @returns whether it was. Never rejects.
   */
  failed(error: unknown): Promise<boolean>;
}

/** The state of the caller's limits is there where the plan was asked, and as it is after the decision. */
export type Decision =
  | { readonly admitted: Admitted; readonly allowance: Allowance }
  | { readonly admitted?: undefined; readonly refusal: unknown; readonly allowance?: Allowance };

export type CallerAdmission<Found extends AskedModel> = ReturnType<typeof createCallerAdmission<Found>>;

interface CallerAdmissionOptions<Found extends AskedModel> {
  readonly admission: Admission;
  readonly acceptance: Acceptance;
  readonly issuedKeys: Pick<
    IssuedKeyCheck<Found['model']>,
    'requireModels' | 'requireRoom' | 'budgetsOf' | 'profileOf'
  >;
  readonly callerIds: Pick<CallerIds, 'callerOf'>;
  readonly counts: Pick<RequestCounts, 'openPlaces' | 'acceptedKeys' | 'failedKeys'>;
  /** Whether nobody but the operator can call. */
  readonly isPrivate: boolean;
  /** Whether the operator has given the caller a plan. */
  readonly isListed: (caller: Caller) => boolean;
}

export function createCallerAdmission<Found extends AskedModel>(options: CallerAdmissionOptions<Found>) {
  const { admission, acceptance, issuedKeys, callerIds, isPrivate } = options;
  const { openPlaces, acceptedKeys, failedKeys } = options.counts;

  /** Where no provider looks at the keys, whoever makes up many has the places of one: of the address. */
  const countedAs = (asking: Asking<Found>, isUnknown: boolean): Caller => {
    const { caller } = asking.holder;
    if (!isUnknown || isPrivate || options.isListed(caller)) return caller;
    // No caller can send such a key: it was never issued.
    return callerIds.callerOf(ApiKey.parse(`${ISSUED_PREFIX}address:${asking.addressOf()}`)!);
  };

  /** Takes a place that is held until the request is over. @throws GatewayError where there is none. */
  const takeOpenPlace = async (caller: Caller, whenOver: Asking<Found>['whenOver']): Promise<void> => {
    const leave = await openPlaces.take(caller.id);
    if (leave === undefined) throw new GatewayError('too_many_open_requests');
    whenOver(leave);
  };

  /**
   * Waits where many unknown keys are being tried from one address.
   * @returns `undefined` for a key that is known to be good.
   * @throws GatewayError for an unknown key, from an address that has tried too many.
   */
  const beginAttempt = async (asking: Asking<Found>): Promise<KeyAttempt | undefined> => {
    const { holder, whenOver } = asking;
    if (acceptance.isAccepted(holder)) return undefined;
    const attempt = await failedKeys.begin(asking.addressOf(), holder.caller.id, whenOver);
    if (typeof attempt === 'number') {
      throw new GatewayError('address_limit_reached', 'Too many failed keys from this address', {
        retryAfter: String(attempt),
      });
    }
    // Whatever becomes of the request, its attempt ends with it.
    whenOver(attempt.over);
    return attempt;
  };

  const follow = (
    asking: Asking<Found>,
    reservation: Reservation,
    { isAccepted, attempt }: { readonly isAccepted: boolean; readonly attempt: KeyAttempt | undefined },
  ): Admitted => ({
    isAccepted,
    ...(reservation.spendTokens && { spendTokens: reservation.spendTokens }),
    allowance: reservation.allowance,
    keep: reservation.keep,
    accepted() {
      reservation.keep();
      if (!isKeyless(asking.model)) acceptedKeys.record(asking.holder.caller.id);
      attempt?.over();
    },
    async failed(error) {
      const status = error instanceof GatewayError ? error.status : 500;
      if (status !== 401) attempt?.over();
      else if (attempt === undefined) failedKeys.record(asking.addressOf());
      else attempt.failed();
      // A caller who left before it was known whether the key is good leaves nothing behind.
      const isUnknown = attempt !== undefined && !(error instanceof GatewayError);
      if (givesPlaceBack(status) || isUnknown) {
        await reservation.release();
        return true;
      }
      reservation.keep();
      return false;
    },
  });

  return {
    /** Whether the caller's plan and key include the model, spending nothing. */
    mayUse({ key, caller }: KeyHolder, { model, listed }: Found): boolean {
      if (!admission.includes({ caller, tier: model.tier, listed })) return false;
      if (!isIssuedKey(key)) return true;
      try {
        issuedKeys.requireModels(caller, [model]);
        return true;
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return false;
      }
    },

    /**
     * Takes a place in the caller's plan.
     * @throws GatewayError 403 of an issued key; `unavailable` where limits cannot be read.
     */
    async admit(asking: Asking<Found>): Promise<Decision> {
      const { holder, model: found, others = [] } = asking;
      const isIssued = isIssuedKey(holder.key);
      const endpoints = found === undefined ? [] : [found, ...others];
      if (isIssued) {
        issuedKeys.requireModels(
          holder.caller,
          endpoints.map(({ model }) => model),
        );
      }
      const wasAccepted = await acceptance.findAccepted(holder);
      const needsNone = isKeyless(found);
      const counted = countedAs(asking, needsNone && !wasAccepted);
      let reservation: Reservation;
      try {
        reservation = await admission.admit({ caller: counted, ...dearestOf(endpoints) });
      } catch (refusal) {
        if (!(refusal instanceof AdmissionRefused)) throw refusal;
        return { refusal, allowance: refusal.allowance };
      }
      try {
        // Only now: a model outside the plan (403) comes first.
        if (isIssued && found !== undefined) issuedKeys.requireRoom(holder.caller);
        await takeOpenPlace(counted, asking.whenOver);
        const attempt = needsNone || wasAccepted ? undefined : await beginAttempt(asking);
        // Behind the attempt: other processes may know the key by then.
        const isAccepted = wasAccepted || acceptance.isAccepted(holder);
        const admitted = follow(asking, reservation, { isAccepted, attempt });
        return { admitted, allowance: reservation.allowance() };
      } catch (refusal) {
        await reservation.release();
        return { refusal, allowance: reservation.allowance() };
      }
    },

    planOf: ({ caller }: KeyHolder): Plan => admission.planOf(caller),
    /** @returns names of profiles for requests that choose none: the issued key's, then the plan's. */
    profilesOf: ({ caller }: KeyHolder): readonly (string | undefined)[] => [
      issuedKeys.profileOf(caller),
      admission.planOf(caller).profile,
    ],

    /** The state of the caller's limits, spending nothing. */
    limitsOf: ({ caller }: KeyHolder): Promise<Allowance> => admission.allowanceOf(caller),

    /** What a key may still do, spending nothing. Issued keys have budgets too. */
    async allowanceOf({ key, caller }: KeyHolder): Promise<KeyAllowance> {
      const allowance = await admission.allowanceOf(caller);
      return isIssuedKey(key) ? { ...allowance, budgets: await issuedKeys.budgetsOf(caller) } : allowance;
    },
  };
}

/** What a key may still do, and which models its plan includes. */
type KeyAllowance = Allowance & Pick<Plan, 'models'> & { readonly budgets?: readonly BudgetState[] };

/** A plan includes what it pays for: the dearest of the models must be in it. */
function dearestOf(asked: readonly AskedModel[]): { readonly tier: Tier; readonly listed: boolean } {
  const dearest = asked.findLast(({ model, listed }) => model.tier !== 'basic' || !listed) ?? asked[0];
  return { tier: dearest?.model.tier ?? 'basic', listed: dearest?.listed ?? true };
}

const isKeyless = (found: AskedModel | undefined): boolean => found?.endpoint.keyless === true;
