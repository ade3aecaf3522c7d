import { describe, expect, it } from 'vitest';
import { isOf } from './lexicon.ts';
import { ED_FORM, ING_FORM, MAX_TOKENS, MONEY, PERCENT, readTokens, YEAR } from './read-tokens.ts';

const KINDS = ['word', 'name', 'acronym', 'number', 'mark', 'link'];
const FORMS = ['small', 'money', 'percent', 'year', 'separated', 'ordinal', 'suffixed', 'hundreds'];

/** Each token with its kind; a number with its form, a word that the lexicon has with a plus. */
function read(text: string): string {
  const { count, kind, start, end, form, slot } = readTokens(text);
  return Array.from({ length: count }, (_, i) => {
    const name = kind[i] === 3 ? FORMS[form[i]!]! : KINDS[kind[i]!]! + (slot[i]! >= 0 ? '+' : '');
    return `${text.slice(start[i], end[i])}:${name}`;
  }).join(' ');
}

describe('the tokens of a text', () => {
  it.each([
    ['', ''],
    ['Zyx met Qwer', 'Zyx:word met:word+ Qwer:name'],
    ['The NASA flew', 'The:word+ NASA:acronym+ flew:word+'],
    ['a UKs b Qs c QX', 'a:word+ UKs:acronym b:word Qs:name c:word QX:acronym'],
    ['one. Zyx! Zyx? Zyx, Zyx', 'one:word+ .:mark Zyx:word !:mark Zyx:word ?:mark Zyx:word ,:mark Zyx:name'],
    ["zyx's isn’t zyx' 'zyx", "zyx's:word isn’t:word+ zyx:word zyx:word"],
    [
      '1 12 123 1300 1299 2099 2100 1990s 1990th',
      '1:small 12:small 123:hundreds 1300:year 1299:hundreds 2099:year 2100:hundreds 1990s:year 1990th:ordinal',
    ],
    [
      '1,000 3.5 3. 12:30 1/2 1-2',
      '1,000:separated 3.5:separated 3:small .:mark 12:30:separated 1/2:separated 1:small -:mark 2:small',
    ],
    ['$5 €1,000 5% 5 % 1999%', '5:money 1,000:money 5:percent 5:small 1999:percent'],
    [
      '2nd 3RD 4th 5km 6a 7abcdefghijklmn',
      '2nd:ordinal 3RD:ordinal 4th:ordinal 5km:suffixed 6a:suffixed 7abcdefghijkl:suffixed mn:word',
    ],
    ['x2y covid19', 'x2y:word covid19:word'],
    ['@anna_b1 hi @ a', '@anna_b1:link hi:word+ a:word+'],
    ['https://a.example/b c', 'https://a.example/b:link c:word'],
    ['www.a.example c', 'www.a.example:link c:word'],
    ['wwx.a ww.a wwww.a', 'wwx:word .:mark a:word+ ww:word .:mark a:word+ wwww:word .:mark a:word+'],
    ['http:/a http:', 'http:word ::mark a:word+ http:word ::mark'],
    ['(“a” – b… c; d)', '(:mark “:mark a:word+ ”:mark –:mark b:word …:mark c:word ;:mark d:word ):mark'],
    ['a & b * c', 'a:word+ b:word c:word'],
    ['中国人', '中:word 国:word 人:word'],
    ['한국 사람', '한국:word 사람:word'],
  ])('%j: %s', (text, tokens) => {
    expect(read(text)).toBe(tokens);
  });

  it('count what is no token', () => {
    const { emoji, hashtags, mentions, addresses, upper, letters } = readTokens('#ab # 🎉 @c AB3 www.x.org');
    expect({ emoji, hashtags, mentions, addresses, upper, letters }).toEqual({
      emoji: 2,
      hashtags: 1,
      mentions: 1,
      addresses: 1,
      upper: 2,
      letters: 5,
    });
  });

  it('are six hundred at most', () => {
    expect(readTokens('a '.repeat(MAX_TOKENS)).count).toBe(MAX_TOKENS);
    expect(readTokens('a '.repeat(MAX_TOKENS + 1)).count).toBe(MAX_TOKENS);
  });

  it('have the ending that says most', () => {
    const formOf = (word: string) => readTokens(word).form[0];
    expect([formOf('walked'), formOf('walking'), formOf('bed'), formOf('ring')]).toEqual([
      ED_FORM,
      ING_FORM,
      0,
      ING_FORM,
    ]);
    // "-ous" before "-s", "-te" as "-ze", "-ss" nothing, "-ess" something.
    expect(formOf('famous')).not.toBe(formOf('words'));
    expect(formOf('relate')).toBe(formOf('organize'));
    expect(formOf('grass')).toBe(0);
    expect(formOf('princess')).not.toBe(0);
    expect(formOf('zyxq')).toBe(0);
  });

  it('have the word before an apostrophe', () => {
    const { bare, hash } = readTokens("zyx's zyx 5 ,");
    expect(bare[0]).toBe(hash[1]);
    expect(bare[1]).toBe(hash[1]);
    expect([bare[2], bare[3]]).toEqual([0, 0]);
    const long = readTokens("a'b'c a");
    expect(long.bare[0]).toBe(long.hash[1]);
  });

  it('say the same in any case', () => {
    const { hash, slot } = readTokens('The the THE');
    expect(new Set(hash.subarray(0, 3)).size).toBe(1);
    expect(isOf(slot[0]!, 0)).toBe(true);
  });

  it('are numbers of a kind', () => {
    expect([MONEY, PERCENT, YEAR]).toEqual([1, 2, 3]);
  });
});

describe('what stands for a token whose content is masked', () => {
  const maskOf = (text: string, at = 0) => readTokens(text).mask[at];

  it('is the same for words of one ending, and for names', () => {
    expect(maskOf('zyxing')).toBe(maskOf('qwering'));
    expect(maskOf('zyxing')).not.toBe(maskOf('zyxed'));
    expect(maskOf('zyxing')).not.toBe(maskOf('Zyxing'));
    expect(maskOf('a Zyx', 1)).toBe(maskOf('a Qwerty', 1));
    expect(maskOf('ZYX')).toBe(maskOf('QWE'));
    expect(maskOf('xq')).toBe(maskOf('xzq'));
    expect(maskOf('xq')).not.toBe(maskOf('xzqk'));
  });

  it('tells marks, links and numbers apart', () => {
    const masks = ['.', ',', '@a', 'www.a.b', '1', '100', '1999', '1.5', '1st', '1x', '5%', 'zyxq'].map(
      (text) => maskOf(text),
    );
    expect(new Set(masks).size).toBe(masks.length);
  });

  it('of a function word is the word', () => {
    expect(maskOf('the')).not.toBe(maskOf('of'));
  });
});
