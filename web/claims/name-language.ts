/** What is said of a claim's language. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** @returns the name of a language in English; the tag itself where it is none. */
export function nameLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** @returns nothing for a claim whose language the detector is trained on, or that names none. */
export function sayUnsupported({ language, language_supported: supported }: Claim): string | undefined {
  if (language === undefined || supported !== false) return undefined;
  return texts.claims.unsupported(nameLanguage(language));
}
