/**
 * Whatever a text repeats, no rule that reads it takes time that grows with the square of its length. Each
 * rule of `rules.ts` is run over each piece of `pieces.ts`, and over pieces behind one another.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { growthOf } from './measure.ts';
import { PIECES } from './pieces.ts';
import { RULES } from './rules.ts';

const SLOW = process.env.CLAIMGATE_TEST_SLOW === '1';
const PAIRS = SLOW ? 30 : 4;
const random = seededRandom(1);
const anyPiece = (): string => PIECES[Math.floor(random() * PIECES.length)] as string;
const PAIRED = Array.from({ length: PAIRS }, () => anyPiece() + anyPiece());

/** The head keeps a text from being what its pieces are, the tail keeps a pattern from ending. */
const TEXTS = [
  ...[...PIECES, ...PAIRED]
    .filter((_, index) => SLOW || index % 2 === 0)
    .map((piece) => ({ head: 'x ', piece, tail: '\nx' })),
  ...[...PIECES.filter((piece) => /^\S{1,8} ?$/.test(piece)), ...PAIRED]
    .filter((_, index) => index % (SLOW ? 3 : 6) === 0)
    .map((piece) => ({ head: '', piece, tail: '' })),
];

describe('linear time', () => {
  it.each(RULES)('$name', { timeout: 180_000 }, ({ run }) => {
    const slow: Record<string, number> = {};
    for (const { head, piece, tail } of TEXTS) {
      const growth = growthOf(run, (units) => head + piece.repeat(Math.ceil(units / piece.length)) + tail);
      if (growth !== undefined) slow[`${head}${piece}…${tail}`] = growth;
      if (Object.keys(slow).length > 5) break;
    }
    expect(slow).toEqual({});
  });

  // One look may be misled by what else the machine does; a measure that distinguishes nothing fails each time.
  it('is distinguished from the square of it', { retry: 4 }, () => {
    const trailing = (text: string): string => text.replace(/(?:\s+None)+$/u, '');
    const make = (units: number): string => `${' None'.repeat(units / 5)} x`;
    expect(growthOf(trailing, make)).toBeGreaterThan(8);
    expect(growthOf((text) => text.replaceAll('None', ''), make)).toBeUndefined();
  });
});
