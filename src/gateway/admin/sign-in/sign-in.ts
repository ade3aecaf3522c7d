/** How a person becomes an operator: to the provider, back with a code, and then a session. */
import type { IdentityProvider } from './identity-provider.ts';
import { SignInFailed } from './identity-provider.ts';
import { hasRoles, type Person, personOf, type RoleRules, roleOf } from './person.ts';
import type { Sealed, Sessions } from './sessions.ts';

export interface SignInOptions {
  /** What people know the provider by. */
  readonly name: string;
  /** The origin at which people open the page. */
  readonly origin: string;
  readonly roles: RoleRules;
  readonly provider: IdentityProvider;
  readonly sessions: Sessions;
  readonly random: (bytes: number) => Buffer;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** The person signed in at the provider, and is no operator. */
export class NoRole extends SignInFailed {
  readonly person: Pick<Person, 'subject' | 'label'>;

  constructor(person: Pick<Person, 'subject' | 'label'>) {
    super('role');
    this.name = 'NoRole';
    this.person = person;
  }
}

/** Bytes of a state, a nonce and a verifier: 43 characters, as RFC 7636, 4.1, wants at least. */
const RANDOM = 32;

export function createSignIn({ name, origin, roles, provider, sessions, random }: SignInOptions) {
  const newWord = (): string => random(RANDOM).toString('base64url');
  return {
    name,
    origin,
    sessions,

    /**
     * @param section of the console, which the person comes back to.
     * @returns where the person goes, and what its browser keeps until it comes back. @throws SignInFailed
     */
    async begin(section?: string): Promise<{ readonly address: string; readonly pending: Sealed }> {
      const pending = { state: newWord(), nonce: newWord(), verifier: newWord(), section };
      return { address: await provider.addressFor(pending), pending: sessions.hold(pending) };
    },

    /**
     * @param query of the address that the person came back to.
     * @param held what its browser has kept.
     * @throws SignInFailed
     */
    async finish(
      query: string,
      held: string | undefined,
    ): Promise<{ readonly person: Person; readonly session: Sealed; readonly section?: string | undefined }> {
      const pending = held === undefined ? undefined : sessions.readPending(held);
      if (pending === undefined) throw new SignInFailed('over');
      if (new URLSearchParams(query).get('state') !== pending.state) throw new SignInFailed('foreign');
      const claims = await provider.redeem(query, pending, (some) => hasRoles(some, roles));
      const role = roleOf(claims, roles);
      const person = personOf(claims, claims.sub, role ?? 'viewer');
      if (role === undefined) throw new NoRole(person);
      return { person, session: sessions.begin(person), section: pending.section };
    },

    /** @returns where the person signs out at the provider too, if it has such a place. */
    endAddress: (): Promise<string | undefined> => provider.endAddress(`${origin}/`),
  };
}
