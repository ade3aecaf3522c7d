import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABBREVIATED_TEXTS,
  DIVIDED_TEXTS,
  FURTHER_TEXTS,
  PASTED_TEXTS,
  textOf,
} from '../../../test/claims/sentence-cases.ts';
import { SentenceScan } from './scan-sentences.ts';
import { splitSentences } from './split-sentences.ts';

function texts(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

function kinds(text: string): string[] {
  return splitSentences(text).map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`);
}

describe('splitting sentences', () => {
  it.each([...DIVIDED_TEXTS, ...ABBREVIATED_TEXTS, ...FURTHER_TEXTS, ...PASTED_TEXTS])('%s', (divided) => {
    const { text, sentences } = textOf(divided);
    expect(texts(text)).toEqual(sentences);
  });

  it.each([...ABBREVIATED_TEXTS, ...FURTHER_TEXTS, ...PASTED_TEXTS])(
    'gives the same whatever the pieces: %s',
    (divided) => {
      const { text } = textOf(divided);
      for (const size of [1, 2, 5]) {
        const scan = new SentenceScan();
        const found: unknown[] = [];
        for (let at = 0; at <= text.length; at += size) {
          if (at < text.length) scan.append(text.slice(at, at + size));
          if (at + size > text.length) scan.finish();
          for (let next = scan.next(); next; next = scan.next()) found.push(next);
        }
        expect(found).toEqual(splitSentences(text));
      }
    },
  );

  it('reads each row of a table in one line by itself, and such a tag elsewhere as text', () => {
    expect(texts('<table><tr><td>Bonn</td></tr><TR><td>Ulm</td></TR></table>')).toEqual([
      '<table><tr><td>Bonn</td></tr>',
      '<TR><td>Ulm</td></TR>',
      '</table>',
    ]);
    expect(texts('Rows end with </tr> in HTML.')).toEqual(['Rows end with </tr> in HTML.']);
  });

  it('knows every number that CLDR shortens with a dot', () => {
    for (const language of ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'nl', 'pl', 'pt', 'tr', 'zh']) {
      const compact = new Intl.NumberFormat(language, { notation: 'compact' });
      for (let digits = 3; digits < 14; digits++) {
        const text = `${compact.format(5 * 10 ** digits)} Xyz`;
        expect(texts(text)).toEqual([text]);
      }
    }
  });

  it('joins the lines of a list item that was wrapped, and not those that stand for themselves', () => {
    expect(texts('- The limit was raised from fifty miles\n  to sixty in 1977.\n- It fell.')).toEqual([
      'The limit was raised from fifty miles\n  to sixty in 1977.',
      'It fell.',
    ]);
    expect(texts('flour from the mill in the old town\nsugar\nto taste: salt')).toHaveLength(3);
  });

  it('ends a sentence where the space after it was forgotten', () => {
    expect(texts('The gate closed.The crowd left. See gate.Close in v1.Two.')).toEqual([
      'The gate closed.',
      'The crowd left.',
      'See gate.',
      'Close in v1.Two.',
    ]);
  });

  it('knows headings, lists, quotes and tables by their marks, and leaves the marks out', () => {
    const text =
      '## A title. Still\n\nProse.\n- one. Two\n* three\n1. four\n2) five\n- [x] six\n> quoted. Twice.\n\n| a | b |\n|---|---|\n| c | d |\n\n---\n';
    expect(kinds(text)).toEqual([
      'heading: A title. Still',
      'prose: Prose.',
      'list: one.',
      'list: Two',
      'list: three',
      'list: four',
      'list: five',
      'list: six',
      'quote: quoted.',
      'quote: Twice.',
      'table: | a | b |',
      'code: |---|---|',
      'table: | c | d |',
      'code: ---',
    ]);
  });

  it('takes fenced code as code, closed or not', () => {
    const text = 'Run this:\n```js\nlet a = 1; // Paris is big. It is.\n~~~\n```\nDone. \n~~~\nopen. End';
    expect(kinds(text)).toEqual([
      'prose: Run this:',
      'code: ```js',
      'code: let a = 1; // Paris is big. It is.',
      'code: ~~~',
      'code: ```',
      'prose: Done.',
      'code: ~~~',
      'code: open. End',
    ]);
  });

  it('does not end a sentence in inline code', () => {
    expect(texts('Call `a.B. C()` first. Then go.')).toEqual(['Call `a.B. C()` first.', 'Then go.']);
  });

  it('joins a line that was wrapped, not one that ended', () => {
    const wrapped = 'This is a line of a mail that somebody wrapped at sixty columns\nand it goes on here.';
    expect(texts(wrapped)).toEqual([wrapped]);
    expect(texts('Dear Anna\nhow are you\nbest, Ben')).toEqual(['Dear Anna', 'how are you', 'best, Ben']);
  });

  it('numbers lines and paragraphs', () => {
    const places = splitSentences('One. Two.\nThree.\n\nFour.').map(({ line, paragraph }) => [
      line,
      paragraph,
    ]);
    expect(places).toEqual([
      [1, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });

  it('cuts what never ends, but no pair of surrogates', () => {
    const endless = '𝐀'.repeat(2000);
    const sentences = splitSentences(endless);
    expect(sentences.length).toBeGreaterThan(1);
    for (const { start, end } of sentences) expect(endless.slice(start, end).isWellFormed()).toBe(true);
    expect(texts('word '.repeat(1000)).every((text) => text.endsWith('word'))).toBe(true);
  });

  it('covers all that is not white space or a mark, once and in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        let after = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(start).toBeGreaterThanOrEqual(after);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).trim()).not.toBe('');
          after = end;
        }
        expect(after).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('gives the same sentences whatever the pieces', () => {
    const marks = [
      '. ',
      '.',
      '? ',
      '!\n',
      '\n\n',
      '- ',
      '1. ',
      '```\n',
      '> ',
      '(',
      ')',
      '`',
      ' http://a.b/c. ',
      '… ',
      '#tag ',
      '#',
      '• ',
      '\n@x\n',
      '  ',
      '5. ',
      '.)',
    ];
    const piece = fc.oneof(
      fc.constantFrom(
        ...marks,
        'Dr',
        'The ',
        'word ',
        'mRNA ',
        'U.S. ',
        '9 a.m. ',
        'I ',
        'กรุงเทพ ',
        '好。',
        '🎉 ',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (parts, sizes) => {
          const whole = parts.join('');
          const scan = new SentenceScan();
          const found: unknown[] = [];
          const take = () => {
            for (let next = scan.next(); next; next = scan.next()) {
              expect(scan.slice(next)).toBe(whole.slice(next.start, next.end));
              found.push(next);
            }
          };
          for (let at = 0, turn = 0; at < whole.length; turn++) {
            const size = sizes[turn % sizes.length]!;
            scan.append(whole.slice(at, at + size));
            at += size;
            take();
          }
          scan.finish();
          take();
          expect(found).toEqual(splitSentences(whole));
        },
      ),
    );
  });

  it('gives a sentence as soon as what follows has shown that it ended', () => {
    const scan = new SentenceScan();
    scan.append('Paris is the capital of France.');
    expect(scan.next()).toBeUndefined();
    scan.append(' It');
    expect(scan.next()).toMatchObject({ start: 0, end: 31 });
  });
});
