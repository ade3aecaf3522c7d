/**
 * The signature of simulated thinking. It belongs to one turn, by the ids of its calls, and to all that stood
 * before it, so that the sandbox notices thinking that was changed, mixed up or carried elsewhere.
 */
import { createHash } from 'node:crypto';
import { asArray, asObject, type JsonObject } from '../json.ts';

/** Marks of the cache move from turn to turn, and say nothing; a text is one block. */
const asSaid = (name: string, value: unknown): unknown => {
  if (name === 'cache_control') return undefined;
  return name === 'content' && typeof value === 'string' ? [{ type: 'text', text: value }] : value;
};
const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, asSaid)).digest('base64url').slice(0, 22);

/**
 * @param before the request, whose messages are those that came before the turn.
 * @param ids of the turn's calls.
 */
export function signThought(before: JsonObject, ids: readonly string[]): string {
  const { system = '', tools = [], messages } = before;
  // Tools that are deferred are none of the prompt until they are found.
  const known = asArray(tools).filter((tool) => asObject(tool).defer_loading !== true);
  return `${hash(['sandbox', ...ids])}.${hash([system, known, messages])}`;
}

/** `forged`: no signature of this turn's; `moved`: something before the turn has changed. */
export function checkSignature(
  given: unknown,
  before: JsonObject,
  ids: readonly string[],
): 'true' | 'forged' | 'moved' {
  const signature = signThought(before, ids);
  if (given === signature) return 'true';
  return String(given).split('.')[0] === signature.split('.')[0] ? 'moved' : 'forged';
}
