/** Streams of the Responses API, read strictly: one that breaks their grammar throws. */
import { expect } from 'vitest';

type Json = Record<string, unknown>;
export type EventBody = Json & { readonly type: string; readonly sequence_number: number };

export interface ContentBody {
  readonly type: string;
  readonly text: string;
  readonly annotations: readonly {
    readonly type: string;
    readonly start_index: number;
    readonly end_index: number;
    readonly url: string;
    readonly title: string;
  }[];
  readonly logprobs: readonly object[];
}

export type ItemBody = { readonly id: string; readonly status: string } & (
  | { readonly type: 'message'; readonly role: string; readonly content: readonly ContentBody[] }
  | { readonly type: 'reasoning'; readonly summary: readonly object[] }
  | {
      readonly type: 'function_call';
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly extra_content?: object;
    }
  | {
      readonly type: 'custom_tool_call';
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
    }
);

export interface ResponseBody {
  readonly id: string;
  readonly status: string;
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly model: string;
  readonly output: readonly ItemBody[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly incomplete_details: { readonly reason: string } | null;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
  readonly store: boolean;
  readonly fact_check_metadata?: {
    readonly mode: string;
    readonly claims: readonly { readonly start: number; readonly end: number; readonly role: string }[];
  };
}

/** The text of an answer, all its parts joined. */
export function outputTextOf({ output }: ResponseBody): string {
  return output.flatMap((item) => (item.type === 'message' ? item.content : [])).reduce(joinText, '');
}

const joinText = (all: string, { text }: ContentBody): string => all + text;

export interface ResponseStreamBody {
  readonly events: readonly EventBody[];
  readonly comments: readonly string[];
  /** That of the last event; absent in a stream that is one `error`. */
  readonly response: ResponseBody | undefined;
}

/** @throws Error where the text is no stream of events, or they do not tell of one response. */
export function parseResponseStream(raw: string): ResponseStreamBody {
  const events: EventBody[] = [];
  const comments: string[] = [];
  if (!raw.endsWith('\n\n')) throw new Error(`the stream ends within an event: ${raw.slice(-80)}`);
  for (const block of raw.split('\n\n').slice(0, -1)) {
    if (block.startsWith(': ')) {
      comments.push(block.slice(2));
      continue;
    }
    const [, type, data] = /^event: (\S+)\ndata: ([^\n]+)$/.exec(block) ?? [];
    if (type === undefined || data === undefined) throw new Error(`neither event nor comment: ${block}`);
    const event = JSON.parse(data) as EventBody;
    expect(event.type).toBe(type);
    events.push(event);
  }
  return { events, comments, response: readGrammar(events) };
}

/** An item as its events have told of it so far. */
interface SeenItem {
  readonly added: ItemBody;
  text: string;
  annotations: object[];
  /** The types of its events that come once. */
  readonly once: string[];
  done?: ItemBody;
}

const ONCE_OF_MESSAGE = ['content_part.added', 'output_text.done', 'content_part.done'];
const ONCE_OF_CALL = ['function_call_arguments.done'];
const ONCE_OF_CUSTOM_CALL = ['custom_tool_call_input.done'];
const ONCE_OF_THOUGHT = [
  'reasoning_summary_part.added',
  'reasoning_summary_text.done',
  'reasoning_summary_part.done',
];

/** @returns the last event's response. */
function readGrammar(events: readonly EventBody[]): ResponseBody | undefined {
  expect(events.map(({ sequence_number: at }) => at)).toEqual(events.map((_event, at) => at));
  if (events[0]?.type === 'error') {
    expect(events.length).toBe(1);
    return undefined;
  }
  const [created, progress, ...rest] = events as readonly (EventBody & { response: ResponseBody })[];
  const last = rest.pop();
  expect([created?.type, progress?.type]).toEqual(['response.created', 'response.in_progress']);
  const begun = created!.response;
  expect(begun).toMatchObject({ status: 'in_progress', output: [], usage: null, error: null });
  expect(progress!.response).toEqual(begun);

  const items: SeenItem[] = [];
  for (const event of rest) readItemEvent(event, items);

  const { response } = last!;
  expect(last!.type).toBe(`response.${response.status}`);
  expect(['completed', 'incomplete', 'failed']).toContain(response.status);
  // Which tier serves it is known at its end alone.
  const {
    status: _status,
    output: _output,
    service_tier: _tier,
    ...settings
  } = begun as typeof begun & {
    readonly service_tier?: unknown;
  };
  const { completed_at, incomplete_details, usage, error, store } = response;
  expect(response).toMatchObject({ ...settings, completed_at, incomplete_details, usage, error, store });
  expect(completed_at === null).toBe(response.status !== 'completed');
  expect(incomplete_details === null).toBe(response.status !== 'incomplete');
  expect(error === null).toBe(response.status !== 'failed');

  expect(new Set(items.map(({ added }) => added.id)).size).toBe(items.length);
  expect(response.output).toEqual(items.map((item) => item.done ?? unfinished(item)));
  if (response.status !== 'failed') {
    expect(items.every(({ done }) => done !== undefined)).toBe(true);
    const ends = items.map((_item, at) => (at < items.length - 1 ? 'completed' : response.status));
    expect(response.output.map(({ status }) => status)).toEqual(ends);
  }
  return response;
}

/** What of an item a response holds that failed before its end. */
function unfinished({ added, text, annotations }: SeenItem): object {
  if (added.type === 'function_call') return { ...added, status: 'incomplete', arguments: text };
  if (added.type === 'reasoning') return { ...added, status: 'incomplete', summary: [summaryOf(text)] };
  const content = [{ type: 'output_text', text, annotations, logprobs: expect.any(Array) }];
  return { ...added, status: 'incomplete', content };
}

function readItemEvent(event: EventBody, items: SeenItem[]): void {
  const type = event.type.replace(/^response\./, '');
  if (type === 'claimgate.claim' || type === 'claimgate.verdict') {
    expect(event.claim).toHaveProperty('id');
    return;
  }
  const index = event.output_index as number;
  if (type === 'output_item.added') {
    expect(index).toBe(items.length);
    const added = event.item as ItemBody;
    const empty = {
      ...{ message: { role: 'assistant', content: [] }, reasoning: { summary: [] } },
      ...{ function_call: { arguments: '' }, custom_tool_call: { input: '' } },
    };
    expect(added).toMatchObject({
      status: 'in_progress',
      ...empty[added.type],
    });
    items.push({ added, text: '', annotations: [], once: [] });
    return;
  }
  const item = items[index];
  if (item === undefined || item.done !== undefined) throw new Error(`of no open item: ${type} ${index}`);
  if (type === 'output_item.done') {
    item.done = event.item as ItemBody;
    expectDone(item);
    return;
  }
  expect(event.item_id).toBe(item.added.id);
  if (item.added.type === 'message') readMessageEvent(type, event, item);
  else if (item.added.type === 'reasoning') readThoughtEvent(type, event, item);
  else readCallEvent(type, event, item);
}

const summaryOf = (text: string) => ({ type: 'summary_text', text });

function readThoughtEvent(type: string, event: EventBody, item: SeenItem): void {
  expect(event.summary_index).toBe(0);
  if (type === 'reasoning_summary_text.delta') {
    expect(item.once).toEqual(ONCE_OF_THOUGHT.slice(0, 1));
    item.text += event.delta as string;
    return;
  }
  expect(type).toBe(ONCE_OF_THOUGHT[item.once.length]);
  item.once.push(type);
  if (type === 'reasoning_summary_text.done') expect(event.text).toBe(item.text);
  else expect(event.part).toEqual(summaryOf(item.text));
}

function readMessageEvent(type: string, event: EventBody, item: SeenItem): void {
  expect(event.content_index).toBe(0);
  if (type === 'output_text.delta') {
    expect(item.once).toEqual(ONCE_OF_MESSAGE.slice(0, 1));
    expect(event.delta).not.toBe('');
    item.text += event.delta as string;
  } else if (type === 'output_text.annotation.added') {
    expect(item.once).toEqual(ONCE_OF_MESSAGE.slice(0, 1));
    expect(event.annotation_index).toBe(item.annotations.length);
    item.annotations.push(event.annotation as object);
  } else {
    expect(type).toBe(ONCE_OF_MESSAGE[item.once.length]);
    item.once.push(type);
    if (type === 'output_text.done') expect(event.text).toBe(item.text);
    const { text, annotations } = item;
    if (type !== 'output_text.done') expect(event.part).toMatchObject({ text, annotations });
  }
}

function readCallEvent(type: string, event: EventBody, item: SeenItem): void {
  expect(item.once).toEqual([]);
  if (item.added.type === 'custom_tool_call') {
    if (type === 'custom_tool_call_input.delta') item.text += event.delta as string;
    else {
      expect([type, event.input]).toEqual([ONCE_OF_CUSTOM_CALL[0], item.text]);
      item.once.push(type);
    }
    return;
  }
  if (type === 'function_call_arguments.delta') {
    item.text += event.delta as string;
    return;
  }
  expect(type).toBe(ONCE_OF_CALL[0]);
  item.once.push(type);
  const { name } = item.added as Json;
  expect(event).toMatchObject({ name, arguments: item.text });
}

function expectDone({ added, done, text, annotations, once }: SeenItem): void {
  if (added.type === 'function_call') {
    expect(once).toEqual(ONCE_OF_CALL);
    expect(done).toEqual({ ...added, status: done?.status, arguments: text });
    return;
  }
  if (added.type === 'custom_tool_call') {
    expect(once).toEqual(ONCE_OF_CUSTOM_CALL);
    expect(done).toEqual({ ...added, status: done?.status, input: text });
    return;
  }
  if (added.type === 'reasoning') {
    // A provider may want it back, and show nothing of it.
    const { encrypted_content: encrypted, ...rest } = done as ItemBody & {
      readonly encrypted_content?: string;
    };
    expect(once).toEqual(text === '' ? [] : ONCE_OF_THOUGHT);
    expect(rest).toEqual({ ...added, status: done?.status, summary: text === '' ? [] : [summaryOf(text)] });
    return;
  }
  expect(once).toEqual(ONCE_OF_MESSAGE);
  expect(done).toMatchObject({ ...added, status: done?.status, content: [{ text, annotations }] });
}
