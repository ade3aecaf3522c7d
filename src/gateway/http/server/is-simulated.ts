import type { FastifyRequest } from 'fastify';

/** Whether simulated providers answer a request: its key is the sandbox's, or all are sent there. */
export function isSimulated({ identity, server }: FastifyRequest): boolean {
  return identity !== undefined && server.isSandboxed(identity.key);
}
