/**
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol): pages of the origins that config names may
 * read the answers. Never with credentials: a key stands in the request itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers of answers that pages may read. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Claimgate-Action',
  'X-Claimgate-Adjusted',
  'X-Claimgate-Cost',
  'X-Claimgate-Model',
  'X-Claimgate-Scorer',
  'X-Claimgate-Task',
  'Retry-After',
].join(', ');

/** Seconds that a browser remembers what it was allowed. */
const MAX_AGE = '600';

/**
 * Puts the headers on a reply, and answers a preflight request.
 * @returns whether the request is answered by that.
 */
type AllowOrigin = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** @param origins such as `https://app.example.org`, or `*` for all of them. */
export function createCors(origins: readonly string[] | '*'): AllowOrigin {
  if (origins.length === 0) return () => false;
  const known = new Set(origins);
  return (request, reply) => {
    // What is answered differs by origin, for those that send none too.
    if (origins !== '*') reply.header('Vary', 'Origin');
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (origin === undefined || (origins !== '*' && !known.has(origin))) return false;
    reply.header('Access-Control-Allow-Origin', origins === '*' ? '*' : origin);
    if (request.method !== 'OPTIONS' || wanted === undefined) {
      reply.header('Access-Control-Expose-Headers', EXPOSED);
      return false;
    }
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
      // Clients send headers of their own with each request: none changes what it may do.
      'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
      'Access-Control-Max-Age': MAX_AGE,
    });
    void reply.code(204).send();
    return true;
  };
}
