import { expect, it } from 'vitest';
import { ApiKey } from '../domain/api-key.ts';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { createTextKeys } from './encrypt-text.ts';
import { createJobScorer, type Job } from './run-jobs.ts';

const key = ApiKey.parse('sk-ann')!;
const scores: ClaimScores = {
  accuracy: 1,
  completeness: 1,
  coherence: 1,
  verifiable: true,
  added: [],
  missing: [],
  faults: [],
};
const extraction: Extraction = {
  passages: [{ role: 'user', text: 'It was built in 1874.' }],
  claims: [
    {
      id: 'claim-1',
      text: 'It was built in 1874.',
      original_text: '',
      passage: 0,
      category: 'event',
      confidence: 0.9,
    },
  ],
};
const target = {
  key,
  endpoint: {},
  model: { capabilities: { responseFormat: 'json_schema' } },
} as unknown as JsonTarget;
const job = (id: string): Job => ({
  fence: { id, owner: 'process', attempt: 1 },
  key: createTextKeys([{ kid: 'a', subkey: new Uint8Array(32) }]).create(id, key).key,
  text: JSON.stringify(extraction),
  claims: 1,
  own: { target, extraction },
});

it('scores locally at once what would wait for the model behind a thousand others', async () => {
  let asked = 0;
  const upstream = {
    prepare: () => ({}),
    complete(_call: unknown, signal: AbortSignal) {
      asked++;
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    },
  } as unknown as Upstream;
  const local = { score: async () => [scores], report: async () => ['page'], close: async () => {} };
  const stop = new AbortController();
  const score = createJobScorer(
    { upstream, local, askModel: true, concurrency: 2, now: () => 0 },
    stop.signal,
  );
  const waiting = Array.from({ length: 2 + 1_000 }, (_, index) => score(job(`waits-${index}`)));
  expect(await score(job('one-too-many'))).toEqual({ scorer: 'local', pages: ['page'], claims: 1 });
  expect(asked).toBe(2);
  stop.abort();
  const reports = await Promise.all(waiting);
  expect(new Set(reports.map(({ scorer, failure }) => `${scorer} ${failure}`))).toEqual(
    new Set(['local aborted']),
  );
});
