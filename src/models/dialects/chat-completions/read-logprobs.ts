import type { TokenLogprob } from '../../../domain/chat.ts';
import { isObject } from '../read-json.ts';

/**
 * Reads the probabilities of an answer's tokens: OpenAI's list, Together's lists side by side, or the one number of a
 * chunk of Together's. What cannot be read is left out; an answer does not fail over it.
 *
 * @param text of the chunk.
 * @returns `undefined` where there is none.
 */
export function readLogprobs(value: unknown, text: string): TokenLogprob[] | undefined {
  if (value === null || value === undefined) return undefined;
  const read = readAll(value, text);
  return read.length === 0 ? undefined : read;
}

function readAll(value: unknown, text: string): TokenLogprob[] {
  if (typeof value === 'number') return text === '' ? [] : [logprobOf(text, value)];
  if (!isObject(value)) return [];
  if (Array.isArray(value.content)) return value.content.flatMap(readToken);
  const { tokens, token_logprobs: numbers, top_logprobs: tops } = value;
  if (!Array.isArray(tokens) || !Array.isArray(numbers)) return [];
  return tokens.flatMap((token, at) => {
    if (typeof token !== 'string' || typeof numbers[at] !== 'number') return [];
    const top: unknown = Array.isArray(tops) ? tops[at] : undefined;
    const others = Object.entries(isObject(top) ? top : {}).flatMap(([other, logprob]) =>
      typeof logprob === 'number' ? [{ token: other, logprob, bytes: null }] : [],
    );
    return [{ ...logprobOf(token, numbers[at]), top_logprobs: others }];
  });
}

function logprobOf(token: string, logprob: number): TokenLogprob {
  return { token, logprob, bytes: null, top_logprobs: [] };
}

function readToken(value: unknown): TokenLogprob[] {
  if (!isObject(value) || typeof value.token !== 'string' || typeof value.logprob !== 'number') return [];
  const { token, logprob, bytes, top_logprobs: top } = value;
  return [
    {
      token,
      logprob,
      bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : null,
      top_logprobs: (Array.isArray(top) ? top : [])
        .flatMap(readToken)
        .map(({ top_logprobs: _none, ...other }) => other),
    },
  ];
}
