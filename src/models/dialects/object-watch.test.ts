import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ObjectWatch } from './object-watch.ts';

it('knows the last brace of an object, wherever its text is cut', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.infiniteStream(fc.nat(5)),
      (value, lengths) => {
        const text = JSON.stringify(value);
        const watch = new ObjectWatch();
        for (let at = 0; at < text.length; ) {
          expect(watch.whole).toBe(false);
          const length = 1 + (lengths.next().value as number);
          watch.add(text.slice(at, at + length));
          at += length;
        }
        expect(watch.whole).toBe(true);
      },
    ),
  );
});

it('waits on for what is no object', () => {
  const watch = new ObjectWatch();
  watch.add('"}" } 7');
  expect(watch.whole).toBe(false);
});
