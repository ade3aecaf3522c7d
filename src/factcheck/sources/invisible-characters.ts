/**
 * Characters that nobody sees, and that a text of others may hide something with or in: controls, marks that
 * reorder (bidirectional controls), zero-width blanks and joiners of words, fillers, tag characters,
 * variation selectors beyond the common ones, interlinear notes. Joiners that scripts and emoji need are not
 * among them, nor are tab and the ends of lines.
 */
const RANGES = [
  ...['\\u0000-\\u0008', '\\u000b\\u000c', '\\u000e-\\u001f', '\\u007f-\\u009f', '\\u00ad', '\\u034f'],
  ...['\\u061c', '\\u115f\\u1160', '\\u17b4\\u17b5', '\\u180b-\\u180e', '\\u200b', '\\u200e\\u200f'],
  ...['\\u202a-\\u202e', '\\u2060-\\u206f', '\\u3164', '\\ufeff', '\\uffa0', '\\ufff0-\\ufffc'],
  ...['\\u{1bca0}-\\u{1bca3}', '\\u{1d173}-\\u{1d17a}', '\\u{e0000}-\\u{e0fff}'],
];

export const INVISIBLE_CHARACTERS = new RegExp(`[${RANGES.join('')}]`, 'gu');
