/** A provider that takes 50 ms for everything: it answers chats, and judges claims where it is asked to. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER } from '../gateway/texts.ts';

const DELAY = 50;

const judgement = (claim: number) => ({
  claim,
  added: [],
  accuracy: 5,
  held: 2,
  missing: [],
  faults: [],
  coherence: 4,
  verifiable: true,
});

function answer(body: string): string {
  if (!body.includes('claim_judgements')) return ANSWER;
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const { claims } = JSON.parse(messages.at(-1)!.content) as { claims: { claim: number }[] };
  return JSON.stringify({ claims: claims.map(({ claim }) => judgement(claim)) });
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString('utf8');
  });
  request.on('end', () => {
    const text = JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'bench',
      choices: [{ index: 0, message: { role: 'assistant', content: answer(body) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 40, completion_tokens: 200, total_tokens: 240 },
    });
    setTimeout(() => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    }, DELAY);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
