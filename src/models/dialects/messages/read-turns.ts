/** From the turns of Anthropic's form to the messages of chat completions. */
import type { MessageBody } from '../chat-completions/message-schema.ts';
import type { MessagesBody } from './messages-schema.ts';
import {
  type Known,
  markOf,
  type PartsOf,
  type Place,
  type TurnOf,
  toPart,
  toResult,
  toText,
  toTexts,
  type UserBlock,
  type UserPart,
  unreadBlock,
} from './read-blocks.ts';

export interface ReadTurns {
  readonly messages: readonly MessageBody[];
  /** Where the caller wrote each message, and its calls. */
  readonly places: readonly { readonly message: Place; readonly calls?: readonly Place[] }[];
  /** What was left out, for `X-Claimgate-Adjusted`. */
  readonly leftOut: ReadonlySet<string>;
}

type AssistantBlock = Known<TurnOf<'assistant'>['content']>;
type Calls = NonNullable<Extract<MessageBody, { role: 'assistant' }>['tool_calls']>;

export function readTurns({ system, messages: turns }: Pick<MessagesBody, 'system' | 'messages'>): ReadTurns {
  const messages: MessageBody[] = [];
  const places: { message: Place; calls?: readonly Place[] }[] = [];
  const leftOut = new Set<string>();
  if (system != null && system.length > 0) {
    messages.push({ role: 'system', content: typeof system === 'string' ? system : system.map(toText) });
    places.push({ message: ['system'] });
  }

  /** The results come first: they belong to the calls of the message before. */
  const addUser = (content: readonly UserBlock[], place: Place): void => {
    const parts: UserPart[] = [];
    for (const [at, block] of content.entries()) {
      const own = [...place, 'content', at];
      if (block.type !== 'tool_result') {
        parts.push(toPart(block, own, content[at + 1]));
        continue;
      }
      if (block.is_error === true) leftOut.add('is_error=ignored');
      const shown = toResult(block, own);
      // Results are text in chat completions: what else they show stands behind them.
      messages.push({
        role: 'tool',
        tool_call_id: block.tool_use_id,
        content: shown.filter((part) => part.type === 'text' || part.type === 'unread'),
        ...markOf(block),
      });
      places.push({ message: own });
      parts.push(...shown.filter((part) => part.type !== 'text' && part.type !== 'unread'));
    }
    // A turn of results alone says nothing else.
    if (parts.length === 0 && content.length > 0) return;
    messages.push({ role: 'user', content: parts });
    places.push({ message: place });
  };

  const addAssistant = (content: readonly AssistantBlock[], place: Place): void => {
    const texts: PartsOf<'assistant'> = [];
    const calls: Calls = [];
    const callPlaces: Place[] = [];
    for (const [at, block] of content.entries()) {
      const own = [...place, 'content', at];
      switch (block.type) {
        case 'text':
          texts.push(toText(block));
          break;
        case 'tool_use': {
          const { id, name, input, extra_content } = block;
          calls.push({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
            extra_content,
            ...markOf(block),
          });
          callPlaces.push(own);
          break;
        }
        case 'thinking':
        case 'redacted_thinking':
          leftOut.add('thinking=ignored');
          break;
        case 'unread':
          texts.push(unreadBlock(block, own));
      }
    }
    messages.push({ role: 'assistant', content: texts, ...(calls.length > 0 && { tool_calls: calls }) });
    places.push({ message: place, calls: callPlaces });
  };

  for (const [at, { role, content }] of turns.entries()) {
    const place = ['messages', at];
    if (typeof content === 'string') {
      messages.push({ role, content });
      places.push({ message: place });
    } else if (role === 'system') {
      messages.push({ role, content: toTexts(content, place, 'a system message') });
      places.push({ message: place });
    } else if (role === 'user') addUser(content, place);
    else addAssistant(content, place);
  }
  return { messages, places, leftOut };
}
