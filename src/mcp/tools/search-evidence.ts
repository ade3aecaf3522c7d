import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { kindOfItem } from '../../engine/factcheck/sources/registry.ts';
import { MARKDOWN_PEN } from '../../engine/report/markdown-pen.ts';
import { pageOf } from '../../engine/report/page-of.ts';
import { keepEvidence } from '../evidence-resources.ts';
import type { McpService } from '../mcp-service.ts';
import { citedFields, language, model, sourcesOf } from './fields.ts';
import { runTool } from './run-tool.ts';

const MOST_ITEMS = 16;
const ITEMS = 5;

export function addSearchEvidence(server: McpServer, service: McpService): void {
  server.registerTool(
    'search_evidence',
    {
      title: 'Search evidence',
      description:
        'Searches the sources of evidence, the own documents first, and returns literal passages. No model is asked.',
      inputSchema: z.strictObject({
        query: z.string().min(1).max(2_000).describe('A claim or a question'),
        limit: z.number().int().min(1).max(MOST_ITEMS).default(ITEMS).describe('The most passages wanted'),
        sources: sourcesOf(service.sources),
        language,
        model: model.describe('On a gateway: the model that the request is counted for; it is not asked'),
      }),
      outputSchema: z.object({
        sources_consulted: z.array(z.string()),
        items: z.array(
          z.object({
            ...citedFields,
            text: z.string(),
            relevance: z.number().describe('0 to 1: how well the passage bears on the query'),
          }),
        ),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    },
    (given, context) =>
      runTool(service, context, async (signal) => {
        const { items, answered } = await service.search(given, signal);
        const found = await Promise.all(
          items.slice(0, given.limit).map(async ({ item, relevance }) => {
            const { source, title, url, published, seeAlso, text } = item;
            const link = await keepEvidence(service.shelf, item, [text]);
            const page = pageOf(url);
            const described = {
              ...{ source, kind: kindOfItem(item), title, text, relevance },
              ...(link === undefined ? {} : { resource: link.uri }),
              ...(page === undefined ? {} : { url: page }),
              ...(published === undefined ? {} : { published }),
              ...(seeAlso === undefined ? {} : { see_also: seeAlso }),
            };
            return { link, described };
          }),
        );
        const lines = found.map(({ described: { source, title, url = '', text } }) => {
          const pen = MARKDOWN_PEN;
          return pen.line(0, `${pen.link(title || source, url)} (${source}): “${pen.text(text)}”`, 'quote');
        });
        const said = lines.length === 0 ? 'Nothing was found.' : lines.join('');
        return {
          content: [{ type: 'text', text: said }, ...found.flatMap(({ link }) => link ?? [])],
          structuredContent: {
            sources_consulted: [...answered],
            items: found.map(({ described }) => described),
          },
        };
      }),
  );
}
