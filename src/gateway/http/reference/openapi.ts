/** The API reference: /openapi.json from the schemas that validate, and a readable page at /docs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import { z } from 'zod';
import { pageHeaders } from '../answer/page-headers.ts';
import type { Server } from '../server/server.ts';
import head from './head.json' with { type: 'json' };

/**
 * Must be registered before the endpoints that it describes.
 *
 * @param version of the package.
 */
export async function describeApi(server: Server, version: string): Promise<void> {
  await server.register(fastifyZodOpenApiPlugin);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      ...head,
      info: { ...head.info, version },
      components: head.components as object,
    },
    ...apiTransformers,
    // The admin API has a reference of its own.
    transform: (route) =>
      route.url.startsWith('/admin/')
        ? { schema: { hide: true }, url: route.url }
        : apiTransformers.transform(route),
  });
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(server.swagger(), withoutSafeBounds)),
  );
  await server.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      reply.headers(OWN_HOST_ONLY);
      // The page names what it needs relative to its own place.
      const address = request.url.split('?', 1)[0];
      if (address === '/docs') return reply.redirect('/docs/', 308);
      const file = REFERENCE[address ?? ''];
      if (file !== undefined) return reply.type(file.type).send(file.content);
    });
    docs.addHook('onSend', async (request, reply, payload) => {
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding'])) || typeof payload !== 'string')
        return payload;
      reply
        .header('content-encoding', 'gzip')
        .header('vary', 'accept-encoding')
        .removeHeader('content-length');
      return pack(payload);
    });
    for (const address of Object.keys(REFERENCE))
      docs.get(address, { schema: { hide: true } }, async () => '');
    docs.get(SCRIPT, { schema: { hide: true } }, async (_request, reply) => {
      script ??= readScript();
      return reply.type('application/javascript; charset=utf-8').send(await script);
    });
  });
}

type Transform = typeof fastifyZodOpenApiTransformers.transform;

/** How routes become operations of a reference. */
export const apiTransformers: {
  readonly [K in keyof typeof fastifyZodOpenApiTransformers]: (typeof fastifyZodOpenApiTransformers)[K];
} = {
  ...fastifyZodOpenApiTransformers,
  transform: ((route: Parameters<Transform>[0]) =>
    fastifyZodOpenApiTransformers.transform(
      nameWildcard({ ...route, schema: withOwnResponses(route.schema) }),
    )) as Transform,
};

/** Bounds that only say which integers JavaScript can count are of no use to a reader. */
export function withoutSafeBounds(key: string, value: unknown): unknown {
  return /imum$/i.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

const read = (name: string, type: string) => ({
  content: readFileSync(path.join(import.meta.dirname, name), 'utf8'),
  type: `${type}; charset=utf-8`,
});

/** The page of the reference, by its addresses. */
const REFERENCE: Readonly<Record<string, { readonly content: string; readonly type: string }>> = {
  '/docs/': read('page.html', 'text/html'),
  '/docs/start.js': read('start.js', 'text/javascript'),
  '/docs/style.css': read('style.css', 'text/css'),
};

const SCRIPT = '/docs/js/scalar.js';
let script: Promise<string> | undefined;

/** The script that draws the reference, from a package that is loaded when a reader first asks for it. */
async function readScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const own = fastify();
  own.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  return (await own.inject(SCRIPT)).payload;
}

/** The script that draws is megabytes: it is packed once. */
const packed = new Map<string, Promise<Buffer>>();

function pack(text: string): Promise<Buffer> {
  const known = packed.get(text);
  if (known !== undefined) return known;
  const made = promisify(gzip)(text);
  packed.set(text, made);
  return made;
}

/** The script that draws the page could ask other hosts for fonts and more: it may not. Its styles are inline. */
const OWN_HOST_ONLY = pageHeaders(
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
    "worker-src 'self' blob:; object-src 'none'; form-action 'self'",
);

/** Endpoints share descriptions of their failures, and the plugin empties those that it has written: it gets copies. */
function withOwnResponses<T>(schema: T): T {
  const { response } = schema as { readonly response?: Readonly<Record<string, ResponseDocs>> };
  if (response === undefined) return schema;
  const own = Object.entries(response).map(([status, { content, ...rest }]) => {
    const types = Object.entries(content ?? {}).map(([type, media]) => [type, { ...media }]);
    return [status, { ...rest, ...(content === undefined ? {} : { content: Object.fromEntries(types) }) }];
  });
  return { ...schema, response: Object.fromEntries(own) };
}

interface ResponseDocs {
  readonly content?: Readonly<Record<string, object>>;
}

/** `*`, which takes ids with slashes, has a name in the reference. */
function nameWildcard<T extends { readonly url: string; readonly schema: object }>(route: T): T {
  if (!route.url.endsWith('/*')) return route;
  const params = z.object({ id: z.string() });
  return { ...route, url: route.url.replace(/\*$/, ':id'), schema: { ...route.schema, params } };
}
