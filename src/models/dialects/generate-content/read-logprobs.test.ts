import { expect, it } from 'vitest';
import { readLogprobs } from './read-logprobs.ts';

it('reads the chosen tokens, each beside the likeliest of its step', () => {
  const result = {
    chosenCandidates: [{ token: 'é', logProbability: -0.5 }, { token: '!' }, { logProbability: 0.1 }],
    topCandidates: [
      {
        candidates: [
          { token: 'é', logProbability: -0.5 },
          { token: 'e', logProbability: -1 },
        ],
      },
      {},
    ],
  };
  expect(readLogprobs(result)).toEqual([
    {
      ...{ token: 'é', logprob: -0.5, bytes: [195, 169] },
      top_logprobs: [
        { token: 'é', logprob: -0.5, bytes: [195, 169] },
        { token: 'e', logprob: -1, bytes: [101] },
      ],
    },
    // What is missing is 0, or empty; no token is likelier than surely.
    { token: '!', logprob: 0, bytes: [33], top_logprobs: [] },
    { token: '', logprob: 0, bytes: [], top_logprobs: [] },
  ]);
  for (const other of [undefined, null, 'x', {}]) expect(readLogprobs(other)).toEqual([]);
});
