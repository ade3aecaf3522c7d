/** The API reference: /openapi.json from the schemas that validate, and a readable page at /docs. */
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
import { z } from 'zod';
import type { Server } from './server.ts';

/** Must be registered before the endpoints that it tells of. */
export async function describeApi(server: Server): Promise<void> {
  await server.register(fastifyZodOpenApiPlugin);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Claimgate',
        version: '1.0.0',
        description:
          'An OpenAI-compatible chat gateway that finds the factual claims in a conversation and says ' +
          'with every answer what it found.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          providerKey: {
            type: 'http',
            scheme: 'bearer',
            description: "The key of the model's provider, or a sandbox key such as `sandbox`.",
          },
        },
      },
      security: [{ providerKey: [] }, {}],
    },
    ...fastifyZodOpenApiTransformers,
    transform: (route) =>
      fastifyZodOpenApiTransformers.transform(
        nameWildcard({ ...route, schema: withOwnResponses(route.schema) }),
      ),
  });
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(server.swagger())),
  );
  await server.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      reply.header('Content-Security-Policy', OWN_HOST_ONLY);
      // The page names its script relative to its own place.
      if (request.url.split('?', 1)[0] === '/docs') return reply.redirect('/docs/', 308);
    });
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Claimgate API reference',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** The page is drawn by a script that could ask other hosts for fonts and more: it may not. */
const OWN_HOST_ONLY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'";

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
