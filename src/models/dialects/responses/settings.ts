/** What differs between the providers that are asked by the Responses API. */
import type { Model } from '../../../domain/catalogue.ts';
import type { DialectSettings } from '../chat-completions/settings.ts';
import type { FieldSupport } from '../fields.ts';
import type { HostedSearch } from '../hosted-search.ts';

export interface ResponsesSettings
  extends Pick<DialectSettings, 'key' | 'name' | 'allowedTools' | 'errorRules'> {
  /** Which request fields it has here. */
  readonly fields: FieldSupport;
  /** Whether a model can be asked by this API at all. */
  readonly serves: (wireId: string) => boolean;
  /** Whether a model thinks: only then it may be asked for what it thought. */
  readonly reasons: (model: Model) => boolean;
  /** Whether it shows summaries of that, if asked. */
  readonly summarizes: boolean;
  /** The smallest limit that it takes for the tokens of an answer. */
  readonly leastTokens: number;
  /** Whether it has tools that take a text, and tools in namespaces; else functions stand for them. */
  readonly customTools: boolean;
  /** What its search takes beside the domains to search in, and what it calls those to leave out. */
  readonly search: {
    readonly parts: readonly (keyof HostedSearch)[];
    readonly blockedDomains?: string;
  };
  /** Sent with every streamed request. */
  readonly streamOptions?: Readonly<Record<string, boolean>>;
}

/** https://platform.openai.com/docs/api-reference/responses/create */
export const OPENAI_RESPONSES_FIELDS: FieldSupport = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_tokens: ['max_output_tokens'],
  stop: [],
  seed: [],
  presence_penalty: [],
  frequency_penalty: [],
  response_format: ['text.format'],
  reasoning_effort: ['reasoning.effort'],
  verbosity: ['text.verbosity'],
  tools: ['tools'],
  tool_choice: ['tool_choice'],
  parallel_tool_calls: ['parallel_tool_calls'],
  name: [],
  user: ['user'],
  safety_identifier: ['safety_identifier'],
  service_tier: ['service_tier'],
  metadata: ['metadata'],
  // The gateway keeps responses itself.
  store: [],
  prompt_cache_key: ['prompt_cache_key'],
  prompt_cache_retention: ['prompt_cache_retention'],
  prompt_cache_breakpoint: ['input.0.content.0.prompt_cache_breakpoint'],
  prompt_cache_options: ['prompt_cache_options'],
  n: [],
  logprobs: ['include'],
  top_logprobs: ['top_logprobs'],
  logit_bias: [],
  prediction: [],
  web_search_options: ['tools'],
  top_k: [],
  min_p: [],
  repetition_penalty: [],
  chat_template_kwargs: [],
  safety_settings: [],
};
