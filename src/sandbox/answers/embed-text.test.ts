import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedText } from './embed-text.ts';

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const near = (a: string, b: string, dimensions = 1_536) =>
  cosine(embedText(a, dimensions), embedText(b, dimensions));

describe('the vector of a text', () => {
  it('is the same for the same text, and of length 1, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 512 }), (text, dimensions) => {
        const vector = embedText(text, dimensions);
        expect(vector).toEqual(embedText(text, dimensions));
        expect(vector).toHaveLength(dimensions);
        const length = Math.sqrt(cosine(vector, vector));
        // In very few dimensions the directions of words may cancel each other out.
        if (dimensions >= 64) expect(length).toBeCloseTo(1, 5);
        else expect(length).toBeLessThan(1.00001);
      }),
    );
  });

  it.each([
    ['The tower is 300 metres tall', 'How tall is the tower?', 'Bees make honey in spring'],
    ['Two towers', 'A tower', 'A bridge'],
    ['The tower is tall', 'the tower, is TALL!', 'The tower is old'],
    ['Der Turm ist hoch', 'Wie hoch ist der Turm', 'Die Biene ist klein'],
  ])('%s is nearer to %s than to %s', (text, similar, other) => {
    for (const dimensions of [256, 1_536, 3_072]) {
      expect(near(text, similar, dimensions)).toBeGreaterThan(near(text, other, dimensions) + 0.1);
    }
  });

  it('has nothing to do with that of a text without a word in common', () => {
    expect(Math.abs(near('Quantum chromodynamics', 'Bees fly high'))).toBeLessThan(0.15);
  });

  it('begins as a longer one does', () => {
    const whole = embedText('The tower is tall', 1_536).subarray(0, 256);
    expect(cosine(whole, embedText('The tower is tall', 256)) / Math.sqrt(cosine(whole, whole))).toBeCloseTo(
      1,
      5,
    );
  });
});
