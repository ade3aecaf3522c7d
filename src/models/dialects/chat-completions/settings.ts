/** What differs between the servers that speak OpenAI's chat completions. A new one is a new value of this. */

import type { Dialect } from '../dialect.ts';
import type { FieldSupport } from '../fields.ts';
import type { FinishReasons } from '../finish-reason.ts';
import type { ErrorRule } from '../provider-error.ts';

export interface DialectSettings extends Pick<Dialect, 'key' | 'name' | 'capabilitiesOf'> {
  /** Which request fields it has, and what they are called on its wire: the first name of each is used. */
  readonly fields: FieldSupport;
  readonly finishReasons: FinishReasons;
  /** Stop sequences that it takes. */
  readonly mostStops: number;
  /** Whether words of the system may stand anywhere: templates of many models want them first. */
  readonly systemAnywhere: boolean;
  /** Whether it knows the tool choice `allowed_tools`. */
  readonly allowedTools: boolean;
  /** What a function may be called; absent where the server decides. */
  readonly callNames?: RegExp;
  /** Sent with every streamed request. */
  readonly streamOptions: Readonly<Record<string, boolean>>;
  /** What is sent for `reasoning_effort: none`, where the provider has a switch of its own for it. */
  readonly reasoningOff?: Readonly<Record<string, unknown>>;
  /** True where `completion_tokens` leaves reasoning out, so that it has to be added. */
  readonly reasoningTokensApart: boolean;
  /** Whether an earlier answer may bring the thoughts that came with it (`reasoning_content`). */
  readonly takesThoughts: boolean;
  /** Whether its models may write their thoughts into the answer, as `<think>…</think>` before it. */
  readonly thoughtsInText: boolean;
  /** The provider's own error words come before the dialect's. */
  readonly errorRules: readonly ErrorRule[];
}

export const OPENAI_FIELDS: FieldSupport = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_tokens: ['max_completion_tokens', 'max_tokens'],
  stop: ['stop'],
  seed: ['seed'],
  presence_penalty: ['presence_penalty'],
  frequency_penalty: ['frequency_penalty'],
  response_format: ['response_format'],
  reasoning_effort: ['reasoning_effort'],
  user: ['user'],
  verbosity: ['verbosity'],
  tools: ['tools'],
  tool_choice: ['tool_choice'],
  parallel_tool_calls: ['parallel_tool_calls'],
  name: ['messages.0.name'],
  safety_identifier: ['safety_identifier'],
  service_tier: ['service_tier'],
  metadata: ['metadata'],
  store: ['store'],
  prompt_cache_key: ['prompt_cache_key'],
  prompt_cache_retention: ['prompt_cache_retention'],
  prompt_cache_breakpoint: ['messages.0.content.0.prompt_cache_breakpoint'],
  prompt_cache_options: ['prompt_cache_options'],
  n: ['n'],
  logprobs: ['logprobs'],
  top_logprobs: ['top_logprobs'],
  logit_bias: ['logit_bias'],
  prediction: ['prediction'],
  web_search_options: ['web_search_options'],
  top_k: [],
  min_p: [],
  repetition_penalty: [],
  chat_template_kwargs: [],
  safety_settings: [],
};

/** What servers of open models have beyond them. */
export const OPEN_MODEL_FIELDS = {
  top_k: ['top_k'],
  min_p: ['min_p'],
  repetition_penalty: ['repetition_penalty'],
  chat_template_kwargs: ['chat_template_kwargs'],
};

export const OPENAI_FINISH_REASONS: FinishReasons = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
};
