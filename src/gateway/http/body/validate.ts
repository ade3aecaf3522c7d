/** Validation of requests, in pydantic's words. */

import { z } from 'zod';
import { editDistance } from '../../../domain/edit-distance.ts';
import { type FieldFault, ValidationError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import { lookAtElements } from '../../../models/dialects/bounded-list.ts';
import { MISSING, missingFault } from '../../../models/dialects/field-faults.ts';

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/**
 * @param extra faults found elsewhere (a missing key), listed before the others.
 * @param place of the request that the value is: where its faults are.
 * @throws ValidationError with every fault; the input's values are never part of it.
 */
export function validate<T extends z.ZodType>(
  schema: T,
  body: unknown,
  extra: readonly FieldFault[] = [],
  place: 'body' | 'query' = 'body',
): z.output<T> {
  // FastAPI takes `null` for no body at all.
  if (body === undefined || body === null) {
    throw new ValidationError([MISSING_BODY]);
  }
  const given = extra.length === 0 ? parseGiven(schema, body) : undefined;
  if (given !== undefined) return given as z.output<T>;
  const parsed = schema.safeParse(body, FIRST_FAULT);
  if (parsed.success && extra.length === 0) return parsed.data;
  const { found, all } = lookAtElements(MAX_ELEMENTS, () => schema.safeParse(body, { reportInput: true }));
  // What ended the first look may lie beyond the elements of the second.
  const issues = (found.error ?? parsed.error)?.issues ?? [];
  throw new ValidationError([...extra, ...issues.flatMap((issue) => faultsOf(issue, [place]))], { all });
}

/** Of an object without rules of its own: its fields, and those that must be looked at when they are not given. */
interface Fields {
  readonly byName: ReadonlyMap<string, z.ZodType>;
  readonly needed: readonly string[];
}

const fieldsOfSchemas = new WeakMap<z.ZodType, Fields | 'other'>();

function fieldsOf(schema: z.ZodType): Fields | 'other' {
  let fields = fieldsOfSchemas.get(schema);
  if (fields === undefined) {
    fields = 'other';
    if (
      schema instanceof z.ZodObject &&
      schema.def.checks === undefined &&
      schema.def.catchall === undefined
    ) {
      const byName = new Map(Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>));
      const isNeeded = (field: z.ZodType): boolean => {
        const absent = field.safeParse(undefined);
        return !absent.success || absent.data !== undefined;
      };
      fields = {
        byName,
        needed: [...byName.keys()].filter((name) => isNeeded(byName.get(name) as z.ZodType)),
      };
    }
    fieldsOfSchemas.set(schema, fields);
  }
  return fields;
}

/**
 * Validates the fields that a body has: zod would visit all that it could have, which are many more.
 * @returns `undefined` where zod is to look at the whole: to say what is wrong, or because the schema is another.
 */
function parseGiven(schema: z.ZodType, body: unknown): Readonly<Record<string, unknown>> | undefined {
  const fields = fieldsOf(schema);
  if (fields === 'other' || !isObject(body)) return undefined;
  const given: Record<string, unknown> = {};
  for (const name of fields.needed) if (body[name] === undefined) return undefined;
  for (const name in body) {
    const field = fields.byName.get(name);
    if (field === undefined) continue;
    const parsed = field.safeParse(body[name], FIRST_FAULT);
    if (!parsed.success) return undefined;
    given[name] = parsed.data;
  }
  return given;
}

/**
 * @param name of a field that is to be a number: the fields of a query are texts.
 * @throws ValidationError where it is none.
 */
export function withNumber(query: unknown, name: string): Readonly<Record<string, unknown>> {
  const fields = query as Readonly<Record<string, unknown>>;
  const text = fields[name];
  if (text === undefined) return fields;
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return { ...fields, [name]: value };
  throw new ValidationError([
    { loc: ['query', name], msg: 'Input should be a valid number', type: 'float_parsing' },
  ]);
}

export const MISSING_BODY: FieldFault = { loc: ['body'], msg: 'Field required', type: 'missing' };

/** @returns a fault for each field that the body does not have, as far as it can have fields. */
export function missingFields(body: unknown, fields: readonly string[]): FieldFault[] {
  if (!isObject(body)) return [];
  return fields.filter((field) => body[field] == null).map((field) => missingFault([field]));
}

/** zod's types do not have `abortEarly`. */
const FIRST_FAULT = { reportInput: true, abortEarly: true };

/** Elements of lists that are looked at for further faults once there is one. */
const MAX_ELEMENTS = 1_000;

function faultsOf(issue: Issue, base: readonly (string | number)[]): FieldFault[] {
  const path = (issue.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  const loc = [...base, ...path];
  if (issue.code === 'unrecognized_keys') return unknownFields(issue, loc);
  if (issue.code === 'invalid_union') return unionFaults(issue as UnionIssue, loc);
  return [{ loc, ...describe(issue, loc.length === 1) }];
}

/** Names that a fault shows: what else stands there may be any text, a key of a provider too. */
const SHOWN_NAME = /^[A-Za-z_]\w{0,31}$/;
/** Share of a name's letters that may be wrong where another name is taken to be meant. */
const MISSPELT = 0.4;

/** Fields that a strict object does not have. @param message the names that it has, where its schema says them. */
function unknownFields(
  { keys = [], message = '' }: { readonly keys?: readonly string[]; readonly message?: string | undefined },
  loc: readonly (string | number)[],
): FieldFault[] {
  return keys.map((key) => {
    const shown = SHOWN_NAME.test(key);
    const meant = shown ? nearestName(key, message.split(' ')) : undefined;
    const hint = meant === undefined ? '' : `. Did you mean '${meant}'?`;
    return {
      loc: shown ? [...loc, key] : loc,
      msg: `Extra inputs are not permitted${hint}`,
      type: 'extra_forbidden',
    };
  });
}

function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((other) => SHOWN_NAME.test(other))
    .map((other) => ({ other, distance: editDistance(name.toLowerCase(), other) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= name.length * MISSPELT ? nearest.other : undefined;
}

interface UnionIssue {
  readonly errors?: readonly Issue[][];
  readonly input?: unknown;
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
}

/** Of a union's branches, the one that got furthest says what is wrong. */
function unionFaults(issue: UnionIssue, loc: readonly (string | number)[]): FieldFault[] {
  const { errors = [], input, discriminator, options = [] } = issue;
  if (discriminator !== undefined) {
    if (!isObject(input)) return [{ loc, ...OBJECT }];
    // The path names the discriminator already.
    return [{ loc, ...(input[discriminator] === undefined ? MISSING : literal(options)) }];
  }
  const isDeep = (inner: Issue): boolean =>
    (inner.path ?? []).length > 0 ||
    ((inner as UnionIssue).errors ?? []).some((issues) => issues.some(isDeep));
  const branch =
    errors.find((inner) => inner.some(isDeep)) ??
    errors.find((inner) => inner.every(({ code }) => code !== 'invalid_type')) ??
    errors[0] ??
    [];
  return branch.flatMap((inner) => faultsOf(inner, loc));
}

type Words = Pick<FieldFault, 'msg' | 'type'>;

const OBJECT: Words = {
  msg: 'Input should be a valid dictionary or object to extract fields from',
  type: 'model_attributes_type',
};

/** By the type that was expected. */
const TYPES: Readonly<Record<string, Words>> = {
  string: { msg: 'Input should be a valid string', type: 'string_type' },
  number: { msg: 'Input should be a valid number', type: 'float_type' },
  int: { msg: 'Input should be a valid integer', type: 'int_type' },
  boolean: { msg: 'Input should be a valid boolean', type: 'bool_type' },
  array: { msg: 'Input should be a valid list', type: 'list_type' },
  object: OBJECT,
  record: { msg: 'Input should be a valid dictionary', type: 'dict_type' },
};

const items = (count: number): string => (count === 1 ? 'item' : 'items');

/** By what is too small or too large: the limit, and the length of a list that was given. */
const SIZES: Readonly<Record<string, (limit: number, length: number) => Words>> = {
  'number too_small': (limit) => ({
    msg: `Input should be greater than or equal to ${limit}`,
    type: 'greater_than_equal',
  }),
  'number too_big': (limit) => ({
    msg: `Input should be less than or equal to ${limit}`,
    type: 'less_than_equal',
  }),
  'array too_small': (limit, length) => ({
    msg: `List should have at least ${limit} ${items(limit)} after validation, not ${length}`,
    type: 'too_short',
  }),
  'array too_big': (limit, length) => ({
    msg: `List should have at most ${limit} items after validation, not ${length}`,
    type: 'too_long',
  }),
  'string too_small': (limit) => ({
    msg: `String should have at least ${limit} character${limit === 1 ? '' : 's'}`,
    type: 'string_too_short',
  }),
  'string too_big': (limit) => ({
    msg: `String should have at most ${limit} characters`,
    type: 'string_too_long',
  }),
};

/** What zod says of an issue, as far as it is used here. */
interface IssueFacts {
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** @param whole the issue is of the body itself and not of a field. */
function describe(issue: Issue, whole: boolean): Words {
  const { code, input, message = '' } = issue;
  if (input === undefined && !whole && code !== 'custom') return MISSING;
  const { expected = '', values = [], origin = '', minimum, maximum } = issue as IssueFacts;
  if (code === 'invalid_value') return literal(values);
  const size = SIZES[`${origin === 'int' ? 'number' : origin} ${code}`];
  if (size !== undefined) return size(Number(minimum ?? maximum), Array.isArray(input) ? input.length : 0);
  const type = TYPES[message] ?? TYPES[expected];
  if (type !== undefined) return type;
  if (code === 'invalid_type') {
    return { msg: `Input should be a valid ${expected}`, type: `${expected}_type` };
  }
  return { msg: `Value error, ${message || 'invalid'}`, type: 'value_error' };
}

/** Pydantic's words for a choice: `Input should be 'a', 'b' or 'c'`. */
function literal(values: readonly unknown[]): Words {
  const quoted = values.map((value) => `'${String(value)}'`);
  const last = quoted.at(-1) ?? '';
  const list = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${last}` : last;
  return { msg: `Input should be ${list}`, type: 'literal_error' };
}
