import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits, findMembers, type MemberPath } from './find-members.ts';

const MODEL: MemberPath = ['model'];
const KEY: MemberPath = ['api_key'];
const NESTED: MemberPath = ['requests', '*', 'params', 'model'];
const valuesIn = (text: string, ...paths: MemberPath[]) =>
  findMembers(text, paths).map(({ from, to }) => text.slice(from, to));
const without = (text: string) =>
  applyEdits(
    text,
    findMembers(text, [KEY]).map(({ start, end }) => ({ from: start, to: end, text: '' })),
  );

it('finds a member of the outermost object alone, however its name is written', () => {
  expect(valuesIn('{"model":"a"}', MODEL)).toEqual(['"a"']);
  expect(valuesIn(' { "x" : {"model":"b"} , "mod\\u0065l" : "a" } ', MODEL)).toEqual(['"a"']);
  expect(valuesIn('{"x":["model","b"],"y":"\\"model\\":\\"c\\"","model\\"":1}', MODEL)).toEqual([]);
  expect(valuesIn('{"model":{"model":"b"}}', MODEL)).toEqual(['{"model":"b"}']);
  expect(valuesIn('{}', MODEL)).toEqual([]);
});

it('finds members within lists', () => {
  const text =
    '{"requests":[{"params":{"model":"a"}}, 1, [], {"params":{"model": null}},{"model":"x"}],"model":"y"}';
  expect(valuesIn(text, NESTED)).toEqual(['"a"', 'null']);
  expect(valuesIn('{"requests":[]}', NESTED)).toEqual([]);
  expect(valuesIn('{"requests":{"params":{"model":"a"}}}', NESTED)).toEqual([]);
});

it('tells two members of one object from those of two', () => {
  const [a, b, c] = findMembers('{"requests":[{"params":{"model":1,"model":2}},{"params":{"model":3}}]}', [
    NESTED,
  ]);
  expect(a?.holder).toBe(b?.holder);
  expect(c?.holder).not.toBe(b?.holder);
});

it('can leave a member out wherever it stands', () => {
  expect(without('{"api_key":"k"}')).toBe('{}');
  expect(without('{"api_key":"k", "a":1}')).toBe('{ "a":1}');
  expect(without('{"a":1 , "api_key" : "k" }')).toBe('{"a":1  }');
  expect(without('{"a":1,"api_key":[1,{"b":2}],"c":3}')).toBe('{"a":1,"c":3}');
  expect(without('{"a":{"api_key":"k"}}')).toBe('{"a":{"api_key":"k"}}');
});

it('finds what a parser finds, and leaves the rest as it is', () => {
  const blanks = fc.stringMatching(/^[ \n\r\t]{0,3}$/);
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      blanks,
      fc.nat(4),
      (others, model, blank, indent) => {
        const body = { ...others, api_key: 'k', model };
        const text = `${blank}${JSON.stringify(body, null, indent)}${blank}`;
        expect(valuesIn(text, MODEL)).toEqual([JSON.stringify(model)]);
        const { api_key: _key, ...rest } = body;
        expect(JSON.parse(without(text))).toEqual(JSON.parse(JSON.stringify(rest)));
        const edited = applyEdits(
          text,
          findMembers(text, [MODEL]).map(({ from, to }) => ({ from, to, text: '"other"' })),
        );
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify({ ...body, model: 'other' })));
      },
    ),
  );
});
