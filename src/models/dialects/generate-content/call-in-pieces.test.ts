import { describe, expect, it } from 'vitest';
import { CallInPieces } from './call-in-pieces.ts';

const text = (jsonPath: string, stringValue: string, willContinue?: boolean) => ({
  jsonPath,
  stringValue,
  ...(willContinue === undefined ? {} : { willContinue }),
});

/** The arguments that pieces make. */
function argumentsOf(pieces: unknown[], args?: Record<string, unknown>): unknown {
  const call = new CallInPieces({ id: 'c', name: 'f' }, args);
  for (const piece of pieces) call.add([piece]);
  return JSON.parse(call.end().arguments);
}

describe('a call in pieces', () => {
  it.each<[string, unknown[], unknown]>([
    ['nothing at all', [], {}],
    ['a text', [text('$.a', 'b')], { a: 'b' }],
    ['a text that goes on', [text('$.a', 'b', true), text('$.a', 'c', true), text('$.a', 'd')], { a: 'bcd' }],
    ['a text that is over, and another', [text('$.a', 'b', false), text('$.a', 'c')], { a: 'c' }],
    [
      'a text that goes on elsewhere',
      [text('$.a', 'b', true), text('$.b', 'c'), text('$.a', 'd')],
      { a: 'd', b: 'c' },
    ],
    [
      'a text that a number ended',
      [text('$.a', 'b', true), { jsonPath: '$.n', numberValue: 1 }, text('$.a', 'c')],
      { a: 'c', n: 1 },
    ],
    [
      'values of each kind',
      [
        { jsonPath: '$.n', numberValue: 0 },
        { jsonPath: '$.b', boolValue: false },
        { jsonPath: '$.z', nullValue: 'NULL_VALUE' },
        text('$.t', ''),
      ],
      { n: 0, b: false, z: null, t: '' },
    ],
    ['a list', [text('$.a[0]', 'b'), text('$.a[1]', 'c')], { a: ['b', 'c'] }],
    ['objects in lists', [text('$.a[0].b', 'c'), text('$.a[0].d[0]', 'e')], { a: [{ b: 'c', d: ['e'] }] }],
    [
      'names in quotes',
      [text(`$['a.b']["c d"]`, 'e'), text(`$['']`, 'f')],
      { 'a.b': { 'c d': 'e' }, '': 'f' },
    ],
    ['the last of a long list', [text('$.a[9999]', 'b')], { a: [...Array(9999).fill(null), 'b'] }],
  ])('%s', (_, pieces, args) => {
    expect(argumentsOf(pieces)).toEqual(args);
  });

  it('begins with what came whole, which stays as it is elsewhere', () => {
    const began = { a: 'b' };
    expect(argumentsOf([text('$.c', 'd')], began)).toEqual({ a: 'b', c: 'd' });
    expect(began).toEqual({ a: 'b' });
  });

  it('keeps its name, and takes no pieces for none', () => {
    const call = new CallInPieces({ id: 'c', name: 'f' });
    call.add(undefined);
    call.add(null);
    expect(call.end()).toEqual({ id: 'c', name: 'f', arguments: '{}' });
  });

  it.each<[string, unknown]>([
    ['no list', text('$.a', 'b')],
    ['no piece', ['a']],
    ['no path', [{ stringValue: 'b' }]],
    ['no value', [{ jsonPath: '$.a' }]],
    ['a path to nowhere', [text('$', 'b')]],
    ['a path from elsewhere', [text('x.a', 'b')]],
    ['a path that cannot be read', [text('$.a b[x]', 'b')]],
    ['a path with a hole', [text('$..a', 'b')]],
    ['a prototype', [text('$.__proto__.a', 'b')]],
    ['a list that is too long', [text('$.a[10000]', 'b')]],
    ['a list that was an object', [text('$.a.b', 'c'), text('$.a[0]', 'd')]],
    ['an object that was a list', [text('$.a[0]', 'd'), text('$.a.b', 'c')]],
    ['an object that was a text', [text('$.a', 'd'), text('$.a.b', 'c')]],
    ['an object that was null', [{ jsonPath: '$.a', nullValue: null }, text('$.a.b', 'c')]],
  ])('is malformed where there is %s', (_, pieces) => {
    expect(() => new CallInPieces({ id: 'c', name: 'f' }).add(pieces)).toThrow(
      'The provider sent a malformed answer',
    );
  });
});
