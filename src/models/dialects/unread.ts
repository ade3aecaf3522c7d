/**
 * What a provider sends that the gateway does not read. A caller who speaks the provider's dialect gets it all the same:
 * it is taken out of what came, and put into what is written of it.
 */
import { isObject, type JsonObject } from '../../domain/json-object.ts';

/** The members of an object that are read: a value, an object by its own members, or a list by those of its elements. */
export interface KnownMembers {
  readonly [name: string]: true | KnownMembers | readonly [KnownMembers];
}

/**
 * @returns the members that are not read, where they stand; elements of a list keep their place by `index` where they
 *   have one. `undefined` where all is read.
 */
export function unreadOf(value: JsonObject, known: KnownMembers): JsonObject | undefined {
  let unread: Record<string, unknown> | undefined;
  for (const name in value) {
    const member = value[name];
    const inside = Object.hasOwn(known, name) ? known[name] : undefined;
    if (inside === true || name === '__proto__') continue;
    const left = inside === undefined ? member : unreadInside(member, inside);
    if (left === undefined) continue;
    unread ??= {};
    unread[name] = left;
  }
  return unread;
}

function unreadInside(member: unknown, known: KnownMembers | readonly [KnownMembers]): unknown {
  if (!isList(known)) return isObject(member) ? unreadOf(member, known) : undefined;
  if (!Array.isArray(member)) return undefined;
  const [ofElement] = known;
  const all = member.map((element: unknown) =>
    isObject(element) ? unreadOf(element, ofElement) : undefined,
  );
  if (all.every((unread) => unread === undefined)) return undefined;
  return all.flatMap((unread, at) => {
    const index = indexOf(member[at]);
    if (index === undefined) return [unread ?? {}];
    return unread === undefined ? [] : [{ index, ...unread }];
  });
}

function isList(known: KnownMembers | readonly [KnownMembers]): known is readonly [KnownMembers] {
  return Array.isArray(known);
}

/**
 * @param ours what the gateway writes, which holds wherever both say something.
 * @returns the same with what came beside it.
 */
export function withBeside<T>(ours: T, beside: unknown): T {
  if (Array.isArray(ours) && Array.isArray(beside)) return withElements(ours, beside) as T;
  if (!isObject(ours) || !isObject(beside)) return ours;
  const all: Record<string, unknown> = { ...ours };
  for (const name in beside) {
    if (name === '__proto__') continue;
    all[name] = all[name] === undefined ? beside[name] : withBeside(all[name], beside[name]);
  }
  return all as T;
}

function withElements(ours: readonly unknown[], beside: readonly unknown[]): unknown[] {
  const all = [...ours];
  const areNumbered = ours.some((element) => indexOf(element) !== undefined);
  for (const [place, element] of beside.entries()) {
    const index = areNumbered ? indexOf(element) : undefined;
    const found = index === undefined ? place : all.findIndex((own) => indexOf(own) === index);
    if (found >= 0 && found < all.length) all[found] = withBeside(all[found], element);
    else all.push(element);
  }
  return all;
}

function indexOf(element: unknown): unknown {
  return isObject(element) ? element.index : undefined;
}
