import { describe, expect, it } from 'vitest';
import { attributeOf, elementsOf, firstElement } from './read-xml.ts';

describe('elements of XML', () => {
  it('are found by their names, with what stands in them', () => {
    const xml = '<A><B x="1">one</B><Bee>no</Bee><B\n x="2" >t<i>w</i>o</B><B/><B y="z" /></A>';
    expect(elementsOf(xml, 'B').map(({ inner }) => inner)).toEqual(['one', 't<i>w</i>o', '', '']);
    expect(elementsOf(xml, 'B').map((element) => attributeOf(element, 'x'))).toEqual([
      '1',
      '2',
      undefined,
      undefined,
    ]);
    expect(firstElement(xml, 'Bee')).toBe('no');
    expect(firstElement(xml, 'C')).toBeUndefined();
  });

  it('are left out where they do not end, in no time', () => {
    expect(elementsOf('<B>one</B><B>two', 'B')).toHaveLength(1);
    expect(elementsOf('<B', 'B')).toEqual([]);
    const began = performance.now();
    elementsOf('<B>'.repeat(400_000), 'B');
    elementsOf('<Bx>'.repeat(300_000), 'B');
    elementsOf('<B'.repeat(500_000), 'B');
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
