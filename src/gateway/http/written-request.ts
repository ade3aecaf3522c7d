/** What a caller wrote, for a provider that speaks the same dialect. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DialectName, WrittenRequest } from '../../domain/chat.ts';
import type { JsonObject } from '../../domain/json-object.ts';
import { type Known, knownBy, knownOf } from '../../models/dialects/known-members.ts';

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
  /** Looked for where they are left out, and once. */
  let members: readonly string[] | undefined;
  return {
    dialect,
    body: written,
    unread: Object.keys(written).filter((name) => !Object.hasOwn(shape, name)),
    unreadMembers: () => {
      if (members !== undefined) return members;
      const found = new Set<string>();
      for (const name in written) {
        if (Object.hasOwn(shape, name))
          unreadIn(name, written[name], knownBy(shape[name] as z.ZodType), found);
      }
      members = [...found];
      return members;
    },
  };
}

/** What clients repeat of a provider's answer, and asks for nothing. */
const REPEATED: ReadonlySet<string> = new Set(['id', 'status', 'annotations', 'logprobs', 'audio']);

/**
 * The members of a value that its schema does not have, by their places; of what may hold anything, and of what a model
 * wrote, there are none.
 */
function unreadIn(place: string, value: unknown, schema: Known | undefined, all: Set<string>): void {
  const known = knownOf(value, schema);
  if (known?.kind === 'list') {
    for (const one of value as unknown[]) unreadIn(place, one, known.element, all);
    return;
  }
  if (known === undefined || known.isLoose) return;
  const members = value as JsonObject;
  if (members.role === 'assistant') return;
  for (const name in members) {
    const member = members[name];
    if (known.members.has(name)) {
      if (typeof member === 'object') unreadIn(`${place}.${name}`, member, known.members.get(name), all);
    } else if (!isNeutral(member) && !REPEATED.has(name)) all.add(`${place}.${name}`);
  }
}

function isNeutral(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
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
