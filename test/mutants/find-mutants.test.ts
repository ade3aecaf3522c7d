/** What the mutation runner changes, and what it leaves alone. */
import { describe, expect, it } from 'vitest';
import { findMutants } from '../../scripts/mutants/find-mutants.ts';

const mutate = (source: string) =>
  findMutants('file.ts', source)
    .flat()
    .map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

describe('mutants', () => {
  it.each([
    ['a > b;', ['a >= b;']],
    ['a <= b;', ['a < b;']],
    ['a === b;', ['a !== b;']],
    ['a && b;', ['a || b;']],
    ['a + b;', ['a - b;']],
    ['a += b;', ['a -= b;']],
    ['a ?? b;', ['(b);']],
    ['x = Math.min(a, b);', ['x = Math.max(a, b);']],
    ['x = list.some(f);', ['x = list.every(f);']],
    ['x = list.sort((a, b) => f(a, b));', ['x = list.sort((b, a) => f(a, b));']],
    ['x = true;', ['x = false;']],
    ['x = 3;', ['x = (4);', 'x = (2);']],
    ['x = 0;', ['x = (1);']],
    ['x = a ? b : c;', ['x = true ? b : c;', 'x = false ? b : c;']],
    ['if (a) b = c;', ['if (true) b = c;', 'if (false) b = c;']],
    ['close();', [';']],
    ['async () => { await close(); };', ['async () => { ; };']],
    ['() => { let a = b; return a; };', ['() => { let a = b; ; };']],
    [
      '() => { { b(); return undefined; } };',
      ['() => { { ; return undefined; } };', '() => { { b(); ; } };'],
    ],
  ])('%s', (source, mutants) => {
    expect(mutate(source)).toEqual(mutants);
  });

  it.each([
    "import a from 'a';",
    'type A = 1 | true;',
    'interface A { b: 1 }',
    "x = 'a' + b;",
    'x = `a` + b;',
    'x = 4_000;',
    'const TABLE = [1, 2, { a: true }];',
    'x = list.min(a);',
    '() => { let a = b; return undefined; };',
    'class A extends B { constructor() { super(); } }',
  ])('leaves %s alone', (source) => {
    expect(mutate(source)).toEqual([]);
  });
});
