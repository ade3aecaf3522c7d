import { describe, expect, it } from 'vitest';
import type { Model } from '../../../domain/catalogue.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import type { Turn } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { NO_SIGNATURE, needsSignatures, toContents } from './to-contents.ts';

const modelOf = (wireId: string) => ({ wireId }) as Model;
const turn = (role: string, ...content: object[]) => ({ role, content }) as unknown as Turn;
const said = (text: string) => ({ type: 'text', text });
const call = (id: string, rest: object = {}) => ({
  ...{ type: 'tool_call', id, name: 'look', arguments: '{"a":1}' },
  ...rest,
});
const result = (id: string) => ({ type: 'tool_result', call: call(id), text: 'Found.' });

/** As it is sent. */
function sent(turns: Turn[], wireId = 'gemini-3-pro') {
  return JSON.parse(joinPieces(writeJson({ contents: toContents(turns, modelOf(wireId)) }))).contents;
}
function signaturesOf(turns: Turn[], wireId?: string): unknown[] {
  return sent(turns, wireId)
    .flatMap(({ parts }: { parts: { functionCall?: object; thoughtSignature?: string }[] }) => parts)
    .flatMap((part: { functionCall?: object; thoughtSignature?: string }) =>
      part.functionCall === undefined ? [] : [part.thoughtSignature],
    );
}

describe('turns for Google', () => {
  it('have its roles, and parts of each kind', () => {
    const turns = [
      turn('user', said('Look.'), {
        ...{ type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' } },
      }),
      turn('assistant', said('I do.'), call('call_345658')),
      turn('user', result('call_345658')),
      turn(
        'user',
        { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: 'AAAA' } },
        { type: 'audio', format: 'mp3', data: 'BBBB' },
        { type: 'file', mediaType: 'application/pdf', data: 'CCCC' },
      ),
    ];
    expect(sent(turns, 'gemini-2.5-pro')).toEqual([
      { role: 'user', parts: [{ text: 'Look.' }, { fileData: { fileUri: 'https://a.b/c.png' } }] },
      {
        role: 'model',
        parts: [{ text: 'I do.' }, { functionCall: { id: 'call_345658', name: 'look', args: { a: 1 } } }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'call_345658', name: 'look', response: { result: 'Found.' } } }],
      },
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'audio/mp3', data: 'BBBB' } },
          { inlineData: { mimeType: 'application/pdf', data: 'CCCC' } },
        ],
      },
    ]);
  });

  it.each([
    [`call_${'a'.repeat(23)}`, true],
    [`call_${'a'.repeat(24)}`, false],
    [`call_${'a'.repeat(22)}-_`, false],
    [`toolu_${'a'.repeat(24)}`, true],
  ])("name a call %s by its id where it is Google's: %s", (id, isKept) => {
    const [{ parts }] = sent([turn('assistant', call(id))]);
    expect(parts[0].functionCall.id).toBe(isKept ? id : undefined);
  });

  it("read no arguments as none, and refuse what is no object, or has no name of Google's", () => {
    const [{ parts }] = sent([turn('assistant', call('c', { arguments: ' ' }))]);
    expect(parts[0].functionCall.args).toEqual({});
    for (const wrong of [{ arguments: '[1]' }, { arguments: '7' }])
      expect(() => sent([turn('assistant', call('c', wrong))])).toThrow(
        'arguments that are not a JSON object',
      );
    expect(() => sent([turn('assistant', call('c', { name: '7 up' }))])).toThrow(
      'a name that Google does not',
    );
  });
});

describe('signatures of thoughts', () => {
  const own = (id: string) => call(id, { extra: { google: { thought_signature: 'own' } } });

  it('go back with their calls', () => {
    expect(signaturesOf([turn('assistant', own('a'))], 'gemini-2.5-pro')).toEqual(['own']);
  });

  it('are stood in for on the first of the calls of the current turn alone', () => {
    const asked = turn('user', said('Look.'));
    expect(signaturesOf([asked, turn('assistant', call('a'), call('b'))])).toEqual([NO_SIGNATURE, undefined]);
    expect(signaturesOf([asked, turn('assistant', said('So.'), call('a'))])).toEqual([NO_SIGNATURE]);
    expect(signaturesOf([asked, turn('assistant', own('a'), call('b'))])).toEqual(['own', undefined]);
    // Results alone begin no turn.
    const results = turn('user', result('a'));
    expect(
      signaturesOf([asked, turn('assistant', call('a')), results, turn('assistant', call('b'))]),
    ).toEqual([...[NO_SIGNATURE, NO_SIGNATURE]]);
    const both = turn('user', result('a'), said('And?'));
    expect(signaturesOf([asked, turn('assistant', call('a')), both, turn('assistant', call('b'))])).toEqual([
      ...[undefined, NO_SIGNATURE],
    ]);
  });

  it.each([
    ['gemini-3-pro', true],
    ['gemini-3.5-flash', true],
    ['google/gemini-4', true],
    ['gemini-2.5-pro', false],
    ['gemini-flash-latest', true],
    ['gemma-3', false],
  ])('are needed by %s: %s', (wireId, isNeeded) => {
    expect(needsSignatures(modelOf(wireId))).toBe(isNeeded);
    expect(signaturesOf([turn('assistant', call('a'))], wireId)).toEqual([
      isNeeded ? NO_SIGNATURE : undefined,
    ]);
  });
});
