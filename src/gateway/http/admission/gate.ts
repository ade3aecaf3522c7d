/**
 * Who is calling, and whether they may: what every endpoint that reaches a model does before it does
 * anything else, in the contract's order: 401, then 400, then 403, then 429.
 *
 * Longer than most files: the steps share the caller's state of one request.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKey, ISSUED_PREFIX, isIssuedKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { Allowance, Plan } from '../../../domain/plan.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type { FoundModel } from '../../../models/upstream/model-directory.ts';
import type { Acceptance, KeyHolder } from '../../admission/acceptance.ts';
import type { AddressReader } from '../../admission/address-of.ts';
import { type Admission, AdmissionRefused, givesPlaceBack, type Reservation } from '../../admission/admit.ts';
import { rateLimitHeaders } from '../../admission/allowance.ts';
import type { Caller, CallerIds } from '../../admission/caller-id.ts';
import type { KeyAttempt } from '../../admission/failed-keys.ts';
import type { BudgetState } from '../../admission/key-budgets.ts';
import { readCredential } from '../../admission/read-credential.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { MemoryCaller } from '../server/memory.ts';
import { bodyKeyOf, headerKeyOf, issuedKeyIn, keyHeadersOf } from './request-keys.ts';

export type Identity = KeyHolder;

export interface Gate extends Acceptance {
  /** Whether nobody is served without a key: the gateway serves those alone that it issued. */
  readonly needsKey: boolean;
  /**
   * Reads the key, and notes on the request who is calling.
   * @returns the caller; `absent` where no key was given; the error (401) of a key that is none. It is
   *   returned and not thrown, because a fault of the body (422) comes first.
   */
  identify(request: FastifyRequest, order: 'body-first' | 'header-first'): Identity | 'absent' | GatewayError;
  /** Whether the caller's plan and key include the model, spending nothing. */
  mayUse(identity: Identity, model: FoundModel): boolean;
  /**
   * Looks for a key that seems to be issued and is not known yet: another process may have just issued it. To be called
   * before `identify`. Never rejects.
   * @returns `undefined` where nothing is to be waited for.
   */
  lookUp(request: FastifyRequest): Promise<void> | undefined;
  /**
   * Takes a place in the caller's plan.
   * @param model absent where none is asked: every plan includes that, and no budget is spent.
   * @param others the model that judges claims, and those that are asked where this one cannot answer.
   * @throws GatewayError 403 or 429; `unavailable` where limits cannot be read.
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    model: FoundModel | undefined,
    others?: readonly FoundModel[],
  ): Promise<Reservation>;
  /**
   * Whether a provider had accepted the key within the last hour when the request was admitted. One that needs no key has accepted none: its
   * callers count as known only where nobody but the operator can call.
   */
  acceptedLately(request: FastifyRequest, endpoint: Endpoint): boolean;
  /** Whether the caller is accepted where no provider is asked. @param endpoint that it would be asked at. */
  accepts(identity: Identity, endpoint: Endpoint): Promise<boolean>;
  /** A provider has answered: its key is good, where it needs one. */
  accepted(identity: Identity, reservation: Reservation): void;
  /** The request failed: gives its place back where it was rejected, and says so on the reply. */
  failed(
    request: FastifyRequest,
    reply: FastifyReply,
    reservation: Reservation,
    error: unknown,
  ): Promise<void>;
  /** Puts the state of the caller's limits on a reply, where it is not there yet, spending nothing. */
  setLimitHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** What a key may still do, spending nothing. Issued keys have budgets too. */
  allowanceOf(
    identity: Identity,
  ): Promise<Allowance & Pick<Plan, 'models'> & { readonly budgets?: readonly BudgetState[] }>;
  addressOf(request: FastifyRequest): string;
  /** Whose memory a request takes, as far as its headers say. */
  memoryCallerOf(request: FastifyRequest): MemoryCaller;
}

/** What the gate asks of the keys that the gateway issued. The caller is one who sent such a key. */
export interface IssuedKeys {
  /** Whether it is known that the key was issued. */
  isKnown(caller: Caller): boolean;
  /** Looks for what was issued since. Never rejects. */
  refresh(): Promise<void>;
  /** @throws GatewayError 401 for a key that was never issued, was revoked or has expired. */
  require(caller: Caller): void;
  /** @throws GatewayError 403 where the key may not use one of the models. */
  requireModels(caller: Caller, models: readonly FoundModel['model'][]): void;
  /** @throws GatewayError 429 where the key's budget is known to be used up. */
  requireRoom(caller: Caller): void;
  /** The key's budgets, spending nothing. */
  budgetsOf(caller: Caller): Promise<readonly BudgetState[]>;
}

interface GateOptions {
  readonly issuedKeys: IssuedKeys;
  readonly callerIds: CallerIds;
  readonly admission: Admission;
  readonly counts: Omit<RequestCounts, 'takeDetection' | 'takeDocument'>;
  readonly addresses: AddressReader;
  /** @throws GatewayError `api_key_invalid` for a key that can belong to nobody. */
  readonly screen: (key: ApiKey) => void;
  /** Whether it is one of the sandbox's keys, and there is a sandbox. */
  readonly isSandbox: (key: ApiKey) => boolean;
  /** Whether it is an operator's key for the admin API, which goes nowhere else. */
  readonly isAdmin: (caller: Caller) => boolean;
  readonly acceptance: Acceptance;
  /** Whose keys are served. */
  readonly callers: 'all' | 'issued';
  /** Whether nobody but the operator can call. */
  readonly isPrivate: boolean;
  /** Whether the operator has given the caller a plan. */
  readonly isListed: (caller: Caller) => boolean;
}

const ISSUED_ALONE = 'This gateway serves only keys that its operator has issued';

export function createGate(options: GateOptions): Gate {
  const { callerIds, admission, acceptance, addresses, screen, issuedKeys } = options;
  const { openPlaces, acceptedKeys, failedKeys } = options.counts;
  const addressOf = (request: FastifyRequest): string => {
    const forwarded = request.headers['x-forwarded-for'];
    return addresses.addressOf(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
  };
  /** Requests whose keys are not known to be good. */
  const attempts = new WeakMap<Reservation, KeyAttempt>();
  /** Requests whose keys nobody looks at. */
  const keyless = new WeakSet<Reservation>();
  /**
   * Waits where many unknown keys are being tried from one address.
   * @returns `undefined` for a key that is known to be good.
   * @throws GatewayError for an unknown key, from an address that has tried too many.
   */
  const beginAttempt = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
  ): Promise<KeyAttempt | undefined> => {
    if (acceptance.isAccepted(identity)) return undefined;
    const { caller } = identity;
    const onLeave = (leave: () => void) => void reply.raw.on('close', leave);
    const attempt = await failedKeys.begin(addressOf(request), caller.id, onLeave);
    if (typeof attempt === 'number') {
      throw new GatewayError('address_limit_reached', 'Too many failed keys from this address', {
        retryAfter: String(attempt),
      });
    }
    // Whatever becomes of the request, its attempt ends with it.
    if (reply.raw.destroyed) attempt.over();
    else reply.raw.on('close', attempt.over);
    return attempt;
  };
  /** Where no provider looks at the keys, whoever makes up many has the places of one: of the address. */
  const countedAs = (request: FastifyRequest, { caller }: Identity, isUnknown: boolean): Caller => {
    if (!isUnknown || options.isPrivate || options.isListed(caller)) return caller;
    // No caller can send such a key: it was never issued.
    return callerIds.callerOf(ApiKey.parse(`${ISSUED_PREFIX}address:${addressOf(request)}`)!);
  };
  /** Takes a place that is held until the response is over. @throws GatewayError where there is none. */
  const takeOpenPlace = async ({ raw }: FastifyReply, caller: Caller): Promise<void> => {
    const leave = await openPlaces.take(caller.id);
    if (leave === undefined) throw new GatewayError('too_many_open_requests');
    if (raw.destroyed) leave();
    else raw.on('close', leave);
  };
  const setHeaders = (reply: FastifyReply, allowance: Allowance): void => {
    reply.headers(rateLimitHeaders(allowance));
  };

  return {
    ...acceptance,
    needsKey: options.callers === 'issued',
    addressOf,
    memoryCallerOf(request) {
      const credential = headerKeyOf(request);
      if (credential === undefined) return { address: addressOf(request) };
      const holder = { key: credential, caller: callerIds.callerOf(credential) };
      return acceptance.isAccepted(holder) ? { accepted: holder.caller.id } : { address: addressOf(request) };
    },
    async allowanceOf({ key, caller }) {
      const allowance = await admission.allowanceOf(caller);
      return isIssuedKey(key) ? { ...allowance, budgets: await issuedKeys.budgetsOf(caller) } : allowance;
    },

    lookUp(request) {
      const unknown = issuedKeyIn(request);
      if (unknown === undefined || issuedKeys.isKnown(callerIds.callerOf(unknown))) return undefined;
      // However many keys an address makes up, the store is asked a few times.
      const wait = options.counts.takeLookUp(addressOf(request));
      if (typeof wait === 'number') return undefined;
      return Promise.resolve(wait).then(
        (seconds) => (seconds === undefined ? issuedKeys.refresh() : undefined),
        () => {},
      );
    },

    async setLimitHeaders(request, reply) {
      if (request.identity === undefined || reply.hasHeader('X-RateLimit-Limit')) return;
      setHeaders(reply, await admission.allowanceOf(request.identity.caller));
    },

    identify(request, order) {
      try {
        const credential = readCredential({
          bodyKey: bodyKeyOf(request.body),
          ...keyHeadersOf(request),
          order,
        });
        if (credential.kind === 'absent') return 'absent';
        const { key } = credential;
        const identity: Identity = { key, caller: callerIds.callerOf(key) };
        request.identity = identity;
        screen(key);
        if (options.isAdmin(identity.caller)) throw new GatewayError('api_key_invalid');
        if (options.callers === 'issued' && !isIssuedKey(key) && !options.isSandbox(key)) {
          throw new GatewayError('api_key_invalid', undefined, { advice: ISSUED_ALONE });
        }
        if (isIssuedKey(key)) issuedKeys.require(identity.caller);
        return identity;
      } catch (error) {
        if (error instanceof GatewayError) return error;
        throw error;
      }
    },

    mayUse({ key, caller }, { model, listed }) {
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

    async admit(request, reply, identity, found, others = []) {
      const isIssued = isIssuedKey(identity.key);
      const asked = found === undefined ? [] : [found, ...others];
      if (isIssued) {
        issuedKeys.requireModels(
          identity.caller,
          asked.map(({ model }) => model),
        );
      }
      // A plan includes what it pays for: the dearest of the models must be in it.
      const dearest = asked.findLast(({ model, listed }) => model.tier !== 'basic' || !listed) ?? found;
      const { tier, listed } = { tier: dearest?.model.tier ?? 'basic', listed: dearest?.listed ?? true };
      const isKeyless = found?.endpoint.keyless === true;
      const isAccepted = await acceptance.findAccepted(identity);
      const counted = countedAs(request, identity, isKeyless && !isAccepted);
      let reservation: Reservation;
      try {
        reservation = await admission.admit({ caller: counted, tier, listed });
      } catch (error) {
        if (error instanceof AdmissionRefused) setHeaders(reply, error.allowance);
        throw error;
      }
      try {
        // Only now: a model outside the plan (403) comes first.
        if (isIssued && found !== undefined) issuedKeys.requireRoom(identity.caller);
        await takeOpenPlace(reply, counted);
        if (isKeyless) keyless.add(reservation);
        const attempt = isKeyless || isAccepted ? undefined : await beginAttempt(request, reply, identity);
        if (attempt !== undefined) attempts.set(reservation, attempt);
        // Behind the attempt: other processes may know the key by then.
        request.keyAccepted = isAccepted || acceptance.isAccepted(identity);
      } catch (error) {
        await reservation.release();
        throw error;
      } finally {
        setHeaders(reply, reservation.allowance());
      }
      return reservation;
    },

    acceptedLately: ({ keyAccepted }, { keyless: needsNone = false }) =>
      keyAccepted || (needsNone && options.isPrivate),

    accepts: async (identity, { keyless: needsNone = false }) =>
      (needsNone && options.isPrivate) || acceptance.findAccepted(identity),

    accepted(identity, reservation) {
      reservation.keep();
      if (!keyless.has(reservation)) acceptedKeys.record(identity.caller.id);
      attempts.get(reservation)?.over();
    },

    async failed(request, reply, reservation, error) {
      const status = error instanceof GatewayError ? error.status : 500;
      const attempt = attempts.get(reservation);
      if (status !== 401) attempt?.over();
      else if (attempt === undefined) failedKeys.record(addressOf(request));
      else attempt.failed();
      // A caller who left before it was known whether the key is good leaves nothing behind.
      const isUnknown = attempt !== undefined && !(error instanceof GatewayError);
      if (!givesPlaceBack(status) && !isUnknown) return reservation.keep();
      await reservation.release();
      setHeaders(reply, reservation.allowance());
    },
  };
}
