/** The API reference: /openapi.json from the schemas that validate, and a readable page at /docs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import { z } from 'zod';
import type { Server } from './server.ts';

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
      info: {
        title: 'Claimgate',
        version,
        description:
          'An OpenAI-compatible chat gateway that finds the factual claims in a conversation and says ' +
          'with every answer what it found.\n\nEvery example here can be sent as it is: the key `sandbox` ' +
          'asks a simulated model inside the gateway, whichever model is named, and nothing leaves the machine. ' +
          'OpenAI clients need a changed base URL and nothing else.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        {
          name: 'Chat',
          description: 'Ask a model through the gateway, and have claims found, grounded and verified.',
        },
        { name: 'Claims', description: 'Check a text by itself, without a chat.' },
        { name: 'Models', description: 'The catalogue, in this service’s form and in OpenAI’s.' },
        { name: 'Evaluations', description: 'How well claims were extracted, as a report.' },
        { name: 'Limits', description: 'What a key may still do.' },
        { name: 'Evidence', description: 'Pages that citations of the starter corpus lead to.' },
        { name: 'Operation', description: 'For load balancers, monitors and people.' },
      ],
      components: {
        securitySchemes: {
          providerKey: {
            type: 'http',
            scheme: 'bearer',
            description: "The key of the model's provider, or a sandbox key such as `sandbox`.",
          },
        },
      },
      security: [{ providerKey: [] }],
    },
    ...fastifyZodOpenApiTransformers,
    transform: (route) =>
      fastifyZodOpenApiTransformers.transform(
        nameWildcard({ ...route, schema: withOwnResponses(route.schema) }),
      ),
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
      if (address !== '/docs/') docs.get(address, { schema: { hide: true } }, async () => '');
    // What draws the reference; its own page, with its configuration in an inline script, is never sent.
    await docs.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  });
}

/** That a number is one which JavaScript can count tells a reader nothing. */
function withoutSafeBounds(key: string, value: unknown): unknown {
  return /imum$/i.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

const read = (name: string, type: string) => ({
  content: readFileSync(path.join(import.meta.dirname, 'reference', name), 'utf8'),
  type: `${type}; charset=utf-8`,
});

/** The page of the reference, by its addresses. */
const REFERENCE: Readonly<Record<string, { readonly content: string; readonly type: string }>> = {
  '/docs/': read('page.html', 'text/html'),
  '/docs/start.js': read('start.js', 'text/javascript'),
  '/docs/style.css': read('style.css', 'text/css'),
};

/** The script that draws is megabytes: it is packed once. */
const packed = new Map<string, Promise<Buffer>>();

function pack(text: string): Promise<Buffer> {
  const known = packed.get(text);
  if (known !== undefined) return known;
  const made = promisify(gzip)(text);
  packed.set(text, made);
  return made;
}

/**
 * The page is drawn by a script that could ask other hosts for fonts and more: it may not. Styles are written
 * as it is drawn; scripts are files.
 */
const OWN_HOST_ONLY = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Endpoints share descriptions of their failures; what writes the reference empties what it has written. */
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
