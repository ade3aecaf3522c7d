import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitsOf } from './passage-units.ts';

const LONG = 'The mayor announced on 14 May that he was stepping down.';

it('are sentences, each behind what its document is about', () => {
  expect(unitsOf({ title: 'Town news', text: `${LONG} The school in the valley got a new roof.` })).toEqual([
    `Town news. ${LONG}`,
    'Town news. The school in the valley got a new roof.',
  ]);
  const title = 'A title of more than sixty characters says more than a sentence';
  expect(unitsOf({ title, text: LONG })).toEqual([LONG]);
});

it('join a sentence that says little by itself with the next', () => {
  expect(unitsOf({ title: '', text: `Why? He was ill. ${LONG} So be it.` })).toEqual([
    `Why? He was ill. ${LONG}`,
    'So be it.',
  ]);
  // Within a text as at its beginning.
  expect(unitsOf({ title: '', text: `${LONG} He left. ${LONG}` })).toEqual([LONG, `He left. ${LONG}`]);
  expect(unitsOf({ title: '', text: '' })).toEqual(['']);
});

it('leave nothing out, and are few', () => {
  const text = fc.array(fc.constantFrom(LONG, 'No.', 'It rained for three days on the old harbour.'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, (sentences) => {
      const units = unitsOf({ title: '', text: sentences.join(' ') });
      expect(units.join(' ').replace(/\s+/g, ' ').trim()).toBe(sentences.join(' '));
      expect(units.length).toBeLessThanOrEqual(24);
    }),
  );
});
