/** What it is measured against: a bare Node proxy that passes bytes through and looks at none. */
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
const server = createServer((incoming, outgoing) => {
  const onward = send(
    {
      host: '127.0.0.1',
      port,
      agent,
      method: 'POST',
      path: incoming.url,
      headers: { 'content-type': 'application/json', 'content-length': incoming.headers['content-length'] },
    },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  incoming.pipe(onward);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
