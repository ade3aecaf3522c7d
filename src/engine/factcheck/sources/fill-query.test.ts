import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillQuery, needsVector, templateFault } from './fill-query.ts';

const VALUES = { text: 'a "text"', words: 'text', limit: 4 };

it('puts values in the place of placeholders, at any depth', () => {
  const template = {
    bool: { must: [{ match: { body: '{text}' } }], boost: 2, size: '{limit}', x: [null, '{words}'] },
  };
  expect(fillQuery(template, VALUES)).toEqual({
    bool: { must: [{ match: { body: 'a "text"' } }], boost: 2, size: 4, x: [null, 'text'] },
  });
});

it('a claim is one value, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const filled = fillQuery({ match: { body: '{text}' } }, { ...VALUES, text });
      expect(JSON.parse(JSON.stringify(filled))).toEqual({ match: { body: text } });
    }),
  );
});

it.each([
  [{ match: { body: '{text}' } }, undefined],
  [{ knn: { v: { vector: '{vector}', k: '{limit}' } } }, undefined],
  [
    { bool: { must: { match: { a: '{words}' } }, filter: { query_string: { query: 'status:on' } } } },
    undefined,
  ],
  [{ size: '{limit}' }, 'must have {text}, {words} or {vector} in it'],
  [{ match: { body: '*{text}*' } }, '{text} must be a whole value'],
  [
    { a: [{ wildcard: { body: { value: '{text}' } } }] },
    expect.stringContaining('must not stand in wildcard'),
  ],
])('%j', (template, fault) => expect(templateFault(template)).toEqual(fault));

it('says whether it needs a vector', () => {
  expect(needsVector({ a: ['{vector}'] })).toBe(true);
  expect(needsVector({ a: '{text}' })).toBe(false);
});
