import type { Identity } from './gate.ts';

/** What the gateway notes on a request while it answers it, for headers and the log. */
declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling, once a well-formed key was read. */
    identity: Identity | undefined;
    /** The model that answers, as it was asked for. */
    model: string | undefined;
    provider: string | undefined;
    /** Monotonic milliseconds at which the request came. */
    began: number;
    /** The route's pattern, where its handler noted it. */
    endpoint: string | undefined;
    /** The code of the error that the caller was told, also in mid-stream. */
    failure: string | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint tells of the caller's limits, in errors too. */
    limited?: boolean;
    /** Served while the gateway drains. */
    always?: boolean;
  }
}
