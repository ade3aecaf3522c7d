import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { normalizePost } from '../../engine/claims/normalize-post.ts';
import type { McpService } from '../mcp-service.ts';
import { model, text } from './fields.ts';
import { runTool } from './run-tool.ts';

export function addNormalizeClaim(server: McpServer, service: McpService): void {
  server.registerTool(
    'normalize_claim',
    {
      title: 'Normalize a claim',
      description:
        'States the central claim of a post, such as one of a social network, in one sentence that stands alone. Without a key, by local rules.',
      inputSchema: z.strictObject({ post: text.describe('The post'), model }),
      outputSchema: z.object({
        claim: z.string(),
        method: z.enum(['model', 'rules']).describe('Who stated the claim'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, context) =>
      runTool(service, context, async (signal) => {
        const { content: claim, method } = (await service.normalize(given.post, given.model, signal)) ?? {
          content: normalizePost(given.post),
          method: 'rules',
        };
        return { content: [{ type: 'text', text: claim }], structuredContent: { claim, method } };
      }),
  );
}
