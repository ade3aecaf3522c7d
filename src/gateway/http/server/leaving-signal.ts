import type { FastifyReply } from 'fastify';

/** Aborts where the caller leaves. */
export function leavingSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.on('close', () => leaving.abort());
  return leaving.signal;
}
