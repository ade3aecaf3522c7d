import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';

const stated = (text: string): string[] => detectClaims(text).map((claim) => claim.text);

describe('quotations of several sentences', () => {
  it('are stated with the words before them', () => {
    const text =
      'The mayor said: "The dam was built in 1950. It holds 3 million litres." The dam is in Ohio.';
    expect(stated(text)).toEqual([
      'The mayor said: "The dam was built in 1950."',
      'The mayor said: "It holds 3 million litres."',
      'The dam is in Ohio.',
    ]);
    const [, second] = detectClaims(text);
    expect(second?.original_text).toBe('It holds 3 million litres."');
  });

  it('keep their marks where their speaker follows', () => {
    expect(stated('“The dam was built in 1950. It holds 3 million litres,” said the mayor.')).toEqual([
      '“The dam was built in 1950.”',
      '“It holds 3 million litres,” said the mayor.',
    ]);
  });

  it('have the words before them in each sentence, of twelve more at most', () => {
    const sentences = Array.from(
      { length: 15 },
      (_, index) => `The dam in Ohio was raised in ${1950 + index}.`,
    );
    const claims = stated(`The mayor said: “${sentences.join(' ')}`);
    expect(claims[5]).toBe('The mayor said: “The dam in Ohio was raised in 1955.”');
    expect(claims.slice(-2)).toEqual(sentences.slice(-2));
  });

  it('end with their paragraph', () => {
    expect(stated('The mayor said: "The dam was built in 1950.\n\nThe dam is in Ohio.')).toEqual([
      'The mayor said: "The dam was built in 1950."',
      'The dam is in Ohio.',
    ]);
  });

  it('are not begun by inches', () => {
    expect(stated('The board is 12" wide and was made in 1990. It was sold in 1991.').at(-1)).toBe(
      'It was sold in 1991.',
    );
  });
});
