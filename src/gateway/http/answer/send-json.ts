import type { FastifyReply } from 'fastify';

/**
 * Sends a 200 with JSON past fastify's own way of sending: nothing of what that does is needed here, and
 * this is where most requests end.
 */
export function sendJson(reply: FastifyReply, body: unknown): void {
  const text = JSON.stringify(body);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  reply.raw.end(text);
}
