import { createHash } from 'node:crypto';

/** Documented for calls that Gemini did not write. */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** The thought signature of a call: another one is no signature of it. */
export function signCall(name: string, args: unknown): string {
  return createHash('sha256').update(name).update(JSON.stringify(args)).digest('base64');
}
