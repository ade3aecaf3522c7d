/** What a caller wrote, for a provider that speaks the same dialect. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DialectName, WrittenRequest } from '../../domain/chat.ts';
import { isObject, type JsonObject } from '../../domain/json-object.ts';

/**
 * @param body without faults.
 * @param schema of the body: a field that it does not have is not read.
 */
export function writtenRequest(
  dialect: DialectName,
  body: unknown,
  { shape }: z.ZodObject,
): Omit<WrittenRequest, 'sources'> {
  const written = body as JsonObject;
  return {
    dialect,
    body: written,
    unread: Object.keys(written).filter((name) => !Object.hasOwn(shape, name)),
    unreadMembers: Object.entries(shape).flatMap(([name, schema]) => unreadIn(name, written[name], schema)),
  };
}

/** The members of an object that its schema does not have; of one that may hold anything there are none. */
function unreadIn(name: string, value: unknown, schema: unknown): string[] {
  if (!isObject(value)) return [];
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  if (!(inner instanceof z.ZodObject) || inner.def.catchall !== undefined) return [];
  const { shape } = inner;
  const members = Object.keys(value).filter((one) => value[one] != null && !Object.hasOwn(shape, one));
  return members.map((one) => `${name}.${one}`);
}

/** Names of features, as Anthropic lists them. */
const BETA = /^[\w.-]{1,64}(?:\s*,\s*[\w.-]{1,64}){0,63}$/;

/** A request in Anthropic's words, with the features that it is to be served by. */
export function messagesWritten(
  { body, headers }: FastifyRequest,
  schema: z.ZodObject,
): Omit<WrittenRequest, 'sources'> {
  const beta = headers['anthropic-beta'];
  const written = writtenRequest('messages', body, schema);
  if (typeof beta !== 'string' || !BETA.test(beta)) return written;
  return { ...written, headers: { 'anthropic-beta': beta } };
}
