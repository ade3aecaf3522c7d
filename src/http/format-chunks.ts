/**
 * Formats a streamed answer as `chat.completion.chunk` events. Pure: events in, text out. What all
 * chunks of a stream have in common is written once.
 */
import type { ChatStream } from '../chat/chat-story.ts';
import type { ChatEvent } from '../chat/narrate.ts';
import { formatUsage } from './format-completion.ts';

/** A comment: clients that do not know it ignore it. */
export function judgingComment(ids: readonly string[]): string {
  return `: checking ${ids.join(' ')}\n\n`;
}

/** @returns a function that formats the events of one stream, in order; `''` where they hold nothing for the caller. */
export function chunkFormat(
  stream: Pick<ChatStream, 'id' | 'created' | 'model'>,
  includeUsage: boolean,
): (events: readonly ChatEvent[]) => string {
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
        const { finishReason, metadata, evaluation } = event;
        const own = JSON.stringify({ fact_check_metadata: metadata, evaluation });
        const more = own === '{}' ? '' : `,${own.slice(1, -1)}`;
        return `${opening}${envelope}{"index":0,"delta":{},"finish_reason":"${finishReason}"}]${more}}\n\n`;
      }
      case 'usage':
        return includeUsage ? `${envelope}],"usage":${JSON.stringify(formatUsage(event.usage))}}\n\n` : '';
    }
  };

  return (events) => {
    let text = '';
    for (let i = 0; i < events.length; i++) text += formatOne(events[i] as ChatEvent);
    return text;
  };
}
