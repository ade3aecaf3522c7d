import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, eventData, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';
import { askGoogle, config, functions, parts } from './requests-in-tests.ts';
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

const ask = (body: Record<string, unknown>, model?: string, method?: string) =>
  askGoogle(sandbox, body, model, method);

describe('the functions of the simulated Google', () => {
  const two = functions(
    {
      name: 'get_weather',
      parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
    { name: 'get_time' },
  );
  const question = { role: 'user', parts: [{ text: 'Please get weather and get time.' }] };
  const answer = 'get_weather returned: 18 degrees\nget_time returned: {"hour":12}';

  it.each(['gemini-3.8-flash', 'gemini-2.5-pro'])(
    'are called in parallel, and their results answered, whole and streamed, by %s',
    async (name) => {
      const streamed = async (body: Record<string, unknown>) => {
        const response = await ask(body, name, 'streamGenerateContent?alt=sse');
        const candidates = eventData(await response.text()).map((text) => JSON.parse(text).candidates[0]);
        expect(candidates.at(-1).finishReason).toBe('STOP');
        return candidates.flatMap((candidate) => candidate.content.parts);
      };
      const whole = async (body: Record<string, unknown>) => {
        const [candidate] = (await jsonOf(await ask(body, name))).candidates;
        expect(candidate.finishReason).toBe('STOP');
        return candidate.content.parts;
      };
      for (const send of [whole, streamed]) {
        const said = (await send({ ...two, contents: [question] })).filter(
          (part: { text?: string }) => part.text !== '',
        );
        const signs = name === 'gemini-3.8-flash';
        const args = { city: question.parts[0]!.text };
        expect(said).toEqual([
          {
            functionCall: { name: 'get_weather', args, ...(signs ? { id: expect.any(String) } : {}) },
            ...(signs ? { thoughtSignature: signCall('get_weather', args) } : {}),
          },
          { functionCall: { name: 'get_time', args: {}, ...(signs ? { id: expect.any(String) } : {}) } },
        ]);
        const responses = [{ result: '18 degrees' }, { hour: 12 }].map((response, index) => {
          const { id, name: of } = said[index].functionCall;
          return { functionResponse: { name: of, response, ...(signs ? { id } : {}) } };
        });
        const contents = [question, { role: 'model', parts: said }, { role: 'user', parts: responses }];
        const texts = (await send({ ...two, contents })).map((part: { text?: string }) => part.text ?? '');
        expect(texts.join('')).toBe(answer);
      }
    },
  );

  it.each([
    [{ mode: 'NONE' }, []],
    [{ mode: 'VALIDATED', allowedFunctionNames: ['get_time'] }, ['get_time']],
    [{ mode: 'ANY', allowedFunctionNames: ['get_weather'] }, ['get_weather']],
  ])('are called as %j says', async (functionCallingConfig, names) => {
    const body = { ...two, contents: [question], toolConfig: { functionCallingConfig } };
    const [{ content }] = (await jsonOf(await ask(body))).candidates;
    const calls = content.parts.flatMap(
      (part: { functionCall?: { name: string } }) => part.functionCall ?? [],
    );
    expect(calls.map((call: { name: string }) => call.name)).toEqual(names);
  });
});

describe('an answer of the simulated Google', () => {
  it('says what a picture is', async () => {
    const body = parts({ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } });
    const [{ content }] = (await jsonOf(await ask(body))).candidates;
    expect(content.parts[0].text).toContain('image/png, 3 bytes, SHA-256 709e80c88487a2411e1ee4dfb9f22a86');
  });

  it('comes as often as asked for, and is counted as often', async () => {
    const asked = config({ candidateCount: 3 });
    const { candidates, usageMetadata } = await jsonOf(await ask(asked, 'gemini-2.5-flash'));
    const once = await jsonOf(await ask({}, 'gemini-2.5-flash'));
    expect(candidates).toEqual([0, 1, 2].map((index) => ({ ...once.candidates[0], index })));
    expect(usageMetadata.candidatesTokenCount).toBe(3 * once.usageMetadata.candidatesTokenCount);
    const stream = await ask(asked, 'gemini-2.5-flash', 'streamGenerateContent?alt=sse');
    const last = JSON.parse(eventData(await stream.text()).at(-1) ?? '');
    expect(last.candidates.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
    expect(last.usageMetadata).toEqual(usageMetadata);
  });

  it('says how probable its tokens were, whole and streamed', async () => {
    const asked = config({ responseLogprobs: true, logprobs: 2 });
    const [{ content, logprobsResult }] = (await jsonOf(await ask(asked, 'gemini-2.0-flash'))).candidates;
    const chosen = logprobsResult.chosenCandidates.map(({ token }: { token: string }) => token);
    expect(chosen.join('')).toBe(content.parts[0].text);
    expect(logprobsResult.topCandidates[0].candidates).toHaveLength(2);
    const stream = await ask(asked, 'gemini-2.0-flash', 'streamGenerateContent?alt=sse');
    const steps = eventData(await stream.text()).flatMap(
      (text) => JSON.parse(text).candidates[0].logprobsResult?.chosenCandidates ?? [],
    );
    expect(steps).toEqual(logprobsResult.chosenCandidates);
  });

  it('streams frames that end in CRLF, without a mark but the finish reason', async () => {
    const response = await ask({}, 'gemini-3.8-flash', 'streamGenerateContent?alt=sse');
    const body = await response.text();
    expect(body).not.toMatch(/[^\r]\n/);
    expect(body.endsWith('\r\n\r\n')).toBe(true);
    expect(body).not.toContain('[DONE]');
    const frames = eventData(body).map((text) => JSON.parse(text));
    expect(frames.filter((frame) => frame.candidates[0].finishReason)).toEqual([frames.at(-1)]);
    expect(frames.at(-1).candidates[0].content.parts[0]).toEqual({
      text: '',
      thoughtSignature: expect.any(String),
    });
  });

  it('shows its thoughts, marked as such, where they were asked for', async () => {
    const { candidates } = await jsonOf(await ask(config({ thinkingConfig: { includeThoughts: true } })));
    expect(candidates[0].content.parts[0]).toMatchObject({ thought: true });
    expect(candidates[0].content.parts[1].text).toContain('Claimgate sandbox');
    const stream = await ask(
      config({ thinkingConfig: { includeThoughts: true } }),
      'gemini-4-argon',
      'streamGenerateContent?alt=sse',
    );
    const [first] = eventData(await stream.text());
    expect(JSON.parse(first ?? '').candidates[0].content.parts[0]).toMatchObject({ thought: true });
  });

  it('counts thoughts beside the answer’s tokens', async () => {
    const { usageMetadata } = await jsonOf(await ask({}));
    expect(usageMetadata.thoughtsTokenCount).toBe(64);
    expect(usageMetadata.totalTokenCount).toBe(
      usageMetadata.promptTokenCount + usageMetadata.candidatesTokenCount + usageMetadata.thoughtsTokenCount,
    );
  });

  it('has no candidate where the prompt was blocked, and no content where a stream was', async () => {
    const whole = await callerOf('google').ask(sandbox, { key: 'sandbox-filtered' });
    const body = await jsonOf(whole);
    expect(body.candidates).toBeUndefined();
    expect(body.promptFeedback).toEqual({ blockReason: 'PROHIBITED_CONTENT' });
    const stream = await callerOf('google').ask(sandbox, { key: 'sandbox-filtered', stream: true });
    const last = JSON.parse(eventData(await stream.text()).at(-1) ?? '');
    expect(last.candidates[0]).toMatchObject({ finishReason: 'SAFETY' });
    expect(last.candidates[0].content).toBeUndefined();
  });
});
