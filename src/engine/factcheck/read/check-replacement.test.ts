/** Readings in languages whose small words are not listed. */
import { expect, it } from 'vitest';
import { replacesReference } from './check-replacement.ts';

it.each([
  ['nl', 'Zij woont in Delft.', 'Anna Blatt woont in Delft.', 'Anna Blatt is arts.'],
  ['nl', 'zij woont in Delft.', 'Anna woont in Delft.', 'Anna is arts.'],
  ['it', 'Lei vive a Roma.', 'Anna vive a Roma.', 'Conosco Anna.'],
  ['ru', 'Она живёт в Омске.', 'Анна живёт в Омске.', 'Анна — врач.'],
  ['zh', '他出生于1920年。', '王明出生于1920年。', '王明是医生。'],
  ['ja', '彼は東京で生まれた。', '田中は東京で生まれた。', '田中は医者だ。'],
  // An accent may be written as a sign of its own.
  ['nl', 'Zij woont in Delft.', 'Zoe\u0308 woont in Delft.', 'Zoë is arts.'],
])('in %s "%s" may be read as: %s', (language, claim, reading, context) => {
  expect(replacesReference(reading, claim, context, language)).toBe(true);
});

it.each([
  ['the name is not in the text before', 'nl', 'Zij woont in Delft.', 'Eva woont in Delft.', 'Anna is arts.'],
  ['it is no name', 'nl', 'Zij woont in Delft.', 'de arts woont in Delft.', 'de arts is oud.'],
  ['it denies', 'nl', 'Zij woont in Delft.', 'Anna niet woont in Delft.', 'Ook Anna niet.'],
  ['it denies', 'zh', '他出生于1920年。', '不王明出生于1920年。', '不王明是医生。'],
  ['no pronoun goes', 'nl', 'Eva woont in Delft.', 'Anna woont in Delft.', 'Anna is arts.'],
  ['nothing goes', 'nl', 'woont in Delft.', 'Anna woont in Delft.', 'Anna is arts.'],
  ['more than the pronoun goes', 'nl', 'Zij woont in Delft.', 'Anna werkt in Delft.', 'Anna werkt.'],
  ['the rest is another', 'nl', 'Zij woont in Delft.', 'Anna woont in Gouda.', 'Anna woont in Gouda.'],
  ['a part of a word goes', 'nl', 'Zijn huis is oud.', 'Annan huis is oud.', 'Anna is Annan.'],
  ['its pronouns are not listed', 'en', 'She lives here.', 'Anna lives here.', 'Anna is old.'],
  ['its pronouns are not listed', 'xx', 'Zij woont in Delft.', 'Anna woont in Delft.', 'Anna is arts.'],
])('a reading is not used where %s (%s: %s)', (_why, language, claim, reading, context) => {
  expect(replacesReference(reading, claim, context, language)).toBe(false);
});
