import { describe, expect, it } from 'vitest';
import { readLineStart } from './read-line-start.ts';

describe('what a line begins with', () => {
  /** Its kind, and its text behind the marks. */
  const shown = (line: string) => {
    const { kind, at, rule } = readLineStart(line);
    return `${kind}${rule ? ' rule' : ''}: ${line.slice(at)}`;
  };

  it.each([
    ['text', 'prose: text'],
    ['', 'prose: '],
    ['# Title', 'heading: Title'],
    ['######   Title', 'heading: Title'],
    ['####### Title', 'prose: ####### Title'],
    ['#Title', 'prose: #Title'],
    ['#', 'heading: '],
    ['> said', 'quote: said'],
    ['>> said', 'quote: said'],
    ['>  > # Title', 'heading: Title'],
    ['> ', 'quote: '],
    ['| a | b |', 'table: | a | b |'],
    ['|---|---|', 'table rule: |---|---|'],
    ['| - |', 'table rule: | - |'],
    ['<table>', 'table: <table>'],
    ['</TD>', 'table: </TD>'],
    ['<td class', 'table: <td class'],
    ['<tdx>', 'prose: <tdx>'],
    ['<b>', 'prose: <b>'],
    ['---', 'prose rule: ---'],
    ['- - -', 'prose rule: - - -'],
    ['--', 'prose: --'],
    ['===a', 'prose: ===a'],
    ['***\nx', 'prose rule: ***\nx'],
    ['- item', 'list: item'],
    ['-  item', 'list: item'],
    ['-item', 'prose: -item'],
    ['- ', 'list: '],
    ['-', 'prose: -'],
    ['-\nx', 'prose: -\nx'],
    ['• item', 'list: item'],
    ['1. item', 'list: item'],
    ['1) item', 'list: item'],
    ['(1) item', 'list: item'],
    ['(1. item', 'prose: (1. item'],
    ['1234. item', 'list: item'],
    ['12345. item', 'prose: 12345. item'],
    ['(123) item', 'list: item'],
    ['(1234) item', 'prose: (1234) item'],
    ['1.item', 'prose: 1.item'],
    ['1 item', 'prose: 1 item'],
    ['a) item', 'list: item'],
    ['(a) item', 'list: item'],
    ['a. item', 'prose: a. item'],
    ['ab) item', 'prose: ab) item'],
    ['() item', 'prose: () item'],
    ['- [ ] item', 'list: item'],
    ['- [x] item', 'list: item'],
    ['- [x]item', 'list: item'],
    ['- [X]', 'list: '],
    ['- [y] item', 'list: [y] item'],
    ['- (x) item', 'list: (x) item'],
    ['> 1. item', 'list: item'],
  ])('%j', (line, expected) => {
    expect(shown(line)).toBe(expected);
  });

  it.each([
    ['```', 0x60, 3],
    ['````js', 0x60, 4],
    ['~~~', 0x7e, 3],
    ['``', 0, 0],
    ['~~', 0, 0],
    ['> ```', 0x60, 3],
    ['---', 0, 0],
  ])('a fence: %s', (line, fence, fenceLength) => {
    expect(readLineStart(line)).toMatchObject({ fence, fenceLength });
  });
});
