import { describe, expect, it } from 'vitest';
import { followRedirect } from './call-source.ts';

const FROM = new URL('https://api.example.org/search?q=x');

function follow(status: number, location: string | undefined, method: 'GET' | 'POST' = 'GET', from = FROM) {
  return followRedirect(from, { status, header: () => location }, method)?.href;
}

describe('a redirect', () => {
  it('is followed within the host', () => {
    for (const status of [301, 302, 303, 307, 308]) {
      expect(follow(status, '/v2/search?q=x')).toBe('https://api.example.org/v2/search?q=x');
    }
    expect(follow(302, 'https://api.example.org:443/v2')).toBe('https://api.example.org/v2');
    expect(follow(308, '/v2', 'POST')).toBe('https://api.example.org/v2');
  });

  it('may lead from http to https', () => {
    const http = new URL('http://api.example.org/');
    expect(follow(301, 'https://api.example.org/', 'GET', http)).toBe('https://api.example.org/');
  });

  it.each([
    ['http://api.example.org/', 'https://api.example.org:8443/'],
    ['http://api.example.org:8080/', 'https://api.example.org/'],
    ['http://api.example.org/', 'https://elsewhere.example/'],
    ['http://api.example.org/', 'ftp://api.example.org/'],
    ['https://api.example.org/', 'https://user@api.example.org/'],
    ['https://api.example.org/', 'https://:password@api.example.org/'],
  ])('may not lead from %s to %s', (from, to) => {
    expect(follow(302, to, 'GET', new URL(from))).toBeUndefined();
  });

  it.each([
    'https://elsewhere.example/',
    'https://sub.api.example.org/',
    'https://api.example.org.evil.example/',
    'https://api.example.org:8443/',
    'http://api.example.org/',
    'https://user:password@api.example.org/',
    '//elsewhere.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://[',
    undefined,
  ])('is not followed to %s', (location) => expect(follow(302, location)).toBeUndefined());

  it('is not followed where it would turn a POST into a GET, and where it is none', () => {
    for (const status of [301, 302, 303]) expect(follow(status, '/v2', 'POST')).toBeUndefined();
    for (const status of [200, 300, 304, 305, 404]) expect(follow(status, '/v2')).toBeUndefined();
  });
});
