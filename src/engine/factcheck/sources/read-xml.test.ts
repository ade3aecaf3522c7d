import { DomUtils } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { readXml } from './pubmed.ts';

describe('XML', () => {
  it('has its elements by their names, with what stands in them', () => {
    const xml = readXml(
      '<A><B x="1">one</B><Bee>no</Bee><B\n x="2" >t<i>w</i>o &lt; 3</B><B/><B y="z" /></A>',
    );
    const found = DomUtils.getElementsByTagName('B', xml);
    expect(found.map((one) => DomUtils.textContent(one))).toEqual(['one', 'two &lt; 3', '', '']);
    expect(found.map(({ attribs }) => attribs.x)).toEqual(['1', '2', undefined, undefined]);
  });

  it('is refused where it is nested deep, before that takes time', () => {
    for (const piece of ['<B>', '<Bx><B>']) expect(() => readXml(piece.repeat(300_000))).toThrow('too deep');
    expect(() => readXml(`${'<B>'.repeat(200_000)}${'</C>'.repeat(100_000)}`)).toThrow('too deep');
    readXml('<B'.repeat(500_000));
  });
});
