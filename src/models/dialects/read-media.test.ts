import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataFault, imageFault, pdfFault, readBase64, readImage, readPdf } from './read-media.ts';

const PIECE = 64 * 1024;

describe('base64', () => {
  it('is what RFC 4648 calls so, at any length', () => {
    const strict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$/;
    const letter = fc.constantFrom(...'ABab09+/=-_ \u00e9\u6a21');
    const tail = fc.oneof(fc.string({ unit: letter, maxLength: 12 }), fc.base64String({ maxLength: 12 }));
    fc.assert(
      fc.property(
        fc.constantFrom(0, PIECE - 4, PIECE, 2 * PIECE - 8),
        tail,
        fc.nat(3),
        (before, text, after) => {
          const data = 'A'.repeat(before) + text + 'A'.repeat(4 * after);
          expect(dataFault(data) === undefined).toBe(data !== '' && strict.test(data));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('may have line breaks, which are left out', () => {
    for (const broken of ['iVBO\nRw0K\n', 'iVBO\r\nRw0K', 'iVB\nORw\n0K\r\n']) {
      expect(dataFault(broken)).toBeUndefined();
      expect(readBase64(broken)).toBe('iVBORw0K');
      expect(readImage(`data:image/png;base64,${broken}`)).toMatchObject({ data: 'iVBORw0K' });
      expect(readPdf(broken)).toMatchObject({ data: 'iVBORw0K' });
    }
    expect(dataFault('iVBO Rw0K')).toBeDefined();
    expect(dataFault('\n')).toBeDefined();
  });
});

describe('a picture', () => {
  it.each([
    ['data:image/jpg;base64,AAAA', { kind: 'data', mediaType: 'image/jpeg', data: 'AAAA' }],
    ['DATA:IMAGE/PNG;x=y;BASE64,AAAA', { kind: 'data', mediaType: 'image/png', data: 'AAAA' }],
    ['https://example.org/a.png?x=%2F', { kind: 'url', url: 'https://example.org/a.png?x=%2F' }],
    ['HTTPS://Example.org/a b.png', { kind: 'url', url: 'https://example.org/a%20b.png' }],
  ])('%s', (url, source) => {
    expect(imageFault(url)).toBeUndefined();
    expect(readImage(url)).toEqual(source);
  });

  it.each([
    'http://example.org/a.png',
    'ftp://example.org/a.png',
    'https://',
    'data:image/png,AAAA',
    'data:;base64,AAAA',
    'data:application/pdf;base64,AAAA',
    'AAAA',
    '',
  ])('is not %j', (url) => expect(imageFault(url)).toBeDefined());
});

it.each(['data:text/plain;base64,AAAA', 'data:image/png;base64,AAAA', ''])('a PDF is not %j', (file) => {
  expect(pdfFault(file)).toBeDefined();
});
