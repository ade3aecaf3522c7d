import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentsOf, formTools, InputReader, inputOf } from './tool-forms.ts';

const fn = (name: string) => ({ type: 'function', name });
const custom = (name: string, more: object = {}) => ({ type: 'custom', name, ...more });
const namespace = (name: string, ...tools: object[]) => ({ type: 'namespace', name, tools });
const namesOf = (...tools: object[]) => formTools(tools).functions.map(({ name }) => name);

describe('tools', () => {
  it('that are functions stay as they are', () => {
    const { functions, forms, others } = formTools([fn('f')]);
    expect([functions, forms.size, others]).toEqual([[fn('f')], 0, []]);
  });

  it('that take a text are functions with one, and the model reads what it must be like', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
    const { functions, forms } = formTools([
      custom('patch', { description: 'Edits.', format }),
      custom('note'),
    ]);
    expect(functions[0]).toMatchObject({
      ...{ type: 'function', name: 'patch', description: 'Edits.' },
      parameters: { type: 'object', required: ['input'], additionalProperties: false },
    });
    expect(JSON.stringify(functions[0])).toContain('grammar (lark):\\nstart: \\"a\\"');
    expect(JSON.stringify(functions[1])).not.toContain('grammar');
    expect(forms.get('patch')).toEqual({ type: 'custom', name: 'patch' });
  });

  it('of a namespace bear its name, and each has a name of its own', () => {
    const tools = [fn('a__f'), namespace('a', fn('f'), custom('g')), namespace('b', fn('f'))];
    const { forms, nameOf } = formTools(tools);
    expect(namesOf(...tools)).toEqual(['a__f', 'a__f_2', 'a__g', 'b__f']);
    expect(forms.get('a__f_2')).toEqual({ type: 'function', name: 'f', namespace: 'a' });
    expect(forms.get('a__g')).toEqual({ type: 'custom', name: 'g', namespace: 'a' });
    expect([nameOf('f', 'a'), nameOf('f', 'b'), nameOf('a__f'), nameOf('f', null)]).toEqual([
      ...['a__f_2', 'b__f', 'a__f', 'f'],
    ]);
    // Of an earlier request, and offered no more.
    expect(nameOf('h', 'c')).toBe('c__h');
  });

  it('have names that every provider takes', () => {
    const long = 'n'.repeat(60);
    const names = namesOf(
      namespace(long, fn('first_tool'), fn('other_tool')),
      namespace(`${long}x`, fn('first_tool')),
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(String(name).length).toBeLessThanOrEqual(64);
    expect(names[1]).toMatch(/__other_tool$/);
  });

  it('of other types are named once', () => {
    const tools = [
      { type: 'web_search' },
      namespace('a', { type: 'mcp' }),
      { type: 'web_search' },
      custom('x'),
    ];
    expect(formTools(tools).others).toEqual(['web_search', 'mcp']);
    expect(namesOf(...tools)).toEqual(['x']);
  });
});

describe('the text of a custom tool', () => {
  it('goes into arguments and comes back, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.nat(60)),
        fc.boolean(),
        (text, cuts, spaced) => {
          const written = spaced ? JSON.stringify({ input: text }, null, 1) : argumentsOf(text);
          const places = [
            0,
            ...cuts.map((at) => Math.min(at, written.length)).sort((a, b) => a - b),
            written.length,
          ];
          const reader = new InputReader();
          let read = '';
          for (const [at, end] of places.slice(1).entries())
            read += reader.add(written.slice(places[at], end));
          expect(read + reader.end()).toBe(text);
          expect(inputOf(written)).toBe(text);
        },
      ),
    );
  });

  it('comes as it is written, not only at its end', () => {
    const reader = new InputReader();
    expect(reader.add('{"input":"a\\')).toBe('a');
    expect(reader.add('nb\\u00')).toBe('\nb');
    expect(reader.add('e9')).toBe('é');
    expect(reader.add('"}')).toBe('');
    expect(reader.end()).toBe('');
  });

  it('may be long, and come in long pieces', () => {
    const reader = new InputReader();
    const piece = 'x'.repeat(100);
    expect([reader.add('{"input":"'), reader.add(piece), reader.add(piece)]).toEqual(['', piece, piece]);
    expect(reader.add('"}') + reader.add(piece) + reader.end()).toBe('');
  });

  it.each([
    [55, ['a', '']],
    [56, ['', 'a']],
  ])('is known while it is written where it begins in time: behind %i blanks', (blanks, known) => {
    const reader = new InputReader();
    expect(reader.add(`{${' '.repeat(blanks)}"input":`)).toBe('');
    expect([reader.add('"a"}'), reader.end()]).toEqual(known);
  });

  it.each([
    ['plain text', 'plain text'],
    ['{"other":1}', '{"other":1}'],
    [`{"a":"${'x'.repeat(80)}","input":"late"}`, 'late'],
    ['{"input":"cut', 'cut'],
    ['{"input":"line\nbreak"}', 'line\nbreak'],
    ['', ''],
  ])('is all that the model wrote where that is another form: %j', (written, text) => {
    expect(inputOf(written)).toBe(text);
  });
});
