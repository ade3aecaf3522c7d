/** GET /starter/{id}: an entry of the starter corpus as a page, which is where its citations lead. */
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import type { StarterEntry } from '../../../engine/factcheck/sources/starter/read-entries.ts';
import { escapeMarks } from '../../../engine/report/write-report.ts';
import { pageHeaders } from '../answer/page-headers.ts';
import { starterResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';

interface StarterOptions {
  readonly entries: readonly StarterEntry[];
}

/** The page has no script, no image and no font. */
const HEADERS = {
  ...pageHeaders("default-src 'none'; style-src 'unsafe-inline'; form-action 'none'"),
  'cache-control': 'public, max-age=3600',
};

export function serveStarter(server: Server, { entries }: StarterOptions): void {
  const pages = new Map(entries.map((entry) => [entry.id, writePage(entry)]));
  server.get(
    '/starter/:id',
    {
      schema: {
        summary: 'A page of the starter corpus',
        operationId: 'readStarterEntry',
        tags: ['Evidence'],
        security: [],
        response: starterResponses,
        params: z.object({ id: z.string() }),
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const page = pages.get(id);
      if (page === undefined) throw new GatewayError('not_found');
      return reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);
    },
  );
}

const STYLE = `:root { color-scheme: light dark }
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 4rem auto; padding: 0 1.25rem }
h1 { font-size: 1.6rem; line-height: 1.25 }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid #8886; font-size: .95rem }`;

function writePage({ title, text, seeAlso }: StarterEntry): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarks(title)} – Claimgate</title>
<style>${STYLE}</style>
<main>
<h1>${escapeMarks(title)}</h1>
<p>${escapeMarks(text)}</p>
</main>
<footer>
<p>More on this: <a href="${escapeMarks(seeAlso)}" rel="noopener noreferrer">${escapeMarks(nameArticle(seeAlso))}</a> (Wikipedia).</p>
<p>An entry of Claimgate’s starter corpus: a short summary in the gateway’s own words, not the encyclopedia’s.</p>
</footer>
</html>
`;
}

/** `https://en.wikipedia.org/wiki/Mercury_(planet)` is `Mercury (planet)`. */
function nameArticle(url: string): string {
  return decodeURIComponent(new URL(url).pathname.replace(/^\/wiki\//, '')).replaceAll('_', ' ');
}
