/** What a pause behind a sentence lets one expect. */
import { describe, expect, it } from 'vitest';
import { openClaimScan } from './scan-stream.ts';

const TOWER = 'The Eiffel Tower was completed in 1889.';

function likely(...pieces: readonly string[]): string | undefined {
  const scan = openClaimScan();
  for (const piece of pieces) scan.push(piece);
  return scan.likely()?.text;
}

describe('the claim of the sentence under way', () => {
  it.each([
    [TOWER],
    [`${TOWER} `],
    [`Well. ${TOWER}`],
    [`- ${TOWER}`],
    [`“${TOWER}”`],
    ['埃菲尔铁塔建成于1889年。'],
  ])('is likely where the text stops like a sentence: %s', (text) => {
    const scan = openClaimScan();
    const before = scan.push(text);
    const expected = scan.likely();
    expect(expected).toBeDefined();
    // It changes nothing: what is likely is what then comes.
    expect(scan.likely()).toEqual(expected);
    const found = [...scan.push(' The'), ...scan.push(' rest is silence.')];
    expect(before).toEqual([]);
    expect(found).toEqual([expected]);
  });

  it.each([
    'The Eiffel Tower was completed in 1889',
    'The Eiffel Tower was built by Dr.',
    'The Eiffel Tower was visited by John F.',
    'The tower in the U.S.',
    'The Eiffel Tower was completed in 1889,',
    'The Eiffel Tower weighs 10.',
    '## The Eiffel Tower was completed in 1889.',
    '```\nThe Eiffel Tower was completed in 1889.',
    'Thank you!',
    '',
  ])('is none where it does not, or where it claims nothing: %j', (text) => {
    expect(likely(text)).toBeUndefined();
  });

  it('is stated by what was said before, as the claim will be', () => {
    const scan = openClaimScan();
    scan.push('Albert Einstein was a physicist. He was born in Ulm in 1879.');
    const expected = scan.likely();
    expect(expected?.text).toBe('Albert Einstein was born in Ulm in 1879.');
    expect(scan.push(' The end.')).toEqual([expected]);
  });

  it('leaves what comes behind it as it is', () => {
    const text =
      '\n\nHe lived in the U.S. He was kind. Otto Lilien smiled. She slept. He died in 1896.? He died in 1896.? \n\nIt was sold in 1990.\n===\n ';
    const [asked, plain] = [openClaimScan(), openClaimScan()];
    for (const char of text) {
      expect(asked.push(char)).toEqual(plain.push(char));
      asked.likely();
    }
    expect(asked.end()).toEqual(plain.end());
  });

  it('is none in a poem or a story', () => {
    expect(
      likely('Once upon a time there was a king. ', 'The king of Spain was born in 1871.'),
    ).toBeUndefined();
  });
});
