/** References in a schema, for providers that take only those to definitions, with nothing beside them. */
import { isObject, type JsonObject } from './read-json.ts';

/** Parts of one schema that become definitions: each is a copy of its own. */
const MOST_LIFTED = 100;
/** Characters that the copies may have together, in any case. */
const MOST_COPIED = 32_000;

/** A reference with rules or notes beside it means the same as `anyOf` of it alone. */
export function setReferenceApart(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  const isAlone = Object.keys(rest).every((name) => name.startsWith('$') || name === 'definitions');
  return $ref === undefined || isAlone || 'anyOf' in rest ? schema : { anyOf: [{ $ref }], ...rest };
}

/**
 * Makes definitions of the parts that references point at. Parts may lie within each other: their copies together are
 * at most twice as large as the schema, or than `MOST_COPIED`.
 * @param restate puts a part in the provider's terms.
 * @param tooMany is thrown where the copies would be larger.
 */
export function liftReferences(
  root: JsonObject,
  restate: (part: JsonObject) => JsonObject,
  tooMany: () => Error,
) {
  let left: number | undefined;
  const names = new Map<string, string>();
  const taken = new Set(
    Object.keys({ ...definitionsOf(root, '$defs'), ...definitionsOf(root, 'definitions') }),
  );
  const definitions: Record<string, JsonObject> = {};
  return {
    /** @returns the reference that takes the place of one; itself where it points at a definition, or at nothing. */
    refer(reference: unknown): unknown {
      if (typeof reference !== 'string' || !/^#\/(?!\$defs\/[^/]+$)/.test(reference)) return reference;
      const known = names.get(reference);
      if (known !== undefined) return `#/$defs/${known}`;
      const part = partAt(root, reference);
      if (!isObject(part) || names.size === MOST_LIFTED) return reference;
      left ??= Math.max(MOST_COPIED, 2 * JSON.stringify(root).length);
      left -= JSON.stringify(part).length;
      if (left < 0) throw tooMany();
      let name = reference.slice(2).replace(/\W+/g, '_');
      while (taken.has(name)) name += '_';
      taken.add(name);
      names.set(reference, name);
      definitions[name] = restate(part);
      return `#/$defs/${name}`;
    },
    /** @returns the schema with the definitions that were made. */
    define(schema: JsonObject): JsonObject {
      if (names.size === 0) return schema;
      return { ...schema, $defs: { ...definitionsOf(schema, '$defs'), ...definitions } };
    },
  };
}

function definitionsOf(schema: JsonObject, keyword: string): JsonObject {
  const found = schema[keyword];
  return isObject(found) ? found : {};
}

/** @returns what a JSON pointer (RFC 6901) finds. */
function partAt(root: JsonObject, reference: string): unknown {
  let part: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as JsonObject)[name];
  }
  return part;
}
