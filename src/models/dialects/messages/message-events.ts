/** A streamed answer as the events of Anthropic's Messages API. Pure: events in, text out. */

import type { FinishReason, Usage } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import {
  type EventSource,
  judgingComment,
  progressComment,
  SERVER_SENT,
  type StreamForm,
} from '../stream-form.ts';
import { messageUsage, openMessage, stopReason, textBlock, toolUse } from './format-message.ts';
import { messageErrorBody } from './message-error.ts';

export interface MessageStream {
  readonly source: EventSource<string>;
  readonly form: StreamForm;
}

/**
 * @param requestId of the request, for errors.
 * @returns the answer's events as text, and how the stream of them ends.
 */
export function messageEvents(stream: ChatStream, requestId: string): MessageStream {
  const writer = createWriter(stream);
  let ended = false;
  return {
    source: {
      async next() {
        if (ended) return undefined;
        const events = await stream.next();
        ended = events === undefined;
        return [events === undefined ? writer.end() : writer.write(events)];
      },
      close: () => stream.close(),
    },
    form: {
      ...SERVER_SENT,
      end: '',
      keepAlive: event({ type: 'ping' }),
      formatError: (error) => event(messageErrorBody(error, requestId)),
    },
  };
}

function event<T extends { readonly type: string }>(fields: T): string {
  return `event: ${fields.type}\ndata: ${JSON.stringify(fields)}\n\n`;
}

function createWriter(head: Pick<ChatStream, 'id' | 'model'>) {
  let begun = false;
  let blocks = 0;
  /** The block of text that is being written. */
  let text: { readonly index: number; readonly opening: string } | undefined;
  /** Blocks of calls that are being written, by the calls' numbers. */
  const calls = new Map<number, { readonly index: number }>();
  let finish: Extract<ChatEvent, { type: 'finish' }> | undefined;
  let usage: Usage | undefined;

  const begin = (): string => {
    if (begun) return '';
    begun = true;
    return event({ type: 'message_start', message: openMessage(head) });
  };

  const stop = (index: number): string => event({ type: 'content_block_stop', index });

  const endText = (): string => {
    const ending = text === undefined ? '' : stop(text.index);
    text = undefined;
    return ending;
  };

  const endCalls = (): string => {
    const ending = [...calls.values()].map(({ index }) => stop(index)).join('');
    calls.clear();
    return ending;
  };

  const openText = (): string => {
    const index = blocks++;
    const opening = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":`;
    text = { index, opening };
    return endCalls() + event({ type: 'content_block_start', index, content_block: textBlock('') });
  };

  const openCall = (call: Extract<ChatEvent, { type: 'tool_call' }>): string => {
    // Pieces of several calls may come in turn: their blocks end together.
    const before = endText();
    const index = blocks++;
    calls.set(call.index, { index });
    return before + event({ type: 'content_block_start', index, content_block: toolUse(call) });
  };

  const writeOne = (step: ChatEvent): string => {
    switch (step.type) {
      case 'text': {
        const before = text === undefined ? openText() : '';
        return `${before}${text?.opening}${JSON.stringify(step.text)}}}\n\n`;
      }
      case 'tool_call':
        return openCall(step);
      case 'arguments': {
        const index = calls.get(step.index)?.index;
        if (index === undefined) return '';
        const delta = { type: 'input_json_delta', partial_json: step.text };
        return event({ type: 'content_block_delta', index, delta });
      }
      case 'claim': {
        const type = step.claim.verdict === undefined ? 'claimgate.claim' : 'claimgate.verdict';
        return event({ type, claim: step.claim });
      }
      case 'judging':
        return judgingComment(step.ids);
      case 'progress':
        return progressComment(step);
      case 'finish':
        finish = step;
        return '';
      case 'usage':
        usage = step.usage;
        return '';
    }
  };

  return {
    write(steps: readonly ChatEvent[]): string {
      let written = begin();
      for (let i = 0; i < steps.length; i++) written += writeOne(steps[i] as ChatEvent);
      return written;
    },

    /** @returns the events that end an answer that did not fail. */
    end(): string {
      const { metadata, evaluation } = finish ?? {};
      const reason: FinishReason = finish?.finishReason ?? 'stop';
      return [
        begin(),
        endText(),
        endCalls(),
        event({
          type: 'message_delta',
          delta: { stop_reason: stopReason(reason), stop_sequence: null },
          usage: messageUsage(usage),
          ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
          ...(evaluation === undefined ? {} : { evaluation }),
        }),
        event({ type: 'message_stop' }),
      ].join('');
    },
  };
}
