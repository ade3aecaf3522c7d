/**
 * Makes a value that validates against a JSON Schema, in a simple generic way: the part of JSON Schema
 * that providers take for structured output, and Google's OpenAPI words for it (`STRING`, `nullable`).
 */

type Schema = Readonly<Record<string, unknown>>;

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
/** Items of an array, unless the schema wants more. */
const MOST_ITEMS = 20;

/** Values of well-known string formats. */
const FORMATS: ReadonlyMap<string, string> = new Map([
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
const PATTERN_TRIES = [
  'a',
  'A',
  '1',
  'ab',
  'AB',
  '12',
  'a1',
  'A1',
  'abc',
  'ABC',
  '123',
  '1234',
  '2026-01-01',
];

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
  if (isSparing(filling) && allowsNull(schema)) return null;
  if ('const' in schema) return schema.const;
  const { enum: values } = schema;
  if (Array.isArray(values) && values.length > 0) return values.find((value) => value !== null) ?? null;
  const choice = firstChoice(schema);
  const deeper = { ...filling, depth: filling.depth + 1 };
  if (choice !== undefined) return fill(choice, deeper);
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
function resolve(given: unknown, root: unknown): Schema {
  let schema = asSchema(given);
  for (let hops = 0; typeof schema.$ref === 'string' && hops < LAST_DEPTH; hops++) {
    schema = asSchema(lookUp(root, schema.$ref));
  }
  if (!Array.isArray(schema.allOf)) return schema;
  let merged: Record<string, unknown> = { ...schema };
  for (const part of schema.allOf) {
    const other = asSchema(part);
    const resolved = typeof other.$ref === 'string' ? asSchema(lookUp(root, other.$ref)) : other;
    merged = {
      ...merged,
      ...resolved,
      properties: { ...asSchema(merged.properties), ...asSchema(resolved.properties) },
      required: [...asArray(merged.required), ...asArray(resolved.required)],
    };
  }
  return merged;
}

/** Reads `#` and `#/a/b` (RFC 6901). */
function lookUp(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let value: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const holder = asSchema(value);
    value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  }
  return value;
}

function firstChoice(schema: Schema): unknown {
  const options = [...asArray(schema.anyOf), ...asArray(schema.oneOf)];
  return options.find((option) => typeOf(asSchema(option)) !== 'null') ?? options[0];
}

function allowsNull(schema: Schema): boolean {
  if (schema.nullable === true || asArray(schema.type).includes('null')) return true;
  const options = [...asArray(schema.anyOf), ...asArray(schema.oneOf)];
  return options.some((option) => typeOf(asSchema(option)) === 'null');
}

function typeOf(schema: Schema): string {
  const { type } = schema;
  const named = Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;
  if (typeof named === 'string') return named.toLowerCase();
  if ('properties' in schema || 'required' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'string';
}

function fillObject(schema: Schema, filling: Filling): unknown {
  const properties = asSchema(schema.properties);
  const required = new Set(asArray(schema.required).filter((name) => typeof name === 'string'));
  const names = isSparing(filling) ? [...required] : [...new Set([...Object.keys(properties), ...required])];
  const entries = names.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    return [name, fill(property, filling)] as const;
  });
  // Own properties whatever their names are, `__proto__` too.
  return Object.fromEntries(entries);
}

function fillArray(schema: Schema, filling: Filling): unknown[] {
  const prefix = asArray(schema.prefixItems);
  const least = Math.max(asCount(schema.minItems) ?? 0, prefix.length);
  const most = asCount(schema.maxItems) ?? Number.POSITIVE_INFINITY;
  const wanted = isSparing(filling) ? 0 : Math.min(filling.words.length, MOST_ITEMS);
  const length = Math.min(Math.max(wanted, least), most, 1000);
  const items: unknown[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < length; i++) {
    const item = fill(i < prefix.length ? prefix[i] : schema.items, { ...filling, turn: i });
    if (schema.uniqueItems === true) {
      const text = JSON.stringify(item);
      if (seen.has(text)) continue;
      seen.add(text);
    }
    items.push(item);
  }
  return items;
}

function fillNumber(schema: Schema, integer: boolean): number {
  const step = asNumber(schema.multipleOf) ?? (integer ? 1 : 0);
  const gap = step > 0 ? step : 0.001;
  const low = highest(asNumber(schema.minimum), plus(asNumber(schema.exclusiveMinimum), gap));
  const high = lowest(asNumber(schema.maximum), plus(asNumber(schema.exclusiveMaximum), -gap));
  const usual = integer ? 1 : 0.5;
  const within = Math.max(low, Math.min(usual, high));
  if (step === 0) return within;
  const up = Math.ceil(within / step) * step;
  return up <= high ? up : Math.floor(within / step) * step;
}

function fillString(schema: Schema, filling: Filling): string {
  const format = typeof schema.format === 'string' ? FORMATS.get(schema.format) : undefined;
  if (format !== undefined) return format;
  if (typeof schema.pattern === 'string') {
    const matched = matchPattern(schema.pattern);
    if (matched !== undefined) return matched;
  }
  const word = filling.words[filling.turn % filling.words.length] ?? '';
  const points = Array.from(word);
  const least = Math.min(asCount(schema.minLength) ?? 0, 10_000);
  const most = asCount(schema.maxLength) ?? Number.POSITIVE_INFINITY;
  if (points.length > most) return points.slice(0, most).join('');
  return points.length >= least ? word : word + '.'.repeat(least - points.length);
}

function matchPattern(pattern: string): string | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    return PATTERN_TRIES.find((text) => expression.test(text));
  } catch {
    return undefined;
  }
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** A count; Google writes some of them as strings. */
function asCount(value: unknown): number | undefined {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && count >= 0 ? Math.floor(count) : undefined;
}

function plus(value: number | undefined, gap: number): number | undefined {
  return value === undefined ? undefined : value + gap;
}

function highest(...values: readonly (number | undefined)[]): number {
  return Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY));
}

function lowest(...values: readonly (number | undefined)[]): number {
  return Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY));
}
