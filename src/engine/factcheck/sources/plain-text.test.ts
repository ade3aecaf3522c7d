import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainLine, toPlainText } from './plain-text.ts';

describe('plain text', () => {
  it.each([
    ['a <b>bold</b> &amp; <i>slanted</i> word', 'a bold & slanted word'],
    ['<p>one</p><p>two<br/>three</p>', 'one\ntwo\nthree'],
    ['<jats:title>Abstract</jats:title><jats:p>Text</jats:p>', 'Abstract\nText'],
    ['a<!-- hidden -->b<script>let x = 1 < 2;</script>c<style>p{}</style>d', 'ab c d'],
    ['<a href="https://example.org?a=1&amp;b=2" title=x>link</a>', 'link'],
    ['cut in a tag <a href="https://exam', 'cut in a tag'],
    ['<![CDATA[kept <b> text]]> and more', 'kept b> text and more'],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>rest', 'rest'],
    ['&lt;b&gt;escaped&lt;/b&gt; once', 'escaped once'],
    ['caf&eacute; &#8212; &#x1F600; &Uuml;ber &nbsp; &hellip;', 'café — 😀 Über …'],
    ['&unknown; &#99999999; &amp;lt; AT&T', '&unknown; &#99999999; &lt; AT&T'],
    ['&#0;&#55296;&#150;x', '\ufffd\ufffd–x'],
    ['p < 0.05 and q > 3', 'p < 0.05 and q > 3'],
    ['x <y and z> w', 'x <y and z> w'],
    ['<3 love, 5 <= 6, <http://example.org/a>', '<3 love, 5 <= 6, <http://example.org/a>'],
    ['a\u0000b\u0007c\u001bd\u009fe', 'abcde'],
    ['\u202eright\u202c to \u2066left\u2069 \u200fmark', 'right to left mark'],
    [`tag${String.fromCodePoint(0xe0061, 0xe007f)}ged`, 'tagged'],
    ['zero\u200bwidth, so\u00adft, \ufeffmark', 'zerowidth, soft, mark'],
    ['میخواهم joined\u200cscripts stay', 'میخواهم joined\u200cscripts stay'],
    ['half \ud83d a character', 'half \ufffd a character'],
    ['  many \t blanks\r\n\r\n\n  and\u2028lines\u00a0 ', 'many blanks\nand\nlines'],
  ])('of %j is %j', (text, plain) => expect(toPlainText(text)).toBe(plain));

  it('is one line where one is wanted', () => {
    expect(toPlainLine('<h1>A\ntitle</h1><p>of two\r\nlines</p>')).toBe('A title of two lines');
  });

  it('never holds markup or what nobody sees', () => {
    const pieces = fc.array(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '</',
          '<b',
          '<script',
          'script>',
          '<!--',
          '-->',
          '&lt;',
          '&gt;',
          '&amp;',
          '&#60;',
          ' ',
          'a',
        ],
        ...[
          '=',
          '"',
          "'",
          '/',
          '<p>',
          '</p>',
          '\u202e',
          '\u0000',
          '\ud83d',
          '\n',
          '<![CDATA[',
          ']]>',
          '<?',
          'x',
        ],
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const plain = toPlainText(text);
          expect(plain).not.toMatch(/<\/?(?:b|p|script)(?:\s[^<>]*=[^<>]*)?\/?>|<!--.*-->/is);
          expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
          expect(plain.isWellFormed()).toBe(true);
          expect(plain.trim()).toBe(plain);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes no time to speak of, whatever the text', () => {
    for (const piece of [
      '<a',
      '<!--',
      '<p>',
      '&amp;lt;',
      '<a b="',
      '<',
      '<script>',
      '<![CDATA[',
      '&#',
      '<x y ',
    ]) {
      const text = piece.repeat(300_000);
      // Of this thread alone, so that a busy machine does not count.
      const before = process.threadCpuUsage();
      toPlainText(text);
      // Generous: what is guarded against takes minutes.
      expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
    }
  });
});
