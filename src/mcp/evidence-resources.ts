/**
 * Evidence as resources: what a result links to can be read for a while, by the caller who got the link. A resource is
 * named by a hash of its text.
 */
import { createHash } from 'node:crypto';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Evidence } from '../domain/claim.ts';
import type { RetrievedItem } from '../engine/factcheck/sources/source.ts';
import { pageOf } from '../engine/report/page-of.ts';
import type { EvidenceShelf, KeptEvidence } from './mcp-service.ts';

const PREFIX = 'claimgate://evidence/';
const MIME_TYPE = 'text/plain';

/** What stands in a result for evidence that can be read. */
export interface EvidenceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
}

export type Cited = Pick<Evidence, 'source' | 'title' | 'url' | 'published'>;

/**
 * Keeps the passages of one document.
 * @param passages literal texts of the document; not empty.
 * @returns where they can be read; `undefined` where nothing is kept for this client.
 */
export async function keepEvidence(
  shelf: EvidenceShelf,
  cited: Cited,
  passages: readonly string[],
): Promise<EvidenceLink | undefined> {
  const title = cited.title.trim() || cited.source;
  const about = [cited.source, pageOf(cited.url), cited.published].filter((part) => part !== undefined);
  const text = [title, about.join(', '), ...passages].join('\n\n');
  const name = createHash('sha256').update(text).digest('base64url');
  if (!(await shelf.keep(name, { title, text }))) return undefined;
  return {
    type: 'resource_link',
    uri: `${PREFIX}${name}`,
    name: title,
    mimeType: MIME_TYPE,
    description: `Evidence of the source ${cited.source}`,
  };
}

/** @returns the texts of an evidence's document that were retrieved; its quote where none is known. */
export function passagesOf(evidence: Evidence, items: readonly RetrievedItem[]): readonly string[] {
  const texts = items
    .filter(
      ({ source, url, title }) =>
        source === evidence.source && url === evidence.url && title === evidence.title,
    )
    .map(({ text }) => text);
  return texts.length === 0 ? [evidence.quote] : [...new Set(texts)];
}

export function addEvidenceResources(server: McpServer, shelf: EvidenceShelf): void {
  const { list } = shelf;
  const template = new ResourceTemplate(`${PREFIX}{name}`, {
    list:
      list &&
      (() => ({
        resources: list().map(({ name, title }) => ({
          uri: `${PREFIX}${name}`,
          name: title,
          mimeType: MIME_TYPE,
        })),
      })),
  });
  server.registerResource(
    'evidence',
    template,
    {
      title: 'Evidence',
      description: 'Passages that a check or a search found, kept for a while after it.',
      mimeType: MIME_TYPE,
    },
    async (uri, { name }) => {
      const kept: KeptEvidence | undefined = await shelf.find(String(name));
      if (kept === undefined)
        throw new ResourceNotFoundError(uri.href, 'This evidence is no longer kept: search for it again');
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: kept.text }] };
    },
  );
}
