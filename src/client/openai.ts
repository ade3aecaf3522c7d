/**
 * Types for the `openai` package: `fact_check` in its requests, `fact_check_metadata` on its answers. Nothing runs.
 * Both of its declarations are extended: `.mjs` is what modules import, `.js` what CommonJS requires.
 */
import type { ClaimEvent, FactChecked, FactCheckRequest } from './types.ts';

interface FactCheckedChunk extends FactChecked {
  /** With `fact_check.stream_events`. */
  readonly claim_event?: ClaimEvent;
}

declare module 'openai/resources/chat/completions/completions.mjs' {
  interface ChatCompletion extends FactChecked {}
  interface ChatCompletionChunk extends FactCheckedChunk {}
  interface ChatCompletionCreateParamsBase extends FactCheckRequest {}
}

declare module 'openai/resources/chat/completions/completions.js' {
  interface ChatCompletion extends FactChecked {}
  interface ChatCompletionChunk extends FactCheckedChunk {}
  interface ChatCompletionCreateParamsBase extends FactCheckRequest {}
}

declare module 'openai/resources/responses/responses.mjs' {
  interface Response extends FactChecked {}
  interface ResponseCreateParamsBase extends FactCheckRequest {}
}

declare module 'openai/resources/responses/responses.js' {
  interface Response extends FactChecked {}
  interface ResponseCreateParamsBase extends FactCheckRequest {}
}
