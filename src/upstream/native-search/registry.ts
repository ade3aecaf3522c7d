/** Providers whose models can search the web themselves, by their keys in the catalogue. Together has none. */
import { ANTHROPIC_SEARCH } from './anthropic-search.ts';
import { GOOGLE_SEARCH } from './google-search.ts';
import type { NativeDialect } from './native-dialect.ts';
import { createResponsesDialect } from './responses-api.ts';

export const NATIVE_DIALECTS: ReadonlyMap<string, NativeDialect> = new Map([
  [
    'openai',
    createResponsesDialect({
      tool: { search_context_size: 'low' },
      body: { tool_choice: 'required', max_tool_calls: 1 },
    }),
  ],
  ['xai', createResponsesDialect({ tool: {}, body: {} })],
  ['anthropic', ANTHROPIC_SEARCH],
  ['google', GOOGLE_SEARCH],
]);
