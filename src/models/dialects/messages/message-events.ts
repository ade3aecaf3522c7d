/** A streamed answer as the events of Anthropic's Messages API. Pure: events in, text out. */

import type { FinishReason } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import {
  type EventSource,
  judgingComment,
  progressComment,
  SERVER_SENT,
  type StreamForm,
  writtenBy,
} from '../stream-form.ts';
import { withBeside } from '../unread.ts';
import { blocksInTurn } from './blocks-in-turn.ts';
import {
  messageUsage,
  openMessage,
  stopReason,
  type TextBlock,
  type ThinkingBlock,
  type ToolUseBlock,
  textBlock,
  thinkingBlock,
  toolUse,
} from './format-message.ts';
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
  return {
    source: writtenBy(createWriter(stream), stream),
    form: {
      ...SERVER_SENT,
      end: '',
      keepAlive: event({ type: 'ping' }),
      formatError: (error) => event(messageErrorBody(error, requestId)),
    },
  };
}

/** @param beside what else the event says. */
function event<T extends { readonly type: string }>(fields: T, beside?: JsonObject): string {
  // A line break in a type that the provider made up would begin another line.
  const name = fields.type.replace(/[\r\n]+/g, ' ');
  return `event: ${name}\ndata: ${JSON.stringify(withBeside(fields, beside))}\n\n`;
}

/** By the type of a block: the type of its pieces, and the field that holds their text. */
const PIECES: Readonly<Record<string, readonly [string, string]>> = {
  text: ['text_delta', 'text'],
  thinking: ['thinking_delta', 'thinking'],
  tool_use: ['input_json_delta', 'partial_json'],
};

function createWriter(head: Pick<ChatStream, 'id' | 'model' | 'writtenBy'>) {
  /** Anthropic's own blocks come, so that nothing has to come back beside a call. */
  const isOwn = head.writtenBy !== undefined;
  let begun = false;
  let blocks = 0;
  const inTurn = blocksInTurn();
  /** The block that is being written. */
  let open: { readonly index: number; readonly type: unknown; readonly delta: string } | undefined;
  let finish: Extract<ChatEvent, { type: 'finish' }> | undefined;
  let usage: Extract<ChatEvent, { type: 'usage' }> | undefined;
  /** What came with the end mark. */
  let stop: JsonObject = {};

  /** @param beside what came with the message's beginning: its provider's own usage says more than zeros. */
  const begin = (beside: JsonObject = {}): string => {
    if (begun) return '';
    begun = true;
    const usage = isObject(beside.message) ? beside.message.usage : undefined;
    const message = isObject(usage) ? { ...openMessage(head), usage } : openMessage(head);
    return event({ type: 'message_start', message }, beside);
  };

  const close = (): string => {
    const ending = open === undefined ? '' : event({ type: 'content_block_stop', index: open.index });
    open = undefined;
    return ending;
  };

  const openBlock = (
    block: TextBlock | ThinkingBlock | ToolUseBlock | JsonObject,
    beside: JsonObject = {},
  ): string => {
    const before = close();
    const index = blocks++;
    const { type } = block;
    const [kind = '', field = ''] = PIECES[String(type)] ?? [];
    const piece = `{"type":"content_block_delta","index":${index},"delta":{"type":"${kind}","${field}":`;
    open = { index, type, delta: `event: content_block_delta\ndata: ${piece}` };
    return before + event({ type: 'content_block_start', index, content_block: block }, beside);
  };

  const writePiece = (text: string, beside: JsonObject | undefined): string => {
    if (beside === undefined) return `${open?.delta}${JSON.stringify(text)}}}\n\n`;
    const [type = '', field = ''] = PIECES[String(open?.type)] ?? [];
    return event({ type: 'content_block_delta', index: open?.index, delta: { type, [field]: text } }, beside);
  };

  /** A signature ends its thought: what is thought next is another. */
  const writeThought = ({ text, signature, beside }: Extract<ChatEvent, { type: 'thought' }>): string => {
    let written = open?.type === 'thinking' ? '' : openBlock(thinkingBlock(''));
    if (text !== '') written += writePiece(text, beside);
    if (signature === undefined) return written;
    const delta = { type: 'signature_delta', signature };
    return written + event({ type: 'content_block_delta', index: open?.index, delta }, beside) + close();
  };

  const writeInTurn = (piece: ReturnType<typeof inTurn.take>[number]): string => {
    if (piece.type === 'thought') return writeThought(piece);
    if (piece.type === 'tool_call') {
      const { extra, ...bare } = piece;
      return openBlock(toolUse(isOwn || extra === undefined ? bare : piece), piece.beside);
    }
    const before = piece.type === 'text' && open?.type !== 'text' ? openBlock(textBlock('')) : '';
    return before + writePiece(piece.text, piece.beside);
  };

  /** An event of Anthropic's that says nothing which is read; its block has the number that it has here. */
  const writeOther = (beside: JsonObject): string => {
    const waiting = inTurn.end().map(writeInTurn).join('');
    switch (beside.type) {
      case 'message_start':
        return begin(beside);
      case 'message_stop':
        stop = beside;
        return '';
      case 'content_block_start': {
        const { content_block: block, index: _theirs, ...rest } = beside;
        return waiting + openBlock(isObject(block) ? block : {}, rest);
      }
      case 'content_block_delta':
        return waiting + event({ ...(beside as { type: string }), index: open?.index });
      case 'content_block_stop': {
        const ending = event({ ...(beside as { type: string }), index: open?.index });
        open = undefined;
        return waiting + ending;
      }
      default:
        return typeof beside.type === 'string' ? waiting + event(beside as { type: string }) : waiting;
    }
  };

  const writeOne = (step: ChatEvent): string => {
    switch (step.type) {
      case 'text':
      case 'thought':
      case 'tool_call':
      case 'arguments':
        return inTurn.take(step).map(writeInTurn).join('');
      case 'other':
        return writeOther(step.beside);
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
        usage = step;
        return '';
    }
  };

  return {
    write(steps: readonly ChatEvent[]): string {
      const [first] = steps;
      let written = first?.type === 'other' && first.beside.type === 'message_start' ? '' : begin();
      for (let i = 0; i < steps.length; i++) written += writeOne(steps[i] as ChatEvent);
      return written;
    },

    /** @returns the events that end an answer that did not fail. */
    end(): string {
      const { metadata, evaluation, beside = {} } = finish ?? {};
      const { delta = {}, ...rest } = beside as { readonly delta?: object };
      const reason: FinishReason = finish?.finishReason ?? 'stop';
      return [
        begin(),
        ...inTurn.end().map(writeInTurn),
        close(),
        event({
          type: 'message_delta',
          ...rest,
          // Anthropic's own reason says more than the gateway's.
          delta: { stop_reason: stopReason(reason), stop_sequence: null, ...delta },
          usage: withBeside(messageUsage(usage?.usage, usage?.beside?.usage), usage?.beside?.usage),
          ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
          ...(evaluation === undefined ? {} : { evaluation }),
        }),
        event({ type: 'message_stop' }, stop),
      ].join('');
    },
  };
}
