/**
 * The names of a body in Google's API, which takes them in both spellings (https://protobuf.dev/programming-guides/json/):
 * those that are read get one of them. What is not read stays as it came, with all that it holds.
 */
import { z } from 'zod';
import type { WrittenRequest } from '../../../domain/chat.ts';
import type { FieldFault } from '../../../domain/errors.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { valueFault } from '../field-faults.ts';
import { type Known, type KnownObject, knownBy, knownOf } from '../known-members.ts';
import { generateContentFields } from './generate-content-schema.ts';

interface ReadNames {
  /** The body with what is read of Google's in the spelling `likeThis`. */
  readonly body: JsonObject;
  readonly written: Omit<WrittenRequest, 'sources'>;
  /** Members that are given in both spellings. */
  readonly faults: readonly FieldFault[];
}

/**
 * @param ownNames members of the body that are the gateway's own.
 * @returns `undefined` for a body that is no object.
 */
export function readNames(given: unknown, ownNames: ReadonlySet<string>): ReadNames | undefined {
  if (!isObject(given)) return undefined;
  const unread = new Set<string>();
  const faults: FieldFault[] = [];

  const readObject = (value: JsonObject, { members }: KnownObject, place: readonly string[]): JsonObject => {
    const read = new Map<string, unknown>();
    for (const name in value) {
      const isOwn = place.length === 0 && ownNames.has(name);
      const spelt = isOwn || members.has(name) ? name : inCamelCase(name);
      const isRead = members.has(spelt);
      const own = isRead ? spelt : name;
      // A field of the body goes on whatever it is.
      const isMeant = place.length === 0 || value[name] != null;
      if (!isOwn && !isRead && isMeant) unread.add([...place, name].join('.'));
      if (read.has(own)) faults.push(valueFault([...place, own], 'is given in both spellings'));
      read.set(own, isRead ? readValue(value[name], members.get(spelt), [...place, own]) : value[name]);
    }
    return Object.fromEntries(read);
  };
  const readValue = (value: unknown, schema: Known | undefined, place: readonly string[]): unknown => {
    const known = knownOf(value, schema);
    if (known?.kind === 'list')
      return (value as unknown[]).map((one) => readValue(one, known.element, place));
    return known === undefined ? value : readObject(value as JsonObject, known, place);
  };

  const body = readObject(given, FIELDS, []);
  const names = [...unread];
  // Members of a tool are tools: they are named as such.
  const members = names.filter((name) => !Object.hasOwn(body, name) && !/^tools\.[^.]*$/.test(name));
  return {
    body,
    written: {
      dialect: 'generate-content',
      body,
      unread: names.filter((name) => Object.hasOwn(body, name)),
      unreadMembers: () => members,
    },
    faults,
  };
}

const FIELDS = knownBy(z.object(generateContentFields)) as KnownObject;

function inCamelCase(name: string): string {
  return name.replace(/(?<=[a-z\d])_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
