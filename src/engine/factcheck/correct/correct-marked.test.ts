/** A text with its correction put in reads right: no unit twice, none lost, no mark of a form broken. */
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../domain/claim.ts';
import { correctionFor } from './correct-claim.ts';
import { withoutMarkup } from './without-markup.ts';

/** @returns the claim with what was put right; `undefined` where nothing was certain. */
function put(claim: string, quote: string, wrong: string, right: string): string | undefined {
  const evidence: Evidence = {
    source: 'context',
    kind: 'context',
    title: 'Page',
    url: '',
    quote,
    stance: 'refutes',
  };
  const found = correctionFor(claim, wrong === '' ? [] : [{ wrong, right }], [evidence]);
  if (found === undefined) return undefined;
  expect(claim.split(found.wrong)).toHaveLength(2);
  expect(quote).toContain(found.right);
  return claim.replace(found.wrong, () => found.right);
}

const MILLIONS = 'The population of France is 67 million.';
const france = (value: string) => `The population of France is ${value}.`;

describe('a correction of a marked text', () => {
  it.each([
    ['**999** million', '999', '67 million', '**67** million'],
    ['**999** million', '999', '67', '**67** million'],
    ['**999** million', '999 million', '67 million', '**67** million'],
    ['**999** million', '', '', '**67** million'],
    ['*999* million', '999', '67 million', '*67* million'],
    ['***999*** million', '999', '67 million', '***67*** million'],
    ['__999__ million', '999', '67 million', '__67__ million'],
    ['_999_ million', '', '', '_67_ million'],
    ['`999` million', '999', '67 million', '`67` million'],
    ['**`999`** million', '', '', '**`67`** million'],
    ['**999 million**', '999', '67 million', '**67 million**'],
    ['[999](https://a.example/b_c) million', '999', '67 million', '[67](https://a.example/b_c) million'],
    ['[999](https://a.example/999) million', '999', '67 million', undefined],
    ['<b>999</b> million', '999', '67 million', '<b>67</b> million'],
    ['<span class="a">999</span> million', '', '', '<span class="a">67</span> million'],
    ['999[^1] million', '999', '67 million', '67[^1] million'],
    ['999[1] million', '999', '67 million', '67[1] million'],
    ['999 **million**', '999', '67 million', '67 **million**'],
    ['~~999~~ million', '999', '67 million', undefined],
    ['9**99** million', '999', '67 million', undefined],
  ])('%s (%s, %s): %s', (value, wrong, right, expected) => {
    expect(put(france(value), MILLIONS, wrong, right)).toBe(expected && france(expected));
  });

  it.each([
    ['The population of France is **67** million.', '999 million', '67 million'],
    ['The population of France is `67` million.', '**999** million', '**67** million'],
    ['The population of France is [67](https://a.example) million.', '999 million', '67 million'],
  ])('takes words of a marked quote: %s', (quote, value, expected) => {
    expect(put(france(value), quote, '999', '67 million')).toBe(france(expected));
    expect(put(france(value), quote, '', '')).toBe(france(expected));
  });

  it.each([
    // Units, percent and currencies.
    ['It cost **$5** million.', 'It cost $7 million.', '5', '$7 million', 'It cost **$7** million.'],
    ['It cost $**5** million.', 'It cost $7 million.', '5', '7 million', 'It cost $**7** million.'],
    ['It cost €**5**.', 'It cost €7.', '5', '€7', 'It cost €**7**.'],
    ['It cost **5** dollars.', 'It cost $7.', '5', '$7', undefined],
    ['It cost $**5**.', 'It cost 7 euros.', '5', '7 euros', undefined],
    ['It grew by **10**%.', 'It grew by 12%.', '10', '12%', 'It grew by **12**%.'],
    ['It grew by **10** %.', 'It grew by 12 %.', '10', '12 %', 'It grew by **12** %.'],
    [
      'It grew by **10** percent.',
      'It grew by 12 percent.',
      '10',
      '12 percent',
      'It grew by **12** percent.',
    ],
    ['It grew by **10**%.', 'It grew by 12 percent.', '10', '12 percent', undefined],
    ['It grew by "10" percent.', 'It grew by 12 percent.', '10', '12 percent', undefined],
    ['It is **330** m long.', 'It is 324 m long.', '330', '324 m', 'It is **324** m long.'],
    ['It is **330** metres long.', 'It is 324 m long.', '330', '324 m', undefined],
    ['It is **330 metres** long.', 'It is 324 m long.', '330', '324 m', 'It is **324 m** long.'],
    ['It is 330 metres long.', 'It is 324 m long.', '330', '324 m', 'It is 324 m long.'],
    ['It fell to **-5** °C.', 'It fell to -15 °C.', '-5', '-15 °C', 'It fell to **-15** °C.'],
    ['It fell to -**5** °C.', 'It fell to -15 °C.', '5', '-15 °C', undefined],
    ['人口は**999**万人です。', '人口は670万人です。', '999', '670万人', '人口は**670**万人です。'],
    // Separators.
    [
      'It holds **1,000** litres.',
      'It holds 2,500 litres.',
      '1,000',
      '2,500 litres',
      'It holds **2,500** litres.',
    ],
    ['It holds 1,**000** litres.', 'It holds 2,500 litres.', '1,000', '2,500', undefined],
    // One, and several.
    ['It has 1 page.', 'It has 3 pages.', '1', '3', 'It has 3 pages.'],
    ['It has **1 page**.', 'It has 3 pages.', '1', '3 pages', 'It has **3 pages**.'],
    ['It has **1** page.', 'It has 3 pages.', '1', '3 pages', undefined],
    ['It has 12 pages.', 'It has 1 page.', '12', '1', 'It has 1 page.'],
    ['It has **12** pages.', 'It has 3 pages.', '12', '3 pages', 'It has **3** pages.'],
    ['It has 12 pages.', 'It is a 3-page text.', '12', '3', 'It has 3 pages.'],
    ['It has 1 page.', 'It is a 3-page text.', '1', '3', undefined],
    // Dates and names.
    ['It opened on **3** May 1889.', 'It opened on 12 March 1887.', '3', '12 March 1887', undefined],
    [
      'It opened on **3** May 1889.',
      'It opened on 4 May 1889.',
      '3',
      '4 May',
      'It opened on **4** May 1889.',
    ],
    ['The mayor is **Ana** Ruiz.', 'The mayor is Tom Berg.', 'Ana', 'Tom Berg', undefined],
    ['The mayor is Ana Ruiz.', 'The mayor is Tom Berg.', 'Ana', 'Tom Berg', 'The mayor is Tom Berg.'],
    [
      'The mayor is **Ana Ruiz**.',
      'The mayor is Tom Berg.',
      'Ana Ruiz',
      'Tom Berg',
      'The mayor is **Tom Berg**.',
    ],
    ['The mayor is **Ana** Ruiz.', 'The mayor is Eva Ruiz.', 'Ana', 'Eva', 'The mayor is **Eva** Ruiz.'],
  ])('%s — %s (%s, %s): %s', (claim, quote, wrong, right, expected) => {
    expect(put(claim, quote, wrong, right)).toBe(expected);
  });
});

describe('a text without its marks', () => {
  it.each([
    ['**a** *b* _c_ `d` <i>e</i>', 'a b c d e'],
    ['[a](https://b.example) ![c](d.png)', 'a c'],
    ['a[^1] b[12] c[x]', 'a b c[x]'],
    ['a ~~b~~ c', 'a  c'],
    ['snake_case and 2*3 and 2<3>1', 'snake_case and 2*3 and 2<3>1'],
    ['10<sup>6</sup>', '10<sup>6'],
    ['', ''],
  ])('%s: %s', (written, plain) => {
    expect(withoutMarkup(written).text).toBe(plain);
  });

  it('knows where its words stand', () => {
    const text = withoutMarkup('a **b** c');
    expect(text.written(2, 3)).toBe('b');
    expect(text.written(0, 3)).toBe('a **b');
    expect(text.written(2, 2)).toBe('');
  });
});
