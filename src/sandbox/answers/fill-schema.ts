/** Makes a value that validates against a JSON Schema: the part of it that providers take for structured output. */
import { asArray, asObject, type JsonObject } from '../json.ts';

interface Filling {
  readonly root: unknown;
  /** What strings say, in turn over the items of an array. */
  readonly words: readonly string[];
  /** Which of the words it is now. */
  readonly turn: number;
  readonly depth: number;
  /** How many values were made so far, in the whole. */
  readonly made: { count: number };
}

/** From this depth, or this many values, on only what is required is filled: a schema may hold itself. */
const FULL_DEPTH = 8;
const FULL_COUNT = 2_000;
/** Beyond these a schema has no value of a sane size; `null` stands there. */
const LAST_DEPTH = 24;
const LAST_COUNT = 20_000;
/** Items of an array, unless the schema wants more, and the most of them. */
const MOST_ITEMS = 20;
const LONGEST_ARRAY = 1_000;
const LONGEST_STRING = 10_000;

/** Values of well-known string formats. */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-01'],
  ['date-time', '2026-01-01T00:00:00Z'],
  ['time', '00:00:00Z'],
  ['duration', 'P1D'],
  ['email', 'sandbox@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

/** Tried in turn for a pattern. All are short: a caller's pattern cannot take long over them. */
const PATTERN_TRIES = 'a A 1 ab AB 12 a1 A1 abc ABC 123 1234 2026-01-01'.split(' ');

/**
 * @param schema any JSON value; what is not a schema counts as one that allows everything.
 * @param words at least one; what the strings of the value say.
 */
export function fillSchema(schema: unknown, words: readonly string[]): unknown {
  return fill(schema, { root: schema, words, turn: 0, depth: 0, made: { count: 0 } });
}

/** Whether only what is required is still filled. */
function isSparing(filling: Filling): boolean {
  return filling.depth > FULL_DEPTH || filling.made.count > FULL_COUNT;
}

function fill(given: unknown, filling: Filling): unknown {
  filling.made.count += 1;
  if (filling.depth > LAST_DEPTH || filling.made.count > LAST_COUNT) return null;
  const schema = resolve(given, filling.root);
  const options = [...asArray(schema.anyOf), ...asArray(schema.oneOf)];
  const isNull = (option: unknown): boolean => typeOf(asObject(option)) === 'null';
  const mayBeNull = asArray(schema.type).includes('null') || options.some(isNull);
  if (isSparing(filling) && mayBeNull) return null;
  if ('const' in schema) return schema.const;
  const values = asArray(schema.enum);
  if (values.length > 0) return values.find((value) => value !== null) ?? null;
  const deeper = { ...filling, depth: filling.depth + 1 };
  if (options.length > 0) return fill(options.find((option) => !isNull(option)) ?? options[0], deeper);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, deeper);
    case 'array':
      return fillArray(schema, deeper);
    case 'integer':
      return fillNumber(schema, true);
    case 'number':
      return fillNumber(schema, false);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return fillString(schema, filling);
  }
}

/** Follows a reference within the schema, and lays the parts of `allOf` over one another. */
function resolve(given: unknown, root: unknown): JsonObject {
  let schema = asObject(given);
  for (let hops = 0; typeof schema.$ref === 'string' && hops < LAST_DEPTH; hops++) {
    schema = lookUp(root, schema.$ref);
  }
  let merged = schema;
  for (const part of asArray(schema.allOf).map(asObject)) {
    const other = typeof part.$ref === 'string' ? lookUp(root, part.$ref) : part;
    merged = {
      ...merged,
      ...other,
      properties: { ...asObject(merged.properties), ...asObject(other.properties) },
      required: [...asArray(merged.required), ...asArray(other.required)],
    };
  }
  return merged;
}

/** Reads `#` and `#/a/b` (RFC 6901). */
function lookUp(root: unknown, reference: string): JsonObject {
  if (!reference.startsWith('#')) return {};
  let value: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const holder = asObject(value);
    value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  }
  return asObject(value);
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const named = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  // Google's own schemas have types in capitals.
  if (typeof named === 'string') return named.toLowerCase();
  if ('properties' in schema || 'required' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

function fillObject(schema: JsonObject, filling: Filling): unknown {
  const properties = asObject(schema.properties);
  const required = asArray(schema.required).filter((name) => typeof name === 'string');
  const names = new Set([...(isSparing(filling) ? [] : Object.keys(properties)), ...required]);
  // Own properties whatever their names are, `__proto__` too.
  return Object.fromEntries(
    Array.from(names, (name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      return [name, fill(property, filling)];
    }),
  );
}

function fillArray(schema: JsonObject, filling: Filling): unknown[] {
  const prefix = asArray(schema.prefixItems);
  const { least, most } = countsOf(schema.minItems, schema.maxItems);
  const wanted = isSparing(filling) ? 0 : Math.min(filling.words.length, MOST_ITEMS);
  const length = Math.max(0, Math.min(Math.max(wanted, least, prefix.length), most, LONGEST_ARRAY));
  const items = Array.from({ length }, (_, turn) =>
    fill(turn < prefix.length ? prefix[turn] : schema.items, { ...filling, turn }),
  );
  if (schema.uniqueItems !== true) return items;
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function fillNumber(schema: JsonObject, integer: boolean): number {
  const numberOf = (keyword: string): number => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : Number.NaN;
  };
  const step = numberOf('multipleOf') || (integer ? 1 : 0);
  const gap = step > 0 ? step : 0.001;
  // Bounds that are not there are NaN, and do not count.
  const low = Math.max(...[numberOf('minimum'), numberOf('exclusiveMinimum') + gap].filter(Number.isFinite));
  const high = Math.min(...[numberOf('maximum'), numberOf('exclusiveMaximum') - gap].filter(Number.isFinite));
  const within = Math.max(low, Math.min(integer ? 1 : 0.5, high));
  if (step === 0) return within;
  const up = Math.ceil(within / step) * step;
  return up <= high ? up : Math.floor(within / step) * step;
}

function fillString(schema: JsonObject, filling: Filling): string {
  const known = FORMATS.get(schema.format) ?? matchPattern(schema.pattern);
  if (known !== undefined) return known;
  const word = filling.words[filling.turn % filling.words.length] ?? '';
  const points = Array.from(word);
  const { least, most } = countsOf(schema.minLength, schema.maxLength);
  if (points.length > most) return points.slice(0, Math.max(0, most)).join('');
  return word + '.'.repeat(Math.max(0, Math.min(least, LONGEST_STRING) - points.length));
}

function matchPattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    const expression = new RegExp(pattern, 'u');
    return PATTERN_TRIES.find((text) => expression.test(text));
  } catch {
    return undefined;
  }
}

/** Bounds of a length. */
function countsOf(least: unknown, most: unknown): { readonly least: number; readonly most: number } {
  return {
    least: typeof least === 'number' ? least : 0,
    most: typeof most === 'number' ? most : Number.POSITIVE_INFINITY,
  };
}
