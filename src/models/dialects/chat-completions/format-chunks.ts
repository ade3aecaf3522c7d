/**
 * Formats a streamed answer as `chat.completion.chunk` events. Pure: events in, text out. What all
 * chunks of a stream have in common is written once.
 */
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import { judgingComment, progressComment } from '../stream-form.ts';
import { formatUsage } from './format-completion.ts';

interface ChunkForm {
  readonly includeUsage: boolean;
  /** Calls stand in `function_call`, as callers of the older `functions` read them. */
  readonly asFunctionCall?: boolean;
}

/** @returns a function that formats the events of one stream, in order; `''` where they hold nothing for the caller. */
export function chunkFormat(
  stream: Pick<ChatStream, 'id' | 'created' | 'model'>,
  { includeUsage, asFunctionCall = false }: ChunkForm,
): (events: readonly ChatEvent[]) => string {
  const envelope =
    `data: {"id":${JSON.stringify(stream.id)},"object":"chat.completion.chunk",` +
    `"created":${stream.created},"model":${JSON.stringify(stream.model)},"choices":[`;
  /** The beginning of a chunk of the first choice, to which nearly all belong. */
  const first = `${envelope}{"index":0,"delta":{`;
  const openOf = (choice = 0): string => (choice === 0 ? first : `${envelope}{"index":${choice},"delta":{`);
  const begun = new Set<number>();

  /** Role and content, which only the first chunk of a choice has together. */
  const begin = (choice = 0, content: string): string => {
    if (begun.has(choice)) return '';
    begun.add(choice);
    return `${openOf(choice)}"role":"assistant","content":${content}${CLOSE}`;
  };

  /** What nearly all chunks are: text of the first choice, behind its beginning. */
  const openText = `${first}"content":`;
  let hasBegun = false;

  const formatText = ({ choice, text, logprobs }: Extract<ChatEvent, { type: 'text' }>): string => {
    if (hasBegun && choice === undefined && logprobs === undefined) {
      return openText + JSON.stringify(text) + CLOSE;
    }
    const role = begun.has(choice ?? 0) ? '' : '"role":"assistant",';
    begun.add(choice ?? 0);
    hasBegun ||= choice === undefined;
    const close =
      logprobs === undefined
        ? CLOSE
        : `},"logprobs":${JSON.stringify({ content: logprobs, refusal: null })},"finish_reason":null}]}\n\n`;
    return `${openOf(choice)}${role}"content":${JSON.stringify(text)}${close}`;
  };

  const formatThought = ({ choice, text }: Extract<ChatEvent, { type: 'thought' }>): string => {
    if (text === '') return '';
    const role = begun.has(choice ?? 0) ? '' : '"role":"assistant","content":null,';
    begun.add(choice ?? 0);
    return `${openOf(choice)}${role}"reasoning_content":${JSON.stringify(text)}${CLOSE}`;
  };

  const formatCall = ({
    choice,
    index,
    id,
    name,
    extra,
  }: Extract<ChatEvent, { type: 'tool_call' }>): string => {
    const call = { name, arguments: '' };
    const delta = asFunctionCall
      ? { function_call: call }
      : { tool_calls: [{ index, id, type: 'function', function: call, extra_content: extra }] };
    if (asFunctionCall && index > 0) return '';
    return begin(choice, 'null') + openOf(choice) + JSON.stringify(delta).slice(1, -1) + CLOSE;
  };

  const formatArguments = ({ choice, index, text }: Extract<ChatEvent, { type: 'arguments' }>): string => {
    const piece = JSON.stringify(text);
    if (!asFunctionCall) {
      return `${openOf(choice)}"tool_calls":[{"index":${index},"function":{"arguments":${piece}}}]${CLOSE}`;
    }
    return index > 0 ? '' : `${openOf(choice)}"function_call":{"arguments":${piece}}${CLOSE}`;
  };

  const formatFinish = (event: Extract<ChatEvent, { type: 'finish' }>): string => {
    const { choice = 0, finishReason, metadata, evaluation } = event;
    // An answer without text still opens as OpenAI's do.
    const opening = begin(choice, '""');
    const own = JSON.stringify({ fact_check_metadata: metadata, evaluation });
    const more = own === '{}' ? '' : `,${own.slice(1, -1)}`;
    return `${opening}${envelope}{"index":${choice},"delta":{},"finish_reason":"${finishReason}"}]${more}}\n\n`;
  };

  const formatOne = (event: ChatEvent): string => {
    switch (event.type) {
      case 'text':
        return formatText(event);
      case 'thought':
        return formatThought(event);
      case 'tool_call':
        return formatCall(event);
      case 'arguments':
        return formatArguments(event);
      case 'claim': {
        const type = event.claim.verdict === undefined ? 'claim' : 'verdict';
        return `${envelope}],"claim_event":${JSON.stringify({ type, claim: event.claim })}}\n\n`;
      }
      case 'judging':
        return judgingComment(event.ids);
      case 'progress':
        return progressComment(event);
      case 'finish':
        return formatFinish(event);
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

/** The end of a chunk in the middle of an answer. */
const CLOSE = '},"finish_reason":null}]}\n\n';
