/** Which methods each path takes, so that a wrong method is 405 with `Allow`, and not 404. */
import type { FastifyInstance } from 'fastify';

/** Methods that fastify adds to those that were registered. */
const IMPLIED: Readonly<Record<string, string>> = { GET: 'HEAD' };

/**
 * Follows the routes that are registered from now on.
 * @returns the methods that the path of a request takes in place of its own; `undefined` where there is no such path.
 */
export function followMethods(
  server: FastifyInstance,
): (path: string, method: string) => readonly string[] | undefined {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method: registered }) => {
    const { methods } = routes.get(url) ?? { methods: new Set<string>() };
    routes.set(url, { pattern: patternOf(url), methods });
    for (const method of [registered].flat()) {
      methods.add(method);
      if (IMPLIED[method] !== undefined) methods.add(IMPLIED[method]);
    }
  });
  return (path, method) => {
    for (const { pattern, methods } of routes.values()) {
      if (pattern.test(path) && !methods.has(method)) return [...methods].sort();
    }
    return undefined;
  };
}

/** The paths of a route such as `/v1/models/:id` or `/v1/models/*`. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}/?$`);
}
