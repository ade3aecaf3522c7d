import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanMessage, cleanWord } from './clean-message.ts';

describe('cleanMessage', () => {
  it.each([
    "Unsupported parameter: 'stop' is not supported with this model.",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130417 tokens.",
    'max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens for claude-haiku-5-5',
    'Unable to reach deepseek-ai/DeepSeek-V4-Pro-0813 or meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8.',
    'Ungültiger Wert für „stop“ 🚫',
  ])('leaves "%s" as it is', (text) => {
    expect(cleanMessage(text)).toBe(text);
  });

  it.each([
    ['sk-proj-abcDEF1234567890', 'a key with a prefix'],
    ['sk-pr***wxyz', 'a masked key'],
    ['xai-Zk3mQ9', 'a short key'],
    ['gsk_abc123', 'a Groq key'],
    ['tgp_v1_0123456789abcdef', 'a Together key'],
    ['AIzaSyD-1234567890_abcdefghijklmnopqrst', 'a Google key'],
    ['AQ.Ab8RN6L0123456789', 'a new Google key'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2lnbmF0dXJl', 'a token'],
    ['0123456789abcdef0123456789abcdef', 'hexadecimal digits'],
    ['dGhpcyBpcyBhIHNlY3JldCBrZXkgMTIz', 'Base64'],
    ['4f9d2c1e-8a7b-4c6d-9e0f-112233445566', 'a UUID'],
    ['https://x.example/?key=hunter2', 'a key in a URL'],
    ['password: hunter2', 'a named secret'],
  ])('redacts %s (%s)', (secret) => {
    const cleaned = cleanMessage(`Bad value ${secret} in the request`);
    expect(cleaned).toContain('[redacted]');
    expect(cleaned).not.toContain(secret);
    expect(cleaned).not.toContain('hunter2');
    expect(cleaned).toMatch(/^Bad value .* in the request$/);
  });

  it.each([
    'Incorrect API key provided: abc***yz.',
    'invalid x-api-key',
    'Authentication failed for user 7',
    'Your credentials are wrong',
    'Bearer abc is wrong',
  ])('shows nothing of "%s", which speaks of credentials', (text) => {
    expect(cleanMessage(text)).toBeUndefined();
  });

  it.each([
    '<!DOCTYPE html><p>no</p>',
    '  <html>',
    '<center>502 Bad Gateway</center>',
    '<?xml version="1.0"?>',
  ])('shows nothing of markup: %s', (text) => {
    expect(cleanMessage(text)).toBeUndefined();
  });

  it('makes one printable line of it', () => {
    expect(cleanMessage('  one\r\ntwo\u0000\u001b[31m\tthree\u202e\u200b ')).toBe('one two [31m three');
    expect(cleanMessage(' \n ')).toBeUndefined();
  });

  it('shows at most 500 characters, and no half of one', () => {
    const cleaned = cleanMessage(`${'ä '.repeat(249)}😀😀😀`);
    // One shorter than it may be: only half of the emoji would have had room.
    expect(cleaned).toHaveLength(499);
    expect(cleaned?.isWellFormed()).toBe(true);
    expect(cleaned?.endsWith('…')).toBe(true);
  });

  it('shows no beginning of a key that lies where the text is cut', () => {
    const text = `${'word '.repeat(818)}sk-${'a1'.repeat(40)}`;
    expect(cleanMessage(text)).not.toMatch(/sk-|a1/);
  });

  it('is cut at a blank, and shows nothing of what has none', () => {
    expect(cleanMessage('x'.repeat(4_096))).toBe('[redacted]');
    expect(cleanMessage('x'.repeat(4_097))).toBeUndefined();
    expect(cleanMessage(`a ${'x'.repeat(5_000)}`)).toBe('a');
  });

  it('is cut where it has more than 500 characters', () => {
    expect(cleanMessage('ä'.repeat(500))).toBe('ä'.repeat(500));
    expect(cleanMessage('ä'.repeat(501))).toBe(`${'ä'.repeat(499)}…`);
  });

  it.each([
    ['letters', 'a'.repeat(31), 'a'.repeat(32)],
    ['letters and digits', `${'a'.repeat(18)}1`, `${'a'.repeat(19)}1`],
  ])('redacts long stretches of %s alone', (_of, word, secret) => {
    expect(cleanMessage(`It is ${word} or ${secret}.`)).toBe(`It is ${word} or [redacted]`);
  });

  it.each(['a'.repeat(20), '1'.repeat(20)])('leaves %s, which is one word or number', (word) => {
    expect(cleanMessage(`It is ${word}.`)).toBe(`It is ${word}.`);
  });

  it('is quick and safe on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (text) => {
        const cleaned = cleanMessage(text);
        if (cleaned === undefined) return;
        expect(cleaned.length).toBeLessThanOrEqual(500);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleaned).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      }),
    );
    for (const unit of ['a', 'a-', 'sk-', 'key key key ', '= ', 'api key '])
      cleanMessage(unit.repeat(50_000));
  });
});

describe('cleanWord', () => {
  it('keeps a machine word and drops what is none, or could be a key', () => {
    expect(cleanWord('rate_limit_exceeded')).toBe('rate_limit_exceeded');
    expect(cleanWord('has blanks')).toBeUndefined();
    expect(cleanWord('sk-abcdef')).toBeUndefined();
    expect(cleanWord('0123456789abcdef0123456789abcdef')).toBeUndefined();
  });
});
