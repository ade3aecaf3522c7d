import { expect, it } from 'vitest';
import { readLogprobs } from './read-logprobs.ts';

const token = (text: string, logprob: number, others: object[] = [], bytes: number[] | null = null) => ({
  token: text,
  logprob,
  bytes,
  top_logprobs: others,
});

it.each<[string, unknown, string, unknown]>([
  ['none', null, 'Hi', undefined],
  ['none', undefined, 'Hi', undefined],
  ['what is no list', 'x', 'Hi', undefined],
  ['an empty list', { content: [] }, 'Hi', undefined],
  ['the number of a chunk', -0.5, 'Hi', [token('Hi', -0.5)]],
  ['the number of a chunk without text', -0.5, '', undefined],
  [
    "OpenAI's list, without what cannot be read",
    {
      content: [
        {
          token: 'Hi',
          logprob: -0.1,
          bytes: [72, 'x', 105],
          top_logprobs: [{ token: 'Ho', logprob: -2, bytes: null }, 7],
        },
        { token: 'no number' },
        { logprob: 1 },
      ],
    },
    'Hi',
    [token('Hi', -0.1, [{ token: 'Ho', logprob: -2, bytes: null }], [72, 105])],
  ],
  [
    "Together's lists side by side",
    { tokens: ['Hi', 7, ' there'], token_logprobs: [-0.1, -1, -0.2], top_logprobs: [{ Ho: -2, Hm: 'x' }] },
    'Hi there',
    [token('Hi', -0.1, [{ token: 'Ho', logprob: -2, bytes: null }]), token(' there', -0.2)],
  ],
  ['one list of two', { tokens: ['Hi'] }, 'Hi', undefined],
])('%s', (_name, value, text, expected) => {
  expect(readLogprobs(value, text)).toEqual(expected);
});
