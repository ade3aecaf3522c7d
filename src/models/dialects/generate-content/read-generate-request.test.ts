/** What is read of a request in Google's words. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { generateContentFields } from './generate-content-schema.ts';
import { adjustedInGoogleWords, inGoogleWords, readGenerateRequest } from './read-generate-request.ts';
import { readNames } from './read-names.ts';

const PNG = 'iVBORw0KGgo=';
const turn = (role: 'user' | 'model' | 'function', ...parts: object[]) => ({ role, parts });
const text = (said: string, more: object = {}) => ({ text: said, ...more });
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: { a: 1 }, ...more } });
const result = (name: string, response: object, more: object = {}) => ({
  functionResponse: { name, response, ...more },
});
const weather = { functionDeclarations: [{ name: 'weather' }, { name: 'time' }] };

function read(fields: Record<string, unknown>) {
  const raw = { contents: [turn('user', text('Hello'))], ...fields };
  const { body } = readNames(raw, new Set()) ?? expect.unreachable();
  return readGenerateRequest(z.object(generateContentFields).parse(body), false);
}
const say = (...contents: object[]) => read({ contents }).request.messages;
const config = (generationConfig: object) => read({ generationConfig });

/** What is wrong with a request: where, and what; or the code and the field of a refusal. */
function faultsOf(fields: Record<string, unknown>): string[] {
  try {
    read(fields);
    return [];
  } catch (error) {
    if (error instanceof ValidationError)
      return error.faults.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    if (error instanceof GatewayError) return [`${error.code} ${error.param}`];
    throw error;
  }
}
const idOf = (at: number): string => `call_${String(at).padStart(24, '0')}`;

describe('a conversation', () => {
  it('begins with the system text, as a text or in parts', () => {
    const system = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
    expect(read({ systemInstruction: 'Be brief.' }).request.messages[0]).toEqual(system);
    expect(read({ system_instruction: { parts: [text('Be brief.')] } }).request.messages[0]).toEqual(system);
    expect(
      read({ systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] } }).media,
    ).toMatchObject([{ kind: 'unread', place: 'systemInstruction.parts.0' }]);
    expect(read({}).request.messages).toHaveLength(1);
  });

  it('has one message for the model’s turns that follow each other', () => {
    const said = say(
      turn('user', text('Hi')),
      turn('model', text('One. ')),
      turn('model', text('Two.')),
      turn('user', text('Go on.')),
      turn('model', text('Three.')),
    );
    expect(said.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(said[1]).toMatchObject({ content: [{ type: 'text', text: 'One. Two.' }] });
    expect(said[3]).toMatchObject({ content: [{ type: 'text', text: 'Three.' }] });
  });

  it('leaves out thoughts and the signatures of texts, and says so', () => {
    const { request, adjusted } = read({
      contents: [
        turn('user', text('Hi', { thoughtSignature: 'c2ln' })),
        turn('model', text('Hm.', { thought: true }), text('Yes.', { thoughtSignature: 'c2ln' })),
        turn('user', text('Go on.')),
      ],
    });
    expect(request.messages[1]).toMatchObject({ content: [{ type: 'text', text: 'Yes.' }] });
    expect(adjusted).toEqual(['thoughtSignature=ignored', 'thought=ignored']);
    expect(read({ contents: [turn('user', text('Hi'))] }).adjusted).toEqual([]);
  });

  it('has calls whose results come in turn, with ids or without', () => {
    const said = say(
      turn('user', text('Weather?')),
      turn('model', call('weather'), call('weather'), call('time', { id: 'mine' })),
      turn(
        'user',
        result('weather', { result: 'Rain.' }),
        result('weather', { output: 'Sun.' }),
        result('time', { hour: 1 }, { id: 'mine' }),
        text('And?'),
      ),
    );
    expect(said[1]).toMatchObject({
      toolCalls: [
        { id: idOf(0), name: 'weather', arguments: '{"a":1}' },
        { id: idOf(1), name: 'weather' },
        { id: 'mine', name: 'time' },
      ],
    });
    expect(said.slice(2)).toMatchObject([
      { role: 'tool', callId: idOf(0), content: [{ text: 'Rain.' }] },
      { role: 'tool', callId: idOf(1), content: [{ text: 'Sun.' }] },
      { role: 'tool', callId: 'mine', content: [{ text: '{"hour":1}' }] },
      { role: 'user', content: [{ text: 'And?' }] },
    ]);
  });

  it('has a result as the text that it is alone, else as JSON', () => {
    const contentOf = (response: object) =>
      say(turn('user', text('Hi')), turn('model', call('f')), turn('function', result('f', response)))[2];
    expect(contentOf({ result: 'A.' })).toMatchObject({ content: [{ text: 'A.' }] });
    expect(contentOf({ result: 'A.', more: 1 })).toMatchObject({
      content: [{ text: '{"result":"A.","more":1}' }],
    });
    expect(contentOf({ result: 1 })).toMatchObject({ content: [{ text: '{"result":1}' }] });
    expect(contentOf({ answer: 'A.' })).toMatchObject({ content: [{ text: '{"answer":"A."}' }] });
  });

  it('keeps the signature of a call, for whoever needs it back', () => {
    const [, said] = say(
      turn('user', text('Hi')),
      turn('model', { ...call('f'), thoughtSignature: 'c2ln' }),
      turn('user', result('f', {})),
    );
    expect(said).toMatchObject({ toolCalls: [{ extra: { google: { thought_signature: 'c2ln' } } }] });
    const [, plain] = say(turn('user', text('Hi')), turn('model', call('f')), turn('user', result('f', {})));
    expect(plain).not.toHaveProperty('toolCalls.0.extra');
  });

  it('has pictures, files and sounds, and what a result shows behind the results', () => {
    const inline = (mimeType: string, more: object = {}) => ({
      inlineData: { mimeType, data: PNG, ...more },
    });
    const { request, adjusted } = read({
      contents: [
        turn(
          'user',
          inline('image/png'),
          inline('image/png', { displayName: 'a.png' }),
          inline('audio/wav'),
          inline('audio/mpeg'),
          inline('application/pdf', { displayName: 'a.pdf' }),
          { fileData: { fileUri: 'https://a.example/b.png' } },
          { fileData: { mimeType: 'image/png', fileUri: 'HTTPS://a.example/c' } },
        ),
      ],
    });
    const [message] = request.messages;
    expect(message?.content.map(({ type }) => type)).toHaveLength(7);
    expect(JSON.stringify(message)).toContain('a.pdf');
    expect(JSON.stringify(message)).toContain('https://a.example/b.png');
    expect(adjusted).toEqual(['contents.parts.inlineData.displayName=ignored']);
    const shown = say(
      turn('user', text('Hi')),
      turn('model', call('f')),
      turn('user', result('f', { result: 'A.' }, { parts: [inline('image/png')] })),
    );
    expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it.each([
    ['a part of two things', { text: 'a', inlineData: { mimeType: 'image/png', data: PNG } }, 'text'],
    [
      'a file that lies at Google',
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1/files/1' } },
      'fileData',
    ],
    [
      'a film by its address',
      { fileData: { mimeType: 'video/mp4', fileUri: 'https://a.example/b' } },
      'fileData',
    ],
    ['a picture by no https address', { fileData: { fileUri: 'gs://a/b' } }, 'fileData'],
    ['a film', { inlineData: { mimeType: 'video/mp4', data: PNG } }, 'inlineData'],
    ['code that was run', { executableCode: { code: '1' }, thoughtSignature: 'c2ln' }, 'executableCode'],
  ])('leaves %s to Google', (_what, part, kind) => {
    expect(read({ contents: [turn('user', text('Hi')), turn('user', part)] }).media).toMatchObject([
      { kind: 'unread', place: 'contents.1.parts.0', what: `a part with '${kind}'` },
    ]);
  });

  it('leaves what the model ran to Google, where it stands among turns that are one', () => {
    const contents = [
      turn('user', text('Hi')),
      turn('model', text('One.')),
      turn('model', text('Two.'), { executableCode: { code: '1' } }),
    ];
    expect(read({ contents }).media).toMatchObject([{ kind: 'unread', place: 'contents.2.parts.1' }]);
  });

  it('names what is wrong where the caller wrote it', () => {
    const contents = [
      turn('user', text('Hi')),
      turn('model', call('f', { id: 'a' })),
      turn('user', text('Well?'), result('f', {}, { id: 'b' })),
    ];
    expect(faultsOf({ contents }).join('\n')).toMatch(/^contents\.[12]/);
    expect(faultsOf({ contents: [turn('user')] }).join()).toMatch(/^(contents\.0|$)/);
  });
});

describe('settings', () => {
  it('are those of chat completions in other words', () => {
    const { request, adjusted, media } = config({
      ...{ maxOutputTokens: 9, temperature: 0.5, topP: 0.9, topK: 3, stopSequences: ['END'], seed: 7 },
      ...{ presencePenalty: 1, frequencyPenalty: -1, candidateCount: 2, responseLogprobs: true, logprobs: 4 },
    });
    expect(request).toMatchObject({
      ...{ maxTokens: 9, temperature: 0.5, topP: 0.9, topK: 3, stop: ['END'], seed: 7 },
      ...{ presencePenalty: 1, frequencyPenalty: -1, choices: 2, logprobs: true, topLogprobs: 4 },
    });
    expect([adjusted, media]).toEqual([[], []]);
    const plain = read({}).request;
    for (const name of ['topK', 'safetySettings', 'showThoughts']) expect(plain).not.toHaveProperty(name);
    expect(config({ topK: null }).request).not.toHaveProperty('topK');
    const safetySettings = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }];
    expect(read({ safetySettings }).request).toMatchObject({ safetySettings });
  });

  it.each([
    [{ thinkingBudget: 0 }, 'none', ['thinkingBudget=none']],
    [{ thinkingBudget: 1 }, expect.any(String), [expect.stringMatching(/^thinkingBudget=\w+$/)]],
    [{ thinkingBudget: -1 }, undefined, []],
    [{}, undefined, []],
    [{ thinkingLevel: 'HIGH' }, 'high', []],
    [{ thinkingLevel: 'low', thinkingBudget: 5 }, 'low', ['thinkingBudget=ignored']],
    [{ thinkingLevel: 'DEEP' }, undefined, ['thinkingLevel=ignored']],
    [{ thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED', thinkingBudget: 0 }, 'none', ['thinkingBudget=none']],
  ])('of thinking %j are an effort', (thinkingConfig, effort, adjusted) => {
    const got = config({ thinkingConfig });
    expect(got.request.reasoningEffort).toEqual(effort);
    expect(got.adjusted.map((one) => one.replace('generationConfig.thinkingConfig.', ''))).toEqual(adjusted);
  });

  it('show thoughts only where that is asked', () => {
    expect(config({ thinkingConfig: { includeThoughts: true } }).request.showThoughts).toBe(true);
    expect(config({ thinkingConfig: { includeThoughts: false } }).request).not.toHaveProperty('showThoughts');
  });

  it('of the answer’s form are its schema, JSON, or text', () => {
    const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };
    const asJson = { type: 'object', properties: { a: { type: 'string' } } };
    const formatOf = (own: object) => config(own).request.responseFormat;
    expect(formatOf({ responseMimeType: 'text/plain' })).toBeUndefined();
    expect(formatOf({ responseMimeType: 'application/json' })).toMatchObject({ type: 'json_object' });
    expect(formatOf({ responseSchema: schema })).toMatchObject({ type: 'json_schema', schema: asJson });
    const both = config({ responseSchema: { type: 'STRING' }, responseJsonSchema: asJson });
    expect(both.request.responseFormat).toMatchObject({ schema: asJson });
    expect(both.adjusted).toEqual(['generationConfig.responseSchema=ignored']);
    expect(config({ responseSchema: { type: 'STRING' } }).adjusted).toEqual([]);
    expect(config({ responseJsonSchema: asJson }).adjusted).toEqual([]);
  });

  it.each([
    [{ generationConfig: { responseMimeType: 'text/x.enum' } }, 'generationConfig.responseMimeType'],
    [{ generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } }, 'generationConfig.responseModalities'],
    [{ cachedContent: 'cachedContents/1' }, 'cachedContent'],
  ])('that only Google has go to Google alone: %j', (fields, place) => {
    expect(read(fields).media).toMatchObject([{ kind: 'unread', place }]);
  });

  it('of the answer’s kinds may name text', () => {
    expect(config({ responseModalities: ['TEXT', 'MODALITY_UNSPECIFIED'] }).media).toEqual([]);
  });
});

describe('functions', () => {
  const calling = (functionCallingConfig: object, tools: unknown = [weather]) =>
    read({ tools, toolConfig: { functionCallingConfig } });

  it('have their schema in Google’s words or as JSON Schema, which holds', () => {
    const [own, plain, both] = (
      read({
        tools: [
          {
            functionDeclarations: [
              { name: 'a', description: 'Does a.', parameters: { type: 'OBJECT' } },
              { name: 'b' },
              { name: 'c', parameters: { type: 'STRING' }, parametersJsonSchema: { type: 'object' } },
            ],
          },
        ],
      }) as { request: { tools?: readonly object[] } }
    ).request.tools as [object, object, object];
    expect(own).toMatchObject({ name: 'a', description: 'Does a.', parameters: { type: 'object' } });
    expect(plain).toMatchObject({ name: 'b' });
    expect(both).toMatchObject({ parameters: { type: 'object' } });
    expect(
      read({ tools: [{ functionDeclarations: [{ name: 'c', parameters: {}, parametersJsonSchema: {} }] }] })
        .adjusted,
    ).toEqual(['tools.functionDeclarations.parameters=ignored']);
    expect(read({ tools: [weather] }).adjusted).toEqual([]);
  });

  it.each([
    [{}, undefined, []],
    [{ mode: 'MODE_UNSPECIFIED' }, undefined, []],
    [{ mode: 'ANY' }, 'required', []],
    [{ mode: 'NONE' }, 'none', []],
    [{ mode: 'VALIDATED' }, 'auto', ['mode=AUTO']],
    [{ mode: 'NONE', allowedFunctionNames: ['time'] }, 'none', ['allowedFunctionNames=ignored']],
    [{ allowedFunctionNames: ['time'] }, undefined, ['allowedFunctionNames=ignored']],
    [{ mode: 'ANY', allowedFunctionNames: [] }, 'required', []],
  ])('are called as %j says', (own, choice, adjusted) => {
    const got = calling(own);
    expect(got.request.toolChoice?.type).toBe(choice);
    expect(got.adjusted).toEqual(adjusted.map((one) => `toolConfig.functionCallingConfig.${one}`));
  });

  it('may be some of those that are offered', () => {
    expect(calling({ mode: 'ANY', allowedFunctionNames: ['time'] }).request).toEqual(
      expect.objectContaining({ toolChoice: expect.anything() }),
    );
    expect(JSON.stringify(calling({ mode: 'ANY', allowedFunctionNames: ['time'] }).request)).toContain(
      'time',
    );
  });

  it('that are not offered are not called', () => {
    expect(calling({ mode: 'ANY', allowedFunctionNames: ['time'] }, null).adjusted).toEqual([
      'toolConfig.functionCallingConfig=ignored',
    ]);
  });

  it('stand beside tools that are Google’s own', () => {
    expect(JSON.stringify(read({ tools: [{ googleSearch: {} }, { codeExecution: null }] }))).toContain(
      'googleSearch',
    );
    expect(JSON.stringify(read({ tools: [{ codeExecution: null }] }))).not.toContain('codeExecution');
  });
});

describe('names', () => {
  it('are read in both spellings, and what is not read keeps its own', () => {
    const raw = {
      contents: [
        { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: PNG, new_member: 1 } }] },
      ],
      generation_config: { top_p: 0.5, of_tomorrow: { some_name: 1 }, nothing: null },
      new_field: null,
      my_own: { top_p: 1 },
    };
    const names = readNames(raw, new Set(['my_own']));
    expect(names?.body).toEqual({
      contents: [
        { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: PNG, new_member: 1 } }] },
      ],
      generationConfig: { topP: 0.5, of_tomorrow: { some_name: 1 }, nothing: null },
      new_field: null,
      my_own: { top_p: 1 },
    });
    expect(names?.written.unread).toEqual(['new_field']);
    expect(names?.written.unreadMembers?.()).toEqual([
      'contents.parts.inlineData.new_member',
      'generationConfig.of_tomorrow',
    ]);
    expect(names?.faults).toEqual([]);
  });

  it('may not be given in both', () => {
    const names = readNames({ generation_config: {}, generationConfig: {} }, new Set());
    expect(names?.faults).toMatchObject([{ loc: ['body', 'generationConfig'] }]);
  });

  it('are none of what is no object', () => {
    for (const raw of [null, 'text', [1]]) expect(readNames(raw, new Set())).toBeUndefined();
  });

  it('of fields are the caller’s own in what is said of them', () => {
    expect(
      adjustedInGoogleWords([
        'max_tokens=8',
        'top_p=ignored',
        'n=1',
        'presence_penalty=ignored',
        'top_k=ignored',
      ]),
    ).toEqual([
      'generationConfig.maxOutputTokens=8',
      'generationConfig.topP=ignored',
      'generationConfig.candidateCount=1',
      'generationConfig.presencePenalty=ignored',
      'generationConfig.topK=ignored',
    ]);
    expect(inGoogleWords(new GatewayError('unsupported', 'x', { param: 'stop' }))).toMatchObject({
      param: 'generationConfig.stopSequences',
    });
  });
});
