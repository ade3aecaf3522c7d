import { describe, expect, it } from 'vitest';
import { actorOf, hasRoles, personOf, roleOf } from './person.ts';

const rules = (claim: string) => ({ claim, admin: ['admins', 'owners'], viewer: ['staff'] });

describe('the role of a person', () => {
  it.each([
    ['a value of a list', { groups: ['others', 'owners'] }, 'groups', 'admin'],
    ['a value alone', { role: 'staff' }, 'role', 'viewer'],
    ['the larger of two', { groups: ['staff', 'admins'] }, 'groups', 'admin'],
    ['a claim within another', { realm_access: { roles: ['staff'] } }, 'realm_access.roles', 'viewer'],
    [
      'a claim with dots in its name',
      { 'https://a.example/roles': ['staff'] },
      'https://a.example/roles',
      'viewer',
    ],
    ['none of another value', { groups: ['Admins', 'admins '] }, 'groups', undefined],
    ['none of a part of a value', { groups: 'admins,staff' }, 'groups', undefined],
    ['none without the claim', {}, 'groups', undefined],
    ['none of what every object has', {}, 'constructor.name', undefined],
    ['none of another form', { groups: { admins: true } }, 'groups', undefined],
  ])('comes from %s', (_what, claims, claim, role) => {
    expect(roleOf(claims, rules(claim))).toBe(role);
  });

  it('comes from an address only where the provider has verified it', () => {
    const byAddress = { claim: 'email', admin: ['ann@example.org'], viewer: [] };
    const claims = { email: 'ann@example.org' };
    expect(roleOf({ ...claims, email_verified: true }, byAddress)).toBe('admin');
    for (const verified of [undefined, false, 'true']) {
      expect(roleOf({ ...claims, email_verified: verified }, byAddress)).toBeUndefined();
    }
  });

  it('may be among other claims where these say nothing of it', () => {
    expect(hasRoles({ groups: [] }, rules('groups'))).toBe(true);
    expect(hasRoles({ sub: 'a' }, rules('groups'))).toBe(false);
  });
});

describe('what a person is called', () => {
  it.each([
    [{ email: 'ann@example.org', name: 'Ann' }, 'person:ann@example.org (s1)'],
    [{ preferred_username: 'ann', name: 'Ann' }, 'person:ann (s1)'],
    [{ name: ' Ann\u0000\u202e\n ' }, 'person:Ann (s1)'],
    [{ name: 7, email: '' }, 'person:s1'],
    [{ name: 'x'.repeat(1_000) }, `person:${'x'.repeat(100)} (s1)`],
  ])('%j', (claims, actor) => {
    expect(actorOf(personOf(claims, 's1', 'viewer'))).toBe(actor);
  });
});
