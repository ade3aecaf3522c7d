/** Bodies and keys that are odd or wrong. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type RawExchange, rawChunk } from '../../harness/raw-server.ts';
import { post } from '../dial.ts';
import { say } from './say.ts';
import { ask, type Caller, hello, scene } from './scene.ts';

const MIB = 1024 * 1024;
const text = JSON.stringify(ask());

/** Bodies: what is answered with 2xx reaches the provider, what is refused does not. */
function body(
  name: string,
  expected: RegExp,
  content: () => string | Buffer,
  headers: readonly string[] = [],
  check?: (request: RawExchange) => void,
): Caller {
  return scene(name, say(hello), async (it) => {
    it.line.say(post(it.key, content(), [...headers, 'Connection: close']));
    expect(await it.line.closed(8_000)).toMatch(expected);
    const answered = expected.source.includes('200');
    expect(it.count()).toBe(answered ? 1 : 0);
    if (answered) check?.(await it.asked());
  });
}

const OK = /^HTTP\/1\.1 200 [\s\S]*"Hello there"/;
const INVALID = /^HTTP\/1\.1 422 [\s\S]*"json_invalid"/;
const padded = (bytes: number): string => {
  const empty = JSON.stringify(ask({ pad: '' }));
  return empty.replace('"pad":""', `"pad":"${'x'.repeat(bytes - empty.length)}"`);
};
const messagesOf = ({ body: sent }: RawExchange): { role: string; content: string }[] =>
  JSON.parse(sent).messages;

const BODIES: readonly Caller[] = [
  body(
    'sends 10,000 messages: all reach the provider',
    OK,
    () =>
      JSON.stringify(
        ask({
          messages: Array.from({ length: 10_000 }, (_, i) => ({
            role: i % 2 === 0 ? 'user' : 'assistant',
            content: `m${i}`,
          })).concat({ role: 'user', content: 'last' }),
        }),
      ),
    [],
    (request) => {
      expect(
        messagesOf(request).filter(({ role }) => role !== 'system' && role !== 'developer'),
      ).toHaveLength(10_001);
    },
  ),
  body('sends 4 MiB: they are read', OK, () => padded(4 * MIB)),
  body('sends 4 MiB and a byte: 413', /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/, () => padded(4 * MIB + 1)),
  body(
    'sends 4 MiB and a byte in chunks: 413',
    /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/,
    () => Buffer.concat([rawChunk(padded(4 * MIB + 1)), rawChunk('')]),
    ['Transfer-Encoding: chunked'],
  ),
  body(
    'sends __proto__ and constructor: they are fields that nobody knows',
    OK,
    () =>
      text.replace('{', '{"__proto__":{"model":"evil","stream":true},"constructor":{"prototype":{"a":1}},'),
    [],
    () => expect(({} as { stream?: unknown }).stream).toBeUndefined(),
  ),
  body(
    'sends all it has inside __proto__: its fields are missing',
    /^HTTP\/1\.1 422 [\s\S]*"missing"/,
    () => `{"__proto__":${text}}`,
  ),
  body('sends a message with __proto__ in place of its content', /^HTTP\/1\.1 422 /, () =>
    text.replace('"content"', '"__proto__"'),
  ),
  body('sends a field a hundred thousand levels deep', INVALID, () =>
    text.replace('{', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
  ),
  body('sends messages a hundred thousand levels deep', /^HTTP\/1\.1 422 /, () =>
    JSON.stringify(ask({ messages: 0 })).replace(
      '"messages":0',
      `"messages":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ),
  ),
  body('sends a million faults', INVALID, () => JSON.stringify(ask({ messages: Array(1_000_000).fill(7) }))),
  body('sends thousands of faults: the first are listed', /^HTTP\/1\.1 422 [\s\S]{1000,64000}$/, () =>
    JSON.stringify(ask({ messages: Array(9_000).fill(7) })),
  ),
  body('sends half of an object', INVALID, () => text.slice(0, -5)),
  body('sends nothing', /^HTTP\/1\.1 422 /, () => ''),
  body('sends blanks', INVALID, () => '   '),
  body('sends what is not UTF-8', INVALID, () => Buffer.from(text.replace('Hello', '\xff\xfe'), 'latin1')),
  body('sends UTF-16', INVALID, () => Buffer.from(text, 'utf16le')),
  body('begins with a byte order mark', OK, () => `\u{feff}${text}`),
  body('sends a key twice: the last one holds', OK, () => text.replace('{', '{"model":"unknown",')),
  body(
    'sends a lone surrogate: the provider gets text that is text',
    OK,
    () => text.replace('Hello', '\\ud83d'),
    [],
    (request) => expect(messagesOf(request).at(-1)?.content).toBe('\u{fffd}'),
  ),
  body(
    'sends a NUL within its message',
    OK,
    () => text.replace('Hello', 'a\\u0000b'),
    [],
    (request) => expect(messagesOf(request).at(-1)?.content).toBe('a\0b'),
  ),
  body('sends a compressed body: 415', /^HTTP\/1\.1 415 /, () => gzipSync(text), ['Content-Encoding: gzip']),
];

const KEYS: readonly Caller[] = [
  ['a key of 513 characters', 'k'.repeat(513)],
  ['a key that is not ASCII', 'k\xe9y-that-is-long'],
  ['a key of the sandbox that there is not', 'sandbox-of-nobody'],
].map(([name, key]) =>
  scene(`has ${name}: 401`, say(hello), async ({ line, count }) => {
    line.say(post(String(key), ask(), ['Connection: close']));
    const heard = await line.closed();
    expect(heard).toMatch(/^HTTP\/1\.1 401 [\s\S]*"detail":"Invalid API key"/);
    expect(heard).not.toContain(String(key));
    expect(count()).toBe(0);
  }),
);

export const ODD_BODIES: readonly Caller[] = [...BODIES, ...KEYS];
