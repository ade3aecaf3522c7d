/** The items that a response was asked with, in OpenAI's full forms. */
import { GatewayError } from '../../../domain/errors.ts';
import type { Item } from '../../../models/dialects/responses/wire.ts';

interface ListQuery {
  readonly limit?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** The id of the item that the page begins behind. */
  readonly after?: string | undefined;
}

/** Items of a page unless the request says otherwise. */
const PAGE = 20;

/** @throws GatewayError 404 where no item has the id of `after`. */
export function listItems(input: readonly Item[], { limit = PAGE, order = 'desc', after }: ListQuery) {
  const items = order === 'asc' ? input : input.toReversed();
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw new GatewayError('response_not_found', `Item with id '${after}' not found.`, { param: 'after' });
  }
  const data = items.slice(start, start + limit).map(formatItem);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? '',
    last_id: data.at(-1)?.id ?? '',
    has_more: items.length > start + limit,
  };
}

/** OpenAI's items have parts for content, a status, and lists where there is nothing to list. */
function formatItem(item: Item): Item {
  if (item.type === 'reasoning') return { summary: [], ...item };
  if (item.type !== 'message') return { status: 'completed', ...item };
  const textType = item.role === 'assistant' ? 'output_text' : 'input_text';
  const { content } = item;
  const parts = typeof content === 'string' ? [{ type: textType, text: content }] : (content as Item[]);
  return { status: 'completed', ...item, content: parts.map(formatPart) };
}

function formatPart(part: Item): Item {
  if (part.type === 'output_text') return { annotations: [], ...part };
  return part.type === 'input_image' ? { ...part, detail: part.detail ?? 'auto' } : part;
}
