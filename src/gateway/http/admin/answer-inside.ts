/** Answers requests of the admin listener, which has a thread of its own, by a server that listens nowhere. */

import { NOTHING_HELD } from '../server/memory.ts';
import { createServer, type Server, type ServerOptions } from '../server/server.ts';
import type { AdminRequest, AdminResponse } from './admin-server.ts';
import { type AdminOptions, serveAdmin } from './serve-admin.ts';

/** No load of the public listener's keeps operators out. */
const ALWAYS_ROOM: Pick<ServerOptions, 'draining' | 'capacity' | 'memory' | 'corsOrigins' | 'onLoopback'> = {
  draining: { follow: () => true },
  capacity: { enter: (_response, done) => done(true), leave: () => {}, isFull: false },
  memory: { open: () => NOTHING_HELD, isFull: false },
  corsOrigins: [],
  // The listener has looked at the host.
  onLoopback: false,
};

/** Headers that belong to a connection, or are written by who sends the answer. */
const OWN: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

export async function createInsideServer(
  { lastWords: _, ...options }: ServerOptions,
  admin: AdminOptions,
): Promise<Server> {
  const server = createServer({ ...options, ...ALWAYS_ROOM });
  await serveAdmin(server, admin);
  await server.ready();
  return server;
}

export async function answerInside(server: Server, request: AdminRequest): Promise<AdminResponse> {
  const { method, target, headers, body, address } = request;
  const response = await server.inject({
    method: method as 'GET',
    url: target,
    headers,
    remoteAddress: address,
    ...(body.length === 0 ? {} : { payload: Buffer.from(body) }),
  });
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined || OWN.has(name) ? [] : [[name, Array.isArray(value) ? value : String(value)]],
      ),
    ),
    body: response.payload,
  };
}
