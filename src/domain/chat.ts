/**
 * The conversation as the gateway speaks of it, whichever provider answers.
 * Field names are ours (camelCase); the wire's names live in `http/` and in the adapters.
 */

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** What the caller or an operator says of how to answer. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: readonly TextPart[];
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: readonly TextPart[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly TextPart[];
}

/** One message of a conversation. Of its parts, no two texts are neighbours and none is empty. */
export type Message = SystemMessage | UserMessage | AssistantMessage;
export type Role = Message['role'];

/** @returns a message that is one text; without parts where the text is empty. */
export function textMessage<R extends Role>(role: R, text: string): Extract<Message, { role: R }> {
  const content: readonly TextPart[] = text === '' ? [] : [{ type: 'text', text }];
  return { role, content } as Extract<Message, { role: R }>;
}

/** @returns the message's texts joined, which is what claims' offsets count in; `""` where it has none. */
export function textOf({ content }: Message): string {
  const [first] = content;
  if (first === undefined) return '';
  return content.length === 1 ? first.text : content.map(({ text }) => text).join('');
}

export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';

export type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly description?: string;
      readonly strict?: boolean;
    };

/**
 * What is asked of one model. Neutral values (penalties of 0, a text response format) have been
 * removed already: a field that is here is meant.
 */
export interface ChatRequest {
  readonly messages: readonly Message[];
  /** The caller wants the answer in chunks. */
  readonly stream: boolean;
  /** 0 to 2. */
  readonly temperature?: number;
  /** 0 to 1. */
  readonly topP?: number;
  /** At least 1. */
  readonly maxTokens?: number;
  /** At least one, none empty. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** -2 to 2, not 0. */
  readonly presencePenalty?: number;
  /** -2 to 2, not 0. */
  readonly frequencyPenalty?: number;
  readonly responseFormat?: Exclude<ResponseFormat, { type: 'text' }>;
  readonly reasoningEffort?: ReasoningEffort;
  /** A hint that identifies the caller's end user; may be dropped. */
  readonly user?: string;
}

/** Why the model stopped: the only three values that a caller ever sees. */
export type FinishReason = 'stop' | 'length' | 'content_filter';

export interface Usage {
  /** Tokens of the prompt, cached ones included. */
  readonly promptTokens: number;
  /** Tokens of the answer, reasoning ones included. */
  readonly completionTokens: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** A whole answer. */
export interface Completion {
  /** `""` if the model said nothing; a refusal's text stands here too. */
  readonly content: string;
  readonly finishReason: FinishReason;
  /** Absent where the provider reported none. */
  readonly usage?: Usage;
}

/** One step of a streamed answer. A stream that is complete has exactly one `finish`. */
export type Chunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'finish'; readonly finishReason: FinishReason }
  | { readonly type: 'usage'; readonly usage: Usage };
