import { expect, it } from 'vitest';
import { cookieOf, setCookie } from './session-cookies.ts';

const at = (origin: string) => ({ origin }) as never;
function written(origin: string, sealed?: { value: string; milliseconds: number }): unknown {
  let found: unknown;
  const reply = { header: (_name: string, value: unknown) => (found = value) };
  setCookie(reply as never, 'session', at(origin), sealed);
  return found;
}

it('where the page has https, a cookie is held to its very host, and sent over https alone', () => {
  expect(written('https://facts.example.org', { value: 'abc', milliseconds: 1_999 })).toBe(
    '__Host-claimgate_session=abc; Path=/; Max-Age=1; HttpOnly; SameSite=Strict; Secure',
  );
  expect(written('https://facts.example.org')).toBe(
    '__Host-claimgate_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
});

it('a cookie is found among others by its whole name', () => {
  const cookie = 'a=1; xclaimgate_session=no;claimgate_session=yes=; claimgate_session=late';
  const request = { headers: { cookie } } as never;
  expect(cookieOf(request, 'session', at('http://localhost:8080'))).toBe('yes=');
  expect(cookieOf(request, 'session', at('https://facts.example.org'))).toBeUndefined();
  expect(cookieOf({ headers: {} } as never, 'session', at('http://localhost:8080'))).toBeUndefined();
});
