/**
 * The sources of evidence in the config file. Which names there are is known where sources are opened, so that
 * adding one takes no change here.
 */
import { z } from 'zod';
import { ApiKey } from '../../domain/api-key.ts';
import { baseUrlFault } from '../../domain/base-url.ts';
import { camelKeys } from '../../domain/camel-keys.ts';
import { CLAIM_CATEGORIES, type ClaimCategory } from '../../domain/claim.ts';
import { type ArchiveConfig, archiveFaults, archiveSettings, readArchive } from './archive-config.ts';
import { duration } from './duration.ts';
import { withoutFault } from './without-fault.ts';

/** What config says of one source. */
export interface SourceConfig {
  readonly name: string;
  readonly baseUrl?: string;
  readonly key?: ApiKey;
  /** Requests a second. */
  readonly rate?: number;
  /** Milliseconds for one search. */
  readonly timeout?: number;
  /** The categories of claims that it is asked about; all of them where absent. */
  readonly categories?: readonly ClaimCategory[];
  /** Where it is an archive of the operator's own. */
  readonly archive?: ArchiveConfig;
}

export const keySetting = z.string().transform((text, context) => {
  const parsed = ApiKey.parse(text.trim());
  if (parsed === undefined) {
    context.addIssue({ code: 'custom', message: 'must be printable characters without blanks' });
    return z.NEVER;
  }
  return parsed;
});

/** The address of a provider, a source or a dashboard. */
export const baseUrl = withoutFault(baseUrlFault);

const settings = z
  .strictObject({
    base_url: baseUrl.optional(),
    key: keySetting.optional(),
    rate: z.number().positive().max(1_000).optional(),
    timeout: duration.refine((ms) => ms > 0, 'must be more than 0').optional(),
    categories: z.array(z.enum(CLAIM_CATEGORIES)).min(1).optional(),
    ...archiveSettings(keySetting, baseUrl),
  })
  .superRefine((given, context) => {
    for (const [key, message] of archiveFaults(given)) {
      context.addIssue({ code: 'custom', path: key.split('.'), message });
    }
  });

/** `sources:`, in the order in which they are to be asked; `wikipedia:` with nothing behind it will do. */
export const sourcesSection = z
  .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be the name of a source'), settings.nullable())
  .default({})
  .transform((section): readonly SourceConfig[] =>
    Object.entries(section).map(([name, given]) => {
      const { base_url, key, rate, timeout, categories } = given ?? {};
      const archive = given === null ? undefined : readArchive(given);
      return { name, ...camelKeys({ base_url, key, rate, timeout, categories, archive }) };
    }),
  );

/** Who asks: an e-mail address or a URL, as sources want it in a header. */
export const contactSetting = z
  .string()
  .regex(/^(?:[^\s@()<>]+@[^\s@()<>]+|https?:\/\/[^\s()<>]+)$/, 'must be an e-mail address or an http(s) URL')
  .regex(/^[\u0021-\u007e]{1,200}$/, 'must be an e-mail address or an http(s) URL');

/**
 * Keys of sources in the environment: `CLAIMGATE_BRAVE_KEY` is the key of `brave`, `CLAIMGATE_GOOGLE_FACT_CHECK_KEY`
 * that of `google-fact-check`. Other variables may look alike; the sources pick their own.
 */
export function readSourceKeys(
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [variable, value] of Object.entries(env)) {
    const name = /^CLAIMGATE_([A-Z][A-Z0-9_]*)_KEY$/.exec(variable)?.[1];
    const text = value?.trim() ?? '';
    if (name !== undefined && text !== '') keys.set(name.toLowerCase().replaceAll('_', '-'), text);
  }
  return keys;
}
