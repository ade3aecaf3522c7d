import { type ApiKey, NO_KEY } from '../domain/api-key.ts';

/** Parts of a key from this length on are taken for the key. */
const PART = 8;

/**
 * Takes every part of the key out of a provider's words.
 *
 * @returns the text, each run of at least eight units that also stands in the key (or the whole key,
 *   where it is shorter) replaced by `[redacted]`.
 */
export function scrubKey(text: string, key: ApiKey): string {
  const secret = key.reveal();
  if (secret === NO_KEY) return text;
  const size = Math.min(PART, secret.length);
  const parts = new Set<string>();
  for (let i = 0; i + size <= secret.length; i++) parts.add(secret.slice(i, i + size));
  let out = '';
  let kept = 0;
  for (let i = 0; i + size <= text.length; ) {
    if (!parts.has(text.slice(i, i + size))) {
      i += 1;
      continue;
    }
    let end = i + size;
    while (end < text.length && parts.has(text.slice(end - size + 1, end + 1))) end += 1;
    out += `${text.slice(kept, i)}[redacted]`;
    kept = end;
    i = end;
  }
  return kept === 0 ? text : out + text.slice(kept);
}
