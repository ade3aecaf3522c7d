/** The key of lists that need none unless config says so: one that is given must be one all the same. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validate } from '../body/validate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import type { Gate } from './gate.ts';

/** @throws GatewayError 401; 422 where the body is malformed. */
export type CheckKey = (request: FastifyRequest) => void;

/** For the API reference. */
export const OPTIONAL_KEY = [{}, { providerKey: [] }];

/** The specification's own examples send the key in the body of the GET. */
const keySchema = z.object({ api_key: z.string().nullish() });

/** @param options.requireKey whether a request without a key is refused. */
export function createKeyCheck(options: { readonly gate: Gate; readonly requireKey: boolean }): CheckKey {
  return (request) => {
    const identified = options.gate.identify(request, 'header-first');
    if (request.body !== undefined && request.body !== null) validate(keySchema, request.body);
    if (options.requireKey || identified !== 'absent') requireIdentity(identified);
  };
}
