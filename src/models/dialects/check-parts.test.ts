/** Which parts a model takes, and how a refusal names them. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import type { MediaPart, Message } from '../../domain/chat.ts';
import {
  checkParts,
  inputOf,
  leaveOutOfParts,
  type MediaInput,
  requireInputs,
  shownType,
} from './check-parts.ts';

const requireInput = (input: MediaInput, place: string, model: Model): void =>
  requireInputs([{ ...input, place }], model, false);
const modelWith = (inputs: readonly string[], pictureTypes?: readonly string[]) =>
  ({
    id: 'm',
    capabilities: { inputs, ...(pictureTypes === undefined ? {} : { pictureTypes }) },
  }) as unknown as Model;
const PICTURE = {
  type: 'image',
  source: { kind: 'data', mediaType: 'image/png', data: '' },
} as unknown as MediaPart;
const ADDRESS = { type: 'image', source: { kind: 'url', url: 'https://a.example/' } } as unknown as MediaPart;
const FILE = { type: 'file' } as unknown as MediaPart;
const AUDIO = { type: 'audio' } as unknown as MediaPart;

describe('a part', () => {
  it('is of a kind, and a picture of a type', () => {
    expect([PICTURE, ADDRESS, FILE, AUDIO].map(inputOf)).toEqual([
      { kind: 'image', mediaType: 'image/png' },
      { kind: 'image_url' },
      { kind: 'pdf' },
      { kind: 'audio' },
    ]);
  });

  it.each([
    [PICTURE, 'image', 'a picture'],
    [ADDRESS, 'image_url', 'the address of a picture'],
    [FILE, 'pdf', 'a PDF'],
    [AUDIO, 'audio', 'audio'],
  ])('%# is refused by its name where the model lacks %s', (part, kind, name) => {
    const input = inputOf(part);
    expect(() => requireInput(input, 'here', modelWith([]))).toThrow(`here: m does not take ${name}`);
    expect(() => requireInput(input, 'here', modelWith([kind]))).not.toThrow();
  });

  it('is a picture of a type that the model takes', () => {
    const input = inputOf(PICTURE);
    expect(() => requireInput(input, 'here', modelWith(['image'], ['image/jpeg']))).toThrow(
      'a picture of type image/png',
    );
    expect(() => requireInput(input, 'here', modelWith(['image'], ['image/png']))).not.toThrow();
    expect(() =>
      requireInput(inputOf(ADDRESS), 'here', modelWith(['image_url'], ['image/jpeg'])),
    ).not.toThrow();
  });
});

it('the first part of a conversation that the model does not take is named', () => {
  const text = { type: 'text', text: 'Look.' };
  const messages = [
    { role: 'user', content: [text] },
    { role: 'user', content: [text, PICTURE, FILE] },
  ] as unknown as Message[];
  expect(() => checkParts(messages, modelWith(['image']))).toThrow(
    expect.objectContaining({ code: 'unsupported' }),
  );
  expect(() => checkParts(messages, modelWith(['image']))).toThrow(/1.*2.*PDF/);
  expect(() => checkParts(messages, modelWith([]))).toThrow(/1.*1.*picture/);
  expect(() => checkParts(messages, modelWith(['image', 'pdf']))).not.toThrow();
});

it.each([
  ['input_sound', "'input_sound'"],
  ['a'.repeat(64), `'${'a'.repeat(64)}'`],
  ['a'.repeat(65), "'…'"],
  ['a b', "'…'"],
  ['', "'…'"],
  [7, "'…'"],
])('the type %j is shown as %s', (type, shown) => expect(shownType(type)).toBe(shown));

it.each<[string, object[], readonly string[]]>([
  ['how closely to look', [{ ...PICTURE, detail: 'low' }], ['detail=ignored']],
  ['to look as closely as the model likes', [{ ...PICTURE, detail: 'auto' }], []],
  [
    'a name, and how closely',
    [
      { ...FILE, filename: 'a' },
      { ...PICTURE, detail: 'high' },
    ],
    ['detail=ignored', 'filename=ignored'],
  ],
  [
    'nothing',
    [
      { ...PICTURE, detail: undefined },
      { type: 'text', text: 'a' },
    ],
    [],
  ],
])('what a part says beside itself is named where it is left out: %s', (_what, content, left) => {
  const messages = [
    { role: 'user', content: [FILE] },
    { role: 'user', content },
  ] as unknown as Message[];
  expect(leaveOutOfParts(messages, ['detail', 'filename'])).toEqual(left);
  expect(leaveOutOfParts(messages, [])).toEqual([]);
});
