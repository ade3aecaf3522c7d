/** Every string of the page is shown somewhere; one that is missing fails the type check. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { texts } from '../../web/texts.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');
const code = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && name !== 'texts.ts')
  .map((name) => readFileSync(path.join(WEB, name), 'utf8'))
  .join('\n');
const words = new Set(code.match(/\w+/g));
/** Groups whose strings are chosen by a value: `texts.kinds[kind]`. */
const chosenBy = new Set([...code.matchAll(/(\w+)\[/g)].map(([, group]) => group));

function unused(group: object, name: string): string[] {
  if (chosenBy.has(name)) return [];
  return Object.entries(group).flatMap(([key, value]) => {
    if (typeof value === 'object' && !Array.isArray(value)) return unused(value, key);
    return words.has(key) ? [] : [`${name}.${key}`];
  });
}

it('has no string that nothing shows', () => {
  expect(unused(texts, 'texts')).toEqual([]);
});
