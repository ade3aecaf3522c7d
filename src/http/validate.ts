/** Validation of request bodies, in pydantic's words. */
import type { z } from 'zod';
import { type FieldFault, ValidationError } from '../errors.ts';
import { lookAtElements } from './bounded-list.ts';

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/**
 * @param extra faults found elsewhere (a missing key), listed before the others.
 * @throws ValidationError with every fault; the input's values are never part of it.
 */
export function validate<T extends z.ZodType>(
  schema: T,
  body: unknown,
  extra: readonly FieldFault[] = [],
): z.output<T> {
  // FastAPI takes `null` for no body at all.
  if (body === undefined || body === null) {
    throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  }
  const parsed = schema.safeParse(body, FIRST_FAULT);
  if (parsed.success && extra.length === 0) return parsed.data;
  const { found, all } = lookAtElements(MAX_ELEMENTS, () => schema.safeParse(body, { reportInput: true }));
  // What ended the first look may lie beyond the elements of the second.
  const issues = (found.error ?? parsed.error)?.issues ?? [];
  throw new ValidationError([...extra, ...issues.flatMap((issue) => faultsOf(issue, ['body']))], { all });
}

/** zod's types do not have `abortEarly`. */
const FIRST_FAULT = { reportInput: true, abortEarly: true };

/** Elements of lists that are looked at for further faults once there is one. */
const MAX_ELEMENTS = 1_000;

/** Whether a body is an object whose fields can be looked at. */
export function isJsonObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function faultsOf(issue: Issue, base: readonly (string | number)[]): FieldFault[] {
  const loc = [
    ...base,
    ...(issue.path ?? []).map((part) => (typeof part === 'number' ? part : String(part))),
  ];
  if (issue.code === 'invalid_union') return unionFaults(issue, loc);
  return [{ loc, ...describe(issue, loc.length === 1) }];
}

/** Of a union's branches, the one that got furthest says what is wrong. */
function unionFaults(
  issue: z.core.$ZodIssueInvalidUnion | Issue,
  loc: readonly (string | number)[],
): FieldFault[] {
  const {
    errors = [],
    input,
    discriminator,
    options,
  } = issue as {
    errors?: Issue[][];
    input?: unknown;
    discriminator?: string;
    options?: readonly unknown[];
  };
  if (discriminator !== undefined) {
    if (input === null || typeof input !== 'object' || Array.isArray(input)) {
      return [{ loc, ...OBJECT }];
    }
    // The path names the discriminator already.
    const value = (input as Record<string, unknown>)[discriminator];
    return [{ loc, ...(value === undefined ? MISSING : literal(options ?? [])) }];
  }
  const isDeep = (inner: Issue): boolean => (inner.path ?? []).length > 0;
  const branch =
    errors.find((inner) => inner.some(isDeep)) ??
    errors.find((inner) => inner.every(({ code }) => code !== 'invalid_type')) ??
    errors[0] ??
    [];
  return branch.flatMap((inner) => faultsOf(inner, loc));
}

const MISSING = { msg: 'Field required', type: 'missing' } as const;
const OBJECT = {
  msg: 'Input should be a valid dictionary or object to extract fields from',
  type: 'model_attributes_type',
} as const;

const TYPES: Readonly<Record<string, { readonly msg: string; readonly type: string }>> = {
  string: { msg: 'Input should be a valid string', type: 'string_type' },
  number: { msg: 'Input should be a valid number', type: 'float_type' },
  int: { msg: 'Input should be a valid integer', type: 'int_type' },
  boolean: { msg: 'Input should be a valid boolean', type: 'bool_type' },
  array: { msg: 'Input should be a valid list', type: 'list_type' },
  object: OBJECT,
  record: { msg: 'Input should be a valid dictionary', type: 'dict_type' },
};

function describe(issue: Issue, whole: boolean): { msg: string; type: string } {
  if (issue.input === undefined && !whole && issue.code !== 'custom') return MISSING;
  switch (issue.code) {
    case 'invalid_type': {
      const { expected } = issue as { expected: string };
      return (
        TYPES[issue.message ?? ''] ??
        TYPES[expected] ?? { msg: `Input should be a valid ${expected}`, type: `${expected}_type` }
      );
    }
    case 'invalid_value':
      return literal((issue as { values: readonly unknown[] }).values);
    case 'too_small': {
      const { origin, minimum } = issue as { origin: string; minimum: number };
      if (origin === 'number' || origin === 'int') {
        return { msg: `Input should be greater than or equal to ${minimum}`, type: 'greater_than_equal' };
      }
      if (origin === 'array') {
        const length = Array.isArray(issue.input) ? issue.input.length : 0;
        const items = minimum === 1 ? 'item' : 'items';
        return {
          msg: `List should have at least ${minimum} ${items} after validation, not ${length}`,
          type: 'too_short',
        };
      }
      return {
        msg: `String should have at least ${minimum} character${minimum === 1 ? '' : 's'}`,
        type: 'string_too_short',
      };
    }
    case 'too_big': {
      const { origin, maximum } = issue as { origin: string; maximum: number };
      if (origin === 'number' || origin === 'int') {
        return { msg: `Input should be less than or equal to ${maximum}`, type: 'less_than_equal' };
      }
      if (origin === 'array') {
        const length = Array.isArray(issue.input) ? issue.input.length : 0;
        return {
          msg: `List should have at most ${maximum} items after validation, not ${length}`,
          type: 'too_long',
        };
      }
      return { msg: `String should have at most ${maximum} characters`, type: 'string_too_long' };
    }
    default:
      return (
        TYPES[issue.message ?? ''] ?? {
          msg: `Value error, ${issue.message ?? 'invalid'}`,
          type: 'value_error',
        }
      );
  }
}

/** Pydantic's words for a choice: `Input should be 'a', 'b' or 'c'`. */
function literal(values: readonly unknown[]): { msg: string; type: string } {
  const quoted = values.map((value) => `'${String(value)}'`);
  const last = quoted.at(-1) ?? '';
  const list = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${last}` : last;
  return { msg: `Input should be ${list}`, type: 'literal_error' };
}
