/** Where a request may hold keys. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiKey, isIssuedKey } from '../../../domain/api-key.ts';

/** The place of the endpoint's own that holds the key, where it has one: a header, else a field of the query. */
function ownPlaceOf({ routeOptions, headers, query }: FastifyRequest): string | undefined {
  const { keyHeader, keyInQuery } = routeOptions.config;
  const header = [keyHeader ?? []].flat().flatMap((name) => headers[name] ?? [])[0];
  const fields = query as Readonly<Record<string, unknown>>;
  const field = keyInQuery === undefined ? undefined : fields[keyInQuery];
  // Several are none: a header is refused where it is there twice.
  const value = [header ?? field].flat().join('\n');
  return header === undefined && field === undefined ? undefined : value;
}

/** The places beside the body that may hold a key. */
export function keyHeadersOf(request: FastifyRequest) {
  return { ownHeader: ownPlaceOf(request), authorization: request.headers.authorization };
}

/** A key in the form of issued ones, wherever it stands in the request. */
export function issuedKeyIn(request: FastifyRequest): ApiKey | undefined {
  const { body, headers } = request;
  for (const text of [bodyKeyOf(body), ownPlaceOf(request), headers.authorization]) {
    const key = text === undefined ? undefined : ApiKey.parse(text.replace(/^\s*bearer\s+/i, '').trim());
    if (key !== undefined && isIssuedKey(key)) return key;
  }
  return undefined;
}

/** The body's `api_key` where it is one to look at; `null` is as if absent, another type is a 422 later. */
export function bodyKeyOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { api_key: key } = body as { api_key?: unknown };
  return typeof key === 'string' ? key : undefined;
}

/** What stands where keys may stand, in headers and in the query. */
export function keysIn({
  headers,
  url = '',
}: {
  readonly headers: IncomingHttpHeaders;
  readonly url?: string | undefined;
}): string[] {
  const {
    authorization,
    'x-api-key': key,
    'x-goog-api-key': google,
    'x-evaluation-api-key': dashboard,
  } = headers;
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const given = [authorization, key, google, dashboard, ...query.getAll('key')];
  return given.flat().filter((text) => text !== undefined);
}
