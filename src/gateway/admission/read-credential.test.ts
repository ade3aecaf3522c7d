import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import { type CredentialPlaces, readCredential } from './read-credential.ts';

function read(places: Partial<CredentialPlaces>): string {
  try {
    const credential = readCredential({ order: 'body-first', ...places });
    return credential.kind === 'key' ? credential.key.reveal() : 'absent';
  } catch (error) {
    if (error instanceof GatewayError) return `${error.status} ${error.message}`;
    throw error;
  }
}

const REQUIRED = '401 API key is required';
const INVALID = '401 Invalid API key';

describe('where the key is read from', () => {
  it('takes the body or the header, whichever is there', () => {
    expect(read({ bodyKey: 'sk-1' })).toBe('sk-1');
    expect(read({ authorization: 'Bearer sk-2' })).toBe('sk-2');
    expect(read({})).toBe('absent');
  });

  it('lets the order decide where both are there', () => {
    const both = { bodyKey: 'sk-body', authorization: 'Bearer sk-header' };
    expect(read({ ...both, order: 'body-first' })).toBe('sk-body');
    expect(read({ ...both, order: 'header-first' })).toBe('sk-header');
  });

  it('reads the scheme in any case, with any blanks', () => {
    for (const authorization of ['bearer sk-1', 'BEARER sk-1', 'Bearer \t sk-1 ', ' Bearer sk-1']) {
      expect(read({ authorization })).toBe('sk-1');
    }
  });

  it('finds no key in another scheme', () => {
    for (const authorization of ['Basic c2s6MQ==', 'sk-1', 'Bearersk-1']) {
      expect(read({ authorization })).toBe('absent');
      expect(read({ authorization, bodyKey: 'sk-2', order: 'header-first' })).toBe('sk-2');
    }
  });
});

describe('a key that is no key', () => {
  it('is required where it is present but blank', () => {
    for (const bodyKey of ['', ' ', '\t', '\n']) expect(read({ bodyKey })).toBe(REQUIRED);
    for (const authorization of ['Bearer', 'Bearer ', 'bearer \t', '']) {
      expect(read({ authorization })).toBe(REQUIRED);
    }
  });

  it('does not fall back to the other place where the first is blank', () => {
    expect(read({ bodyKey: '', authorization: 'Bearer sk-1' })).toBe(REQUIRED);
    expect(read({ bodyKey: 'sk-1', authorization: 'Bearer ', order: 'header-first' })).toBe(REQUIRED);
  });

  it('is invalid with control characters, other scripts, inner blanks or over 512 characters', () => {
    for (const bodyKey of ['sk-1\r\nX: y', 'sk-1\n', '\u0000', 'sk-ключ', 'sk 1', 'a'.repeat(513)]) {
      expect(read({ bodyKey })).toBe(INVALID);
    }
    expect(read({ bodyKey: 'a'.repeat(512) })).toBe('a'.repeat(512));
  });

  it('never lets anything but printable ASCII through, and never shows what was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, inHeader) => {
        const answer = read(inHeader ? { authorization: `Bearer ${text}` } : { bodyKey: text });
        expect([REQUIRED, INVALID].includes(answer) || /^[\x21-\x7e]{1,512}$/.test(answer)).toBe(true);
      }),
    );
  });
});
