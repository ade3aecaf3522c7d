import type { CheckAbout } from '../claims/check-about.ts';
import type { CheckedText } from '../claims/report-facts.ts';
import { getSettings, type Settings } from '../state/settings.ts';
import type { Check } from './check-store.ts';

/** Who answers for a report, where its check does not say: whoever did for the last one. */
export function withByline(about: CheckAbout, { author, publisher }: Settings): CheckAbout {
  return { ...(author === '' ? {} : { author }), ...(publisher === '' ? {} : { publisher }), ...about };
}

/** The check as it is reported. */
export function toReport({
  found,
  metadata,
  about,
}: Pick<Check, 'found' | 'metadata' | 'about'>): CheckedText {
  return { ...found, metadata, about: withByline(about, getSettings()) };
}
