/** Replies that are HTTP, and make no sense or little. */
import { rawReply } from '../../harness/raw-server.ts';
import { ANTHROPIC, DIALECTS, GOOGLE, OPENAI } from '../dialects.ts';
import type { Fault } from '../world.ts';
import { json, say, stream } from './say.ts';

const HELLO = '"Hello there" stop';
const NONSENSE = '502 provider_error';
const hello = OPENAI.whole('Hello there');
const events = OPENAI.begin + OPENAI.delta('Hello ') + OPENAI.delta('there') + OPENAI.end;
const PAGE = '<!doctype html><html><body>Please log in, sk-page-secret</body></html>';

const typed = (type: string | undefined, body: string | Buffer): Buffer =>
  rawReply('200 OK', type === undefined ? [] : [`Content-Type: ${type}`], body);
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const message = (fields: string): string =>
  `{"choices":[{"index":0,"message":{"role":"assistant",${fields}},"finish_reason":"stop"}]}`;

const TYPES: readonly Fault[] = [
  { name: 'a page', answer: say(typed('text/html', PAGE)), sees: NONSENSE },
  {
    name: 'a page, streamed',
    stream: true,
    answer: say(typed('text/html', PAGE)),
    sees: NONSENSE,
  },
  { name: 'a page as JSON', answer: say(json(PAGE)), sees: NONSENSE },
  { name: 'a page as JSON, streamed', stream: true, answer: say(json(PAGE)), sees: NONSENSE },
  {
    name: 'a page as an event stream',
    stream: true,
    answer: say(stream(PAGE)),
    sees: '502 provider_cut_off',
  },
  { name: 'an answer as text', answer: say(typed('text/plain', hello)), sees: HELLO },
  { name: 'an answer without a type', answer: say(typed(undefined, hello)), sees: HELLO },
  { name: 'an answer as a picture', answer: say(typed('image/png', hello)), sees: HELLO },
  { name: 'a stream as text', stream: true, answer: say(typed('text/plain', events)), sees: HELLO },
  { name: 'a stream without a type', stream: true, answer: say(typed(undefined, events)), sees: HELLO },
  { name: 'a whole answer to a streamed request', stream: true, answer: say(json(hello)), sees: HELLO },
  {
    name: 'a stream to a request that is none',
    answer: say(typed('text/event-stream', events)),
    sees: NONSENSE,
  },
];

const BODIES: readonly Fault[] = [
  ['nothing', ''],
  ['blanks', '  \n'],
  ['half of an answer', hello.slice(0, 90)],
  ['null', 'null'],
  ['a number', '42'],
  ['a list', `[${hello}]`],
  ['an object without an answer', '{}'],
  ['no choices', '{"choices":[]}'],
  ['a choice that is none', '{"choices":[7]}'],
  ['a choice without a message', '{"choices":[{"finish_reason":"stop"}]}'],
  ['content that is a number', message('"content":42')],
  ['an answer without a finish reason', message('"content":"x"').replace(',"finish_reason":"stop"', '')],
  ['an answer whose finish reason is null', message('"content":"x"').replace('"stop"', 'null')],
  ['an answer that calls a tool', message('"content":"x"').replace('"stop"', '"tool_calls"')],
  ['two answers', hello + hello],
  ['an object a hundred thousand levels deep', `{"choices":${deep(100_000)}}`],
  ['a field a hundred thousand levels deep', hello.replace('"id"', `"x":${deep(100_000)},"id"`)],
  ['a comma too many', hello.replace('}]', '},]')],
  ['NaN', hello.replace('"created":1', '"created":NaN')],
].map(([name, body]) => ({ name: String(name), answer: say(json(String(body))), sees: NONSENSE }));

const quirks: readonly (readonly [string, string | Buffer, string])[] = [
  ['a byte order mark', `\u{feff}${hello}`, HELLO],
  ['a key twice: the last one holds', hello.replace('"choices"', '"choices":[],"choices"'), HELLO],
  ['a key of a million characters', hello.replace('"id"', `"${'k'.repeat(1_000_000)}":1,"id"`), HELLO],
  ['a field that is as deep as may be', hello.replace('"id"', `"x":${deep(99)},"id"`), HELLO],
  [
    '__proto__ and constructor',
    hello.replace('"id"', '"__proto__":{"choices":[]},"constructor":1,"id"'),
    HELLO,
  ],
  ['an answer inside __proto__', message('"__proto__":{"content":"evil"}'), '"" stop'],
  ['no content', message('"content":null'), '"" stop'],
  ['a lone surrogate', OPENAI.whole('a\ud83db'), '"a\\ud83db" stop'],
  ['control characters', OPENAI.whole('a\u0000\u001b[31m\u2028b'), '"a\\u0000\\u001b[31m\u2028b" stop'],
  ['invalid UTF-8', Buffer.from(OPENAI.whole('a~b').replace('~', '\xff'), 'latin1'), '"a\u{fffd}b" stop'],
  ['a usage that is none', hello.replace(/"usage":\{[^}]*\}/, '"usage":"lots"'), HELLO],
  ['a usage below nothing', hello.replace('"prompt_tokens":7', '"prompt_tokens":-7'), HELLO],
  ['a usage beyond all numbers', hello.replace('"prompt_tokens":7', '"prompt_tokens":1e999'), HELLO],
];
const QUIRKS: readonly Fault[] = quirks.map(([name, body, sees]) => ({
  name,
  answer: say(json(body)),
  sees,
}));

const REDIRECTS: readonly Fault[] = [301, 302, 303, 307, 308].flatMap((status): Fault[] =>
  [false, true].map((isStream) => ({
    name: `a redirect ${status} elsewhere is not followed with the key${isStream ? ', streamed' : ''}`,
    stream: isStream,
    answer: ({ socket }, _attempt, { trap }) =>
      void socket.write(rawReply(`${status} Moved`, [`Location: ${trap.url}/v1/chat/completions`])),
    sees: NONSENSE,
  })),
);

/** Every dialect: what makes no sense is an error, and what is unknown is no `stop`. */
const DIALECT_FAULTS: readonly Fault[] = DIALECTS.flatMap((dialect): Fault[] => [
  {
    name: `${dialect.provider}: stops for a reason that nobody knows`,
    provider: dialect.provider,
    answer: say(json(dialect.unknownReason.whole)),
    sees: NONSENSE,
  },
  {
    name: `${dialect.provider}: an error that comes with a 200`,
    provider: dialect.provider,
    answer: say(json(dialect.overloaded.replace(/^(?:event: .*\n)?data: /, '').trim())),
    sees: '503 provider_overloaded after 1',
  },
  {
    name: `${dialect.provider}: an object without an answer`,
    provider: dialect.provider,
    answer: say(json('{}')),
    sees: NONSENSE,
  },
]);

export const CONTENTS: readonly Fault[] = [
  ...TYPES,
  ...BODIES,
  ...QUIRKS,
  ...REDIRECTS,
  ...DIALECT_FAULTS,
  {
    name: 'anthropic: text that is none',
    provider: 'anthropic',
    answer: say(json(ANTHROPIC.whole('~').replace('"~"', '42'))),
    sees: NONSENSE,
  },
  {
    name: 'google: text that is none',
    provider: 'google',
    answer: say(json(GOOGLE.whole('~').replace('"~"', '42'))),
    sees: NONSENSE,
  },
];
