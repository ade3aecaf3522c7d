import { expect, it } from 'vitest';
import { createContextSource } from './context.ts';
import { createContextMemories } from './context-memory.ts';

const memories = createContextMemories();
const HANDBOOK = {
  title: 'Handbook',
  url: 'https://a.example/',
  text: '<p>Dogs may ride &amp; cats may not.</p>'.repeat(3),
};
const NEWS = { title: 'News', url: '', text: 'The ferry to Oberwald is closed.' };

/** @returns the items that are found, and how often the event loop was let turn while texts were read. */
async function ask(callerId: string, texts: readonly (typeof NEWS)[], question: string) {
  let turns = 0;
  const memory = memories.of(callerId);
  const source = createContextSource(texts, async () => void turns++, { memory });
  const query = { text: question, language: 'en', limit: 5 };
  return { items: await source.search(query, new AbortController().signal), turns };
}

it('reads a text once for each caller, and finds in it what was found before', async () => {
  const first = await ask('a', [HANDBOOK], 'May dogs ride?');
  const second = await ask('a', [HANDBOOK], 'May dogs ride?');
  expect(first.turns).toBeGreaterThan(0);
  expect(second.turns).toBe(0);
  expect(second.items).toEqual(first.items);
  expect(second.items[0]?.written?.(0, second.items[0].text.length)).toContain('Dogs may ride &amp; cats');
  expect((await ask('b', [HANDBOOK], 'May dogs ride?')).turns).toBe(first.turns);
});

it('reads only what is new where a conversation goes on, and numbers passages anew where others come first', async () => {
  await ask('c', [HANDBOOK], 'Is the ferry closed?');
  const alone = (await ask('d', [NEWS], 'Is the ferry closed?')).turns;
  const grown = await ask('c', [HANDBOOK, NEWS], 'Is the ferry closed?');
  expect(grown.turns).toBe(alone);
  const moved = await ask('c', [NEWS, HANDBOOK], 'May dogs ride?');
  const numbers = new Set([...grown.items, ...moved.items].map(({ text, passage }) => `${passage} ${text}`));
  expect(moved.items[0]?.passage).toBe(2);
  expect(numbers).toContain(`2 ${NEWS.text}`);
});

it('takes a text with another title or address for another one', async () => {
  await ask('e', [NEWS], 'Is the ferry closed?');
  const { items } = await ask('e', [{ ...NEWS, title: 'Old news' }], 'Is the ferry closed?');
  expect(items[0]?.title).toBe('Old news');
});
