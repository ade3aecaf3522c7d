import { expect, it } from 'vitest';
import { freeSpacing } from './free-spacing.ts';

it('is a pattern without its line breaks, indents and comments', () => {
  const city = 'Paris|Rome';
  const pattern = freeSpacing('giu')`
    # Where
    in (?:
      ${city}
      |New York
    )
    # When
    (?: in \d{4}\b)? # one
  `;
  expect(pattern).toEqual(/in (?:Paris|Rome|New York)(?: in \d{4}\b)? # one/giu);
});
