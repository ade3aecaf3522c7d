import { createHash } from 'node:crypto';
import { asObject } from '../json.ts';

/** Documented for calls that Gemini did not write. */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Nine bytes are twelve characters. */
const LENGTH = 12;
const hash = (...values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64').slice(0, LENGTH);

/** The thought signature of a call: of its name and of each argument. */
export function signCall(name: string, args: unknown): string {
  return [hash(name), ...hashArguments(name, args)].join('');
}

/** Another call's signature is none of this one's. Agents fill in arguments that the model left out. */
export function isSignatureOf(signature: unknown, name: string, args: unknown): boolean {
  const [first, ...signed] = String(signature).match(/.{1,12}/g) ?? [];
  const given = new Set(hashArguments(name, args));
  return first === hash(name) && signed.every((one) => given.has(one));
}

function hashArguments(name: string, args: unknown): string[] {
  return Object.entries(asObject(args)).map(([key, value]) => hash(name, key, value));
}
