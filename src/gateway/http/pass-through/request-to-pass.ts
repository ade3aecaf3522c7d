/** The request that a provider gets, of one that goes through: its own path, the key where it takes it, no header that it need not see. */
import type { FastifyRequest } from 'fastify';
import { type ApiKey, isIssuedKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { PassedCall } from '../../../models/upstream/passed-call.ts';
import type { OutgoingRequest } from '../../../models/upstream/send-request.ts';
import { standInFor } from '../../../models/upstream/stand-in-key.ts';
import type { Target } from './choose-target.ts';
import { ACCOUNT_HEADERS, PASSED_HEADERS } from './endpoints.ts';
import type { PassedBody } from './passed-body.ts';

/** Ids of objects, and names of what is below them. Nothing of it can leave the endpoint's own part of the provider. */
const PATH = /^\/v1\/((?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*)(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)\/?$/;

/** @returns what stands below `/v1/`. @throws GatewayError `not_found`. */
export function passedPathOf(url: string): string {
  const path = PATH.exec(url.split('?', 1)[0] ?? '')?.[1];
  if (path === undefined) throw new GatewayError('not_found');
  return path;
}

interface ToPass {
  readonly request: FastifyRequest;
  readonly target: Target;
  readonly body: PassedBody;
  readonly path: string;
  readonly key: ApiKey;
}

export function requestToPass({
  request,
  target: { endpoint, endpoints, models },
  body,
  path,
  key,
}: ToPass): Pick<PassedCall, 'endpoint' | 'key' | 'request' | 'accept'> {
  const wireIds = new Map([...models].map(([id, { model }]) => [id, model.wireId]));
  const { headers, ...sent } = body.toSend(wireIds);
  return {
    endpoint,
    key,
    accept: request.headers.accept ?? '*/*',
    request: {
      method: request.method as NonNullable<OutgoingRequest['method']>,
      path: `${endpoints.prefix}/${path}${queryOf(request.url, key)}`,
      headers: {
        ...endpoints.headers,
        ...callersHeaders(request, key),
        ...headers,
        ...keyHeader(endpoints.key, standInFor(key, endpoint).reveal()),
      },
      ...sent,
    },
  };
}

function keyHeader(place: 'bearer' | 'x-api-key', key: string): Record<string, string> {
  return place === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
}

function callersHeaders({ headers }: FastifyRequest, key: ApiKey): Record<string, string> {
  const names = isIssuedKey(key) ? PASSED_HEADERS : [...PASSED_HEADERS, ...ACCOUNT_HEADERS];
  const given = names.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

/** Where some put a key. It stands in the header, which alone is replaced. */
const KEY_NAMES = new Set(['key', 'api_key', 'access_token']);

function queryOf(url: string, key: ApiKey): string {
  const at = url.indexOf('?');
  if (at === -1) return '';
  const query = new URLSearchParams(url.slice(at + 1));
  const kept = [...query].filter(([name, value]) => !KEY_NAMES.has(name) && !value.includes(key.reveal()));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
