import { expect, it } from 'vitest';
import { foldText, placesOf, toTerm } from './folded-text.ts';

const PIECES = [
  'Eiffel',
  'tower',
  'towers',
  '1889',
  '18890',
  '3.5',
  '1,000',
  'Straße',
  'é',
  'ab',
  'abab',
  '東京',
  '😀',
  'कि',
  '_',
  ' ',
  '-',
  '\n',
];

it('files words so that a term is found where a search for it finds it', () => {
  let state = 3;
  const pick = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % most;
  };
  const say = (most: number): string =>
    Array.from({ length: pick(most) }, () => PIECES[pick(PIECES.length)]).join(pick(2) === 0 ? ' ' : '');
  let found = 0;
  for (let round = 0; round < 2_000; round++) {
    const text = foldText(round % 500 === 0 ? 'ab '.repeat(30_000) + say(90) : say(90));
    const stem = round % 500 === 0 ? 'ab' : foldText(PIECES[pick(15)] as string).folded;
    const { filedAt, ...searched } = toTerm({ stem, tail: pick(6), weight: 1, inner: false });
    const places = placesOf(filedAt === undefined ? searched : { ...searched, filedAt }, text);
    expect(places).toEqual(placesOf(searched, text));
    found += filedAt === undefined ? 0 : places.length;
  }
  expect(found).toBeGreaterThan(1_000);
});
