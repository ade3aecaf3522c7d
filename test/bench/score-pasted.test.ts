import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgePasted, readPasted, scorePasted } from '../../bench/claims/score-pasted.ts';

function read(lines: string) {
  const path = join(mkdtempSync(join(tmpdir(), 'pasted-')), 'pasted.txt');
  writeFileSync(path, lines);
  return readPasted(path);
}

describe('the documents that people paste', () => {
  it('are put together as their labels say', () => {
    const [document] = read(
      '## de Bus\n0:heading\t# Bus\n1:pair\tPreis: 2 €\tBus;2 €\n+0:wish\tGute Fahrt!\n-\t|---|\n1:row\tA⇥1⏎B\n',
    );
    expect(document).toMatchObject({ language: 'de', title: 'Bus', held: false });
    expect(document!.text).toBe('# Bus\nPreis: 2 € Gute Fahrt!\n\n|---|\nA\t1\nB');
    const units = document!.units.map(({ start, end }) => document!.text.slice(start, end));
    expect(units).toEqual(['# Bus', 'Preis: 2 €', 'Gute Fahrt!', 'A\t1\nB']);
    expect(document!.units[1]).toMatchObject({ claim: true, kind: 'pair', words: ['Bus', '2 €'] });
  });

  it('refuse a line without a label', () => {
    expect(() => read('## en x\nPrice: 2 €')).toThrow('not a labelled line: Price: 2 €');
  });

  it('are half claims and half none, a fifth of them held back', () => {
    const documents = readPasted();
    const units = documents.flatMap((document) => document.units);
    const claims = units.filter(({ claim }) => claim).length;
    expect(units.length).toBeGreaterThanOrEqual(1500);
    expect(Math.abs(claims / units.length - 0.5)).toBeLessThan(0.02);
    expect(documents.filter(({ held }) => held).length).toBe(Math.floor(documents.length / 5));
    expect(new Set(documents.map(({ language }) => language)).size).toBe(12);
  });
});

describe('what is found in them', () => {
  const documents = read(
    '## en x\n1:pair\tPrice: 2 € for adults\tBus\n1:fact\tIt is red and blue.\n0:wish\tHave fun!\n',
  );
  const { text } = documents[0]!;
  const claim = (words: string, said = words) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, text: said };
  };

  it('is right where a claim is whole and says its subject', () => {
    const units = judgePasted(documents, () => [
      claim('Price: 2 € for adults', 'Bus: Price 2 €'),
      claim('It is red and blue.'),
    ]);
    expect(scorePasted(units)).toEqual({ units: 3, precision: 1, recall: 1, stated: 1 });
  });

  it('is wrong where it is a piece, says no subject, or is no claim', () => {
    const units = judgePasted(documents, () => [
      claim('Price: 2 € for adults'),
      claim('blue.'),
      claim('Have fun!'),
    ]);
    expect(scorePasted(units)).toEqual({ units: 3, precision: 1 / 3, recall: 0.5, stated: 0 });
  });
});
