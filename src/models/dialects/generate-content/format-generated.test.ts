/** Answers in Google's words, whole and in chunks. */
import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { formatGenerated } from './format-generated.ts';
import { generateErrorBody, generateErrorStatus } from './generate-error.ts';
import { generatedChunks } from './generated-chunks.ts';

const HEAD = { id: 'chatcmpl-1', created: 1, model: 'gemini-test', adjusted: [] };
const WRITTEN = { modelVersion: 'gemini-test', responseId: 'chatcmpl-1' };
const METADATA = { mode: 'verify' } as unknown as FactCheckMetadata;
const answerOf = (rest: object = {}): ChatAnswer =>
  ({ ...HEAD, content: 'Yes.', finishReason: 'stop', ...rest }) as ChatAnswer;
const said = (parts: object[], more: object = {}) => ({
  content: { parts, role: 'model' },
  index: 0,
  ...more,
});
const TOKENS = [
  { token: 'Yes', logprob: -1, bytes: null, top_logprobs: [{ token: 'No', logprob: -2, bytes: null }] },
];
const LOGPROBS = {
  logprobsResult: {
    chosenCandidates: [{ token: 'Yes', logProbability: -1 }],
    topCandidates: [{ candidates: [{ token: 'No', logProbability: -2 }] }],
  },
};

describe('a whole answer', () => {
  it('has its text and how it ended', () => {
    expect(formatGenerated(answerOf())).toEqual({
      candidates: [said([{ text: 'Yes.' }], { finishReason: 'STOP' })],
      ...WRITTEN,
    });
    for (const [reason, word] of [
      ['length', 'MAX_TOKENS'],
      ['tool_calls', 'STOP'],
      ['content_filter', 'SAFETY'],
    ])
      expect(formatGenerated(answerOf({ finishReason: reason }))).toMatchObject({
        candidates: [{ finishReason: word }],
      });
  });

  it('has thoughts before it and calls behind it, and nothing that is empty', () => {
    const toolCalls = [
      { id: 'a', name: 'look', arguments: '{"at":1}', extra: { google: { thought_signature: 'c2ln' } } },
      { id: 'b', name: 'wait', arguments: ' ' },
    ];
    const thoughts = [{ text: '' }, { text: 'Hm.' }];
    const answer = formatGenerated(
      answerOf({ content: '', thoughts, toolCalls, finishReason: 'tool_calls' }),
    );
    expect(answer).toMatchObject({
      candidates: [
        {
          content: {
            parts: [
              { text: 'Hm.', thought: true },
              { functionCall: { id: 'a', name: 'look', args: { at: 1 } }, thoughtSignature: 'c2ln' },
              { functionCall: { id: 'b', name: 'wait', args: {} } },
            ],
          },
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('"text":""');
  });

  it('loses a call that was cut; one that is no JSON fails', () => {
    const toolCalls = [{ id: 'a', name: 'look', arguments: '{"at":' }];
    expect(formatGenerated(answerOf({ toolCalls, finishReason: 'length' }))).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'Yes.' }] } }],
    });
    for (const text of ['{"at":', '[1]', '1']) {
      const broken = [{ id: 'a', name: 'look', arguments: text }];
      expect(() => formatGenerated(answerOf({ toolCalls: broken, finishReason: 'stop' }))).toThrow(
        expect.objectContaining({ code: 'provider_failed', message: expect.stringContaining('look') }),
      );
    }
  });

  it('has its further choices, its tokens, its usage and what was found in it', () => {
    const usage = { promptTokens: 10, completionTokens: 7, cachedTokens: 2, reasoningTokens: 3 };
    const more = [{ content: 'No.', finishReason: 'length' }];
    expect(formatGenerated(answerOf({ more, usage, logprobs: TOKENS, metadata: METADATA }))).toEqual({
      candidates: [
        said([{ text: 'Yes.' }], { finishReason: 'STOP', ...LOGPROBS }),
        said([{ text: 'No.' }], { finishReason: 'MAX_TOKENS', index: 1 }),
      ],
      usageMetadata: {
        ...{ promptTokenCount: 10, candidatesTokenCount: 4, totalTokenCount: 17 },
        ...{ cachedContentTokenCount: 2, thoughtsTokenCount: 3 },
      },
      ...WRITTEN,
      fact_check_metadata: METADATA,
    });
    const none = formatGenerated(
      answerOf({ usage: { promptTokens: 1, completionTokens: 0, reasoningTokens: 5 } }),
    );
    expect(none.usageMetadata).toEqual({
      ...{ promptTokenCount: 1, candidatesTokenCount: 0, totalTokenCount: 1, thoughtsTokenCount: 5 },
    });
  });

  it('goes on as Google wrote it, with notes behind its texts', () => {
    const written = {
      modelVersion: 'gemini-of-google',
      candidates: [{ content: { parts: [{ text: 'Yes.' }], role: 'model' } }, { index: 1 }, { index: 2 }],
      usageMetadata: { promptTokenCount: 5 },
    };
    const more = [{ content: '', finishReason: 'stop', appended: ' [Note.]' }];
    const usage = { promptTokens: 10, completionTokens: 7 };
    const answer = answerOf({ written, more, usage, appended: ' [Note 1.]', metadata: METADATA });
    expect(formatGenerated(answer)).toEqual({
      responseId: 'chatcmpl-1',
      modelVersion: 'gemini-of-google',
      candidates: [
        { content: { parts: [{ text: 'Yes.' }, { text: ' [Note 1.]' }], role: 'model' } },
        { index: 1, content: { parts: [{ text: ' [Note.]' }] } },
      ],
      usageMetadata: { promptTokenCount: 5 },
      fact_check_metadata: METADATA,
    });
    // Two attempts are paid for, and counted.
    expect(formatGenerated({ ...answer, metadata: { ...METADATA, attempts: 2 } })).toMatchObject({
      usageMetadata: { promptTokenCount: 10 },
    });
    expect(formatGenerated(answerOf({ written: { promptFeedback: {} } }))).toEqual({
      ...WRITTEN,
      promptFeedback: {},
    });
  });
});

function streamOf(...batches: ChatEvent[][]): ChatStream {
  return { ...HEAD, next: async () => batches.shift(), close() {} } as ChatStream;
}
async function chunksOf(stream: ChatStream, asEvents = true): Promise<string> {
  const { source, form } = generatedChunks(stream, asEvents);
  let all = '';
  for (let texts = await source.next(); texts !== undefined; texts = await source.next())
    all += texts.join('');
  return all + form.end;
}
const readEvents = async (...batches: ChatEvent[][]): Promise<object[]> =>
  (await chunksOf(streamOf(...batches)))
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')));
const finish = (rest: object = {}): ChatEvent => ({ type: 'finish', finishReason: 'stop', ...rest });

describe('a streamed answer', () => {
  it('is a chunk for each piece, and an end with the usage and what was found', async () => {
    const claim = { id: 'claim-1' } as never;
    const judged = { id: 'claim-1', verdict: 'supported' } as never;
    expect(
      await readEvents(
        [
          { type: 'text', text: 'Yes', logprobs: TOKENS },
          { type: 'text', text: 'No', choice: 1 },
          { type: 'thought', text: '' },
          { type: 'thought', text: 'Hm.' },
        ],
        [
          { type: 'claim', claim },
          { type: 'claim', claim: judged },
          { type: 'progress', verified: 1, total: 1 },
        ],
        [
          finish({ choice: 1, finishReason: 'length' }),
          finish({ metadata: METADATA }),
          { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } },
        ],
      ),
    ).toEqual([
      { candidates: [said([{ text: 'Yes' }], LOGPROBS)], ...WRITTEN },
      { candidates: [said([{ text: 'No' }], { index: 1 })], ...WRITTEN },
      { candidates: [said([{ text: 'Hm.', thought: true }])], ...WRITTEN },
      { claim_event: { type: 'claim', claim }, ...WRITTEN },
      { claim_event: { type: 'verdict', claim: judged }, ...WRITTEN },
      {
        candidates: [
          said([{ text: '' }], { index: 1, finishReason: 'MAX_TOKENS' }),
          said([{ text: '' }], { finishReason: 'STOP' }),
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
        fact_check_metadata: METADATA,
        ...WRITTEN,
      },
    ]);
  });

  it('has each call whole, as soon as it is, and those that came in turns apart', async () => {
    const call = (index: number, choice?: number): ChatEvent => ({
      ...{ type: 'tool_call', index, id: `call_${index}`, name: 'look' },
      ...(choice === undefined ? {} : { choice }),
    });
    const args = (index: number, text: string, choice?: number): ChatEvent => ({
      ...{ type: 'arguments', index, text },
      ...(choice === undefined ? {} : { choice }),
    });
    const events = await readEvents(
      [call(0), args(0, '{"a"'), call(1), call(0, 1), args(1, '{"b":2}'), args(7, '{}')],
      [args(0, ':1}'), args(0, '{"c":3}', 1), { type: 'text', text: 'Done.' }],
      [finish()],
    );
    const shown = (events as { candidates: { content: { parts: object[] }; index: number }[] }[])
      .slice(0, -1)
      .map(({ candidates: [first] }) => [first?.index, first?.content.parts[0]]);
    expect(shown).toEqual([
      [0, { functionCall: { id: 'call_1', name: 'look', args: { b: 2 } } }],
      [0, { functionCall: { id: 'call_0', name: 'look', args: { a: 1 } } }],
      [1, { functionCall: { id: 'call_0', name: 'look', args: { c: 3 } } }],
      [0, { text: 'Done.' }],
    ]);
  });

  it('loses the call that it was cut in, and fails for one that is no JSON', async () => {
    const cut: ChatEvent[] = [
      { type: 'tool_call', index: 0, id: 'a', name: 'look' },
      { type: 'arguments', index: 0, text: '{"a":' },
    ];
    expect(await readEvents(cut, [finish({ finishReason: 'length' })])).toHaveLength(1);
    await expect(readEvents(cut, [finish()])).rejects.toMatchObject({ code: 'provider_failed' });
    const none: ChatEvent[] = [{ type: 'tool_call', index: 0, id: 'a', name: 'look' }];
    expect(await readEvents(none, [finish()])).toMatchObject([
      { candidates: [{ content: { parts: [{ functionCall: { name: 'look', args: {} } }] } }] },
      {},
    ]);
  });

  it('keeps what Google wrote beside it', async () => {
    const beside = {
      modelVersion: 'gemini-of-google',
      responseId: 'own-1',
      candidates: [{ index: 0, of: 1 }],
    };
    const events = await readEvents(
      [{ type: 'text', text: 'Yes', beside }],
      [{ type: 'other', beside: { promptFeedback: {} } }],
      [
        { type: 'tool_call', index: 0, id: 'a', name: 'look', beside: { own: 1 } },
        { type: 'arguments', index: 0, text: '{}' },
      ],
      [finish({ beside: { candidates: [{ index: 0, finishReason: 'OTHER' }] } })],
    );
    const head = { modelVersion: 'gemini-of-google', responseId: 'own-1' };
    expect(events).toEqual([
      { candidates: [{ ...said([{ text: 'Yes' }]), of: 1 }], ...head },
      { promptFeedback: {}, ...head },
      // Google's calls may have no id.
      { candidates: [said([{ functionCall: { name: 'look', args: {} } }])], own: 1, ...head },
      { candidates: [{ ...said([{ text: '' }]), finishReason: 'OTHER' }], ...head },
    ]);
    expect(await readEvents([finish({ beside: { promptFeedback: { blockReason: 'SAFETY' } } })])).toEqual([
      { promptFeedback: { blockReason: 'SAFETY' }, ...WRITTEN },
    ]);
  });

  it('is one array of JSON for those who did not ask for events', async () => {
    const text: ChatEvent = { type: 'text', text: 'Yes' };
    const all = await chunksOf(streamOf([text], [text, finish()]), false);
    expect(JSON.parse(all)).toHaveLength(3);
    expect(generatedChunks(streamOf(), false).form.contentType).toMatch(/^application\/json/);
    expect(generatedChunks(streamOf(), true).form).toMatchObject({ end: '', keepAlive: '\n' });
  });

  it('that breaks off ends with the error, in its form', async () => {
    const error = new GatewayError('provider_failed', 'It broke off.');
    const body = generateErrorBody(error);
    expect(generatedChunks(streamOf(), true).form.formatError(error)).toBe(
      `data: ${JSON.stringify(body)}\n\n`,
    );
    const alone = generatedChunks(streamOf(), false);
    expect(JSON.parse(alone.form.formatError(error))).toEqual([body]);
    const begun = generatedChunks(streamOf([{ type: 'text', text: 'Yes' }]), false);
    const [first] = (await begun.source.next()) ?? [];
    expect(JSON.parse(first + begun.form.formatError(error))).toHaveLength(2);
  });
});

describe('an error', () => {
  it('has Google’s word for its status', () => {
    for (const [code, word] of [
      ['provider_failed', 'INTERNAL'],
      ['unsupported', 'INVALID_ARGUMENT'],
      ['provider_rate_limited', 'RESOURCE_EXHAUSTED'],
    ] as const) {
      const error = new GatewayError(code, 'Why.');
      expect(generateErrorBody(error)).toEqual({
        error: { code: error.status, message: error.advised, status: word },
      });
    }
  });

  it('names the fields of a body that is wrong', () => {
    const error = new ValidationError([
      { loc: ['body', 'contents', 0], msg: 'Field required', type: 'missing' },
    ]);
    expect(generateErrorStatus(error)).toBe(400);
    expect(generateErrorBody(error).error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: [{ fieldViolations: [{ field: 'contents.0', description: 'Field required' }] }],
    });
  });
});
