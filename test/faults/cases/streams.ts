/** Streams that are HTTP, and end wrongly, begin wrongly, or hold what no stream should. */

import { rawChunk, rawReply } from '../../harness/raw-server.ts';
import { ANTHROPIC, DIALECTS, GOOGLE, OPENAI } from '../dialects.ts';
import type { Fault } from '../world.ts';
import { openStream, pieces, STREAM_HEAD, say, sayAndClose, stream } from './say.ts';

const CUT = '502 provider_cut_off';
const NONSENSE = '502 provider_error';

const EVERY_DIALECT: readonly Fault[] = DIALECTS.flatMap((dialect): Fault[] => {
  const { provider } = dialect;
  const [a, b] = [dialect.delta('Hello '), dialect.delta('there')];
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ['an empty stream', [], CUT],
    ['comments alone', [': ping\n\n: ping\n\n'], CUT],
    ['signs of life alone', [dialect.begin, dialect.ping], CUT],
    ['a bill alone', [dialect.usageOnly], CUT],
    ['the end mark alone', [dialect.bareEnd], CUT],
    ['text, then the end mark without a reason', [a, dialect.bareEnd], '"Hello " then provider_cut_off'],
    ['no end mark', [dialect.begin, a, b], '"Hello there" then provider_cut_off'],
    ['half of an event at the end', [a, b.slice(0, -12)], '"Hello " then provider_cut_off'],
    [
      'an error before the first token',
      [dialect.begin, dialect.overloaded],
      '503 provider_overloaded after 1',
    ],
    ['an error behind the first token', [a, dialect.overloaded, b], '"Hello " then provider_overloaded'],
    [
      'an error in place of the end mark',
      [a + b + dialect.overloaded],
      '"Hello there" then provider_overloaded',
    ],
    ['a stop for a reason that nobody knows', [a, dialect.unknownReason.end], '"Hello " then provider_error'],
    ['an event that is no JSON', [a, 'data: {"x\n\n', dialect.end], '"Hello " then provider_error'],
    ['an event that is a list', [a, 'data: [1]\n\n', dialect.end], '"Hello " then provider_error'],
    [
      'signs of life between all tokens',
      [dialect.ping, a, dialect.ping, b, dialect.end],
      '"Hello there" stop',
    ],
    ['no last blank line', [a, b, dialect.end.trimEnd()], '"Hello there" stop'],
    ['lines that end in CR', [(a + b + dialect.end).replace(/\r?\n/g, '\r')], '"Hello there" stop'],
    ['no blank behind data:', [(a + b + dialect.end).replaceAll('data: ', 'data:')], '"Hello there" stop'],
    ['an answer without text', [dialect.begin, dialect.end], '"" stop'],
    [
      'everything twice',
      [a, b, dialect.end, a, b, dialect.end],
      // Google has no end mark but the end of the stream: what comes before that is the answer.
      provider === 'google' ? '"Hello thereHello there" stop' : '"Hello there" stop',
    ],
    [
      'half of a character each',
      [dialect.delta('\ud83d'), dialect.delta('\ude42'), dialect.end],
      '"🙂" stop',
    ],
    [
      'an event of an unknown kind',
      [a, 'event: novelty\ndata: {"type":"novelty"}\n\n', b, dialect.end],
      '"Hello there" stop',
    ],
  ];
  return (
    rows
      // Google has no end mark apart from the reason.
      .filter(
        ([, events]) => !(provider === 'google' && events.includes(dialect.bareEnd)) || events.length === 0,
      )
      .map(([name, events, sees]) => ({
        name: `${provider}: ${name}`,
        provider,
        stream: true,
        answer: say(stream(...events)),
        sees,
      }))
  );
});

const [hel, lo] = [OPENAI.delta('Hel'), OPENAI.delta('lo')];

export const STREAMS: readonly Fault[] = [
  ...EVERY_DIALECT,
  {
    name: 'an invalid byte within a token',
    stream: true,
    answer: say(stream(Buffer.from(OPENAI.delta('a~b').replace('~', '\xff'), 'latin1'), OPENAI.end)),
    sees: '"a\u{fffd}b" stop',
  },
  {
    name: 'a stream that is closed without its last chunk, its end mark said',
    stream: true,
    answer: sayAndClose(Buffer.concat([stream(hel, lo, OPENAI.end)]).subarray(0, -5)),
    sees: '"Hello" stop',
  },
  {
    name: 'a stream over HTTP/1.0',
    stream: true,
    answer: sayAndClose(`HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${hel}${lo}${OPENAI.end}`),
    sees: '"Hello" stop',
  },
  {
    name: 'a stream over HTTP/1.0 without its end mark',
    stream: true,
    answer: sayAndClose(`HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${hel}${lo}`),
    sees: '"Hello" then provider_cut_off',
  },
  {
    name: 'an event spread over several data lines',
    stream: true,
    answer: say(stream(hel.replace('"choices"', '\ndata: "choices"'), lo, OPENAI.end)),
    sees: '"Hello" stop',
  },
  {
    name: 'two choices: the first is the answer',
    stream: true,
    answer: say(stream(hel, lo.replace('"index":0', '"index":1'), OPENAI.end)),
    sees: '"Hel" stop',
  },
  {
    name: 'a finish reason, and no end mark',
    stream: true,
    answer: say(stream(hel, OPENAI.end.slice(0, OPENAI.end.indexOf('data: [DONE]')))),
    sees: '"Hel" then provider_cut_off',
  },
  {
    name: 'anthropic: a text delta without text',
    provider: 'anthropic',
    stream: true,
    answer: say(stream(ANTHROPIC.delta('~').replace('"~"', '42'))),
    sees: NONSENSE,
  },
  {
    name: 'google: text that is a number',
    provider: 'google',
    stream: true,
    answer: say(stream(GOOGLE.delta('~').replace('"~"', '42'))),
    sees: NONSENSE,
  },
  ...(
    [
      ['text', GOOGLE.delta('there'), '"Hello there" stop'],
      ['another reason', GOOGLE.end.replace('STOP', 'MAX_TOKENS'), '"Hello " length'],
      ['an error', GOOGLE.overloaded, '"Hello " then provider_overloaded'],
    ] as const
  ).map(
    ([name, event, sees]): Fault => ({
      name: `google: ${name} in a later read than its reason`,
      provider: 'google',
      stream: true,
      // Later than a stream is given to close.
      answer: pieces(
        700,
        openStream(GOOGLE.delta('Hello '), GOOGLE.end),
        Buffer.concat([rawChunk(event), rawChunk('')]),
      ),
      sees,
    }),
  ),
  {
    name: 'a stream with a status that is an error',
    stream: true,
    answer: say(rawReply('400 Bad', ['Content-Type: text/event-stream'], hel + lo + OPENAI.end)),
    sees: '400 invalid_request_error',
  },
  {
    name: 'a stream whose head alone comes',
    stream: true,
    answer: sayAndClose(STREAM_HEAD),
    sees: CUT,
  },
];
