import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import { answerQueries } from './answer-queries.ts';
import { TERMINAL } from './terminal.ts';

const corpus: Pick<Corpus, 'search'> = {
  search: async (query, limit) =>
    [
      { id: 'd1', title: query, url: 'https://example.org/1', score: 2 },
      { id: 'd2', title: 'second', url: 'https://example.org/2', score: 1 },
    ].slice(0, limit) as Awaited<ReturnType<Corpus['search']>>,
};

async function answer(...lines: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const failed = await answerQueries(
    {
      ...TERMINAL,
      stdin: Readable.from([lines.join('\n')]),
      stdout,
      stderr,
    },
    corpus as Corpus,
    1,
  ).catch((error: Error) => error.message);
  stdout.end();
  stderr.end();
  return { failed, out: await text(stdout), err: await text(stderr) };
}

describe('queries as JSON Lines', () => {
  it('are answered in order, under the ids that they came with', async () => {
    const { failed, out, err } = await answer('{"id": 7, "query": "tower"}', '{"id": "b", "query": "wall"}');
    expect([failed, err]).toEqual([undefined, '']);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 7, hits: [{ id: 'd1', score: 2, title: 'tower', url: 'https://example.org/1' }] },
      { id: 'b', hits: [{ id: 'd1', score: 2, title: 'wall', url: 'https://example.org/1' }] },
    ]);
  });

  it('are named and passed over where they are none, and counted at the end', async () => {
    const one = await answer('{"id": 1}', '{"id": 2, "query": "wall"}');
    expect(one.failed).toBe('1 line was left out');
    expect(one.err).toMatch(/^line 1: .*query.*\n$/);
    expect(one.out.trim().split('\n')).toHaveLength(1);
    expect((await answer('{"query": "x"}', 'no JSON', '{"id": 3, "query": "x"}')).failed).toBe(
      '2 lines were left out',
    );
  });
});
