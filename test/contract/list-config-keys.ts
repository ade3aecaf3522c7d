/** Lists the keys of the config file, from the schema that the gateway reads it by. */
import { z } from 'zod';
import { configSchema } from '../../src/gateway/config/config-schema.ts';
import { byteSize, duration } from '../../src/gateway/config/duration.ts';

export interface ConfigKey {
  /** With dots; `<name>` where the operator chooses the name, `[]` for each of a list. */
  readonly key: string;
  readonly values: string;
  /** As a config file says it; empty where a key that is left out has no value of its own. */
  readonly fallback: string;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Types that the JSON schema shows as a choice of forms. */
const NAMED: readonly [string, string][] = [
  [formOf(duration), 'time'],
  [formOf(byteSize), 'size'],
];

/** From the largest. */
const UNITS: Readonly<Record<string, readonly [string, number][] | undefined>> = {
  time: [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ],
  size: [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
    ['B', 1],
  ],
};
/** What must be given before anything in a list, or in a section that is off as shipped, has a default. */
const GIVEN = {
  webhooks: [{ url: 'https://example.org/' }],
  admin: {
    sign_in: {
      issuer: 'https://example.org/',
      client_id: 'a',
      url: 'https://example.org',
      roles: { admin: ['a'] },
    },
  },
};
const DEFAULTS: unknown = configSchema.parse(GIVEN);

function formOf(type: z.ZodType): string {
  const { $schema: _, ...form } = toJson(type);
  return JSON.stringify(form);
}

function toJson(type: z.ZodType): Schema {
  return z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' });
}

export function listConfigKeys(): ConfigKey[] {
  return walk(toJson(configSchema), []);
}

function walk(schema: Schema, place: readonly string[]): ConfigKey[] {
  const { properties = {}, additionalProperties, items } = schema;
  if (typeof items === 'object' && (items as Schema).properties !== undefined) {
    return walk(items as Schema, [...place, '[]']);
  }
  const named = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  const keys = Object.entries(properties).flatMap(([name, inner]) => walk(inner as Schema, [...place, name]));
  if (named) keys.push(...walk(withoutNull(additionalProperties as Schema), [...place, '<name>']));
  if (keys.length > 0) return keys;
  const values = valuesOf(schema);
  return [{ key: place.join('.').replace('.[]', '[]'), values, fallback: write(shipped(place), values) }];
}

/** What the gateway uses if no config file says otherwise. */
function shipped(place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name === '[]' ? 0 : name],
    without(DEFAULTS, GIVEN),
  );
}

/** @returns the value without what was given. */
function without(value: unknown, given: unknown): unknown {
  const isValue = typeof given !== 'object' || given === null;
  if (isValue || (Array.isArray(given) && typeof given[0] === 'string')) return undefined;
  const rest = Object.entries(given).map(([key, inner]) => [
    key,
    without((value as Record<string, unknown>)[key], inner),
  ]);
  return { ...(value as object), ...Object.fromEntries(rest) };
}

function write(value: unknown, values: string): string {
  if (value === undefined) return '';
  const each = /^list of (.+)$/.exec(values)?.[1] ?? '';
  if (Array.isArray(value) && UNITS[each] !== undefined) {
    return `[${value.map((one) => write(one, each)).join(', ')}]`;
  }
  const units = UNITS[values];
  if (units === undefined) return typeof value === 'string' ? value : JSON.stringify(value);
  const [unit, factor] = units.find(([, size]) => (value as number) % size === 0) as [string, number];
  return `${(value as number) / factor}${unit}`;
}

function withoutNull(schema: Schema): Schema {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') as Schema | undefined;
  return inner ?? schema;
}

function valuesOf(schema: Schema): string {
  const { default: _, ...form } = schema;
  const name = NAMED.find(([shape]) => shape === JSON.stringify(form))?.[1];
  if (name !== undefined) return name;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => valuesOf(choice as Schema)).join(' or ');
  if (schema.type === 'array') return `list of ${valuesOf((schema.items ?? {}) as Schema)}`;
  if (schema.type === 'boolean') return '`true`, `false`';
  if (schema.type === 'integer' || schema.type === 'number') return rangeOf(schema);
  if (Array.isArray(schema.type)) return schema.type.map((type) => valuesOf({ type })).join(' or ');
  return schema.type === 'string' ? 'text' : (schema.type ?? 'any');
}

function rangeOf({ type, minimum, exclusiveMinimum, maximum }: Schema): string {
  const bound = (value: unknown): number | undefined =>
    typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER ? value : undefined;
  const [least, above, most] = [bound(minimum), bound(exclusiveMinimum), bound(maximum)];
  const words = [
    least === undefined ? '' : `from ${least}`,
    above === undefined ? '' : `above ${above}`,
    most === undefined ? '' : `to ${most}`,
  ];
  return [type === 'integer' ? 'whole number' : 'number', ...words].filter((word) => word !== '').join(' ');
}
