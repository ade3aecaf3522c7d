import { describe, expect, it } from 'vitest';
import { keepsAll, keepsWhatGoverns, marksTheSame } from './check-losses.ts';
import { type Compared, type KnownLanguage, readWords } from './read-statement.ts';

function compared(claim: string, language: KnownLanguage = 'en'): Compared {
  return { language, claim: readWords(claim, language), ends: true, context: [] };
}

describe('a reading', () => {
  const keeps = (reading: string, claim: string, inserted: number | undefined, language?: KnownLanguage) =>
    keepsAll(readWords(reading, language ?? 'en'), compared(claim, language), inserted);

  it.each<[string, string, number | undefined]>([
    ['Nokia grew.', 'Nokia grew.', 0],
    ['Nokia grew.', 'The company grew.', 1],
    ['Nokia grew.', 'The old big company grew.', 1],
    ['Byte Pair Encoding shortens texts.', 'BPE shortens texts.', 3],
    ['Nokia grew after the rain.', 'Nokia grew because of the rain.', 0],
    ['Nokia never grew.', 'Nokia never grew.', 0],
    // Parts together need only the names and numbers.
    ['Nokia grew.', 'Nokia grew quickly.', undefined],
  ])('%s keeps all of: %s', (reading, claim, inserted) => {
    expect(keeps(reading, claim, inserted)).toBe(true);
  });

  it.each<[string, string, number | undefined]>([
    ['Nokia grew.', 'The company grew.', 0],
    ['Nokia grew.', 'The old big wet company grew.', 1],
    ['Nokia grew.', 'The company quickly grew big.', 1],
    ['Nokia grew.', 'The Finnish company grew.', 1],
    ['Then Byte grew.', 'Then B grew.', 1],
    ['Nokia grew.', 'Nokia did not grow.', 0],
    ['Nokia did not never grow.', 'Nokia did not grow.', 0],
    ['Nokia grew.', 'Nokia grew if it rained.', 0],
    ['Nokia grew.', 'Nokia grew in 1990.', undefined],
    ['Nokia grew.', 'Nokia grew in Finland.', undefined],
  ])('%s loses something of: %s', (reading, claim, inserted) => {
    expect(keeps(reading, claim, inserted)).toBe(false);
  });

  it('in German may stand for a noun, which has a capital', () => {
    expect(keeps('Nokia wuchs.', 'Die Firma wuchs.', 1, 'de')).toBe(true);
  });
});

describe('a part', () => {
  const holds = (part: string, claim: string) => keepsWhatGoverns(readWords(part, 'en'), compared(claim));

  it.each([
    ['Apple slept.', 'Nokia did not grow, but Apple slept.'],
    ['Nokia did not grow.', 'Nokia did not grow, but Apple slept.'],
    ['Sheep in Wales eat grass.', 'Sheep in Wales are white and eat grass.'],
    ['Rain fell.', 'Sheep in Wales are white and rain fell.'],
    ['Douglas was old.', 'William O. Douglas was old and slept.'],
    ['When it rains, the river floods.', 'When it rains, the river floods and the bridge closes.'],
    // What is listed, fronted, long or refers is no simple subject.
    ['Dogs bark.', 'Cats, dogs and sheep are loud and bark.'],
    ['Sheep eat grass.', 'In Wales sheep are white and eat grass.'],
    ['Sheep eat grass.', 'Sheep in the very high hills of northern Wales are white and eat grass.'],
    ['The house burned.', 'Her red house was old and burned.'],
    // What begins a clause of its own is not denied with the one before.
    ['It fell.', 'Nokia did not grow and it fell.'],
    ['Nokia was sold.', 'Nokia did not grow and was sold.'],
    ['Rome has a port.', 'Rome has no wall; a port is there.'],
    // A quantity is of what it counts alone.
    ['Nokia grew.', 'Nokia sold some cars and grew.'],
    ['Nokia grew because of rain.', 'Nokia grew because of rain and Apple shrank because of snow.'],
    ['Apple shrank.', 'Nokia grew because of rain and Apple shrank.'],
  ])('%s has what governs it in: %s', (part, claim) => {
    expect(holds(part, claim)).toBe(true);
  });

  it.each([
    ['Nokia grew.', 'Nokia did not grow, but Apple slept.'],
    ['The bridge closes.', 'If it rains, the river floods and the bridge closes.'],
    ['The river floods.', 'Experts say the river floods.'],
    ['Cats sleep.', 'Most cats sleep and eat fish.'],
    ['Sheep eat grass.', 'Sheep in Wales are white and eat grass.'],
    ['Sheep eat grass.', '“Sheep in Wales” are white and eat grass.'],
    ['Sheep eat grass.', 'Sheep in the high hills of northern Wales are white and eat grass.'],
    ['The house burned.', 'The red house was old and burned.'],
    ['The river floods.', 'When it rains, the river floods and the bridge closes.'],
    ['Rain fell.', 'It may have been that rain fell.'],
    ['The river floods.', 'The river floods and the bridge closes if it rains.'],
    ['The town shrank.', 'The town did not grow or shrank.'],
    ['The town grew and shrank.', 'The town did not grow or shrank.'],
    ['Nokia fell.', 'Nokia did not grow and fell.'],
    ['Nokia fell', 'Nokia did not grow, fell and slept.'],
    ['Nokia grew.', 'Nokia did not grow and it fell.'],
    ['Nokia sold cars.', 'Nokia sold some red cars and grew.'],
  ])('%s lacks it: %s', (part, claim) => {
    expect(holds(part, claim)).toBe(false);
  });
});

describe('negations, hedges and quantities', () => {
  const same = (said: string, claim: string, inserted = 0) =>
    marksTheSame(readWords(said, 'en'), compared(claim), inserted);

  it.each([
    ['Nokia did not grow.', 'Nokia did not grow and Apple shrank.'],
    ['Nokia grew.', 'Nokia grew and Apple shrank.'],
    ['Most cats sleep.', 'Most cats sleep and some dogs run.'],
    ['Some cats.', 'Some red cats sleep.'],
    ['A more modern house burned.', 'A more modern house burned.'],
  ])('%s says them of the same as: %s', (said, claim) => {
    expect(same(said, claim)).toBe(true);
  });

  it.each([
    ['Apple did not shrink.', 'Nokia did not grow, but Apple shrank.'],
    ['Nokia did not shrink.', 'Nokia did not grow.'],
    ['Most dogs run.', 'Most cats sleep and dogs run.'],
    ['Apple may shrink.', 'Nokia may grow; Apple shrank.'],
    ['More red houses burned.', 'More modern red houses burned.'],
  ])('%s says them of something else than: %s', (said, claim) => {
    expect(same(said, claim)).toBe(false);
  });

  it('may be said of what stands for a reference', () => {
    expect(same('Most Nokia grew.', 'Most of the companies grew.', 1)).toBe(true);
    expect(same('Most Nokia grew.', 'Most of the companies grew.', 0)).toBe(false);
  });
});
