import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { classOf, ROUTE_CLASSES } from './route-classes.ts';
import { serveAdmin } from './serve-admin.ts';

it('each route of the admin API says who may call it', async () => {
  const server = fastify();
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url}`);
  });
  // No route is called: whatever they need will do.
  const anything = new Proxy({}, { get: (_, name) => (name === 'version' ? '0' : {}) });
  await serveAdmin(server as never, anything as never);
  await server.ready();
  await server.close();
  expect(routes.toSorted(), 'name it in route-classes.ts').toEqual(Object.keys(ROUTE_CLASSES).toSorted());
});

it('what is on no list is for the role admin, and HEAD is as GET', () => {
  expect(classOf('GET', '/admin/v1/of-tomorrow')).toBe('change');
  expect(classOf('HEAD', '/admin/v1/keys')).toBe('read');
  expect(classOf('POST', '/admin/v1/keys')).toBe('change');
});
