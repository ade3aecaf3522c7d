import { describe, expect, it } from 'vitest';
import { REPORTS } from './reports-in-tests.ts';
import { weighWords } from './weigh-words.ts';

describe('what is only reported', () => {
  it.each(REPORTS)('%s: %s', (isReport, passage, claim) => {
    expect(weighWords(claim, passage)).toMatchObject({ isReport, maySupport: !isReport });
  });

  it('supports a claim that is a report itself', () => {
    const claim = 'It is often said that the wall can be seen from space.';
    expect(weighWords(claim, `${claim} It cannot.`)).toMatchObject({ isReport: false, maySupport: true });
  });

  it('is beside the matter where the passage says as much of the claim in its own words', () => {
    const own = 'The wall can be seen from low orbit.';
    const claim = 'The wall can be seen from orbit.';
    expect(weighWords(claim, `Pilots claim that the wall can be seen from orbit. ${own}`).isReport).toBe(
      false,
    );
    expect(weighWords(claim, `Pilots claim that the wall can be seen from orbit. It is long.`).isReport).toBe(
      true,
    );
  });

  it('ends with its clause', () => {
    const passage = 'Although it is often said that the wall is visible, astronauts could not find it.';
    expect(weighWords('Astronauts could not find the wall.', passage).isReport).toBe(false);
    expect(weighWords('The wall is visible.', passage).isReport).toBe(true);
    const both = 'Critics say that the dam is ugly, but the dam supplies two million homes.';
    expect(weighWords('The dam supplies two million homes.', both).isReport).toBe(false);
  });

  it('is all that stands under a heading of myths', () => {
    const line = 'The wall is visible from space.';
    expect(weighWords(line, `Common myths about China\n${line}`).isReport).toBe(true);
    expect(weighWords(line, `Facts about China\n${line}`).isReport).toBe(false);
  });

  it('is no question', () => {
    const passage = 'Is the wall visible from space?\nCritics say that the wall is visible from space.';
    expect(weighWords('The wall is visible from space.', passage).isReport).toBe(true);
  });

  it('is nothing where nothing is shared', () => {
    expect(weighWords('Rain fell.', 'Critics say that the dam is ugly.').isReport).toBe(false);
    expect(weighWords('It is.', 'It was.')).toEqual({
      ...{ isReport: false, isWhole: false, maySupport: true, mayRefute: true },
    });
  });
});

describe('a claim that denies', () => {
  it.each([
    ['The Earth is not flat.', 'The Earth is not flat, as sailors knew.'],
    ['Die Erde ist keine Scheibe.', 'Die Erde ist keine Scheibe, wie man wusste.'],
    ['La Terre n’est pas plate.', 'La Terre n’est pas plate du tout.'],
    ['La Tierra no es plana.', 'La Tierra no es plana, como se sabe.'],
  ])('is supported, and not refuted, by a sentence that denies too: %s', (claim, passage) => {
    expect(weighWords(claim, passage)).toMatchObject({ maySupport: true, mayRefute: false });
  });

  it('is refuted, and not supported, by a sentence that does not', () => {
    const passage = 'The Earth is flat. It is not round.';
    expect(weighWords('The Earth isn’t flat.', passage)).toMatchObject({
      maySupport: false,
      mayRefute: true,
    });
  });

  it.each([
    ['Pluto is not a planet.', 'Pluto is a dwarf planet.'],
    ['Koalas are not bears.', 'Koala bears live in Australia.'],
    ['A tomato isn’t a vegetable.', 'The tomato is a culinary vegetable.'],
    ['The loan has never been a gift.', 'The loan is a taxable gift.'],
  ])('is not refuted by a sentence that narrows the noun: %s', (claim, passage) => {
    expect(weighWords(claim, passage)).toMatchObject({ maySupport: false, mayRefute: false });
  });

  it.each([
    ['Pluto is not a planet.', 'Pluto is a planet.'],
    ['Pluto is not a dwarf planet.', 'Pluto is a dwarf planet.'],
    ['The bank was not a partner.', 'The bank was a junior partner, then a partner of the firm.'],
    ['The drug is not safe.', 'The drug is safe.'],
  ])('is refuted by a sentence that does not: %s', (claim, passage) => {
    expect(weighWords(claim, passage)).toMatchObject({ mayRefute: true });
  });

  it('may be either of a sentence that denies, where it does not itself', () => {
    expect(weighWords('The Earth is flat.', 'The Earth is not flat.')).toMatchObject({
      ...{ maySupport: true, mayRefute: true },
    });
  });
});

describe('a claim of few words', () => {
  it('is supported only by a sentence that has most of them', () => {
    // Of five words that count, three and four.
    const claim = 'Stairs need landings behind steps.';
    expect(weighWords(claim, 'Stairs of wood need landings.').maySupport).toBe(false);
    expect(weighWords(claim, 'Stairs of wood need landings behind them.').maySupport).toBe(true);
    expect(weighWords(claim, 'Stairs of wood need landings.').mayRefute).toBe(true);
  });

  it('is not put together from several clauses', () => {
    const claim = 'Penguins live at the North Pole.';
    const clauses = ['Polar bears live around the North Pole', 'penguins live in the south.'];
    expect(weighWords(claim, clauses.join('; ')).maySupport).toBe(false);
    expect(weighWords(claim, clauses.join(', where no ')).maySupport).toBe(true);
  });

  it('has seven at most', () => {
    const passage = 'Stairs of wood.';
    expect(weighWords('Stairs always need landings behind their steps.', passage).maySupport).toBe(false);
    expect(weighWords('Stairs always need landings behind all their steps.', passage).maySupport).toBe(true);
  });
});

describe('a claim is whole in a sentence', () => {
  const TOWER = 'The tower was completed in March 1889 by the company of Gustave Eiffel.';
  it.each<[boolean, string, string]>([
    [true, 'The tower was completed in 1889.', TOWER],
    [true, 'The tower was completed in 1889.', `It rains. ${TOWER} Then it stood.`],
    [false, 'The tower was completed in 1899.', TOWER],
    [false, 'The tower was completed in Paris in 1889.', TOWER],
    // What a pronoun stands for is before the verb of the sentence before it.
    [true, 'The tower opened in 1889.', 'The tower in Paris was built by Eiffel. It opened in March 1889.'],
    [false, 'Eiffel opened in 1889.', 'The tower in Paris was built by Eiffel. It opened in March 1889.'],
    [false, 'The tower opened in 1889.', 'The tower stands in Paris. Nothing opened in March 1889.'],
    [
      false,
      'The tower opened in 1889.',
      'The tower was built by Eiffel. Rain fell. It opened in March 1889.',
    ],
    // The order says who did what.
    [true, 'Bernal won ahead of Roglic.', 'Bernal won by 38 seconds ahead of Roglic.'],
    [false, 'Roglic won ahead of Bernal.', 'Bernal won by 38 seconds ahead of Roglic.'],
    [false, 'Shops open on Sunday.', 'Shops do not open on Sunday.'],
    [true, 'Shops do not open on Sunday.', 'Shops do not open on any Sunday.'],
    [false, 'Shops open on Sunday.', 'Shops may open on Sunday.'],
    [true, 'Shops may open on Sunday.', 'Shops may open on Sunday.'],
    [false, 'It is so.', 'It is so.'],
    [false, 'Shops open on Sunday.', 'Do shops open on Sunday?'],
  ])('%j: %s | %s', (isWhole, claim, passage) => expect(weighWords(claim, passage).isWhole).toBe(isWhole));
});
