import { describe, expect, it } from 'vitest';
import { UsageReader } from './read-usage.ts';

function usageOf(text: string, size = 1_000) {
  const reader = new UsageReader();
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return reader.read();
}
const LONG = 'x'.repeat(10_000);

describe('what an answer says of its tokens', () => {
  it.each([
    [`{"data":"${LONG}","usage":{"prompt_tokens":3,"total_tokens":3}}`, 3, 0],
    [`{"usage": {"input_tokens": 5, "output_tokens": 7}, "data":"${LONG}"}`, 5, 7],
    ['{"usage":{"prompt_tokens":1,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens":2}}', 1, 2],
    [`data: {"usage":null}\n\ndata: {"usage":{"completion_tokens":4}}\n\ndata: [DONE]\n\n`, 0, 4],
    ['{"usage":{"prompt_tokens":1}}{"usage":{"prompt_tokens":9}}', 9, 0],
  ])('is read at its end or its beginning: %#', (text, promptTokens, completionTokens) => {
    for (const size of [7, 1_000, 100_000]) {
      expect(usageOf(text, size)).toEqual({ promptTokens, completionTokens });
    }
  });

  it.each([
    '',
    '{"usage":null}',
    '{"usage":{"total_tokens":3}}',
    '{"usage":{"prompt_tokens":-3}}',
    '{"usage":{"prompt_tokens":"3"}}',
    '{"usage":{prompt_tokens:3}}',
    '{"text":"\\"usage\\":{\\"prompt_tokens\\":3}"}',
    '{"text":"a","usage":{"prompt_tokens":3',
  ])('is nothing where it does not say it: %s', (text) => {
    expect(usageOf(text)).toBeUndefined();
  });
});
