/** The gate of a request: reads from it who is calling, asks `admission/` whether they may, and sets the headers of limits. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import type { Allowance } from '../../../domain/plan.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type { FoundModel } from '../../../models/upstream/model-directory.ts';
import type { Acceptance, KeyHolder } from '../../admission/acceptance.ts';
import type { AddressReader } from '../../admission/address-of.ts';
import type { Admitted, CallerAdmission } from '../../admission/admit-caller.ts';
import { rateLimitHeaders } from '../../admission/allowance.ts';
import { countsAsAccepted } from '../../admission/evidence-access.ts';
import type { CallerIdentification } from '../../admission/identify-caller.ts';
import type { MemoryCaller } from '../server/memory.ts';
import { bodyKeyOf, issuedKeyIn, keyHeadersOf } from './request-keys.ts';

export type Identity = KeyHolder;

export interface Gate
  extends Acceptance,
    Pick<CallerAdmission<FoundModel>, 'mayUse' | 'allowanceOf' | 'planOf' | 'profilesOf'> {
  /** Whether nobody is served without a key: the gateway serves those alone that it issued. */
  readonly needsKey: boolean;
  /**
   * Reads the key, and notes on the request who is calling.
   * @returns the caller; `absent` where no key was given; the error (401) of a key that is none. It is
   *   returned and not thrown, because a fault of the body (422) comes first.
   */
  identify(request: FastifyRequest, order: 'body-first' | 'header-first'): Identity | 'absent' | GatewayError;
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
  ): Promise<Admitted>;
  /**
   * Whether a provider had accepted the key within the last hour when the request was admitted. One that needs no key has accepted none: its
   * callers count as known only where nobody but the operator can call.
   */
  acceptedLately(request: FastifyRequest, endpoint: Endpoint): boolean;
  /** Whether the caller is accepted where no provider is asked. @param endpoint that it would be asked at. */
  accepts(identity: Identity, endpoint: Endpoint): Promise<boolean>;
  /** The request failed: gives its place back where it was rejected, and says so on the reply. */
  failed(reply: FastifyReply, admitted: Admitted, error: unknown): Promise<void>;
  /** Puts the state of the caller's limits on a reply, where it is not there yet, spending nothing. */
  setLimitHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  addressOf(request: FastifyRequest): string;
  /** Whose memory a request takes, as far as its headers say. */
  memoryCallerOf(request: FastifyRequest): MemoryCaller;
}

interface GateOptions {
  readonly identification: CallerIdentification;
  readonly admission: CallerAdmission<FoundModel>;
  readonly acceptance: Acceptance;
  readonly addresses: AddressReader;
  /** Whether nobody but the operator can call. */
  readonly isPrivate: boolean;
}

export function createGate(options: GateOptions): Gate {
  const { identification, admission, acceptance, addresses, isPrivate } = options;
  const addressOf = (request: FastifyRequest): string => {
    const forwarded = request.headers['x-forwarded-for'];
    return addresses.addressOf(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
  };
  const setHeaders = (reply: FastifyReply, allowance: Allowance): void => {
    reply.headers(rateLimitHeaders(allowance));
  };

  return {
    ...acceptance,
    needsKey: identification.needsKey,
    mayUse: admission.mayUse,
    allowanceOf: admission.allowanceOf,
    planOf: admission.planOf,
    profilesOf: admission.profilesOf,
    addressOf,

    memoryCallerOf(request) {
      const holder = unlessRefused(() =>
        identification.holderIn({ ...keyHeadersOf(request), order: 'header-first' }),
      );
      if (holder === undefined || holder instanceof GatewayError || !acceptance.isAccepted(holder)) {
        return { address: addressOf(request) };
      }
      return { accepted: holder.caller.id };
    },

    lookUp(request) {
      const key = issuedKeyIn(request);
      return key && identification.lookUp(key, () => addressOf(request));
    },

    async setLimitHeaders(request, reply) {
      if (request.identity === undefined || reply.hasHeader('X-RateLimit-Limit')) return;
      setHeaders(reply, await admission.limitsOf(request.identity));
    },

    identify(request, order) {
      return unlessRefused(() => {
        const headers = keyHeadersOf(request);
        const identity = identification.holderIn({ bodyKey: bodyKeyOf(request.body), ...headers, order });
        if (identity === undefined) return 'absent';
        // Those who are not served are named in the log too.
        request.identity = identity;
        identification.requireServed(identity);
        return identity;
      });
    },

    async admit(request, reply, holder, model, others) {
      const whenOver = (then: () => void): void => {
        if (reply.raw.destroyed) then();
        else reply.raw.on('close', then);
      };
      const decision = await admission.admit({
        holder,
        addressOf: () => addressOf(request),
        model,
        ...(others && { others }),
        whenOver,
      });
      if (decision.allowance !== undefined) setHeaders(reply, decision.allowance);
      if (decision.admitted === undefined) throw decision.refusal;
      request.keyAccepted = decision.admitted.isAccepted;
      const { spendTokens } = decision.admitted;
      if (spendTokens !== undefined) {
        whenOver(() => {
          const tokens = request.tally?.tokens ?? 0;
          if (tokens > 0) spendTokens(tokens);
        });
      }
      return decision.admitted;
    },

    acceptedLately: ({ keyAccepted }, { keyless = false }) =>
      countsAsAccepted({ isKeyAccepted: keyAccepted, isKeyless: keyless, isPrivate }),

    accepts: async (identity, { keyless = false }) =>
      countsAsAccepted({ isKeyAccepted: false, isKeyless: keyless, isPrivate }) ||
      acceptance.findAccepted(identity),

    async failed(reply, admitted, error) {
      if (await admitted.failed(error)) setHeaders(reply, admitted.allowance());
    },
  };
}

/** @returns what the function returns, or the error for the caller that it throws. */
function unlessRefused<T>(read: () => T): T | GatewayError {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}
