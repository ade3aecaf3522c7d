import { expect, it } from 'vitest';
import { recordSearches } from './record-searches.ts';

it('lists each text once, with the sources that it was sent to', () => {
  const { onSend, searches } = recordSearches();
  onSend('a', 'brave');
  onSend('b', 'brave');
  onSend('a', 'pubmed');
  onSend('a', 'brave');
  expect(searches()).toEqual([
    { query: 'a', sources: ['brave', 'pubmed'] },
    { query: 'b', sources: ['brave'] },
  ]);
});

it('lists the first 200 texts, and the further sources of those', () => {
  const { onSend, searches } = recordSearches();
  for (let text = 0; text <= 200; text++) onSend(`${text}`, 'brave');
  onSend('199', 'pubmed');
  onSend('200', 'pubmed');
  expect(searches()).toHaveLength(200);
  expect(searches().at(-1)).toEqual({ query: '199', sources: ['brave', 'pubmed'] });
});
