import { describe, expect, it } from 'vitest';
import { blocksInTurn } from './blocks-in-turn.ts';

type Piece = Parameters<ReturnType<typeof blocksInTurn>['take']>[0];
const text = (said: string): Piece => ({ type: 'text', text: said });
const thought = (said: string): Piece => ({ type: 'thought', text: said }) as Piece;
const call = (index: number): Piece => ({ type: 'tool_call', index, id: `c${index}`, name: 'f' });
const args = (index: number, said: string): Piece => ({ type: 'arguments', index, text: said });

/** What each piece lets be written, a piece as its letter: `t` text, `h` thought, `0` a call, `0{` its arguments. */
function written(pieces: readonly Piece[]): string[] {
  const turn = blocksInTurn();
  const shown = (some: readonly Piece[]): string =>
    some
      .map((piece) =>
        piece.type === 'tool_call'
          ? `${piece.index}`
          : piece.type === 'arguments'
            ? `${piece.index}${piece.text}`
            : piece.text,
      )
      .join(' ');
  return [...pieces.map((piece) => shown(turn.take(piece))), `end: ${shown(turn.end())}`, shown(turn.end())];
}

describe('blocks of an answer', () => {
  it.each<[string, Piece[], string[]]>([
    ['texts and thoughts as they come', [thought('h'), text('t'), text('u')], ['h', 't', 'u', 'end: ', '']],
    [
      'one call behind another',
      [text('t'), call(0), args(0, '{'), args(0, '}'), call(1), args(1, '{}')],
      ['t', '0', '0{', '0}', '1', '1{}', 'end: ', ''],
    ],
    [
      'two calls side by side, the second once the first is whole',
      [call(0), call(1), args(1, '{'), args(0, '{'), args(1, '}'), args(0, '}')],
      ['0', '', '', '0{', '', '0} 1 1{ 1}', 'end: ', ''],
    ],
    [
      'a third one waits for the second',
      [call(0), call(1), call(2), args(2, '{}'), args(0, '{}'), args(1, '{'), args(1, '}')],
      ['0', '', '', '', '0{} 1', '1{', '1} 2 2{}', 'end: ', ''],
    ],
    [
      'text behind an open call waits, and stays together',
      [call(0), text('t'), thought('h'), args(0, '{}'), text('u')],
      ['0', '', '', '0{} t h', 'u', 'end: ', ''],
    ],
    [
      'text between waiting calls stays between them',
      [call(0), call(1), text('t'), call(2), args(1, '{}'), args(0, '{}'), args(2, '{}')],
      ['0', '', '', '', '', '0{} 1 1{} t 2', '2{}', 'end: ', ''],
    ],
    [
      'texts on both sides of a waiting call stay on their sides',
      [call(0), text('t'), call(1), text('u'), args(0, '{}'), args(1, '{}')],
      ['0', '', '', '', '0{} t 1', '1{} u', 'end: ', ''],
    ],
    [
      'what still waits at the end is written as far as it came',
      [call(0), args(0, '{'), call(1), args(1, '{"a'), text('t')],
      ['0', '0{', '', '', '', 'end: 1 1{"a t', ''],
    ],
    [
      'arguments of a call that is over are left out',
      [call(0), args(0, '{}'), text('t'), args(0, '{}'), args(7, '{}')],
      ['0', '0{}', 't', '', '', 'end: ', ''],
    ],
  ])('%s', (_, pieces, expected) => {
    expect(written(pieces)).toEqual(expected);
  });
});
