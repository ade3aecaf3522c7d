/** A provider that costs next to nothing: the same answer to everyone, whole or as 200 chunks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER } from './texts.ts';

const whole = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'bench',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: ANSWER, refusal: null },
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
function pieces(): string[] {
  const size = ANSWER.length / 198;
  return Array.from({ length: 198 }, (_, i) =>
    ANSWER.slice(Math.round(i * size), Math.round((i + 1) * size)),
  );
}

const stream =
  chunk({ role: 'assistant', content: '', refusal: null }, null) +
  pieces()
    .map((content) => chunk({ content }, null))
    .join('') +
  chunk({}, 'stop') +
  'data: [DONE]\n\n';

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString('latin1');
  });
  request.on('end', () => {
    if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(stream);
    } else {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(whole),
      });
      response.end(whole);
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
