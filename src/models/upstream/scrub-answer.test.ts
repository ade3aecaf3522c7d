import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Chunk, Completion } from '../../domain/chat.ts';
import { formsOf } from './key-forms.ts';
import type { ChunkBatches } from './read-chunks.ts';
import { createAnswerScrubber } from './scrub-answer.ts';

const KEY = 'sk-proj-4fA9xQ2LmN8vR7tZ0cB6yW3eK5uJ1hG';
const OTHER = 'sk-ant-api03-Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0';
const scrubber = createAnswerScrubber([KEY, OTHER].map((key) => ApiKey.parse(key)!));
const FINISH: Chunk = { type: 'finish', finishReason: 'stop' };
const text = (piece: string, rest: object = {}): Chunk => ({ type: 'text', text: piece, ...rest });

function batchesOf(chunks: readonly Chunk[], error?: Error): ChunkBatches {
  const left = [...chunks];
  return {
    async next() {
      const chunk = left.shift();
      if (chunk === undefined && error !== undefined) throw error;
      return chunk && [chunk];
    },
    close() {},
  };
}
async function readAll(batches: ChunkBatches): Promise<Chunk[]> {
  const out: Chunk[] = [];
  for (let batch = await batches.next(); batch !== undefined; batch = await batches.next())
    out.push(...batch);
  return out;
}
const stream = (chunks: readonly Chunk[]) => readAll(scrubber.stream(batchesOf(chunks)));
const joined = (chunks: readonly Chunk[]): string =>
  chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join('');

describe('an answer to the holder of an issued key', () => {
  it.each(formsOf(KEY).map((form, at) => [at, form]))('holds no key in form %i', async (_at, form) => {
    for (const written of [form, form.toUpperCase()]) {
      const whole = scrubber.whole({ content: `It is ${written}, is it?`, finishReason: 'stop' });
      expect(whole.content).toBe('It is [redacted], is it?');
      const pieces = [...`It is ${written}, is it?`].map((piece) => text(piece));
      expect(joined(await stream([...pieces, FINISH]))).toMatch(/^It is .{0,4}\[redacted\], is it\?$/);
    }
  });

  it('holds none however it is cut, in no channel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(KEY, OTHER),
        fc.string({ maxLength: 20 }),
        async (sizes, key, around) => {
          const said = `${around}${key}${around}`;
          const pieces: string[] = [];
          for (let at = 0, i = 0; at < said.length; i++) {
            const size = sizes[i % sizes.length]!;
            pieces.push(said.slice(at, at + size));
            at += size;
          }
          const call: Chunk = { type: 'tool_call', index: 0, id: 'call_1', name: 'send' };
          const chunks = [
            ...pieces.map((piece) => text(piece)),
            call,
            ...pieces.map((piece): Chunk => ({ type: 'arguments', index: 0, text: piece })),
            FINISH,
          ];
          const out = await stream(chunks);
          for (const type of ['text', 'arguments']) {
            const all = joined(out.filter((chunk) => chunk.type === type));
            for (let i = 0; i + 12 <= key.length; i++) expect(all).not.toContain(key.slice(i, i + 12));
          }
          expect(out.at(-1)).toEqual(FINISH);
        },
      ),
    );
  });

  it('holds none in calls, further choices and the probabilities of tokens', () => {
    const tokens = [{ token: KEY, logprob: 0, bytes: null, top_logprobs: [] }];
    const completion: Completion = {
      content: KEY,
      logprobs: tokens,
      finishReason: 'stop',
      toolCalls: [
        { id: KEY, name: `get_${KEY}`, arguments: `{"${KEY}":1}`, extra: { signed: { deep: [KEY] } } },
      ] as never,
      more: [
        { content: 'ok', finishReason: 'stop', logprobs: [{ ...tokens[0]!, token: 'ok' }] },
        { content: `-${OTHER}`, finishReason: 'stop' },
      ],
    };
    const scrubbed = scrubber.whole(completion);
    expect(JSON.stringify(scrubbed)).not.toContain(KEY.slice(8));
    expect(JSON.stringify(scrubbed)).not.toContain(OTHER.slice(8));
    expect(scrubbed).not.toHaveProperty('logprobs');
    expect(scrubbed.more?.[0]).toEqual(completion.more?.[0]);
  });

  it('keeps each text as it came, and its ends where they stood, without a key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1, unit: 'grapheme' })), async (pieces) => {
        const chunks = [...pieces.map((piece) => text(piece)), FINISH];
        expect(joined(await stream(chunks))).toBe(pieces.join(''));
      }),
    );
    const prefixes = 'Keys begin with sk-proj- or sk-ant-api03- at these makers.';
    expect(scrubber.whole({ content: prefixes, finishReason: 'stop' }).content).toBe(prefixes);
  });

  it('keeps what came beside a text that is held back, at once and without a key', async () => {
    const beside = { of_tomorrow: `see ${KEY}` };
    const [first, ...rest] = await stream([text(KEY.slice(0, 9), { beside }), text(' no'), FINISH]);
    expect(first).toEqual({ type: 'other', beside: { of_tomorrow: 'see [redacted]' } });
    expect(rest.filter((chunk) => 'beside' in chunk)).toEqual([]);
  });

  it('is put together for each choice by itself', async () => {
    const of = (choice: number, out: readonly Chunk[]) =>
      joined(out.filter((chunk) => ('choice' in chunk ? chunk.choice : undefined) === (choice || undefined)));
    const out = await stream([
      text('A sk-pro'),
      text('B sk-pro', { choice: 1 }),
      text('blem', {}),
      text('of', { choice: 1 }),
      { ...FINISH, choice: 1 } as Chunk,
      FINISH,
    ]);
    expect([of(0, out), of(1, out)]).toEqual(['A sk-problem', 'B sk-proof']);
    // The end of one choice gives what is held back of it, and nothing of the other's.
    const ends = await stream([
      text('sk-pro'),
      text('sk-pro', { choice: 1 }),
      FINISH,
      { ...FINISH, choice: 1 } as Chunk,
    ]);
    expect(ends.map((chunk) => [chunk.type, 'choice' in chunk ? chunk.choice : undefined])).toEqual([
      ['text', undefined],
      ['finish', undefined],
      ['text', 1],
      ['finish', 1],
    ]);
  });

  it('is passed on piece by piece, at once, where nothing of it is a piece of a key', async () => {
    const words = 'Ordinary words, as a model writes them: it was 1889, in Paris.'.split(/(?= )/);
    const batches = scrubber.stream(batchesOf([...words.map((word) => text(word)), FINISH]));
    for (const word of words) expect(await batches.next()).toEqual([text(word)]);
    expect(await batches.next()).toEqual([FINISH]);
  });

  it('says what was held back where the stream breaks off or ends', async () => {
    const error = new Error('broken off');
    const batches = scrubber.stream(batchesOf([text('It begins with sk-proj')], error));
    const said = [...((await batches.next()) ?? []), ...((await batches.next()) ?? [])];
    expect(joined(said)).toBe('It begins with sk-proj');
    await expect(batches.next()).rejects.toBe(error);
    expect(joined(await stream([text('sk-proj', { choice: 1 })]))).toBe('sk-proj');
  });

  it('has the probabilities of its tokens beside the text that they are of', async () => {
    const tokensOf = (token: string) => [{ token, logprob: 0, bytes: null, top_logprobs: [] }];
    const chunks = [
      text('Yes', { logprobs: tokensOf('Yes') }),
      text(' sk-pr', { logprobs: tokensOf(' sk-pr') }),
      text(' no', { logprobs: tokensOf(' no') }),
      FINISH,
    ];
    const tokens = (await stream(chunks)).flatMap((chunk) =>
      chunk.type === 'text' ? (chunk.logprobs ?? []) : [],
    );
    expect(tokens.map(({ token }) => token)).toEqual(['Yes', ' sk-pr', ' no']);
    const secret = [...KEY].map((unit) => text(unit, { logprobs: tokensOf(unit) }));
    const leaked = (await stream([...secret, FINISH])).flatMap((chunk) =>
      chunk.type === 'text' ? (chunk.logprobs ?? []).map(({ token }) => token) : [],
    );
    expect(leaked.join('').length).toBeLessThan(8);
  });
});
