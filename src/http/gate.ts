/**
 * Who is calling, and whether they may: what every endpoint that reaches a model does before it does
 * anything else, in the contract's order: 401, then 400, then 403, then 429.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressReader } from '../admission/address-of.ts';
import { type Admission, AdmissionRefused, givesPlaceBack, type Reservation } from '../admission/admit.ts';
import { rateLimitHeaders } from '../admission/allowance.ts';
import type { Caller, CallerIds } from '../admission/caller-id.ts';
import type { KeyAttempt } from '../admission/failed-keys.ts';
import type { BudgetState } from '../admission/key-budgets.ts';
import { readCredential } from '../admission/read-credential.ts';
import type { RequestCounts } from '../admission/request-counts.ts';
import { type ApiKey, isIssuedKey } from '../domain/api-key.ts';
import type { Allowance, Plan } from '../domain/plan.ts';
import { GatewayError } from '../errors.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import type { FoundModel } from '../upstream/model-directory.ts';
import type { MemoryCaller } from './memory.ts';

export interface Identity {
  readonly key: ApiKey;
  readonly caller: Caller;
}

export interface Gate {
  /**
   * Reads the key, and notes on the request who is calling.
   * @returns the caller; `absent` where no key was given; the error (401) of a key that is none. It is
   *   returned and not thrown, because a fault of the body (422) comes first.
   */
  identify(request: FastifyRequest, order: 'body-first' | 'header-first'): Identity | 'absent' | GatewayError;
  /** Whether the caller's plan and key include the model, spending nothing. */
  mayUse(identity: Identity, model: FoundModel): boolean;
  /**
   * Takes a place in the caller's plan.
   * @param others the model that judges claims, and those that are asked where this one cannot answer.
   * @throws GatewayError 403 or 429; `unavailable` where limits cannot be read.
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    model: FoundModel,
    others?: readonly FoundModel[],
  ): Promise<Reservation>;
  /**
   * Whether a provider had accepted the key within the last hour when the request was admitted. One that needs no key has accepted none: its
   * callers count as known only where nobody but the operator can call.
   */
  acceptedLately(request: FastifyRequest, endpoint: Endpoint): boolean;
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
  /** Whether this key is publicly known and accepted, so that no attempt with it is counted. */
  readonly isPublic: (key: ApiKey) => boolean;
  /** Whether it is an operator's key for the admin API, which goes nowhere else. */
  readonly isAdmin: (caller: Caller) => boolean;
  /** Whether nobody but the operator can call. */
  readonly isPrivate: boolean;
}

export function createGate(options: GateOptions): Gate {
  const { callerIds, admission, addresses, screen, isPublic, issuedKeys } = options;
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
  /** Whether nobody needs to ask a provider: issued, and looked up before, or accepted lately. */
  const isGood = (key: ApiKey, caller: Caller): boolean =>
    isIssuedKey(key) || acceptedKeys.acceptedLately(caller.id) || isPublic(key);
  /**
   * Waits where many unknown keys are being tried from one address.
   * @returns `undefined` for a key that is known to be good.
   * @throws GatewayError for an unknown key, from an address that has tried too many.
   */
  const beginAttempt = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, caller }: Identity,
  ): Promise<KeyAttempt | undefined> => {
    if (isGood(key, caller)) return undefined;
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
  /** Takes a place that is held until the response is over. @throws GatewayError where there is none. */
  const takeOpenPlace = async ({ raw }: FastifyReply, { caller }: Identity): Promise<void> => {
    const leave = await openPlaces.take(caller.id);
    if (leave === undefined) throw new GatewayError('too_many_open_requests');
    if (raw.destroyed) leave();
    else raw.on('close', leave);
  };
  const setHeaders = (reply: FastifyReply, allowance: Allowance): void => {
    reply.headers(rateLimitHeaders(allowance));
  };

  return {
    addressOf,
    memoryCallerOf(request) {
      try {
        const credential = readCredential({ ...keyHeadersOf(request), order: 'header-first' });
        if (credential.kind === 'key') {
          const { key } = credential;
          const caller = callerIds.callerOf(key);
          screen(key);
          if (isIssuedKey(key)) issuedKeys.require(caller);
          if (isGood(key, caller)) return { accepted: caller.id };
        }
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
      }
      return { address: addressOf(request) };
    },
    async allowanceOf({ key, caller }) {
      const allowance = await admission.allowanceOf(caller);
      return isIssuedKey(key) ? { ...allowance, budgets: await issuedKeys.budgetsOf(caller) } : allowance;
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
      if (isIssued) {
        const models = [found, ...others].map(({ model }) => model);
        issuedKeys.requireModels(identity.caller, models);
      }
      // A plan includes what it pays for: the dearest of the models must be in it.
      const { model, listed } =
        others.find((other) => other.model.tier !== 'basic' || !other.listed) ?? found;
      const { endpoint } = found;
      let reservation: Reservation;
      try {
        reservation = await admission.admit({ caller: identity.caller, tier: model.tier, listed });
      } catch (error) {
        if (error instanceof AdmissionRefused) setHeaders(reply, error.allowance);
        throw error;
      }
      try {
        // Only now: a model outside the plan (403) comes first.
        if (isIssued) issuedKeys.requireRoom(identity.caller);
        await takeOpenPlace(reply, identity);
        if (endpoint.keyless) keyless.add(reservation);
        const attempt = endpoint.keyless ? undefined : await beginAttempt(request, reply, identity);
        if (attempt !== undefined) attempts.set(reservation, attempt);
        // Behind the attempt: other processes may know the key.
        request.keyAccepted = isIssued || acceptedKeys.acceptedLately(identity.caller.id);
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
      if (!givesPlaceBack(status)) return reservation.keep();
      await reservation.release();
      setHeaders(reply, reservation.allowance());
    },
  };
}

/** The headers that may hold a key. */
function keyHeadersOf({ routeOptions, headers }: FastifyRequest) {
  const { keyHeader } = routeOptions.config;
  const ownHeader = keyHeader === undefined ? undefined : headers[keyHeader];
  return {
    ownHeader: Array.isArray(ownHeader) ? ownHeader[0] : ownHeader,
    authorization: headers.authorization,
  };
}

/** The body's `api_key` where it is one to look at; `null` is as if absent, another type is a 422 later. */
export function bodyKeyOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { api_key: key } = body as { api_key?: unknown };
  return typeof key === 'string' ? key : undefined;
}
