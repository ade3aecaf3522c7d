import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '../../engine/corpus/read-document.ts';
import type { McpService } from '../mcp-service.ts';
import { runTool } from './run-tool.ts';

/** Only where documents may be kept. */
export function addAddEvidence(server: McpServer, service: McpService): void {
  const { addEvidence } = service;
  if (addEvidence === undefined) return;
  server.registerTool(
    'add_evidence',
    {
      title: 'Add evidence',
      description:
        'Keeps a document among the own documents, which claims are checked against first. A document with the same id is replaced.',
      inputSchema: z.strictObject({
        title: z.string().max(LIMITS.title),
        url: z.string().min(1).max(LIMITS.url).describe('Where the document stands: an http(s) address'),
        text: z.string().min(1).max(LIMITS.text).describe('The document as plain text'),
        id: z.string().min(1).max(LIMITS.id).optional().describe('Its url if absent'),
        published: z.string().optional().describe('ISO 8601 date, such as 2024-05-01'),
      }),
      outputSchema: z.object({ id: z.string(), replaced: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (given, context) =>
      runTool(service, context, async () => {
        const kept = await addEvidence(given);
        const said = `${kept.replaced ? 'Replaced' : 'Added'} ${kept.id}.`;
        return { content: [{ type: 'text', text: said }], structuredContent: { ...kept } };
      }),
  );
}
