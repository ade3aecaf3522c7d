import { expect, it } from 'vitest';
import { createSessions } from './sessions.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const PERSON = { subject: 's1', label: 'ann@example.org', role: 'viewer' } as const;

function opened(more: object = {}) {
  const clock = { now: 1_800_000_000_000 };
  const options = {
    subkey: new Uint8Array(32).fill(7),
    rules: ['https://login.example.org', { admin: ['admins'] }],
    idle: HOUR,
    lifetime: 8 * HOUR,
    now: () => clock.now,
    ...more,
  };
  return { clock, ...createSessions(options) };
}

it('a session is read by whoever has the same secret and rules', () => {
  const { begin } = opened();
  const { value, milliseconds } = begin(PERSON);
  expect(milliseconds).toBe(HOUR);
  expect(opened().read(value)?.person).toEqual(PERSON);
  expect(opened({ subkey: new Uint8Array(32).fill(8) }).read(value)).toBeUndefined();
  // Whoever is an operator no more by the config is none.
  expect(opened({ rules: ['https://login.example.org', { admin: [] }] }).read(value)).toBeUndefined();
  expect(value).not.toContain(Buffer.from('ann@example.org').toString('base64url').slice(0, 12));
});

it('a session ends an hour after its last request', () => {
  const { begin, read, clock } = opened();
  const { value } = begin(PERSON);
  clock.now += HOUR - 1;
  expect(read(value)).toBeDefined();
  clock.now += 1;
  expect(read(value)).toBeUndefined();
});

it('a session that is used goes on, and is sealed anew now and then', () => {
  const { begin, read, renew, clock } = opened();
  let { value } = begin(PERSON);
  let renewals = 0;
  for (let minute = 0; minute < 120; minute++) {
    clock.now += MINUTE;
    const renewed = renew(read(value)!);
    if (renewed === undefined) continue;
    renewals++;
    value = renewed.value;
  }
  expect(read(value)?.person).toEqual(PERSON);
  expect(renewals).toBe(20);
});

it('a session ends after its lifetime, however much it is used', () => {
  const { begin, read, renew, clock } = opened();
  let sealed = begin(PERSON);
  for (let i = 0; i < 15; i++) {
    clock.now += HOUR / 2;
    sealed = renew(read(sealed.value)!)!;
  }
  expect(sealed.milliseconds).toBe(HOUR / 2);
  clock.now += HOUR / 2 - 1;
  expect(read(sealed.value)).toBeDefined();
  clock.now += 1;
  expect(read(sealed.value)).toBeUndefined();
});

it('a session of tomorrow is none', () => {
  const [early, late] = [opened(), opened()];
  late.clock.now += 24 * HOUR;
  expect(early.read(late.begin(PERSON).value)).toBeUndefined();
});

it('a sign-in under way is good for ten minutes, and is no session', () => {
  const { hold, read, readPending, begin, clock } = opened();
  const pending = { state: 's', nonce: 'n', verifier: 'v' };
  const { value } = hold(pending);
  expect(readPending(value)).toMatchObject(pending);
  expect(read(value)).toBeUndefined();
  expect(readPending(begin(PERSON).value)).toBeUndefined();
  for (const wrong of ['', 'a', 'a'.repeat(60), value.slice(1)]) expect(readPending(wrong)).toBeUndefined();
  clock.now += 10 * MINUTE;
  expect(readPending(value)).toBeUndefined();
});
