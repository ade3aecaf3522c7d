/** Every adapter there is. A new dialect is one directory, and one line in each of these tables. */
import type { Adapter } from './adapter.ts';
import { ANTHROPIC } from './anthropic/adapter.ts';
import type { Dialect } from './catalogue.ts';
import { GOOGLE } from './google/adapter.ts';
import { OPENAI } from './openai.ts';
import { openaiCompatible } from './openai-compatible/adapter.ts';
import { OPERATOR } from './operator.ts';
import { TOGETHER } from './together.ts';
import { XAI } from './xai.ts';

/** The providers that the gateway knows by name; their keys are their dialects'. */
export type KnownProvider = Exclude<Dialect, 'openai-compatible'>;

export interface ProviderDefaults {
  /** As `GET /models` lists it. */
  readonly name: string;
  /** Without a slash at the end; an adapter's paths are appended. */
  readonly baseUrl: string;
}

/** In the order in which they are listed. */
export const PROVIDERS: Readonly<Record<KnownProvider, ProviderDefaults>> = {
  openai: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { name: 'Anthropic', baseUrl: 'https://api.anthropic.com' },
  google: { name: 'Google', baseUrl: 'https://generativelanguage.googleapis.com' },
  xai: { name: 'xAI', baseUrl: 'https://api.x.ai/v1' },
  together: { name: 'Together', baseUrl: 'https://api.together.xyz/v1' },
};

export const ADAPTERS: Readonly<Record<Dialect, Adapter>> = {
  openai: openaiCompatible(OPENAI),
  anthropic: ANTHROPIC,
  google: GOOGLE,
  xai: openaiCompatible(XAI),
  together: openaiCompatible(TOGETHER),
  'openai-compatible': openaiCompatible(OPERATOR),
};
