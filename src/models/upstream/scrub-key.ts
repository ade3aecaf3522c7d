import { type ApiKey, NO_KEY } from '../../domain/api-key.ts';
import { findRuns, fold, foldedForms, runsOf } from './key-forms.ts';

/** Parts of a key from this length on are taken for the key. */
const PART = 8;
export const REDACTED = '[redacted]';

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
  const hidden = findRuns(text, runsOf([secret], size), size);
  return hidden === undefined ? text : redact(text, hidden);
}

/**
 * Likewise, however the key is written: backwards, in any case, encoded, escaped, or with other characters in between.
 * For short texts: it looks closely.
 */
export function scrubMessage(text: string, keys: readonly ApiKey[]): string {
  if (text === '') return text;
  const { letters, places } = fold(text);
  const hidden = new Uint8Array(text.length);
  for (const key of keys) {
    const secret = key.reveal();
    if (secret === NO_KEY) continue;
    const size = Math.min(PART, secret.length);
    for (const [i, is] of findRuns(text, runsOf([secret], size), size)?.entries() ?? []) hidden[i]! |= is;
    const forms = letters.length < PART ? [] : foldedForms(secret);
    const isLong = (forms[0]?.length ?? 0) >= PART;
    const found = isLong ? findRuns(letters, runsOf(forms, PART), PART) : undefined;
    for (let i = 0; found !== undefined && i < letters.length; i++) {
      if (found[i] !== 1) continue;
      const [start] = places[i]!;
      while (found[i + 1] === 1) i += 1;
      const [, end] = places[i]!;
      hidden.fill(1, start, end);
    }
  }
  return redact(text, hidden);
}

/** @param hidden for each unit, whether it is to go. */
function redact(text: string, hidden: Uint8Array): string {
  let out = '';
  let kept = 0;
  for (let i = 0; i < text.length; ) {
    if (hidden[i] !== 1) {
      i += 1;
      continue;
    }
    out += `${text.slice(kept, i)}${REDACTED}`;
    while (hidden[i] === 1) i += 1;
    kept = i;
  }
  return out + text.slice(kept);
}
