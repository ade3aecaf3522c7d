/**
 * Where callers want the prompt so far to be kept in the provider's cache: `cache_control` in Anthropic's words,
 * `prompt_cache_breakpoint` in OpenAI's (platform.claude.com/docs/en/build-with-claude/prompt-caching,
 * developers.openai.com/api/docs/guides/prompt-caching).
 */
import { z } from 'zod';
import type { CacheMark, ChatRequest, Message, ToolCall, UserPart } from '../../domain/chat.ts';
import { optional } from './schema-parts.ts';

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600 };

const lifetime = optional(
  z.string().regex(/^[1-9]\d{0,2}[mh]$/, 'must be such as 5m or 1h'),
  'How long it is kept at least.',
);
const mark = z.looseObject({ ttl: lifetime });

/** The mark of a part, a call, a result or a tool, in either API's words. */
export const markFields = {
  cache_control: optional(mark, 'The provider may keep the prompt up to here in its cache.'),
  prompt_cache_breakpoint: optional(mark, 'The same in other words.'),
};

/** What is said of the cache for the request as a whole. */
export const cacheOptions = optional(
  z.looseObject({
    mode: optional(z.enum(['implicit', 'explicit']), '`explicit`: by marks alone.'),
    ttl: lifetime,
  }),
  'How the provider caches the prompt.',
);

type Mark = z.output<typeof mark>;
/** Something that may be marked, in either API's words. */
export interface Marked {
  readonly cache_control?: Mark | null | undefined;
  readonly prompt_cache_breakpoint?: Mark | null | undefined;
}

/** @returns the mark of something, as far as it has one. */
export function readMark({ cache_control: control, prompt_cache_breakpoint: breakpoint }: Marked): {
  readonly cache?: CacheMark;
} {
  const given = control ?? breakpoint;
  return given == null ? {} : { cache: readLifetime(given.ttl) };
}

/** @param ttl without fault. */
export function readLifetime(ttl: string | null | undefined): CacheMark {
  return ttl == null ? {} : { seconds: Number.parseInt(ttl, 10) * (SECONDS[ttl.at(-1) as string] as number) };
}

/**
 * @param offered the provider's lifetimes, the shortest first.
 * @returns the shortest that is long enough, else the longest; `undefined` where the mark asks for none.
 */
export function writeLifetime({ seconds }: CacheMark, offered: readonly string[]): string | undefined {
  if (seconds === undefined) return undefined;
  return offered.find((ttl) => (readLifetime(ttl).seconds as number) >= seconds) ?? offered.at(-1);
}

/** Whether a tool or a call of the conversation is marked. */
export function marksTools({ messages, tools = [] }: Prompt): boolean {
  return tools.some(isMarked) || messages.some((message) => callsOf(message).some(isMarked));
}

/** @returns all marks of a request, in no order. */
export function marksOf({ messages, tools = [] }: Prompt): readonly CacheMark[] {
  const marks: CacheMark[] = [];
  const note = ({ cache }: Markable): void => {
    if (cache !== undefined) marks.push(cache);
  };
  for (const tool of tools) note(tool);
  for (const message of messages) {
    if (message.role === 'tool') note(message);
    for (const part of message.content) note(part);
    for (const call of callsOf(message)) note(call);
  }
  return marks;
}

/**
 * Takes marks away; texts that only a mark kept apart are one again.
 * @param most how many are kept: the last ones, in the order in which providers read a prompt.
 */
export function withMarks<R extends Prompt>(request: R, most: number): R {
  let left = marksOf(request).length - most;
  if (left <= 0) return request;
  const unmarked = <T extends object>(one: T): T => {
    if (!isMarked(one) || left-- <= 0) return one;
    const { cache: _mark, ...rest } = one as T & { readonly cache?: unknown };
    return rest as T;
  };
  const unmarkedMessage = (message: Message): Message => {
    const content = joinTexts(message.content.map((part): UserPart => unmarked(part)));
    const calls = callsOf(message).map(unmarked);
    return unmarked({ ...message, content, ...(calls.length === 0 ? {} : { toolCalls: calls }) } as Message);
  };
  const tools = request.tools?.map(unmarked);
  const messages = [...request.messages];
  for (const isSystem of [true, false]) {
    for (const [at, message] of messages.entries()) {
      if ((message.role === 'system') === isSystem) messages[at] = unmarkedMessage(message);
    }
  }
  return { ...request, messages, ...(tools === undefined ? {} : { tools }) };
}

function joinTexts(parts: readonly UserPart[]): readonly UserPart[] {
  const joined: UserPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.type !== 'text' || isMarked(last) || part.type !== 'text') joined.push(part);
    else joined[joined.length - 1] = { ...part, text: last.text + part.text };
  }
  return joined;
}

type Prompt = Pick<ChatRequest, 'messages' | 'tools'>;

interface Markable {
  readonly cache?: CacheMark;
}

const NO_CALLS: readonly ToolCall[] = [];

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.toolCalls ?? NO_CALLS) : NO_CALLS;
}

function isMarked(one: object): boolean {
  return 'cache' in one;
}
