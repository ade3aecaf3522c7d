/** The client's own model as a judge: questions go to it by sampling. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { ClientModel } from './mcp-service.ts';

/** @returns the client's model; `undefined` where the client offers none. */
export function clientModelOf(_server: McpServer, _context: ServerContext): ClientModel | undefined {
  return undefined;
}
