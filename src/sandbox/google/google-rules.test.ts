import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectDigits, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';
import {
  answered,
  askGoogle,
  called,
  calling,
  callOf,
  config,
  functions,
  json,
  model,
  parts,
  resultOf,
  user,
} from './requests-in-tests.ts';
import { signCall } from './sign-call.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'aa',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const urlSafe = Buffer.from(signCall('now', {}), 'base64').toString('base64url');

const ask = (body: Record<string, unknown>, model?: string, method?: string) =>
  askGoogle(sandbox, body, model, method);

describe('the simulated Google refuses', () => {
  it.each<[what: string, body: Record<string, unknown>, message: string, model?: string]>([
    ['an unknown name', { foo: 1 }, 'Invalid JSON payload received. Unknown name "foo": Cannot find field.'],
    [
      'an unknown name further in',
      config({ max_tokens: 1 }),
      `Unknown name "max_tokens" at 'generation_config': Cannot find field.`,
    ],
    ['OpenAI’s messages', { messages: [] }, 'Unknown name "messages"'],
    ['no contents', { contents: undefined }, 'contents is not specified'],
    ['empty contents', { contents: [] }, 'contents is not specified'],
    [
      'an unknown role',
      { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] },
      'Please use a valid role: user, model.',
    ],
    ['no parts', { contents: [{ role: 'user', parts: [] }] }, 'contents.parts must not be empty'],
    ['an empty part', { contents: [{ role: 'user', parts: [{ text: '' }] }] }, "required oneof field 'data'"],
    [
      'an empty system instruction',
      { systemInstruction: { parts: [{ text: '' }] } },
      "required oneof field 'data'",
    ],
    [
      'a system instruction in words',
      { systemInstruction: 'Be kind.' },
      "Invalid value at 'system_instruction'",
    ],
    ['the model’s words at the end, of newer models', { contents: [user, model] }, 'last turn'],
    ['a temperature above 2', config({ temperature: 2.5 }), 'temperature must be in the range [0, 2]'],
    [
      'a temperature in words',
      config({ temperature: 'hot' }),
      "Invalid value at 'generation_config.temperature'",
    ],
    ['no tokens at all', config({ maxOutputTokens: 0 }), 'max_output_tokens must be in the range'],
    [
      'six stop sequences',
      config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      'at most 5 stop sequences',
    ],
    ['an empty stop sequence', config({ stopSequences: [''] }), 'must not be empty'],
    [
      'penalties of newer models',
      config({ presencePenalty: 1 }),
      'Penalty is not enabled for models/gemini-3.8-flash',
    ],
    [
      'a schema without its MIME type',
      config({ responseJsonSchema: { type: 'string' } }),
      'only allowed when response_mime_type',
    ],
    ['an unknown MIME type', config({ responseMimeType: 'text/html' }), 'allowed mimetypes'],
    [
      'two schemas of the answer',
      config({ ...json, responseSchema: {}, responseJsonSchema: {} }),
      'only one of response_schema and response_json_schema',
    ],
    [
      'a level and a budget of thinking',
      config({ thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 0 } }),
      'only one of thinking budget and thinking level',
    ],
    [
      'a level the model does not have',
      config({ thinkingConfig: { thinkingLevel: 'MINIMAL' } }),
      'Thinking level MINIMAL is not supported',
    ],
    ['a level that is none', config({ thinkingConfig: { thinkingLevel: 'DEEP' } }), 'thinking_level'],
    ['tools other than functions', { tools: [{ codeExecution: {} }] }, 'does not simulate tools'],
    ['a function without a name', functions({}), 'Invalid function name'],
    ['a function’s name with a digit first', functions({ name: '9x' }), 'Invalid function name'],
    ['a function’s name that is too long', functions({ name: 'x'.repeat(65) }), 'Invalid function name'],
    ['a function twice', functions({ name: 'now' }, { name: 'now' }), 'Duplicate function declaration'],
    [
      'a function with a field of OpenAI’s',
      functions({ name: 'now', strict: true }),
      `Unknown name "strict" at 'tools[0].function_declarations[0]'`,
    ],
    [
      'a keyword of JSON Schema in OpenAPI’s field',
      functions({ name: 'now', parameters: { type: 'object', properties: { a: { const: 1 } } } }),
      'Unknown name "const" at \'tools[0].function_declarations[0].parameters.properties["a"]\'',
    ],
    [
      'both kinds of schemas',
      functions({ name: 'now', parameters: {}, parametersJsonSchema: { type: 'object' } }),
      'only one of parameters and parameters_json_schema',
    ],
    [
      'arguments that are no object',
      functions({ name: 'now', parametersJsonSchema: { type: 'string' } }),
      'schema must be of type object',
    ],
    [
      'a reference to nothing',
      functions({
        name: 'now',
        parametersJsonSchema: { type: 'object', properties: { a: { $ref: '#/definitions/a' } } },
      }),
      'reference to undefined schema',
    ],
    [
      'a reference with something beside',
      functions({
        name: 'now',
        parametersJsonSchema: { type: 'object', properties: { a: { $ref: '#', description: 'a' } } },
      }),
      "schema can only contain properties starting with '$' when $ref is present",
    ],
    [
      'a mode without functions',
      { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      'Function calling config is set without function_declarations.',
    ],
    ['an unknown mode', calling({ mode: 'REQUIRED' }), 'function_calling_config.mode'],
    [
      'allowed names where the model decides',
      calling({ mode: 'AUTO', allowedFunctionNames: ['now'] }),
      'ANY or VALIDATED',
    ],
    [
      'allowed names of other functions',
      calling({ mode: 'ANY', allowedFunctionNames: ['then'] }),
      'undeclared function: then',
    ],
    [
      'functions and JSON together, of older models',
      { ...functions({ name: 'now' }), ...config(json) },
      'response mime type',
      'gemini-2.5-pro',
    ],
    [
      'a function that must be called and JSON together',
      { ...calling({ mode: 'ANY' }), ...config(json) },
      'Forced function calling (ANY mode) with a response mime type',
    ],
    [
      'several candidates of newer models',
      config({ candidateCount: 2 }),
      'Multiple candidates is not enabled',
    ],
    [
      'nine candidates',
      config({ candidateCount: 9 }),
      'candidate_count must be in the range [1, 8]',
      'gemini-2.5-pro',
    ],
    ['log probabilities of newer models', config({ responseLogprobs: true }), 'Logprobs is not enabled'],
    ['a number of log probabilities alone', config({ logprobs: 2 }), 'response_logprobs'],
    [
      'a picture of an unknown kind',
      parts({ inlineData: { mimeType: 'image/gif', data: 'AAAA' } }),
      'Unsupported MIME type: image/gif',
    ],
    [
      'a data URL for data',
      parts({ inlineData: { mimeType: 'image/png', data: 'data:image/png;base64,AAAA' } }),
      'Base64 decoding failed for "data:image/png;base6"',
    ],
    ['no data', parts({ inlineData: { mimeType: 'image/png', data: '' } }), 'Base64 decoding failed'],
    ['two kinds of data in a part', parts({ text: 'a', functionCall: { name: 'now' } }), 'already set'],
    ['an address of another scheme', parts({ fileData: { fileUri: 'http://example.com/a' } }), 'file uri'],
    [
      'an address, of older models',
      parts({ fileData: { fileUri: 'https://example.com/a' } }),
      'file uri',
      'gemini-2.0-flash',
    ],
    [
      'a call of the user’s',
      parts({ functionCall: { name: 'now' } }),
      'not allowed in a turn of the role "user"',
    ],
    [
      'a call at the beginning',
      { contents: [called, answered] },
      'function call turn comes immediately after a user turn',
    ],
    [
      'a result without its call',
      { contents: [user, model, answered] },
      'function response turn comes immediately',
    ],
    [
      'a call without its result',
      { contents: [user, called, user] },
      'number of function response parts is equal to the number of function call parts',
    ],
    [
      'a call without its result before the model’s words',
      { contents: [user, called, model, user] },
      'number of function response parts is equal to the number of function call parts',
    ],
    [
      'more results than calls',
      { contents: [user, called, { role: 'user', parts: [...answered.parts, ...answered.parts] }] },
      'number of function response parts is equal to the number of function call parts',
    ],
    [
      'a result of another name',
      { contents: [user, called, resultOf('then')] },
      "does not match the function call 'now'",
    ],
    ['a result of another id', { contents: [user, called, resultOf('now', { id: 'x' })] }, 'does not match'],
    [
      'a result in words',
      { contents: [user, called, resultOf('now', { response: 'noon' })] },
      'google.protobuf.Struct',
    ],
    [
      'a call of the current turn without a signature',
      { contents: [user, callOf({}), answered] },
      'Function call is missing a thought_signature in functionCall parts.',
    ],
    [
      'a signature of another call',
      { contents: [user, callOf({ thoughtSignature: signCall('now', { a: 1 }) }), answered] },
      'Thought signature is not valid.',
    ],
    [
      'the stand-in for a signature, of older models',
      { contents: [user, called, answered] },
      'Thought signature is not valid.',
      'gemini-2.5-pro',
    ],
  ])('%s', async (_, body, message, name) => {
    const response = await ask(body, name);
    const refused = await jsonOf(response);
    expect(response.status).toBe(400);
    expect(refused.error).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  it('unknown names with the place they stand at', async () => {
    const { error } = await jsonOf(await ask(config({ foo: 1 })));
    expect(error.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'generation_config', description: expect.stringContaining('"foo"') }],
      },
    ]);
  });

  it('to stream anything but events', async () => {
    expect((await ask({}, 'gemini-3.8-flash', 'streamGenerateContent')).status).toBe(400);
  });
});

describe('the simulated Google takes', () => {
  it.each<[string, Record<string, unknown>, string?]>([
    ['a system instruction', { systemInstruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] } }],
    ['turns without a role', { contents: [{ parts: [{ text: 'Hi' }] }] }],
    ['neighbours of one role, and the model first', { contents: [model, user, user] }],
    ['sampling, which newer models ignore', config({ temperature: 2, topP: 0.5, topK: 3, seed: 1 })],
    ['levels of thinking in any case', config({ thinkingConfig: { thinkingLevel: 'low' } })],
    [
      'the least thinking of Flash-Lite',
      config({ thinkingConfig: { thinkingLevel: 'MINIMAL' } }),
      'gemini-3.5-flash-lite',
    ],
    ['penalties of old models', config({ presencePenalty: 1, frequencyPenalty: 1 }), 'gemini-2.0-flash'],
    ['the model’s words at the end, of old models', { contents: [user, model] }, 'gemini-2.5-pro'],
    ['JSON without a schema', config(json)],
    [
      'JSON Schema in its own field',
      config({ ...json, responseJsonSchema: { type: 'object', additionalProperties: false } }),
    ],
    ['safety settings and labels', { safetySettings: [], labels: {} }],
    [
      'a signature whose text was empty',
      {
        contents: [user, { role: 'model', parts: [...model.parts, { thoughtSignature: 'a' }] }, user],
      },
    ],
    ['a call with the stand-in for its signature', { contents: [user, called, answered] }],
    [
      'a call with its signature',
      { contents: [user, callOf({ thoughtSignature: signCall('now', {}) }), answered] },
    ],
    [
      'a call with its signature, and an argument that the caller filled in',
      {
        contents: [
          user,
          callOf({
            functionCall: { name: 'now', args: { a: 1, all: false } },
            thoughtSignature: signCall('now', { a: 1 }),
          }),
          answered,
        ],
      },
    ],
    [
      'calls of older models without signatures',
      { contents: [user, callOf({}), answered] },
      'gemini-2.5-pro',
    ],
    [
      'what came in a stream, in as many turns, a signature with an empty text too',
      {
        contents: [
          user,
          model,
          called,
          { role: 'model', parts: [{ text: '', thoughtSignature: 'AA==' }] },
          answered,
        ],
      },
    ],
    [
      'a signature in the other alphabet of base64',
      { contents: [user, callOf({ thoughtSignature: urlSafe }), answered] },
    ],
    ['results in the older role', { contents: [user, called, { ...answered, role: 'function' }] }],
    ['names in either spelling', functions({ name: 'now', parameters_json_schema: { type: 'object' } })],
    [
      'Google’s own schemas of an answer',
      config({ ...json, responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } }),
    ],
    ['calls of earlier turns without signatures', { contents: [user, callOf({}), answered, model, user] }],
    [
      'results with the user’s words behind them',
      { contents: [user, called, { role: 'user', parts: [...answered.parts, ...user.parts] }] },
    ],
    ['functions and JSON together, of newer models', { ...functions({ name: 'now' }), ...config(json) }],
    ['OpenAPI’s schemas', functions({ name: 'now', parameters: { type: 'object', nullable: true } })],
    [
      'a PDF and a sound',
      parts(
        { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
        { inlineData: { mimeType: 'audio/mp3', data: 'AA==' } },
      ),
    ],
    ['an address', parts({ fileData: { fileUri: 'https://example.com/a.png' } })],
  ])('%s', async (_, body, name) => {
    const response = await ask(body, name);
    expect(response.status, await response.text()).toBe(200);
  });
});
