import { describe, expect, it } from 'vitest';
import { hasFeedMarks, isHashtags, stripFeedMarks, stripForeignBodies } from './strip-feed-marks.ts';

describe('a post without its marks', () => {
  it.each([
    ['Rome is old https://t.co/abc', 'Rome is old'],
    ['Rome is old (see https://a.b/c).', 'Rome is old.'],
    ['Rome is old 🎉👍🏽 🇮🇹', 'Rome is old'],
    ['RT @anna: Rome is old.', 'Rome is old.'],
    ['@anna @ben Rome is old.', 'Rome is old.'],
    ['Rome is old. RT @anna', 'Rome is old.'],
    ['Rome is old @anna @ben', 'Rome is old'],
    ['Rome is old. Please share!!', 'Rome is old.'],
    ['BREAKING: Rome burns.', 'Rome burns.'],
    ['Watch! Urgent – Rome burns.', 'Rome burns.'],
    ['EILMELDUNG: Rom brennt.', 'Rom brennt.'],
    ['Just in - Rome burns', 'Rome burns'],
    ['2/ Rome is old.', 'Rome is old.'],
    ['(2/7) Rome is old.', 'Rome is old.'],
    ['Rome is old. (2/n)', 'Rome is old.'],
    ['1/3 of Romans are old.', '1/3 of Romans are old.'],
    ['Rome  is\nold .', 'Rome is old.'],
    // Within a sentence they are words.
    ['#ClimateChange is real.', 'Climate Change is real.'],
    ['The #NASAGoddard and #covid19 pages', 'The NASA Goddard and covid 19 pages'],
    ['We #stop_it with @anna_b today.', 'We stop it with anna b today.'],
    // Not a mark of a feed.
    ['C# is #1, mail me@a.b', 'C# is #1, mail me@a.b'],
    ['Breaking the news is hard.', 'Breaking the news is hard.'],
    ['We share it.', 'We share it.'],
  ])('%s', (post, text) => {
    expect(stripFeedMarks(post)).toBe(text);
  });

  it.each([
    // One hashtag at the end may be the last word.
    ['Rome is in #Italy', 'Rome is in Italy'],
    ['Rome is old. #Italy', 'Rome is old.'],
    ['Rome was sacked in 1527 #Italy', 'Rome was sacked in 1527'],
    ['I love Rome #italy', 'I love Rome'],
    ['I love Rome #Italy', 'I love Rome Italy'],
    ['I love cities #italy', 'I love cities italy'],
    // Several are none, unless the sentence needs them.
    ['I love cities #italy #rome', 'I love cities'],
    ['I love cities #italy #rome https://t.co/x', 'I love cities'],
    ['I live in the #city #rome', 'I live in the city rome'],
    ['A war #italy #rome', 'A war'],
    ['War #italy #rome', 'War italy rome'],
    ['#italy #rome', 'italy rome'],
    [' #italy #rome', 'italy rome'],
    ['I love cities #italy now', 'I love cities italy now'],
  ])('hashtags behind it: %s', (post, text) => {
    expect(stripFeedMarks(post)).toBe(text);
  });
});

it('of other scripts only addresses, emoji and handles around it go', () => {
  expect(stripForeignBodies('@anna #Rom ist alt 🎉 https://t.co/x @ben')).toBe('#Rom ist alt');
  expect(stripForeignBodies('@anna')).toBe('');
  expect(stripForeignBodies('Rome @anna is old')).toBe('Rome @anna is old');
});

it.each([
  ['#one #two', true],
  ['#one', true],
  ['#one is', false],
  ['one #two', false],
  ['#', false],
])('hashtags alone: %s', (text, alone) => {
  expect(isHashtags(text)).toBe(alone);
});

it.each([
  ['Rome is old.', false],
  ['#Rome', true],
  ['www.a.b', true],
  ['Rome 🎉', true],
])('whether there is anything to strip: %s', (text, has) => {
  expect(hasFeedMarks(text)).toBe(has);
  if (!has) expect(stripFeedMarks(text)).toBe(text);
});
