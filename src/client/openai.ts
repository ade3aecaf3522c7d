/**
 * Types for the `openai` package: `fact_check` in its requests, `fact_check_metadata` and `cost` on its answers. Nothing runs.
 * CommonJS has declarations of its own, which are not extended.
 */
import type {} from 'openai/resources/chat/completions/completions';
import type {} from 'openai/resources/completions';
import type {} from 'openai/resources/responses/responses';
import type { ClaimEvent, FactChecked, FactCheckRequest, Priced } from './types.ts';

declare module 'openai/resources/chat/completions/completions' {
  interface ChatCompletion extends FactChecked {}
  interface ChatCompletionChunk extends FactChecked {
    /** With `fact_check.stream_events`. */
    readonly claim_event?: ClaimEvent;
  }
  interface ChatCompletionCreateParamsBase extends FactCheckRequest {}
}

declare module 'openai/resources/completions' {
  interface CompletionUsage extends Priced {}
}

declare module 'openai/resources/responses/responses' {
  interface Response extends FactChecked {}
  interface ResponseUsage extends Priced {}
  interface ResponseCreateParamsBase extends FactCheckRequest {}
}
