/**
 * The conversation as the gateway speaks of it, whichever provider answers.
 * Field names are ours (camelCase); the wires' names live in `models/dialects/`.
 */
import type { JsonObject } from './json-object.ts';

/** Up to the end of what bears it, the prompt may be kept in the provider's cache. */
export interface CacheMark {
  /** At least so long; the provider's own choice where absent. */
  readonly seconds?: number;
}

interface Markable {
  readonly cache?: CacheMark;
}

export interface TextPart extends Markable {
  readonly type: 'text';
  readonly text: string;
}

/** Bytes in base64 as the caller wrote them, or an https address that the provider fetches itself. */
export type MediaSource =
  | { readonly kind: 'data'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string };

interface ImagePart extends Markable {
  readonly type: 'image';
  readonly source: MediaSource;
  /** How closely the model looks, in OpenAI's words. */
  readonly detail?: string;
}

/** A PDF. */
interface FilePart extends Markable {
  readonly type: 'file';
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  readonly filename?: string;
}

interface AudioPart extends Markable {
  readonly type: 'audio';
  readonly format: 'wav' | 'mp3';
  /** Base64. */
  readonly data: string;
}

/** A part that is no text. */
export type MediaPart = ImagePart | FilePart | AudioPart;
export type UserPart = TextPart | MediaPart;

/** What a provider must be given back with a call, by the provider's key: signatures of its thinking. */
export type ExtraContent = Readonly<Record<string, unknown>>;

/** A function that the model wants to have called. */
export interface ToolCall extends Markable {
  /** Unique in its conversation. */
  readonly id: string;
  readonly name: string;
  /** A JSON text, as the model wrote it. */
  readonly arguments: string;
  readonly extra?: ExtraContent;
}

/** What the caller or an operator says of how to answer. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: readonly TextPart[];
  readonly name?: string;
  /** It belongs to the user message before it, and stays behind that: a provider whose system's words stand apart gets it there. */
  readonly inPlace?: true;
}

interface UserMessage {
  readonly role: 'user';
  readonly content: readonly UserPart[];
  readonly name?: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly TextPart[];
  readonly name?: string;
  /** Not empty. Each has its result in a tool message behind, unless it is the last message. */
  readonly toolCalls?: readonly ToolCall[];
}

/** What a function gave. Stands behind the message with its call, with the other results of that message. */
interface ToolMessage extends Markable {
  readonly role: 'tool';
  readonly content: readonly TextPart[];
  /** Id of the call. */
  readonly callId: string;
}

/** One message of a conversation. Of its parts, none is an empty text, and a text stands behind another
 * one only where that bears a mark. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
export type Role = Message['role'];

/** @returns a message that is one text; without parts where the text is empty. */
export function textMessage<R extends Exclude<Role, 'tool'>>(
  role: R,
  text: string,
): Extract<Message, { role: R }> {
  const content: readonly TextPart[] = text === '' ? [] : [{ type: 'text', text }];
  return { role, content } as unknown as Extract<Message, { role: R }>;
}

/** @returns the texts joined, which is what claims' offsets count in; `""` where there are none. */
export function textOf({ content }: { readonly content: readonly { readonly type: string }[] }): string {
  let all = '';
  for (const part of content) if (isText(part)) all += part.text;
  return all;
}

export function isText(part: { readonly type: string }): part is TextPart {
  return part.type === 'text';
}

/** A function that the model may call. */
export interface Tool extends Markable {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of an object; absent where it takes no arguments. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The arguments must hold to the schema. */
  readonly strict?: boolean;
}

export type ToolChoice =
  | { readonly type: 'none' | 'auto' | 'required' }
  | { readonly type: 'function'; readonly name: string }
  /** Only these may be called; with `required`, one of them must. */
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'required'; readonly names: readonly string[] }
  /** A choice of a type that the gateway does not read. */
  | { readonly type: 'other'; readonly kind: string };

export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly description?: string;
      readonly strict?: boolean;
    };

/** The wires that the gateway speaks, towards callers and towards providers. */
export type DialectName = 'chat-completions' | 'responses' | 'messages' | 'generate-content';

/** A caller's own document: to a provider of the same dialect it goes on as it came. */
export interface WrittenRequest {
  readonly dialect: DialectName;
  /** The body as it was parsed. */
  readonly body: JsonObject;
  /** The names of its fields that the gateway does not read. */
  readonly unread: readonly string[];
  /** And of members, in fields of which it reads others: `reasoning.context`, `messages.content.part_option`. */
  readonly unreadMembers?: () => readonly string[];
  /**
   * The caller's message that each message was read from; several may come from one. A message that was made or
   * changed on its way has none.
   */
  readonly sources: ReadonlyMap<Message, JsonObject>;
  /** Headers that the dialect has for the provider, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tool that is no function. */
export interface OtherTool {
  /** As the caller wrote it. */
  readonly type: string;
  /** Where the caller wrote it, such as `tools.2`. */
  readonly place: string;
}

/**
 * What is asked of one model. Neutral values (penalties of 0, a text response format) have been
 * removed already: a field that is here is meant.
 */
export interface ChatRequest {
  readonly messages: readonly Message[];
  /** It came in the words of the Responses API: a provider that has this API is asked by it. */
  readonly api?: 'responses';
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
  /** What the model thinks is to be shown, at a provider that shows it only when asked. */
  readonly showThoughts?: true;
  /** A hint that identifies the caller's end user. */
  readonly user?: string;
  /** Not empty; names are unique. */
  readonly tools?: readonly Tool[];
  /** Tools of other types, which only a provider of the caller's dialect is offered. Not empty. */
  readonly otherTools?: readonly OtherTool[];
  /** Only beside tools. */
  readonly toolChoice?: ToolChoice;
  /** Whether one answer may call several tools; only beside tools. */
  readonly parallelToolCalls?: boolean;
  /** How many answers, over 1. */
  readonly choices?: number;
  /** The probabilities of the answer's tokens are wanted. */
  readonly logprobs?: boolean;
  /** 1 to 20; only beside `logprobs`. */
  readonly topLogprobs?: number;
  /** By token. Not empty. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly verbosity?: string;
  readonly serviceTier?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly store?: boolean;
  readonly safetyIdentifier?: string;
  readonly promptCacheKey?: string;
  readonly promptCacheRetention?: string;
  /** Whether the provider chooses itself how far it keeps the prompt, and for how long. */
  readonly promptCacheOptions?: CacheMark & { readonly mode: 'implicit' | 'explicit' };
  /** OpenAI's predicted output. */
  readonly prediction?: Readonly<Record<string, unknown>>;
  /** A search of the web that the provider makes, in the words of chat completions. */
  readonly webSearchOptions?: Readonly<Record<string, unknown>>;
  /** How many of the likeliest tokens are chosen from. */
  readonly topK?: number;
  /** Tokens that are less likely than this share of the likeliest one are left out; 0 to 1. */
  readonly minP?: number;
  /** Over 1 discourages what was said already; above 0. */
  readonly repetitionPenalty?: number;
  /** For the template that a server makes a prompt of messages by. */
  readonly templateArguments?: JsonObject;
  /** Google's thresholds, by category of harm. */
  readonly safetySettings?: readonly unknown[];
  /** What the caller wrote, of which all this was read; absent from requests of the gateway's own. */
  readonly written?: WrittenRequest;
}

/** Why the model stopped: the only values that a caller ever sees. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

export interface Usage {
  /** Tokens of the prompt, cached ones included. */
  readonly promptTokens: number;
  /** Tokens of the answer, reasoning ones included. */
  readonly completionTokens: number;
  /** Of the prompt's, those that were read from the provider's cache. */
  readonly cachedTokens?: number;
  /** And those that were written to it; absent where there are none. */
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** Searches of the web by the provider, billed apart from tokens; absent where there are none. */
  readonly searches?: number;
  /** What all of it cost, in billionths of a US dollar; absent where the price of the model is not known. */
  readonly nanos?: number;
}

/** How probable a token was, in OpenAI's form. */
export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm, at most 0. */
  readonly logprob: number;
  readonly bytes: readonly number[] | null;
  readonly top_logprobs: readonly Omit<TokenLogprob, 'top_logprobs'>[];
}

/** A stretch of thinking. */
export interface Thought {
  /** `""` where the provider shows that there was one, and not what. */
  readonly text: string;
  /** The provider's, by which it knows the thought again. */
  readonly signature?: string;
  /** Key of the provider that has it as an item of reasoning, and takes it back by its signature. */
  readonly takenBy?: string;
}

/** One answer of those that were asked for. */
export interface Choice {
  /** `""` if the model said nothing; a refusal's text stands here too. */
  readonly content: string;
  /** What the provider shows of the model's thinking, in order; not empty. No part of the answer. */
  readonly thoughts?: readonly Thought[];
  /** Not empty. The id of a call is `""` where the provider gave none. */
  readonly toolCalls?: readonly ToolCall[];
  readonly finishReason: FinishReason;
  readonly logprobs?: readonly TokenLogprob[];
  /** What the gateway wrote behind the model's words; `content` ends with it. */
  readonly appended?: string;
}

/** A whole answer. */
export interface Completion extends Choice {
  /** The second answer and those behind it, where several were asked for. */
  readonly more?: readonly Choice[];
  /** Absent where the provider reported none. */
  readonly usage?: Usage;
  /** The provider's own document of the answer, for a caller who speaks the provider's dialect. */
  readonly written?: JsonObject;
}

/** What came beside a chunk, for a caller who speaks the provider's dialect. */
interface Beside {
  /** The provider's event without all that the chunk says of it. */
  readonly beside?: JsonObject;
}

/**
 * One step of a streamed answer. A stream that is complete has exactly one `finish` for each choice.
 * `choice` is absent for the first one. Calls are numbered from 0 in their choice; a call's pieces of
 * arguments come behind its `tool_call`, and are joined its arguments.
 */
export type Chunk =
  | ({
      readonly type: 'text';
      readonly text: string;
      readonly choice?: number;
      readonly logprobs?: readonly TokenLogprob[];
    } & Beside)
  /** A piece of what the model thinks; its signature ends a thought. Not both are empty. */
  | ({ readonly type: 'thought'; readonly choice?: number } & Thought & Beside)
  | ({ readonly type: 'tool_call'; readonly index: number; readonly choice?: number } & Omit<
      ToolCall,
      'arguments'
    > &
      Beside)
  | ({
      readonly type: 'arguments';
      readonly index: number;
      /** Never empty. */
      readonly text: string;
      readonly choice?: number;
    } & Beside)
  /** An event that says nothing that the gateway reads. */
  | ({ readonly type: 'other'; readonly choice?: number } & Required<Beside>)
  | ({ readonly type: 'finish'; readonly finishReason: FinishReason; readonly choice?: number } & Beside)
  | ({ readonly type: 'usage'; readonly usage: Usage } & Beside);
