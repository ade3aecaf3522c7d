/** Joins what lets requests in: who callers are, what they may do, and what was counted of them. */
import type { FoundModel } from '../../models/upstream/model-directory.ts';
import { createAcceptance } from '../admission/acceptance.ts';
import { createAddressReader } from '../admission/address-of.ts';
import type { Admission } from '../admission/admit.ts';
import { createCallerAdmission } from '../admission/admit-caller.ts';
import type { Caller } from '../admission/caller-id.ts';
import { createCallerIdentification } from '../admission/identify-caller.ts';
import type { RequestCounts } from '../admission/request-counts.ts';
import type { Config } from '../config/read-config.ts';
import { createGate, type Gate } from '../http/admission/gate.ts';
import type { OpenIssuedKeys } from './open-issued-keys.ts';
import type { State } from './open-state.ts';

interface GateOptions extends Pick<Config, 'callers' | 'isPrivate' | 'trustedProxies'> {
  readonly state: Pick<State, 'callerIds' | 'sandboxCallers' | 'isListed'>;
  readonly issuedKeys: OpenIssuedKeys;
  readonly counts: RequestCounts;
  readonly admission: Admission;
  /** Whether it is an operator's key for the admin API, which goes nowhere else. */
  readonly isAdmin: (caller: Caller) => boolean;
}

/** @throws Error naming the trusted proxy that is no address. */
export function openGate(options: GateOptions): Gate {
  const { state, issuedKeys, counts, isPrivate } = options;
  const { callerIds, sandboxCallers, isListed } = state;
  const acceptance = createAcceptance({
    acceptedKeys: counts.acceptedKeys,
    isIssued: issuedKeys.isGood,
    isPublic: sandboxCallers.isPublic,
  });
  return createGate({
    identification: createCallerIdentification({
      callerIds,
      issuedKeys,
      takeLookUp: counts.takeLookUp,
      screen: sandboxCallers.screen,
      isSandbox: sandboxCallers.isSandbox,
      isAdmin: options.isAdmin,
      callers: options.callers,
    }),
    admission: createCallerAdmission<FoundModel>({
      admission: options.admission,
      acceptance,
      issuedKeys,
      callerIds,
      counts,
      isPrivate,
      isListed,
    }),
    acceptance,
    addresses: createAddressReader(options.trustedProxies),
    isPrivate,
  });
}
