/**
 * A provider that streams long answers at a steady pace: a message that ends in "N characters at T tokens a
 * second" is answered so. A token is four characters.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeLongAnswer } from './long-answer.ts';

const CHARACTERS_A_TOKEN = 4;
/** Milliseconds between writes. */
const BEAT = 10;

const chunk = (delta: object, reason: string | null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: reason }],
  })}\n\n`;

function stream(response: ServerResponse, characters: number, tokensPerSecond: number): void {
  const text = writeLongAnswer(characters);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: '' }, null));
  const begun = performance.now();
  let at = 0;
  const timer = setInterval(() => {
    const due = Math.ceil(((performance.now() - begun) / 1_000) * tokensPerSecond) * CHARACTERS_A_TOKEN;
    let out = '';
    for (; at < Math.min(due, text.length); at += CHARACTERS_A_TOKEN)
      out += chunk({ content: text.slice(at, at + CHARACTERS_A_TOKEN) }, null);
    if (out !== '') response.write(out);
    if (at < text.length) return;
    clearInterval(timer);
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  }, BEAT);
  response.on('close', () => clearInterval(timer));
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
      messages: { content: string }[];
    };
    const asked = /(\d+) characters at (\d+) tokens/.exec(messages.at(-1)?.content ?? '');
    stream(response, Number(asked?.[1] ?? 1_000), Number(asked?.[2] ?? 200));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
