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
  const inTurn = blocksInTurn();
  /** The block that is being written. */
  let open:
    | { readonly index: number; readonly type: 'text' | 'thinking' | 'tool_use'; readonly delta: string }
    | undefined;
  let finish: Extract<ChatEvent, { type: 'finish' }> | undefined;
  let usage: Usage | undefined;

  const begin = (): string => {
    if (begun) return '';
    begun = true;
    return event({ type: 'message_start', message: openMessage(head) });
  };

  const close = (): string => {
    const ending = open === undefined ? '' : event({ type: 'content_block_stop', index: open.index });
    open = undefined;
    return ending;
  };

  /** @param delta the beginning of each piece of the block, before its text. */
  const openBlock = (block: TextBlock | ThinkingBlock | ToolUseBlock, delta: string): string => {
    const before = close();
    const index = blocks++;
    const opening = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{${delta}:`;
    open = { index, type: block.type, delta: opening };
    return before + event({ type: 'content_block_start', index, content_block: block });
  };

  const writePiece = (text: string): string => `${open?.delta}${JSON.stringify(text)}}}\n\n`;

  /** A signature ends its thought: what is thought next is another. */
  const writeThought = ({ text, signature }: Extract<ChatEvent, { type: 'thought' }>): string => {
    let written =
      open?.type === 'thinking' ? '' : openBlock(thinkingBlock(''), '"type":"thinking_delta","thinking"');
    if (text !== '') written += writePiece(text);
    if (signature === undefined) return written;
    const delta = { type: 'signature_delta', signature };
    return written + event({ type: 'content_block_delta', index: open?.index, delta }) + close();
  };

  const writeInTurn = (piece: ReturnType<typeof inTurn.take>[number]): string => {
    if (piece.type === 'thought') return writeThought(piece);
    if (piece.type === 'tool_call') {
      return openBlock(toolUse(piece), '"type":"input_json_delta","partial_json"');
    }
    const before =
      piece.type === 'text' && open?.type !== 'text'
        ? openBlock(textBlock(''), '"type":"text_delta","text"')
        : '';
    return before + writePiece(piece.text);
  };

  const writeOne = (step: ChatEvent): string => {
    switch (step.type) {
      case 'text':
      case 'thought':
      case 'tool_call':
      case 'arguments':
        return inTurn.take(step).map(writeInTurn).join('');
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
        ...inTurn.end().map(writeInTurn),
        close(),
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
