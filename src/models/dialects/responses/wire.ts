/** What the Responses API writes and keeps, in OpenAI's words: field names here are the wire's. */

import type { ExtraContent, TokenLogprob } from '../../../domain/chat.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import type { EvaluationNotice } from '../../../domain/evaluation.ts';

/** A source that a stretch of a text rests on; UTF-16 offsets into the text of its part. */
export interface UrlCitation {
  readonly type: 'url_citation';
  readonly start_index: number;
  readonly end_index: number;
  readonly url: string;
  readonly title: string;
}

export interface OutputText {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly UrlCitation[];
  readonly logprobs: readonly TokenLogprob[];
}

type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

export interface MessageItem {
  /** `msg_…` */
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly status: ItemStatus;
  readonly content: readonly OutputText[];
}

export interface CallItem {
  /** `fc_…` */
  readonly id: string;
  readonly type: 'function_call';
  readonly status: ItemStatus;
  /** What its result names it by. */
  readonly call_id: string;
  readonly name: string;
  /** Of the tool. */
  readonly namespace?: string;
  /** A JSON text. */
  readonly arguments: string;
  /** What the provider wants back with it, as in chat completions. */
  readonly extra_content?: ExtraContent;
}

/** A call of a custom tool. */
export interface CustomCallItem extends Omit<CallItem, 'type' | 'arguments'> {
  /** `ctc_…` */
  readonly id: string;
  readonly type: 'custom_tool_call';
  readonly input: string;
}

/** What a model thought, as far as its provider shows it. */
export interface ReasoningItem {
  readonly id: string;
  readonly type: 'reasoning';
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
  /** What the provider wants back with it. */
  readonly encrypted_content?: string;
}

export type OutputItem = MessageItem | ReasoningItem | CallItem | CustomCallItem;

/** An item of a conversation as its caller wrote it, or as it was answered; its shape was checked on its way in. */
export type Item = Readonly<Record<string, unknown>>;

/** The request's settings, as the answer repeats them. */
export type EchoedSettings = Readonly<Record<string, unknown>>;

export interface ResponseUsage {
  readonly input_tokens: number;
  readonly input_tokens_details: { readonly cache_write_tokens: number; readonly cached_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
  /** US dollars; absent where the price is not known. */
  readonly cost?: number;
}

export interface ResponseObject extends EchoedSettings {
  /** `resp_…` */
  readonly id: string;
  readonly object: 'response';
  /** Unix seconds. */
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null;
  readonly model: string;
  readonly output: readonly OutputItem[];
  readonly usage: ResponseUsage | null;
  /** Whether the gateway keeps it. */
  readonly store: boolean;
  readonly fact_check_metadata?: FactCheckMetadata;
  readonly evaluation?: EvaluationNotice;
}
