/**
 * A provider that costs next to nothing: the same answer to everyone, whole or as 200 chunks, a judge that agrees,
 * and, where the question asks for it, a stream of ten chunks a second, or a fault. At `/search` it is a SearXNG,
 * which fails once in fifty times.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textMessage } from '../../src/domain/chat.ts';
import { agreeable, readQuestion } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { makeAnswer } from './application-texts.ts';
import { ANSWER, CHUNKS, FAULT, HOLD, PACED, PACED_CHUNKS, STAMPED } from './texts.ts';

const completion = (content: string): string =>
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'bench',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 40,
      completion_tokens: 200,
      total_tokens: 240,
      prompt_tokens_details: { cached_tokens: 0 },
    },
  });
const whole = completion(ANSWER);

const chunk = (delta: object, reason: string | null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'bench',
    service_tier: 'default',
    system_fingerprint: null,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    usage: null,
  })}\n\n`;

/** 198 pieces of text between a role chunk and a finish chunk. */
function pieces(text = ANSWER): string[] {
  const size = text.length / 198;
  return Array.from({ length: 198 }, (_, i) => text.slice(Math.round(i * size), Math.round((i + 1) * size)));
}

const streamOfText = (text: string): string =>
  chunk({ role: 'assistant', content: '', refusal: null }, null) +
  pieces(text)
    .map((content) => chunk({ content }, null))
    .join('') +
  chunk({}, 'stop') +
  'data: [DONE]\n\n';
const stream = streamOfText(ANSWER);

const streams = new Map<number, string>();
/** As many chunks of the usual size, out of the answer again and again. */
function streamOfChunks(count: number): string {
  const known = streams.get(count);
  if (known !== undefined) return known;
  const cycle = [...pieces(), ' '];
  const text = Array.from({ length: count }, (_, i) => chunk({ content: cycle[i % cycle.length] }, null));
  const made = `${text.join('')}${chunk({}, 'stop')}data: [DONE]\n\n`;
  streams.set(count, made);
  return made;
}

/** The first sentences, and no end. */
const heldStream =
  chunk({ role: 'assistant', content: '', refusal: null }, null) +
  [...pieces().slice(0, 100), `\n\n${HOLD}`].map((content) => chunk({ content }, null)).join('');

/** The same text as the arguments of a call, in as many pieces. */
const ARGUMENTS = ['{"text":"', ...pieces().map((piece) => JSON.stringify(piece).slice(1, -1)), '"}'];

const openaiCall = (call: object): object => ({ tool_calls: [{ index: 0, ...call }] });
const called = { id: 'call_bench', type: 'function', function: { name: 'note', arguments: '' } };
const callStream =
  chunk({ role: 'assistant', content: null, refusal: null, ...openaiCall(called) }, null) +
  ARGUMENTS.map((piece) => chunk(openaiCall({ function: { arguments: piece } }), null)).join('') +
  chunk({}, 'tool_calls') +
  'data: [DONE]\n\n';

const messages = JSON.stringify({
  id: 'msg_bench',
  type: 'message',
  role: 'assistant',
  model: 'bench',
  content: [{ type: 'text', text: ANSWER }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 40,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 200,
    service_tier: 'standard',
  },
});

const event = (type: string, rest: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
/** A stream of one content block. */
const streamOf = (block: object, deltas: readonly object[], reason: string): string =>
  [
    event('message_start', {
      message: {
        id: 'msg_bench',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 40 },
      },
    }),
    event('content_block_start', { index: 0, content_block: block }),
    ...deltas.map((delta) => event('content_block_delta', { index: 0, delta })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 200 },
    }),
    event('message_stop', {}),
  ].join('');
const messageStream = streamOf(
  { type: 'text', text: '' },
  pieces().map((text) => ({ type: 'text_delta', text })),
  'end_turn',
);
const messageCallStream = streamOf(
  { type: 'tool_use', id: 'toolu_bench', name: 'note', input: {} },
  ARGUMENTS.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  'tool_use',
);

/** The answers of a dialect, by the end of its path; a stream with a call where functions are offered. */
const ANSWERS = {
  openai: { whole, stream, callStream },
  anthropic: { whole: messages, stream: messageStream, callStream: messageCallStream },
};

/** What the judge or the reader of claims answers; nothing for the question of a caller. */
function judge(body: string): string | undefined {
  const { messages } = JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as {
    messages: { role: string; content: string }[];
  };
  const [system, user] = messages.map(({ content }) => content);
  if (system === undefined || user === undefined) return undefined;
  if (system.startsWith('You read claims')) return completion(JSON.stringify({ readings: [] }));
  const question = readQuestion({
    messages: [textMessage('system', system), textMessage('user', user)],
    stream: false,
  });
  return completion(JSON.stringify({ verdicts: agreeable(question) }));
}

const stamp = (): string => ` [${(performance.timeOrigin + performance.now()).toFixed(2)}]`;

/** The chunks of a stream, one every 100 ms; the first text comes at once. */
function pace(response: ServerResponse, stamped: boolean): void {
  const events = stream.split(/(?<=\n\n)/);
  const paced = [...events.slice(0, PACED_CHUNKS - 1), chunk({}, 'stop')];
  response.write(paced[0]);
  let next = 1;
  const step = (): void => {
    const event = paced[next++];
    if (event === undefined || response.destroyed) {
      clearInterval(timer);
      response.end('data: [DONE]\n\n');
    } else if (stamped) response.write(event.replace(/(?<="content":")[^"]+/, (text) => text + stamp()));
    else response.write(event);
  };
  const timer = setInterval(step, 100);
  step();
}

const refuse = (status: number, code: string, headers: Record<string, string> = {}): Fault => {
  const text = JSON.stringify({ error: { message: 'It is so.', type: code, code, param: null } });
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
};
type Fault = (response: ServerResponse, streamed: boolean) => void;
const begin = (response: ServerResponse, streamed: boolean): void => {
  if (streamed) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(heldStream);
  else response.writeHead(200, { 'content-type': 'application/json' }).write(whole.slice(0, 300));
};
/** What may follow FAULT. */
const FAULTS: Readonly<Record<string, Fault>> = {
  error: refuse(500, 'server_error'),
  overloaded: refuse(503, 'overloaded', { 'retry-after': '1' }),
  limited: refuse(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
  refused: refuse(401, 'invalid_api_key'),
  garbage: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  reset: (response) => response.destroy(),
  mute: () => {},
  cut(response, streamed) {
    begin(response, streamed);
    setTimeout(() => response.destroy(), 50);
  },
  stall: begin,
};

let searches = 0;
function search(response: ServerResponse): void {
  searches += 1;
  if (searches % 50 === 0) {
    response.writeHead(500).end('no');
    return;
  }
  const results = [{ title: 'The tower', url: `https://example.org/${searches % 500}`, content: ANSWER }];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
}

const server = createServer((request, response) => {
  if (request.url?.startsWith('/search') === true) {
    search(response);
    return;
  }
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString('latin1');
  });
  request.on('end', () => {
    const streamed = body.includes('"stream":true');
    const fault = body.includes(FAULT) ? new RegExp(`${FAULT} (\\w+)`).exec(body)?.[1] : undefined;
    if (fault !== undefined) {
      FAULTS[fault]?.(response, streamed);
      return;
    }
    const said = makeAnswer(body);
    if (said !== undefined && streamed) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamOfText(said));
      return;
    }
    const answers = request.url?.endsWith('/messages') === true ? ANSWERS.anthropic : ANSWERS.openai;
    if (streamed) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const asked = body.indexOf(CHUNKS);
      if (body.includes(HOLD)) response.write(heldStream);
      else if (asked >= 0)
        response.end(streamOfChunks(Number.parseInt(body.slice(asked + CHUNKS.length), 10)));
      else if (body.includes(PACED)) pace(response, body.includes(STAMPED));
      else response.end(body.includes('"tools":[') ? answers.callStream : answers.stream);
    } else {
      const answer =
        (/You (?:judge|read) claims/.test(body) && judge(body)) ||
        (said === undefined ? answers.whole : completion(said));
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer),
      });
      response.end(answer);
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
