/**
 * Sessions of people who have signed in, and sign-ins that are under way. Both are kept by the browser alone, sealed:
 * each replica and each worker process reads them, and a restart ends none.
 */
import { createHash } from 'node:crypto';
import { OPERATOR_ROLES } from '../../../domain/operator-role.ts';
import { textKey } from '../../store/seal-text.ts';
import type { Person } from './person.ts';

export interface Session {
  readonly person: Person;
  /** Unix milliseconds of the sign-in. */
  readonly since: number;
  /** Unix milliseconds of a request of the session; the latest, or one shortly before. */
  readonly used: number;
}

/** What is known of a sign-in until the provider sends the person back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The section of the console that the person comes back to. */
  readonly section?: string | undefined;
}

/** A sealed value for a cookie, and the milliseconds that it is good for. */
export interface Sealed {
  readonly value: string;
  readonly milliseconds: number;
}

export interface SessionsOptions {
  /** 32 bytes, derived from the server's secret. */
  readonly subkey: Uint8Array;
  /** Whatever decides who is an operator: a session of other rules is none. */
  readonly rules: unknown;
  /** Milliseconds without a request. */
  readonly idle: number;
  /** Milliseconds in all. */
  readonly lifetime: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Milliseconds that a person has at the provider. */
const PENDING = 600_000;
/** A session is sealed anew once this part of its idle time is over, not for each request. */
const RENEWED_AFTER = 0.1;
/** Milliseconds by which the clocks of replicas may differ. */
const CLOCKS = 60_000;

export function createSessions({ subkey, rules, idle, lifetime, now }: SessionsOptions) {
  const key = textKey(subkey);
  const digest = createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
  const purposes = { session: `session ${digest}`, pending: `pending ${digest}` };
  const open = (sealed: string, kind: keyof typeof purposes): unknown => {
    try {
      return JSON.parse(key.open(sealed, purposes[kind]));
    } catch {
      return undefined;
    }
  };
  const endOf = ({ since, used }: Session): number => Math.min(since + lifetime, used + idle);
  const seal = (session: Session): Sealed => ({
    value: key.seal(JSON.stringify(session), purposes.session),
    milliseconds: endOf(session) - session.used,
  });
  return {
    /** Unix milliseconds at which a session ends that is not used again. */
    endOf,

    begin(person: Person): Sealed {
      const since = now();
      return seal({ person, since, used: since });
    },

    /** @returns undefined where it is no session, or one that is over. */
    read(sealed: string): Session | undefined {
      const session = open(sealed, 'session') as Session | undefined;
      if (session === undefined || !OPERATOR_ROLES.includes(session.person.role)) return undefined;
      return now() < endOf(session) && session.used <= now() + CLOCKS ? session : undefined;
    },

    /** @returns the session as it is used now; undefined where the one that the browser has is good enough. */
    renew(session: Session): Sealed | undefined {
      if (now() - session.used < idle * RENEWED_AFTER) return undefined;
      return seal({ ...session, used: now() });
    },

    hold(pending: PendingSignIn): Sealed {
      const until = now() + PENDING;
      return {
        value: key.seal(JSON.stringify({ ...pending, until }), purposes.pending),
        milliseconds: PENDING,
      };
    },

    /** @returns undefined where it is none, or took too long. */
    readPending(sealed: string): PendingSignIn | undefined {
      const pending = open(sealed, 'pending') as (PendingSignIn & { readonly until: number }) | undefined;
      return pending !== undefined && now() < pending.until ? pending : undefined;
    },
  };
}
