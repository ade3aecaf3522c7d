/** What streams are measured against: the least that parses every chunk and builds it anew. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import { Pool } from 'undici';

const pool = new Pool(`http://127.0.0.1:${process.argv[2]}`);
const server = createServer(async (incoming, outgoing) => {
  let text = '';
  for await (const piece of incoming) text += piece;
  const body = JSON.parse(text);
  const { body: reply } = await pool.request({
    method: 'POST',
    path: incoming.url ?? '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: body.model, messages: body.messages, stream: body.stream }),
  });
  if (body.stream !== true) {
    const { id, created, model, choices, usage } = (await reply.json()) as Record<string, unknown>;
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage }));
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  let out = '';
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') {
        out += 'data: [DONE]\n\n';
        return;
      }
      const { id, created, model, choices } = JSON.parse(data);
      const rebuilt = { id, object: 'chat.completion.chunk', created, model, choices };
      out += `data: ${JSON.stringify(rebuilt)}\n\n`;
    },
  });
  const decoder = new TextDecoder();
  for await (const piece of reply) {
    parser.feed(decoder.decode(piece, { stream: true }));
    outgoing.write(out);
    out = '';
  }
  outgoing.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
