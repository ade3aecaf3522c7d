/** Providers that fall silent, and those that speak slowly. */
import { rawReply } from '../../harness/raw-server.ts';
import { DIALECTS, OPENAI } from '../dialects.ts';
import type { Fault } from '../world.ts';
import { json, nothing, openStream, pieces, say, stream, trickle } from './say.ts';

const hello = OPENAI.whole('Hello there');
const whole = json(hello);
const half = whole.subarray(0, whole.length - 40);
const SILENT = '504 provider_timeout';

export const SILENCE: readonly Fault[] = [
  ...[false, true].flatMap((stream): Fault[] => {
    const how = stream ? ', streamed' : '';
    return [
      { name: `says nothing${how}`, stream, answer: nothing, sees: SILENT, closes: true },
      {
        name: `falls silent within the status line${how}`,
        stream,
        answer: say('HTTP/1.1 20'),
        sees: SILENT,
        closes: true,
      },
      {
        name: `falls silent within the headers${how}`,
        stream,
        answer: say('HTTP/1.1 200 OK\r\nContent-Type: te'),
        sees: SILENT,
        closes: true,
      },
      {
        name: `trickles headers without end${how}`,
        stream,
        answer: trickle(`HTTP/1.1 200 OK\r\nX-Slow: ${'x'.repeat(4_000)}`, 1, 10),
        sees: SILENT,
        closes: true,
      },
      {
        name: `falls silent behind a 103${how}`,
        stream,
        answer: say('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
        sees: SILENT,
        closes: true,
      },
      {
        name: `says 102 over and over${how}`,
        stream,
        answer: trickle('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), 27, 50),
        sees: SILENT,
        closes: true,
      },
      {
        name: `falls silent within a whole body${how}`,
        stream,
        answer: say(half),
        sees: SILENT,
        closes: true,
      },
      {
        name: `falls silent within an error’s body${how}`,
        stream,
        answer: say(rawReply('400 Bad', ['Content-Length: 99'], '{"error":')),
        sees: '400 invalid_request_error',
        closes: true,
      },
    ];
  }),
  ...DIALECTS.flatMap((dialect): Fault[] => {
    const { provider } = dialect;
    const [a, b] = [dialect.delta('Hello '), dialect.delta('there')];
    return [
      {
        name: `${provider}: falls silent before the first token`,
        provider,
        stream: true,
        answer: say(openStream(dialect.begin, dialect.ping)),
        sees: SILENT,
        closes: true,
      },
      {
        name: `${provider}: falls silent behind the first token`,
        provider,
        stream: true,
        answer: say(openStream(dialect.begin, a)),
        sees: '"Hello " then provider_timeout',
        closes: true,
      },
      {
        name: `${provider}: trickles a whole answer byte by byte`,
        provider,
        answer: trickle(json(dialect.whole('Hello there 🙂'))),
        sees: '"Hello there 🙂" stop',
      },
      {
        name: `${provider}: trickles a stream byte by byte`,
        provider,
        stream: true,
        answer: trickle(stream(dialect.begin, a, dialect.delta('🙂 é'), b, dialect.end)),
        sees: '"Hello 🙂 éthere" stop',
      },
      {
        name: `${provider}: gives signs of life for longer than the deadline before it speaks`,
        provider,
        stream: true,
        hasty: true,
        answer: pieces(
          250,
          openStream(dialect.begin),
          ...Array<Buffer>(4).fill(openStream(dialect.ping).subarray(openStream().length)),
          stream(a, b, dialect.end).subarray(openStream().length),
        ),
        sees: '"Hello there" stop',
      },
      {
        name: `${provider}: stays open behind its end mark`,
        provider,
        stream: true,
        answer: say(openStream(dialect.begin, a, b, dialect.end)),
        sees: '"Hello there" stop',
        closes: true,
      },
      {
        name: `${provider}: gives signs of life behind its end mark without end`,
        provider,
        stream: true,
        answer: pieces(
          100,
          openStream(dialect.begin, a, b, dialect.end),
          ...Array<Buffer>(100).fill(openStream(': ping\n\n').subarray(openStream().length)),
        ),
        sees: '"Hello there" stop',
        closes: true,
      },
    ];
  }),
];
