/** All that is known of a provider, in one object: config, the catalogue, the docs and the tests read it. */
import type { Dialect } from '../dialects/dialect.ts';
import type { WebSearch } from '../dialects/web-search.ts';

/** A provider that the gateway knows by name. */
export interface KnownProvider extends Dialect {
  /** Without a slash at the end; an adapter's paths are appended. */
  readonly baseUrl: string;
  /** The variables in which people keep their keys, for the command line. */
  readonly keyVariables: readonly string[];
  /** Absent where its models cannot search the web themselves. */
  readonly webSearch?: WebSearch;
}
