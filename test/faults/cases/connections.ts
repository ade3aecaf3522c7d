/** Hosts that are not there, and connections that break. */
import { rawReply } from '../../harness/raw-server.ts';
import { OPENAI } from '../dialects.ts';
import { type Fault, TALKATIVE } from '../world.ts';
import { hangUp, inTurn, json, nothing, reset, say, sayAndClose } from './say.ts';

const unreachable = ['refused', 'nowhere', 'self-signed', 'mute', 'plain'] as const;
const WHAT: Readonly<Record<(typeof unreachable)[number], string>> = {
  refused: 'a host that refuses connections',
  nowhere: 'a host without a name',
  'self-signed': 'a host with a certificate that nobody trusts',
  mute: 'a host that never ends its TLS handshake',
  plain: 'a host that speaks no TLS',
};

const hello = json(OPENAI.whole('Hello there'));

export const CONNECTIONS: readonly Fault[] = [
  ...unreachable.flatMap((name) =>
    [false, true].map(
      (stream): Fault => ({
        name: `${WHAT[name]}${stream ? ', streamed' : ''}`,
        model: `${name}/${name}-model`,
        stream,
        answer: nothing,
        sees: '502 provider_unreachable',
        asked: 0,
      }),
    ),
  ),
  ...[false, true].flatMap((stream): Fault[] => {
    const how = stream ? ', streamed' : '';
    return [
      {
        name: `hangs up on every request${how}`,
        stream,
        answer: hangUp,
        sees: '502 provider_error',
        asked: 3,
      },
      {
        name: `resets on every request${how}`,
        stream,
        answer: reset,
        sees: '502 provider_error',
        asked: 3,
      },
      {
        name: `hangs up, resets, then answers whole${how}`,
        stream,
        answer: inTurn(hangUp, reset, say(hello)),
        sees: '"Hello there" stop',
        asked: 3,
      },
    ];
  }),
  {
    name: 'answers and hangs up',
    answer: sayAndClose(json(OPENAI.whole('Hello there'), ['Connection: close'])),
    sees: '"Hello there" stop',
    closes: true,
  },
  {
    name: 'answers without a length and hangs up',
    answer: sayAndClose(`HTTP/1.0 200 OK\r\n\r\n${OPENAI.whole('Hello there')}`),
    sees: '"Hello there" stop',
    closes: true,
  },
  {
    name: 'says that it closes, and does not',
    answer: say(json(OPENAI.whole('Hello there'), ['Connection: close'])),
    sees: '504 provider_timeout',
    closes: true,
  },
  {
    name: 'answers twice: the second answer is nobody’s',
    model: TALKATIVE,
    answer: say(Buffer.concat([hello, json(OPENAI.whole('of another caller'))])),
    sees: '"Hello there" stop',
    closes: true,
  },
  {
    name: 'refuses a large request before it has read it, and hangs up',
    body: { messages: [{ role: 'user', content: 'x'.repeat(2_000_000) }] },
    answer: sayAndClose(
      rawReply('413 Too Large', ['Content-Type: application/json'], OPENAI.error('Too large')),
    ),
    sees: '400 invalid_request_error',
  },
];
