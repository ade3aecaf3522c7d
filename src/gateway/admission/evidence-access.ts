/**
 * Who may have which evidence. Pure.
 *
 * Nothing leaves the machine for the sandbox, or for a key that no provider has accepted: sources outside are asked for
 * accepted callers alone. What the operator's own documents say is for those alone who may read them.
 */

/** Which evidence a caller may have. What everybody may have, is not listed. */
export interface EvidenceAccess {
  /** The operator's own documents. */
  readonly own: boolean;
  /** The operator's archives, none of which is here: `all`, those that are open to everybody, or none. */
  readonly archives: 'all' | 'public' | 'none';
  /** Sources outside, which are sent the claim. */
  readonly outside: boolean;
}

export interface EvidenceAsker {
  /** The request goes to a simulated provider. */
  readonly isSandbox: boolean;
  /** The caller is an accepted one: see `countsAsAccepted`. */
  readonly isAccepted: boolean;
  /** The caller may be shown the operator's own documents. */
  readonly mayReadOwn: boolean;
  /** The operator lets everybody read them. */
  readonly isCorpusPublic: boolean;
}

export function evidenceAccessOf(asker: EvidenceAsker): EvidenceAccess {
  return {
    own: asker.isCorpusPublic || asker.mayReadOwn,
    archives: asker.isSandbox ? 'none' : asker.mayReadOwn ? 'all' : 'public',
    outside: asker.isAccepted && !asker.isSandbox,
  };
}

/**
 * Whether a caller counts as accepted at a provider. One that needs no key accepts none: its callers count only where nobody
 * but the operator can call.
 */
export function countsAsAccepted(caller: {
  /** The caller's key is an accepted one. */
  readonly isKeyAccepted: boolean;
  /** The provider needs no key. */
  readonly isKeyless: boolean;
  /** Nobody but the operator can call. */
  readonly isPrivate: boolean;
}): boolean {
  return caller.isKeyAccepted || (caller.isKeyless && caller.isPrivate);
}
