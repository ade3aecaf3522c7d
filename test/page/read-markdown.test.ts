/** Answers with formulas, code, tables, footnotes and claims: nothing is lost, and no mark is seen. */
import fc from 'fast-check';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { findPieces } from '../../web/chat/find-pieces.ts';
import { markSource, type Span } from '../../web/chat/mark-source.ts';
import { MARKDOWN } from '../../web/chat/read-markdown.ts';
import { splitBlocks } from '../../web/chat/split-blocks.ts';
import { anAnswer } from '../e2e/random-answers.ts';

const marked = new Marked(MARKDOWN as never);
const read = (text: string, spans: readonly Span[] = []): string =>
  marked.parse(markSource(text, spans)) as string;
const piecesOf = (text: string): string[] => findPieces(text).map(({ start, end }) => text.slice(start, end));
const claimAround = (text: string, words: string): string =>
  read(text, [{ key: 'one', start: text.indexOf(words), end: text.indexOf(words) + words.length }]);

/** All that can be read of it: attributes hold formulas and names, and a claim may begin within a word. */
const wordsIn = (html: string): string => html.replace(/<\/?claim-mark[^>]*>/g, '');

describe('findPieces', () => {
  it.each([
    ['Let $x$ be, and \\(y^2\\) too.', ['$x$', '\\(y^2\\)']],
    ['$$a$$ and\n\\[\n b \\\\\n= c\n\\]', ['$$a$$', '\\[\n b \\\\\n= c\n\\]']],
    ['So ($n$), **$m$**: $k$.', ['$n$', '$m$', '$k$']],
    ['One[^1] and[^two].\n[^1]: text', ['[^1]', '[^two]']],
    ['$2 \\times 3$ and $10$', ['$2 \\times 3$', '$10$']],
  ])('finds those of %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it.each([
    'It costs $5 and $10, or US$7 to A$8; $5/month or $50/year, ($5)/($10), 100$ and 200$.',
    '$HOME/$USER and $ x $, $$ alone, \\$a\\$, $5 and A$.',
    '`$a$` and ``\\(b\\)``, https://example.org/?q=$a$&r=$b$ and [x](/$a$)',
    '- x\n  ```sh\n  echo $A $B$\n  ```',
    'An open \\( one\n\nand its end \\)',
  ])('finds none in %j', (text) => {
    expect(piecesOf(text)).toEqual([]);
  });

  it('is quick with what never ends', () => {
    for (const part of ['$', '\\(', '\\[ ', '$$ ', '`', '` `` ', '[^', '$a ', '\n```'])
      expect(findPieces(part.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
  }, 5_000);
});

describe('MARKDOWN', () => {
  it('keeps what stands within a formula from markdown', () => {
    const html = read('\\[\n- a_1*b*\n= c\n\\]');
    expect(html.trim()).toBe(
      `<tex-formula data-tex="${encodeURIComponent('\\[\n- a_1*b*\n= c\n\\]')}"></tex-formula>`,
    );
    expect(read('| a | b |\n|--:|---|\n| $x_1$ | `$y$` |')).toMatch(/data-tex="%24x_1%24"[\s\S]*<code>\$y\$/);
    expect(read('1. one:\n   $$\n   x\n   $$\n2. two')).toMatch(/<li>.*<tex-formula[\s\S]*<\/li>/);
  });

  it('writes what stands in a list with paragraphs as it does all else', () => {
    expect(read('- **a** & "b"\n\n  c')).toContain('<p><strong>a</strong> &#38; &#34;b&#34;</p>');
  });

  it('marks a claim that holds a formula, and takes in the whole of it', () => {
    const text = 'The mass is $m_1 = 5$ grams. More.';
    expect(claimAround(text, 'The mass is $m_1 = 5$ grams.')).toBe(
      '<p><claim-mark data-key="one">The mass is <tex-formula data-tex="%24m_1%20%3D%205%24"></tex-formula> grams.</claim-mark> More.</p>\n',
    );
    expect(claimAround(text, 'The mass is $m_1')).toContain('</tex-formula></claim-mark> grams');
    expect(claimAround('A sum:\n$$\nx\n$$\nis x.', 'A sum:\n$$\nx\n$$\nis x.')).not.toContain('claim-mark');
  });

  it('reads footnotes, and marks the claims within', () => {
    const text = '[^1]: The tower is 330 metres tall.\n[^2]: https://example.org/two\n\n    And more.';
    const html = claimAround(text, text.slice(0, text.indexOf('\n')));
    expect(html).toContain(
      '<foot-note data-note="1"><p><claim-mark data-key="one">The tower is 330 metres tall.</claim-mark></p>',
    );
    expect(html).toMatch(/<foot-note data-note="2">[\s\S]*<p>And more\.<\/p>\n<\/foot-note>/);
    expect(read('Tall[^1].')).toBe('<p>Tall<note-link data-note="1"></note-link>.</p>\n');
  });

  it('loses no word of an answer, however it is made up, and shows no mark', () => {
    fc.assert(
      fc.property(anAnswer, ({ text, words, spans }) => {
        const html = splitBlocks(text).map((block) =>
          block.kind === 'code'
            ? (block.code ?? '')
            : read(
                block.source,
                spans
                  .filter(({ start }) => start >= block.start && start < block.start + block.source.length)
                  .map(({ key, start, end }) => ({
                    key,
                    start: start - block.start,
                    end: end - block.start,
                  })),
              ),
        );
        const seen = wordsIn(html.join('\n'));
        for (const word of words) expect(seen).toContain(word);
        expect(seen).not.toMatch(/[\uE010-\uE016]/);
      }),
      { numRuns: 400 },
    );
  });
});
