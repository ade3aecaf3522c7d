/** Who a person is, and what they may do, as the claims of an OpenID provider say it. Pure. */
import { isObject } from '../../../domain/json-object.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../domain/operator-role.ts';

/** An operator who has signed in. */
export interface Person {
  /** What the provider knows the person by, and by nothing else ever: at most 255 characters. */
  readonly subject: string;
  /** An address or a name, for people; absent where the provider says none. */
  readonly label?: string;
  readonly role: OperatorRole;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Which values of which claim make whom an operator. */
export type RoleRules = Readonly<Record<OperatorRole, readonly string[]>> & { readonly claim: string };

const LONGEST_LABEL = 100;

/** @returns undefined where no value of the claim gives a role. The larger role counts. */
export function roleOf(claims: Claims, rules: RoleRules): OperatorRole | undefined {
  const held = valuesOf(claims, rules.claim);
  return OPERATOR_ROLES.find((role) => rules[role].some((value) => held.has(value)));
}

/** Whether the claims say anything of roles: what is not there may be among those of the userinfo endpoint. */
export const hasRoles = (claims: Claims, { claim }: RoleRules): boolean =>
  valueAt(claims, claim) !== undefined;

/** @param claims of a verified ID token. */
export function personOf(claims: Claims, subject: string, role: OperatorRole): Person {
  const label = [claims.email, claims.preferred_username, claims.name]
    .map(cleaned)
    .find((text) => text !== undefined);
  return { subject, role, ...(label === undefined ? {} : { label }) };
}

/** What the audit log calls a person: the subject is part of it, as names and addresses can be given to others. */
export function actorOf({ subject, label }: Pick<Person, 'subject' | 'label'>): string {
  return `person:${label === undefined ? subject : `${label} (${subject})`}`;
}

function valuesOf(claims: Claims, name: string): ReadonlySet<unknown> {
  // Anybody can have an address that was never theirs.
  if (name === 'email' && claims.email_verified !== true) return new Set();
  return new Set([valueAt(claims, name)].flat());
}

/** A claim by its name, which may have dots; else by the names of objects that lie in each other. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      claims,
    );
}

function cleaned(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, LONGEST_LABEL);
  return text === '' ? undefined : text.toWellFormed();
}
