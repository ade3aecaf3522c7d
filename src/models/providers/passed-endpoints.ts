/**
 * Which endpoints beside chats each provider has, by its dialect: what is asked there goes through as the caller wrote
 * it. A path ends in `/*` where the provider has more below it.
 *
 * Sources, November 2026: platform.openai.com/docs/api-reference, platform.claude.com/docs/en/api (message batches,
 * files), ai.google.dev/gemini-api/docs/openai, docs.x.ai/developers/rest-api-reference, docs.together.ai/reference.
 */

export interface PassedEndpoints {
  /** What stands before the paths on the provider's base URL. */
  readonly prefix: string;
  /** How the provider takes the key there. */
  readonly key: 'bearer' | 'x-api-key';
  /** Below the prefix, without a slash at the beginning. */
  readonly paths: readonly string[];
  /** Headers of the provider's own that each request needs, unless the caller has sent them. */
  readonly headers?: Readonly<Record<string, string>>;
}

const OPENAI: PassedEndpoints = {
  prefix: '',
  key: 'bearer',
  paths: [
    ...['embeddings', 'images/*', 'audio/*', 'moderations', 'completions'],
    ...['files', 'files/*', 'batches', 'batches/*'],
  ],
};

const BY_DIALECT: Readonly<Record<string, PassedEndpoints>> = {
  openai: OPENAI,
  anthropic: {
    prefix: '/v1',
    key: 'x-api-key',
    paths: ['messages/batches', 'messages/batches/*', 'files', 'files/*'],
    headers: { 'anthropic-version': '2023-06-01' },
  },
  // Files of its batches are uploaded by Google's own API alone.
  google: {
    prefix: '/v1beta/openai',
    key: 'bearer',
    paths: ['embeddings', 'images/*', 'batches', 'batches/*'],
  },
  xai: {
    ...OPENAI,
    paths: ['images/*', 'completions', 'files', 'files/*', 'batches', 'batches/*'],
  },
  together: {
    ...OPENAI,
    paths: [
      ...['embeddings', 'images/*', 'audio/*', 'completions'],
      ...['files', 'files/*', 'batches', 'batches/*'],
    ],
  },
  // Which of them an operator's own server has, it says itself.
  'openai-compatible': OPENAI,
};

/** @param dialect of the registry. */
export function passedEndpointsOf(dialect: string): PassedEndpoints | undefined {
  return Object.hasOwn(BY_DIALECT, dialect) ? BY_DIALECT[dialect] : undefined;
}

/** @param path below the prefix, such as `files/file-1`. */
export function hasEndpoint({ paths }: PassedEndpoints, path: string): boolean {
  return paths.some((one) => (one.endsWith('/*') ? path.startsWith(one.slice(0, -1)) : path === one));
}
