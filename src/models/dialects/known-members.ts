/**
 * What a schema knows of a body: the members that are read, at every depth. Read from the schema once, because a walk over
 * a long conversation by the schema itself would hold up others.
 */
import { z } from 'zod';
import { isObject } from '../../domain/json-object.ts';

export interface KnownObject {
  readonly kind: 'object';
  /** By name: what is known of each member's own; `undefined` where it may hold anything. */
  readonly members: ReadonlyMap<string, Known | undefined>;
  /** Members that tell alternatives apart, with the values that they have here. */
  readonly told: readonly (readonly [name: string, values: ReadonlySet<unknown>])[];
  /** Whether it may have others, which go on as they are. */
  readonly isLoose: boolean;
}

export interface KnownList {
  readonly kind: 'list';
  readonly element: Known | undefined;
}

/** One of several. */
interface KnownUnion {
  readonly kind: 'union';
  readonly options: readonly Known[];
}

export type Known = KnownObject | KnownList | KnownUnion;

const read = new WeakMap<z.ZodType, Known | 'anything'>();

/** @returns `undefined` for a schema of what may hold anything, or has no members. */
export function knownBy(schema: z.ZodType): Known | undefined {
  let known = read.get(schema);
  if (known === undefined) {
    known = readSchema(schema) ?? 'anything';
    read.set(schema, known);
  }
  return known === 'anything' ? undefined : known;
}

function readSchema(schema: z.ZodType): Known | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return knownBy(schema.unwrap() as z.ZodType);
  }
  // A list with a maximum.
  if (schema instanceof z.ZodPipe) return knownBy(schema.out as z.ZodType);
  if (schema instanceof z.ZodArray) return { kind: 'list', element: knownBy(schema.element as z.ZodType) };
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.flatMap((option) => knownBy(option as z.ZodType) ?? []);
    return options.length === 0 ? undefined : { kind: 'union', options };
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>);
  return {
    kind: 'object',
    members: new Map(shape.map(([name, member]) => [name, knownBy(member)])),
    told: shape.flatMap(([name, member]) => {
      const values =
        member instanceof z.ZodLiteral
          ? member.values
          : member instanceof z.ZodEnum
            ? member.options
            : undefined;
      return values === undefined ? [] : [[name, new Set<unknown>(values)] as const];
    }),
    isLoose: schema.def.catchall !== undefined,
  };
}

/**
 * @param value of a body without faults.
 * @returns what is known of it: of several alternatives, of the one that it is.
 */
export function knownOf(value: unknown, known: Known | undefined): KnownObject | KnownList | undefined {
  if (known?.kind === 'union') {
    for (const option of known.options) {
      const found = knownOf(value, option);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (known?.kind === 'list') return Array.isArray(value) ? known : undefined;
  if (known === undefined || !isObject(value)) return undefined;
  // Clients may leave a type out.
  const isOf = known.told.every(([name, values]) => value[name] == null || values.has(value[name]));
  return isOf ? known : undefined;
}
