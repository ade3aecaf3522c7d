/** GET / and what belongs to it: the page, as it was built. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import { PAGE_HEADERS } from '../answer/page-headers.ts';
import type { Server } from '../server/server.ts';

interface PageOptions {
  /** Where the built page lies. It may come into being while the gateway runs. */
  readonly folder: string;
}

/** What is sent until the page is built. */
const NOT_BUILT = readFileSync(new URL('./not-built.html', import.meta.url), 'utf8');

const YEAR = '365d';

/** How a build names its files. Whatever else stands in a path (dots, slashes, control characters) names none. */
const ASSET = /^[\w-][\w.-]*$/;

export async function servePage(server: Server, { folder }: PageOptions): Promise<void> {
  await server.register(staticFiles, {
    serve: false,
    preCompressed: true,
    // Every file is small: a part of one is answered with the whole, as RFC 9110, 14.2, allows.
    acceptRanges: false,
    root: path.dirname(folder),
  });
  const send = (reply: FastifyReply, file: string): FastifyReply =>
    reply.headers(PAGE_HEADERS).sendFile(file, folder, { cacheControl: false });

  server.get('/', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    if (existsSync(path.join(folder, 'index.html'))) return send(reply, 'index.html');
    return reply
      .code(503)
      .headers({ ...PAGE_HEADERS, 'retry-after': '2' })
      .type('text/html; charset=utf-8')
      .send(NOT_BUILT);
  });
  for (const file of ['icon.svg', 'theme.js', 'inter.woff2']) {
    server.get(`/${file}`, { schema: { hide: true } }, async (_request, reply) =>
      send(reply.header('cache-control', 'public, max-age=86400'), file),
    );
  }
  // Their names hold a hash of what they are.
  server.get('/assets/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!ASSET.test(name)) throw new GatewayError('not_found');
    return reply.headers(PAGE_HEADERS).sendFile(`assets/${name}`, folder, { immutable: true, maxAge: YEAR });
  });
}
