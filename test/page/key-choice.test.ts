/** Whose usage is shown, of the keys that were entered. */
import { expect, it } from 'vitest';
import { chooseKey, ownKeysOf } from '../../web/usage/key-choice.ts';

const KEYS = ownKeysOf({ OpenAI: 'sk-a', Google: 'ck-b', xAI: 'ck-b' });

it('has a key once that was entered for several providers', () => {
  expect(KEYS).toEqual([
    { key: 'sk-a', providers: ['OpenAI'] },
    { key: 'ck-b', providers: ['Google', 'xAI'] },
  ]);
});

it.each([
  [['xAI', 'OpenAI'], 'ck-b'],
  [[undefined, 'OpenAI'], 'sk-a'],
  [['Together', 'xAI'], 'ck-b'],
  [[undefined, undefined], 'sk-a'],
])('is that of the first provider of %j that has one, else the first', (wanted, key) => {
  expect(chooseKey(KEYS, ...wanted)?.key).toBe(key);
});

it('is none where none was entered', () => {
  expect(chooseKey(ownKeysOf({}), 'OpenAI')).toBeUndefined();
});
