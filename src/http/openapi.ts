/** The API reference: /openapi.json from the schemas that validate, and a readable page at /docs. */
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { fastifyZodOpenApiPlugin, fastifyZodOpenApiTransformers } from 'fastify-zod-openapi';
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
  });
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(server.swagger())),
  );
  server.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/'));
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Claimgate API reference',
      withDefaultFonts: false,
      telemetry: false,
    },
  });
}
