import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import { cutChunks, cutCompletion } from './cut-at-stop.ts';
import type { ChunkBatches } from './read-chunks.ts';

function batchesOf(...batches: Chunk[][]): ChunkBatches & { closed: number } {
  return {
    closed: 0,
    async next() {
      return batches.shift();
    },
    close() {
      this.closed += 1;
    },
  };
}

async function all(batches: ChunkBatches): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let next = await batches.next(); next !== undefined; next = await batches.next()) {
    expect(next.length).toBeGreaterThan(0);
    chunks.push(...next);
  }
  return chunks;
}

const text = (words: string, choice?: number): Chunk => ({
  type: 'text',
  text: words,
  ...(choice === undefined ? {} : { choice }),
});
const textIn = (chunks: readonly Chunk[]): string =>
  chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
const tokensIn = (chunks: readonly Chunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === 'text' ? (chunk.logprobs ?? []) : []));
/** As a model ends that looks behind each character whether a sequence is complete. */
function asGenerated(content: string, stops: readonly string[]): string {
  for (let end = 1; end <= content.length; end++) {
    const said = content.slice(0, end);
    const complete = stops.filter((stop) => said.endsWith(stop)).map(({ length }) => length);
    if (complete.length > 0) return said.slice(0, end - Math.max(...complete));
  }
  return content;
}
const END: Chunk = { type: 'finish', finishReason: 'length' };

describe('an answer whose stop sequences the gateway looks for', () => {
  it('ends before the sequence, over the borders of chunks, and gives the provider up', async () => {
    const batches = batchesOf([text('One S')], [text('TO')], [text('P two')], [END]);
    expect(await all(cutChunks(batches, ['STOP']))).toEqual([
      text('One '),
      { type: 'finish', finishReason: 'stop' },
    ]);
    expect(batches.closed).toBe(1);
  });

  it('is whole where a beginning of the sequence came to nothing', async () => {
    const batches = batchesOf([text('One ST')], [text('ART ST')], [END]);
    expect(await all(cutChunks(batches, ['STOP']))).toEqual([text('One '), text('START '), text('ST'), END]);
    expect(batches.closed).toBe(0);
  });

  it('keeps the probabilities of what is left of it', async () => {
    const token = (word: string) => ({ token: word, logprob: -1, bytes: null, top_logprobs: [] });
    const said = (...words: string[]) => ({ content: words.join(''), logprobs: words.map(token) });
    const whole = { ...said('One', ' S', 'TO', 'Px', ' S', 'TOP'), finishReason: 'length' } as const;
    expect(cutCompletion(whole, ['OPx S'])).toEqual({
      content: 'One ST',
      logprobs: ['One', ' S', 'TO'].map(token),
      finishReason: 'stop',
    });
    const tooFew = { content: 'One STOP', logprobs: [token('One')], finishReason: 'stop' } as const;
    expect(cutCompletion(tooFew, ['STOP'])).toEqual({ ...tooFew, content: 'One ' });
    const chunks = whole.logprobs.map((one): Chunk => ({ type: 'text', text: one.token, logprobs: [one] }));
    const given = await all(cutChunks(batchesOf(chunks, [END]), ['x STOP']));
    expect(textIn(given)).toBe('One STOP');
    // The last token begins before the sequence, and ends in it.
    expect(tokensIn(given)).toEqual(whole.logprobs.slice(0, 4));
    const held = await all(cutChunks(batchesOf(chunks, [END]), ['Px STOPS']));
    expect(textIn(held)).toBe(whole.content);
    expect(tokensIn(held)).toEqual(whole.logprobs);
  });

  it.each([[['P', 'STOP']], [['STOP', 'P']], [['STOP', 'TOP', 'P']], [['P', 'TOP', 'STOP', 'OP']]])(
    'ends before the longest of those that are complete at once: %j',
    (stops) => {
      expect(cutCompletion({ content: 'One STOP', finishReason: 'length' }, stops).content).toBe('One ');
    },
  );

  it('has each token with the piece in which it begins, however both are cut', async () => {
    const letters = (most: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'X'), minLength: 1, maxLength: most });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(letters(4), { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        fc.uniqueArray(letters(5), { minLength: 1, maxLength: 3 }),
        async (pieces, stops) => {
          const token = (word: string) => ({ token: word, logprob: -1, bytes: null, top_logprobs: [] });
          const chunks = pieces.map(
            (words): Chunk => ({ type: 'text', text: words.join(''), logprobs: words.map(token) }),
          );
          const starts: number[] = [];
          let length = 0;
          for (const word of pieces.flat()) {
            starts.push(length);
            length += word.length;
          }
          let at = 0;
          for (const chunk of await all(cutChunks(batchesOf(chunks, [END]), stops))) {
            if (chunk.type !== 'text') continue;
            const end = at + chunk.text.length;
            const [from, to] = [at, end].map((place) => starts.filter((start) => start < place).length);
            expect(tokensIn([chunk])).toEqual(pieces.flat().slice(from, to).map(token));
            at = end;
          }
        },
      ),
    );
  });

  it('sends held text before a call', async () => {
    const call: Chunk = { type: 'tool_call', index: 0, id: 'a', name: 'now' };
    const batches = batchesOf([text('ST'), call], [{ type: 'finish', finishReason: 'tool_calls' }]);
    expect((await all(cutChunks(batches, ['STOP']))).map(({ type }) => type)).toEqual([
      'text',
      'tool_call',
      'finish',
    ]);
  });

  it('cuts each choice by itself, and ends with the last', async () => {
    const batches = batchesOf([text('aX'), text('bc', 1)], [text('zz'), text('dX', 1)], [END]);
    expect(await all(cutChunks(batches, ['X'], 2))).toEqual([
      text('a'),
      { type: 'finish', finishReason: 'stop' },
      text('bc', 1),
      text('d', 1),
      { type: 'finish', finishReason: 'stop', choice: 1 },
    ]);
    expect(batches.closed).toBe(1);
  });

  it('is the same streamed, however it is split, as whole', async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 });
    const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(letters, stops, fc.array(fc.nat(30)), async (content, sequences, cuts) => {
        const places = [0, ...cuts.filter((at) => at < content.length).sort((a, b) => a - b), content.length];
        const pieces = places
          .slice(1)
          .map((end, at) => content.slice(places[at], end))
          .filter((piece) => piece !== '');
        const chunks = await all(
          cutChunks(batchesOf(...pieces.map((piece) => [text(piece)]), [END]), sequences),
        );
        const whole = cutCompletion({ content, finishReason: 'length' }, sequences);
        expect(chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')).toBe(whole.content);
        expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: whole.finishReason });
        expect(sequences.every((stop) => !whole.content.includes(stop))).toBe(true);
        expect(whole.content).toBe(asGenerated(content, sequences));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [['b', 'ab'], 'xab', 'x'],
    [['ab', 'b'], 'xab', 'x'],
    [['b', 'ab', 'xab'], 'xab', ''],
    [['ab', 'b'], 'xb ab', 'x'],
    // The shorter one is complete before the longer one can be.
    [['abcd', 'bc'], 'xabcd', 'xa'],
    [['abc', 'ab'], 'xabc', 'x'],
    [['aab'], 'aaab', 'a'],
  ])(
    'ends before the sequence that is complete first, and begins first: %j in %s',
    async (stops, content, left) => {
      expect(cutCompletion({ content, finishReason: 'length' }, stops).content).toBe(left);
      const letters = [...content].map((letter) => [text(letter)]);
      expect(textIn(await all(cutChunks(batchesOf(...letters, [END]), stops)))).toBe(left);
    },
  );

  it('has no calls behind the cut', () => {
    const calls = [{ id: 'a', name: 'now', arguments: '{}' }];
    expect(
      cutCompletion({ content: 'One STOP', toolCalls: calls, finishReason: 'tool_calls' }, ['STOP']),
    ).toEqual({ content: 'One ', finishReason: 'stop' });
  });
});
