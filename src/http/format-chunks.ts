/**
 * Formats a streamed answer as `chat.completion.chunk` events. Pure: events in, text out. What all
 * chunks of a stream have in common is written once.
 */
import type { ChatStream } from '../chat/chat-story.ts';
import type { ChatEvent } from '../chat/narrate.ts';
import type { GatewayError } from '../errors.ts';
import { errorBody } from './error-body.ts';
import { formatUsage } from './format-completion.ts';

export const DONE = 'data: [DONE]\n\n';
export const KEEP_ALIVE = ': keep-alive\n\n';

/** A comment: clients that know nothing of it pass over it. */
export function judgingComment(ids: readonly string[]): string {
  return `: checking ${ids.join(' ')}\n\n`;
}

export interface ChunkFormat {
  /** @returns the events as text of the event stream; `''` where they hold nothing for the caller. */
  format(events: readonly ChatEvent[]): string;
}

export function chunkFormat(
  stream: Pick<ChatStream, 'id' | 'created' | 'model'>,
  includeUsage: boolean,
): ChunkFormat {
  const envelope =
    `data: {"id":${JSON.stringify(stream.id)},"object":"chat.completion.chunk",` +
    `"created":${stream.created},"model":${JSON.stringify(stream.model)},"choices":[`;
  const open = `${envelope}{"index":0,"delta":{"content":`;
  const openFirst = `${envelope}{"index":0,"delta":{"role":"assistant","content":`;
  const close = '},"finish_reason":null}]}\n\n';
  let begun = false;

  const formatOne = (event: ChatEvent): string => {
    switch (event.type) {
      case 'text': {
        const start = begun ? open : openFirst;
        begun = true;
        return start + JSON.stringify(event.text) + close;
      }
      case 'claim': {
        const type = event.claim.verdict === undefined ? 'claim' : 'verdict';
        return `${envelope}],"claim_event":${JSON.stringify({ type, claim: event.claim })}}\n\n`;
      }
      case 'judging':
        return judgingComment(event.ids);
      case 'progress':
        return `: verified ${event.verified} of ${event.total}\n\n`;
      case 'finish': {
        // An answer without text still opens as OpenAI's do.
        const opening = begun ? '' : `${openFirst}""${close}`;
        begun = true;
        const metadata =
          event.metadata === undefined ? '' : `,"fact_check_metadata":${JSON.stringify(event.metadata)}`;
        const evaluation =
          event.evaluation === undefined ? '' : `,"evaluation":${JSON.stringify(event.evaluation)}`;
        return `${opening}${envelope}{"index":0,"delta":{},"finish_reason":"${event.finishReason}"}]${metadata}${evaluation}}\n\n`;
      }
      case 'usage':
        return includeUsage ? `${envelope}],"usage":${JSON.stringify(formatUsage(event.usage))}}\n\n` : '';
    }
  };

  return {
    format(events) {
      let text = '';
      for (let i = 0; i < events.length; i++) text += formatOne(events[i] as ChatEvent);
      return text;
    },
  };
}

/** The one event that tells of an error after the headers. */
export function formatErrorEvent(error: GatewayError): string {
  return `data: ${JSON.stringify(errorBody(error))}\n\n`;
}
