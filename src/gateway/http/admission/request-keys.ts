/** Where a request may hold keys. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiKey, isIssuedKey } from '../../../domain/api-key.ts';

/** The header of the endpoint's own that holds the key, where it has one. */
function ownHeaderOf({ routeOptions, headers }: FastifyRequest): string | undefined {
  const { keyHeader } = routeOptions.config;
  const value = keyHeader === undefined ? undefined : headers[keyHeader];
  return Array.isArray(value) ? value[0] : value;
}

/** The headers that may hold a key. */
export function keyHeadersOf(request: FastifyRequest) {
  return { ownHeader: ownHeaderOf(request), authorization: request.headers.authorization };
}

/** A key in the form of issued ones, wherever it stands in the request. */
export function issuedKeyIn(request: FastifyRequest): ApiKey | undefined {
  const { body, headers } = request;
  for (const text of [bodyKeyOf(body), ownHeaderOf(request), headers.authorization]) {
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

/** What stands in headers that hold keys. */
export function keysIn(headers: IncomingHttpHeaders): string[] {
  const {
    authorization,
    'x-api-key': key,
    'x-goog-api-key': google,
    'x-evaluation-api-key': dashboard,
  } = headers;
  return [authorization, key, google, dashboard].flat().filter((text) => text !== undefined);
}
