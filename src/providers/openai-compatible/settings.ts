/** What differs between the servers that speak OpenAI's chat completions. A new one is a new value of this. */
import type { FinishReason } from '../../domain/chat.ts';
import type { FieldSupport } from '../field-support.ts';
import type { ErrorRule } from '../provider-error.ts';

export interface DialectSettings {
  /** Name of the dialect, as `Adapter.dialect`. */
  readonly dialect: string;
  /** The provider's name in messages to callers. */
  readonly displayName: string;
  /** Which request fields it has, and what they are called on its wire. */
  readonly fields: FieldSupport;
  /** Its words for why a model stopped. Any other word is an error: what is unknown is no `stop`. */
  readonly finishReasons: Readonly<Record<string, FinishReason>>;
  /** Sent with every streamed request. */
  readonly streamOptions: Readonly<Record<string, boolean>>;
  /** What is sent for `reasoning_effort: none`, where the provider has a switch of its own for it. */
  readonly reasoningOff?: Readonly<Record<string, unknown>>;
  /** True where `completion_tokens` leaves reasoning out, so that it has to be added. */
  readonly reasoningTokensApart: boolean;
  /** The provider's own error words, before the dialect's. */
  readonly errorRules: readonly ErrorRule[];
}

/** OpenAI's words for why a model stopped, without those that answer with a tool call: no tool was offered. */
export const OPENAI_FINISH_REASONS: DialectSettings['finishReasons'] = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
};
