/** Bytes that are no HTTP, lengths that are not true, codings that are broken, and too much of everything. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { rawChunk, rawReply } from '../../harness/raw-server.ts';
import { OPENAI } from '../dialects.ts';
import { type Fault, TALKATIVE } from '../world.ts';
import { flood, openStream, STREAM_HEAD, say, sayAndClose } from './say.ts';

const hello = OPENAI.whole('Hello there');
const events = OPENAI.begin + OPENAI.delta('Hello ') + OPENAI.delta('there') + OPENAI.end;
const HELLO = '"Hello there" stop';
const NONSENSE = '502 provider_error';
const CUT = '502 provider_cut_off';

const length = (bytes: number, body = hello): Buffer =>
  rawReply('200 OK', ['Content-Type: application/json', `Content-Length: ${bytes}`], body);
const streamLength = (bytes: number): Buffer =>
  rawReply('200 OK', ['Content-Type: text/event-stream', `Content-Length: ${bytes}`], events);
const chunked = (body: string): Buffer => rawReply('200 OK', ['Transfer-Encoding: chunked'], body);

const LENGTHS: readonly Fault[] = [
  { name: 'a length that is too long', answer: sayAndClose(length(hello.length + 5)), sees: CUT },
  {
    name: 'a length that is too short',
    model: TALKATIVE,
    answer: say(length(hello.length - 5)),
    sees: NONSENSE,
    closes: true,
  },
  { name: 'a length of nothing', model: TALKATIVE, answer: say(length(0)), sees: NONSENSE, closes: true },
  {
    name: 'a stream whose length is too long: it has its end mark',
    stream: true,
    answer: sayAndClose(streamLength(events.length + 5)),
    sees: HELLO,
  },
  {
    name: 'a stream whose length is too short',
    model: TALKATIVE,
    stream: true,
    answer: say(streamLength(events.length - 120)),
    sees: '"Hello there" then provider_cut_off',
    closes: true,
  },
  {
    name: 'two lengths',
    answer: say(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: ${hello.length}\r\n\r\n${hello}`),
    sees: NONSENSE,
    closes: true,
  },
  {
    name: 'a length and chunks together',
    answer: say(
      Buffer.concat([
        rawReply('200 OK', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
        rawChunk(hello),
        rawChunk(''),
      ]),
    ),
    sees: NONSENSE,
    closes: true,
  },
  {
    name: 'a length that is no number',
    answer: say(`HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n${hello}`),
    sees: NONSENSE,
    closes: true,
  },
  { name: 'a chunk that is no chunk', answer: say(chunked('zz\r\nhello\r\n')), sees: CUT, closes: true },
  { name: 'a chunk of 2^64 bytes', answer: say(chunked('10000000000000000\r\n')), sees: CUT, closes: true },
  {
    name: 'a chunk that is longer than it says',
    answer: say(chunked(`5\r\n${hello}\r\n0\r\n\r\n`)),
    sees: CUT,
    closes: true,
  },
];

const HEADS: readonly Fault[] = [
  ['HTTP/0.9', `${hello}`],
  ['a page without a head', '<html>hello</html>\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['bytes without meaning', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])],
  ['a version that there is not', `HTTP/9.9 200 OK\r\n\r\n${hello}`],
  ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
  ['a header with a NUL', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'],
  ['a header of 64 kB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(65_536)}\r\n\r\n`],
  ['ten thousand headers', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
  ['a 100 that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n`],
  ['a switch of protocols', 'HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'],
].flatMap(([name, bytes]): Fault[] =>
  [false, true].map((stream) => ({
    name: `${String(name)}${stream ? ', streamed' : ''}`,
    stream,
    answer: sayAndClose(bytes as string),
    sees: NONSENSE,
    closes: true,
  })),
);

const coded = (coding: string, body: Buffer, type = 'application/json'): Buffer =>
  rawReply('200 OK', [`Content-Type: ${type}`, `Content-Encoding: ${coding}`], body);
const codedEvents = (coding: string, body: Buffer): Buffer => coded(coding, body, 'text/event-stream');

const CODINGS: readonly Fault[] = [
  ...(
    [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    ] as const
  ).flatMap(([coding, compress]): Fault[] => {
    const name = compress === deflateRawSync ? 'bare deflate' : coding;
    const [body, sent] = [compress(hello), compress(events)];
    return [
      { name: `${name}, though nobody asked for it`, answer: say(coded(coding, body)), sees: HELLO },
      {
        name: `${name} streamed, though nobody asked for it`,
        stream: true,
        answer: say(codedEvents(coding, sent)),
        sees: HELLO,
      },
      {
        name: `${name} that ends early`,
        answer: say(coded(coding, body.subarray(0, body.length - 6))),
        sees: CUT,
      },
      {
        name: `${name} that is none`,
        answer: say(coded(coding, Buffer.from(hello))),
        sees: NONSENSE,
      },
      {
        name: `${name} streamed that is none`,
        stream: true,
        answer: say(codedEvents(coding, Buffer.from(events))),
        sees: NONSENSE,
      },
      {
        name: `${name} that breaks off with its connection`,
        answer: sayAndClose(coded(coding, body).subarray(0, -10)),
        sees: CUT,
        closes: true,
      },
    ];
  }),
  {
    name: 'a coding that nobody knows',
    answer: say(coded('zstd-of-tomorrow', Buffer.from(hello))),
    sees: NONSENSE,
    closes: true,
  },
];

const MIB = 1024 * 1024;
const zeros = Buffer.alloc(64 * 1024, 'x');
const BOMB = gzipSync(Buffer.alloc(64 * MIB), { level: 6 });

const FLOODS: readonly Fault[] = [
  ...[
    ['an event of 100 MB', 'data: {"x":"'],
    ['a line without end that is no event', 'x'],
    ['a comment without end', ': '],
  ].map(
    ([name, begin]): Fault => ({
      name: String(name),
      stream: true,
      answer: flood(
        Buffer.concat([STREAM_HEAD, rawChunk(OPENAI.delta('Hello ')), rawChunk(String(begin))]),
        rawChunk(zeros),
        100 * MIB,
      ),
      sees: '"Hello " then provider_error',
      closes: true,
    }),
  ),
  {
    name: 'an event of a million lines',
    stream: true,
    answer: flood(STREAM_HEAD, rawChunk('data: 0123456789\n'.repeat(4_000)), 100 * MIB),
    sees: NONSENSE,
    closes: true,
  },
  {
    name: 'a whole answer of 100 MB',
    answer: flood(rawReply('200 OK', ['Transfer-Encoding: chunked'], ''), rawChunk(zeros), 100 * MIB),
    sees: NONSENSE,
    closes: true,
  },
  {
    name: 'an error of 100 MB',
    answer: flood(rawReply('400 Bad', ['Transfer-Encoding: chunked'], ''), rawChunk(zeros), 100 * MIB),
    sees: '400 invalid_request_error',
    closes: true,
  },
  ...[false, true].map(
    (stream): Fault => ({
      name: `64 MB in 64 kB of gzip${stream ? ', streamed' : ''}`,
      stream,
      answer: say(coded('gzip', BOMB, 'text/plain')),
      sees: NONSENSE,
    }),
  ),
  {
    name: 'a hundred thousand events without text, then the answer',
    stream: true,
    answer: say(openStream(...Array<string>(100).fill(OPENAI.ping.repeat(1_000)), events, 'data: x')),
    sees: HELLO,
    closes: true,
  },
];

export const FRAMING: readonly Fault[] = [...LENGTHS, ...HEADS, ...CODINGS, ...FLOODS];
