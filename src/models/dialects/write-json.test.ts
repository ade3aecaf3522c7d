import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPieces } from './join-pieces-in-tests.ts';
import { Base64, dataUrl, writeJson } from './write-json.ts';

const PICTURE = 'iVBORw0KGgo'.repeat(10_000);

describe('writeJson', () => {
  it('writes what JSON.stringify writes, whatever holds a picture', () => {
    const media = fc.constantFrom(
      PICTURE,
      new Base64(PICTURE),
      dataUrl('image/png', PICTURE),
      dataUrl('image/png', 'AAAA'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        media,
        fc.jsonValue(),
        fc.constant(undefined),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.record({ a: tree, b: tree }), (body) => {
        expect(joinPieces(writeJson(body)) === JSON.stringify(body)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has a picture as a piece of its own, and the rest in few', () => {
    const body = { a: [{ url: dataUrl('image/png', PICTURE) }, { data: new Base64(PICTURE) }], b: 'text' };
    expect(writeJson(body)).toEqual([
      '{"a":[{"url":"data:image/png;base64,',
      PICTURE,
      '"},{"data":"',
      PICTURE,
      '"}],"b":"text"}',
    ]);
  });

  it('writes in one piece what has none', () => {
    const text = `${PICTURE}"`;
    expect(writeJson({ text })).toBe(JSON.stringify({ text }));
    expect(writeJson({ data: new Base64('AAAA') })).toBe('{"data":"AAAA"}');
  });

  it('writes no half of a surrogate pair', () => {
    const text = 'a\ud83d, \ud83d\ude00';
    expect(writeJson({ text, list: [text, 1, null] })).toBe(
      '{"text":"a\ufffd, \ud83d\ude00","list":["a\ufffd, \ud83d\ude00",1,null]}',
    );
    expect(writeJson([text, new Base64(PICTURE)])).toEqual(['["a\ufffd, \ud83d\ude00","', PICTURE, '"]']);
  });
});
