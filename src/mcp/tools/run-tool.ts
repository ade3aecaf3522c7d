/** What all tools do alike: failures become results that an agent can act on, and steps notifications. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { GatewayError } from '../../domain/errors.ts';
import type { McpService } from '../mcp-service.ts';

export type ToolResult = CallToolResult | InputRequiredResult;

/**
 * @param work throws where the tool fails.
 * @returns its result, or one that says what failed.
 */
export async function runTool(
  service: McpService,
  { mcpReq: { signal } }: ServerContext,
  work: (signal: AbortSignal) => Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await work(signal);
  } catch (error) {
    // A result of a cancelled call is sent to nobody.
    signal.throwIfAborted();
    return { isError: true, content: [{ type: 'text', text: service.explain(error) }] };
  }
}

/** Tells the client how far a call is, where it wants to know. */
export async function reportProgress(
  { mcpReq }: ServerContext,
  progress: number,
  total: number,
  message: string,
): Promise<void> {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return;
  await mcpReq
    .notify({
      method: 'notifications/progress',
      params: { progressToken: token, progress, total, message },
    })
    // A client that has gone is told nothing.
    .catch(() => {});
}

/**
 * @returns the text that is meant, and its date where its page has one.
 * @throws GatewayError where links are not fetched.
 */
export async function readGiven(
  { readPage }: McpService,
  { text, url }: { readonly text?: string | undefined; readonly url?: string | undefined },
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly date?: string }> {
  if (url === undefined) return { text: text ?? '' };
  if (readPage === undefined) throw new GatewayError('links_not_fetched');
  return readPage(url, signal);
}
