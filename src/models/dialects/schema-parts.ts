/** Pieces of which the schemas of requests are made. */

import { z } from 'zod';
import { isObject } from '../../domain/json-object.ts';

/** `null` counts as absent. */
export const optional = <T extends z.ZodType>(schema: T, description: string) =>
  schema.nullish().meta({ description });

/** The type that the error of a value of another type names: one of `validate.ts`. */
const named = (type: string) => ({
  error: (issue: { readonly code?: string }) => (issue.code === 'invalid_type' ? type : undefined),
});
export const integer = () => z.int(named('int'));

/** An object of the gateway's own: what it does not have is refused, lest a misspelt field have no effect in silence. */
export const ownObject = <S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    // The error of `validate.ts` names the nearest one.
    error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });

/** Any object; its fields, which may be very many, are not looked at. */
export const dictionary = () =>
  z
    .custom<Readonly<Record<string, unknown>>>(isObject, 'record')
    .meta({ override: { type: 'object', additionalProperties: true } });

/** Something of a type that the gateway does not read. */
export interface Unread {
  readonly type: 'unread';
  /** The type, as the caller wrote it. */
  readonly kind: string;
  /** Where the caller wrote it and what it is, where that is not to be seen from where it stands. */
  readonly written?: { readonly place: string; readonly what: string };
}

/**
 * Things of other types are valid, and go to a provider of the caller's dialect alone: the reference does not name them.
 *
 * @param types of the things that are known.
 */
export function orOtherType<T extends z.ZodType>(known: T, types: readonly string[]) {
  const other = z
    .object({ type: z.string().refine((type) => !types.includes(type), { abort: true }) })
    .transform(({ type }): Unread => ({ type: 'unread', kind: type }));
  return z.union([known, other]).meta({
    override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown[] } }) => {
      jsonSchema.anyOf?.splice(1);
    },
  });
}

/** Whether some provider allows a function of this name; each has narrower rules of its own. */
export function isToolName(name: string): boolean {
  return /^[A-Za-z0-9_.:-]{1,128}$/.test(name);
}

/** A field that is refused; the reference names it, so that nobody searches for it. */
export const notSupported = () =>
  z
    .unknown()
    .optional()
    .meta({ description: 'Not supported.', override: { not: {} } });
