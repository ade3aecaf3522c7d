/**
 * A streamed answer as the events of the Responses API. What the events of a stream share, and the items that they
 * build, is one state, so it stands in one file.
 */

import type { FinishReason, TokenLogprob, ToolCall, Usage } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { Claim } from '../../../domain/claim.ts';
import type { GatewayError } from '../../../domain/errors.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { ObjectWatch } from '../object-watch.ts';
import {
  type EventSource,
  judgingComment,
  progressComment,
  SERVER_SENT,
  type StreamForm,
} from '../stream-form.ts';
import { settingsOf } from './echo-settings.ts';
import {
  callItem,
  endingOf,
  messageItem,
  outputText,
  type ResponseHead,
  reasoningItem,
  responseObject,
  responseUsage,
} from './format-response.ts';
import { outputItemId, reasoningItemId } from './item-ids.ts';
import { OwnEvents } from './own-events.ts';
import { type CallForm, InputReader } from './tool-forms.ts';
import { urlCitations } from './url-citations.ts';
import type { CallItem, CustomCallItem, OutputItem, ResponseObject } from './wire.ts';

interface ResponseStreamOptions {
  /**
   * Whether the text's sources are known at its end alone: then a message is done after the calls behind it.
   */
  readonly mayCite: boolean;
  /** Keeps a response that was answered. @returns whether it is kept. */
  readonly keep: (response: ResponseObject) => Promise<boolean>;
  /** Unix seconds. */
  readonly now: () => number;
}

interface ResponseStream {
  readonly source: EventSource<string>;
  readonly form: StreamForm;
}

/** @returns the answer's events as text, and how the stream of them ends. */
export function responseEvents(
  stream: ChatStream,
  head: ResponseHead,
  options: ResponseStreamOptions,
): ResponseStream {
  const writer = createWriter(head, stream.citable ?? [], options.mayCite);
  let response: ResponseObject | undefined;
  let ended = false;
  return {
    source: {
      async next() {
        if (ended) return undefined;
        if (response === undefined) {
          const events = await stream.next();
          if (events !== undefined) return [writer.write(events)];
          const last = writer.finish(options.now());
          response = last.response;
          return [last.text];
        }
        const store = head.store && (await options.keep(response));
        ended = true;
        return [writer.end({ ...response, store })];
      },
      close: () => stream.close(),
    },
    form: {
      ...SERVER_SENT,
      end: '',
      formatError: (error) => writer.fail(error),
      formatBreak: (error) => errorEvent(error, AFTER_ALL),
    },
  };
}

/** A number that comes after those of all events before it, however many there are. */
const AFTER_ALL = 2 ** 31 - 1;

function errorEvent({ openaiCode, message, param }: GatewayError, sequence_number: number): string {
  const fields = { type: 'error', sequence_number, code: openaiCode, message, param };
  return `event: error\ndata: ${JSON.stringify(fields)}\n\n`;
}

/** An item that is being written. */
interface OpenItem {
  readonly index: number;
  /** @returns the events that end it, which is kept in the output from then on. */
  done(status: OutputItem['status']): string;
  /** As it is so far. */
  soFar(status: OutputItem['status']): OutputItem;
  /** Whether nothing can be added to it. */
  isWhole(): boolean;
}

interface OpenMessage extends OpenItem {
  add(text: string, logprobs: readonly TokenLogprob[] | undefined): string;
}

interface OpenPieces extends OpenItem {
  add(text: string): string;
}

interface OpenThought extends OpenPieces {
  /** Ends it. @param signature what its provider wants back. */
  seal(signature: string): void;
}

function createWriter(head: ResponseHead, citable: NonNullable<ChatStream['citable']>, mayCite: boolean) {
  let sequence = 0;
  let begun = false;
  /** By their places; those that are not done are holes. */
  const output: OutputItem[] = [];
  let open: OpenItem[] = [];
  let places = 0;
  /** What text is added to. */
  let message: OpenMessage | undefined;
  /** What the model is thinking. */
  let thought: OpenThought | undefined;
  /** Whether something is said or called. */
  let isAnswered = false;
  const calls = new Map<number, OpenPieces>();
  /** The provider's own item of the call that comes next. */
  let begunCall: JsonObject | undefined;
  /** Length of the answer's text so far. */
  let length = 0;
  let claims: readonly Claim[] = [];
  let finishReason: FinishReason = 'stop';
  /** Of the response, from the last events. */
  const outcome: { usage?: Usage; more: object } = { more: {} };

  /** Those of a provider that speaks this API itself. */
  const own = new OwnEvents(head);

  const event = (type: string, fields: object): string => {
    const said = own.join({ type, sequence_number: sequence++, ...fields });
    return `event: ${type}\ndata: ${JSON.stringify(said)}\n\n`;
  };

  /** A piece of an item: what all have in common is written once. */
  const pieces = (type: string, fields: object): ((delta: string) => string) => {
    const said = JSON.stringify({ type, ...fields }).slice(0, -1);
    const opening = `event: ${type}\ndata: ${said},"delta":`;
    return (delta) =>
      own.hasAdded
        ? event(type, { ...fields, delta })
        : `${opening}${JSON.stringify(delta)},"sequence_number":${sequence++}}\n\n`;
  };

  const begin = (): string => {
    if (begun) return '';
    begun = true;
    const response = responseObject(head, { status: 'in_progress', ...settingsOf(own.response) });
    return event('response.created', { response }) + event('response.in_progress', { response });
  };

  /** A new item ends the one before it, if nothing can be added to that. */
  const addItem = (): { readonly index: number; readonly before: string } => {
    message = undefined;
    thought = undefined;
    const before = open.at(-1)?.isWhole() ? open.pop()?.done('completed') : '';
    return { index: places++, before: before ?? '' };
  };

  const openMessage = (): string => {
    isAnswered = true;
    const { index, before } = addItem();
    const id = outputItemId('msg', head.id, index);
    const place = { item_id: id, output_index: index, content_index: 0 };
    const from = length;
    const type = 'response.output_text.delta';
    const plain = pieces(type, { ...place, logprobs: [] });
    const logprobs: TokenLogprob[] = [];
    let text = '';
    message = {
      index,
      add(piece, probabilities) {
        text += piece;
        length += piece.length;
        if (probabilities === undefined) return plain(piece);
        for (const one of probabilities) logprobs.push(one);
        return event(type, { ...place, delta: piece, logprobs: withoutBytes(probabilities) });
      },
      isWhole: () => !mayCite,
      // Its sources are added where it is done.
      soFar: (status) => messageItem(id, status, [outputText(text, [], logprobs)]),
      done(status) {
        const part = outputText(text, urlCitations(text, from, citable, claims), logprobs);
        const item = messageItem(id, status, [part]);
        output[index] = item;
        return [
          ...part.annotations.map((annotation, at) =>
            event('response.output_text.annotation.added', { ...place, annotation_index: at, annotation }),
          ),
          event('response.output_text.done', { ...place, text, logprobs: withoutBytes(logprobs) }),
          event('response.content_part.done', { ...place, part }),
          event('response.output_item.done', { output_index: index, item }),
        ].join('');
      },
    };
    open.push(message);
    return (
      before +
      event('response.output_item.added', { output_index: index, item: messageItem(id, 'in_progress', []) }) +
      event('response.content_part.added', { ...place, part: outputText('', [], []) })
    );
  };

  const openThought = (takenBy: string | undefined): string => {
    const { index, before } = addItem();
    const id = reasoningItemId(head.id, index, takenBy);
    const place = { item_id: id, output_index: index, summary_index: 0 };
    const piece = pieces('response.reasoning_summary_text.delta', place);
    let text = '';
    let encrypted: string | undefined;
    const texts = () => (text === '' ? [] : [text]);
    const soFar = (status: OutputItem['status']) => reasoningItem(id, status, texts(), encrypted);
    const part = () => ({ type: 'summary_text', text });
    thought = {
      index,
      add(more) {
        const opening =
          text === '' ? event('response.reasoning_summary_part.added', { ...place, part: part() }) : '';
        text += more;
        return opening + piece(more);
      },
      seal(signature) {
        encrypted = signature;
        // What is thought from here on is another item.
        thought = undefined;
      },
      isWhole: () => true,
      soFar,
      done(status) {
        const item = soFar(status);
        output[index] = item;
        const shown =
          text === ''
            ? ''
            : event('response.reasoning_summary_text.done', { ...place, text }) +
              event('response.reasoning_summary_part.done', { ...place, part: part() });
        return shown + event('response.output_item.done', { output_index: index, item });
      },
    };
    open.push(thought);
    const item = reasoningItem(id, 'in_progress', [], undefined);
    return before + event('response.output_item.added', { output_index: index, item });
  };

  const openCall = (at: number, call: Omit<ToolCall, 'arguments'>): string => {
    isAnswered = true;
    const { index, before } = addItem();
    let text = '';
    const watch = new ObjectWatch();
    const form = head.forms?.get(call.name) ?? (begunCall && formOf(begunCall));
    begunCall = undefined;
    const soFar = (status: OutputItem['status']) =>
      callItem(head.id, form, index, status, { ...call, arguments: text });
    const begun = soFar('in_progress');
    const place = { item_id: begun.id, output_index: index };
    const { kind, read, done } = callForm(begun.type);
    const piece = pieces(`response.${kind}.delta`, place);
    const opened: OpenPieces = {
      index,
      add(more) {
        text += more;
        watch.add(more);
        const shown = read(more);
        return shown === '' ? '' : piece(shown);
      },
      isWhole: () => watch.whole,
      soFar,
      done(status) {
        calls.delete(at);
        const item = soFar(status);
        output[index] = item;
        const { rest, fields } = done(item);
        return (
          (rest === '' ? '' : piece(rest)) +
          event(`response.${kind}.done`, { ...place, ...fields }) +
          event('response.output_item.done', { output_index: index, item })
        );
      },
    };
    calls.set(at, opened);
    open.push(opened);
    return before + event('response.output_item.added', { output_index: index, item: begun });
  };

  /** An item that says nothing is one all the same, and two that follow each other are two. */
  const openOwn = (item: JsonObject): string => {
    if (item.type === 'message') return openMessage();
    if (item.type === 'reasoning') return openThought(head.writtenBy);
    begunCall = item;
    return '';
  };

  /** What the provider says that the gateway does not read is passed on; what it says of the rest is kept for that. */
  const writeOther = (given: JsonObject): string => {
    const { type, item, output_index: place } = given;
    const isNew = type === 'response.output_item.added';
    if (isNew) own.place(place, places);
    if (own.keep(given)) return isNew && isObject(item) ? openOwn(item) : '';
    let before = '';
    if (isNew) {
      before = addItem().before;
      isAnswered = true;
    }
    const passed = own.pass(given);
    if (isObject(item) && typeof passed.output_index === 'number') {
      output[passed.output_index] = passed.item as OutputItem;
    }
    return before + event(String(type).replace(/[\r\n]+/g, ' '), passed);
  };

  const writeOne = (step: ChatEvent): string => {
    if ('beside' in step && step.beside !== undefined && step.type !== 'other') own.add(step.beside);
    switch (step.type) {
      case 'text': {
        const before = message === undefined ? openMessage() : '';
        return before + (message as OpenMessage).add(step.text, step.logprobs);
      }
      case 'thought': {
        const { text, signature, takenBy } = step;
        if (text === '' && takenBy === undefined) return '';
        const before = thought === undefined ? openThought(takenBy) : '';
        const opened = thought as unknown as OpenThought;
        const piece = text === '' ? '' : opened.add(text);
        if (takenBy !== undefined && signature !== undefined) opened.seal(signature);
        return before + piece;
      }
      case 'tool_call':
        return openCall(step.index, {
          id: step.id,
          name: step.name,
          ...(step.extra && { extra: step.extra }),
        });
      case 'arguments':
        return calls.get(step.index)?.add(step.text) ?? '';
      case 'claim': {
        const type = step.claim.verdict === undefined ? 'claimgate.claim' : 'claimgate.verdict';
        return event(type, { claim: step.claim });
      }
      case 'judging':
        return judgingComment(step.ids);
      case 'progress':
        return progressComment(step);
      case 'finish': {
        finishReason = step.finishReason;
        claims = step.claims ?? [];
        const { metadata, evaluation } = step;
        outcome.more = {
          ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
          ...(evaluation === undefined ? {} : { evaluation }),
        };
        return '';
      }
      case 'other':
        return writeOther(step.beside);
      case 'usage':
        outcome.usage = step.usage;
        return '';
    }
  };

  return {
    write(steps: readonly ChatEvent[]): string {
      if (!begun) for (const step of steps) if (step.type === 'other') own.keep(step.beside);
      let text = begin();
      for (let i = 0; i < steps.length; i++) text += writeOne(steps[i] as ChatEvent);
      return text;
    },

    /** @returns the events that end all items, and the response. */
    finish(now: number): { readonly text: string; readonly response: ResponseObject } {
      const ending = endingOf(finishReason, now);
      let text = begin();
      // An answer that says nothing and calls nothing is an empty message.
      if (!isAnswered) text += openMessage();
      for (const item of open) text += item.done(item.index === places - 1 ? ending.status : 'completed');
      open = [];
      const usage = outcome.usage === undefined ? null : responseUsage(outcome.usage, own.response.usage);
      const settings = settingsOf(own.response);
      return {
        text,
        response: responseObject(head, { ...ending, output, usage, ...settings, ...outcome.more }),
      };
    },

    /** @returns the last event of an answer that did not fail. */
    end: (response: ResponseObject): string => event(`response.${response.status}`, { response }),

    /** @returns the last event of an answer that fails. */
    fail(error: GatewayError): string {
      if (!begun) return errorEvent(error, sequence++);
      for (const item of open) output[item.index] = item.soFar('incomplete');
      const code = error.status === 429 ? 'rate_limit_exceeded' : 'server_error';
      const response = responseObject(head, {
        ...settingsOf(own.response),
        status: 'failed',
        error: { code, message: error.message },
        output,
      });
      return event('response.failed', { response: { ...response, store: false } });
    },
  };
}

/** How the events of a call of this type tell what it is called with. */
function callForm(type: OutputItem['type']) {
  if (type !== 'custom_tool_call') {
    return {
      kind: 'function_call_arguments',
      read: (more: string) => more,
      done: (item: OutputItem) => ({ rest: '', fields: nameAndArguments(item as CallItem) }),
    };
  }
  const reader = new InputReader();
  return {
    kind: 'custom_tool_call_input',
    read: (more: string) => reader.add(more),
    done: (item: OutputItem) => ({ rest: reader.end(), fields: { input: (item as CustomCallItem).input } }),
  };
}

/** A provider may call what it was not offered: tools of its own, and those that it has searched for. */
function formOf({ type, name, namespace }: JsonObject): CallForm {
  return {
    type: type === 'custom_tool_call' ? 'custom' : 'function',
    name: String(name),
    ...(typeof namespace === 'string' ? { namespace } : {}),
  };
}

function nameAndArguments({ name, arguments: text }: CallItem): object {
  return { name, arguments: text };
}

/** OpenAI's events leave them out. */
function withoutBytes(logprobs: readonly TokenLogprob[]): object[] {
  return logprobs.map(({ token, logprob, top_logprobs }) => ({
    token,
    logprob,
    top_logprobs: top_logprobs.map((other) => ({ token: other.token, logprob: other.logprob })),
  }));
}
