/** Every provider and dialect there is. A new provider is one file, and one line here. */

import { openaiCompatible } from '../dialects/chat-completions/dialect.ts';
import {
  OPEN_MODEL_FIELDS,
  OPENAI_FIELDS,
  OPENAI_FINISH_REASONS,
} from '../dialects/chat-completions/settings.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { ANTHROPIC } from './anthropic.ts';
import { GOOGLE } from './google.ts';
import type { KnownProvider } from './known-provider.ts';
import { OPENAI } from './openai.ts';
import { TOGETHER } from './together.ts';
import { XAI } from './xai.ts';

/** In the order in which they are listed. */
export const PROVIDERS: readonly KnownProvider[] = [OPENAI, ANTHROPIC, GOOGLE, XAI, TOGETHER];

/**
 * A server of the operator's own that speaks OpenAI's dialect, such as vLLM, Ollama or llama.cpp. Where it
 * departs from OpenAI's words, it is refused.
 */
export const OPERATOR: Dialect = openaiCompatible({
  key: 'openai-compatible',
  name: 'this provider',
  fields: { ...OPENAI_FIELDS, ...OPEN_MODEL_FIELDS },
  finishReasons: { ...OPENAI_FINISH_REASONS, eos: 'stop' },
  thoughtsInText: true,
});

/** The dialects that an operator's own provider may speak: those of the known ones have the same keys. */
export const DIALECTS: readonly Dialect[] = [...PROVIDERS, OPERATOR];

export function knownProvider(key: string): KnownProvider | undefined {
  return PROVIDERS.find((provider) => provider.key === key);
}

/** @throws Error where there is no such dialect; the catalogue's schema lets none pass. */
export function dialectOf(key: string): Dialect {
  const dialect = DIALECTS.find((candidate) => candidate.key === key);
  if (dialect === undefined) throw new Error(`there is no dialect ${key}`);
  return dialect;
}
