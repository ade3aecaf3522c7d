/** What the gateway's own judge reads of the evidence. */
import { describe, expect, it } from 'vitest';
import { itemOf } from '../judge/judge-in-tests.ts';
import { chooseExcerpts } from './choose-excerpts.ts';
import type { ShownItem } from './choose-items.ts';

const CLAIM = 'The Eiffel Tower opened in 1889.';
const shown = (excerpt: string, title = ''): ShownItem =>
  ({ item: itemOf(excerpt, { title }), relevance: 0.8, excerpt, start: 0, hash: '' }) as ShownItem;
const choose = (...items: readonly ShownItem[]) => chooseExcerpts(CLAIM, items);
const filler = (word: string, length: number) =>
  `${`${word} `.repeat(Math.ceil(length / (word.length + 1))).slice(0, length - 1)}.`;

describe('an excerpt', () => {
  it('is the sentence that shares most, with one on each side', () => {
    const text = 'Iron is heavy. Paris lies there. The Eiffel Tower opened in 1889. It is tall. Rain fell.';
    expect(choose(shown(text))).toEqual([
      {
        index: 0,
        sentence: 'The Eiffel Tower opened in 1889.',
        around: 'Paris lies there. The Eiffel Tower opened in 1889. It is tall.',
        passage: 'Paris lies there. The Eiffel Tower opened in 1889. It is tall.',
      },
    ]);
  });

  it('stands behind its title, unless the gateway has made that up or it says so itself', () => {
    const text = 'The Eiffel Tower opened in 1889.';
    expect(choose(shown(text, 'Towers'))[0]?.passage).toBe(`Towers\n${text}`);
    expect(choose(shown(text, 'Document 1'))[0]?.passage).toBe(text);
    expect(choose(shown(text, 'The Eiffel'))[0]?.passage).toBe(text);
  });

  it('stands behind no question, which a reader of few words takes for a statement, but where it is its answer', () => {
    const title = 'Is the tower from 1889?';
    const text = 'The Eiffel Tower opened in 1889.';
    expect(choose(shown(text, title))[0]?.passage).toBe(text);
    expect(choose(shown(text, `${title} `))[0]?.passage).toBe(text);
    expect(choose(shown(`Yes. ${text}`, title))[0]?.passage).toBe(`${title}\nYes. ${text}`);
    expect(choose(shown(`Yesterday. ${text}`, title))[0]?.passage).toBe(`Yesterday. ${text}`);
  });

  it('has a sentence beside it only where there is room', () => {
    const sentence = 'The Eiffel Tower opened in 1889.';
    const behind = (length: number) => `${filler('Lorem', length)} ${sentence}`;
    const room = 480 - sentence.length - 1;
    expect(choose(shown(behind(room)))[0]?.passage).toBe(behind(room));
    expect(choose(shown(behind(room + 1)))[0]?.passage).toBe(sentence);
  });

  it('begins with the first row of its table', () => {
    const rows = [
      '| Tower | Year |',
      '| Pisa | 1372 |',
      '| Blackpool | 1894 |',
      '| Eiffel | 1889 |',
      '| Tokyo | 1958 |',
    ];
    expect(choose(shown(rows.join('\n')))[0]?.passage.split('\n')[0]).toBe(rows[0]);
  });

  it('stands behind the heading above it', () => {
    const text = '# Towers\n\nIron is heavy. Rain fell. Paris lies there. The Eiffel Tower opened in 1889.';
    expect(choose(shown(text))[0]?.passage).toMatch(/^#? ?Towers\n/);
  });
});

describe('the excerpts', () => {
  const full = 'The Eiffel Tower opened in 1889.';

  it('are none where nothing is shared', () => {
    expect(choose(shown('Rain fell.'))).toEqual([]);
    expect(choose()).toEqual([]);
  });

  it('are those that share at least half of what the best shares', () => {
    // Eiffel, Tower and opened count one each, 1889 two.
    const half = 'The Eiffel Tower stands.';
    const chosen = (other: string) => choose(shown(full), shown(other)).map(({ index }) => index);
    expect(chosen('The Eiffel Tower opened.')).toEqual([0, 1]);
    expect(chosen(half)).toEqual([0]);
  });

  it('are two of one item at most, and four of all, the best first', () => {
    const far = filler('Lorem', 500);
    const many = [full, far, full, far, full].join(' ');
    expect(choose(shown(many))).toHaveLength(2);
    const chosen = choose(shown('The Eiffel Tower opened.'), ...[1, 2, 3, 4].map(() => shown(full)));
    expect(chosen.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    expect(choose(...[0, 1, 2, 3, 4].map(() => shown(full))).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });
});
