import { expect, it } from 'vitest';
import { reasoningOf, shownIn } from './reasoning-items.ts';

const WHOLE = { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' };
const NAMED = { type: 'reasoning', id: 'rs_2' };
const callWith = (extra: object) => ({ id: 'c', name: 'f', arguments: '{}', extra }) as never;

it.each<[string, object, object[]]>([
  ['its items, of the provider that wrote them', { openai: { reasoning: [WHOLE] } }, [WHOLE]],
  ['its items, of a provider that nobody knows', { responses: { reasoning: [WHOLE] } }, [WHOLE]],
  ['nothing of another provider', { xai: { reasoning: [WHOLE] } }, []],
  ['nothing where one item is only named', { openai: { reasoning: [WHOLE, NAMED] } }, []],
  ['nothing where they are no list', { openai: { reasoning: WHOLE } }, []],
  ['nothing where another member stands there', { openai: 'x' }, []],
])('a call takes back %s', (_what, extra, items) => {
  expect(reasoningOf(callWith(extra), 'openai')).toEqual(items);
});

it.each([
  [{ summary: [{ text: 'a' }, { text: '' }, { text: 'b' }], content: [{ text: 'c' }] }, 'a\n\nb'],
  [{ summary: [], content: [{ text: 'c' }] }, 'c'],
  [{ summary: [null, { text: 1 }], content: 'c' }, ''],
])('%j shows %j', (item, shown) => {
  expect(shownIn(item)).toBe(shown);
});
