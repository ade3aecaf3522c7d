/**
 * The events of a provider that speaks the Responses API itself. What the gateway says in events of its own is joined
 * with all that the provider's say beside it; what it does not read is passed on, with the places and ids it has here.
 */
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { withBeside } from '../unread.ts';
import { itemAsWritten, type ResponseHead } from './format-response.ts';

/** Events that the gateway writes itself. */
const RESTATED = new Set([
  ...['created', 'in_progress', 'completed', 'incomplete', 'failed'],
  ...['content_part.added', 'content_part.done', 'output_text.done', 'refusal.delta', 'refusal.done'],
  ...['reasoning_summary_part.added', 'reasoning_summary_part.done', 'reasoning_summary_text.done'],
  ...['reasoning_text.done', 'function_call_arguments.done', 'custom_tool_call_input.done'],
]);
/** Items whose events the gateway writes itself. */
const RESTATED_ITEMS: ReadonlySet<unknown> = new Set([
  ...['message', 'reasoning', 'function_call', 'custom_tool_call'],
]);

export class OwnEvents {
  readonly #head: ResponseHead;
  /** What is kept for the events of the gateway's. */
  readonly #kept = new Map<string, JsonObject>();
  /** Places of items that are passed on, by those that the provider gave them. */
  readonly #places = new Map<unknown, number>();
  /** Ids of items, by their places. */
  readonly #ids = new Map<unknown, unknown>();
  #added: JsonObject | undefined;
  /** As far as the provider has told it. */
  #response: JsonObject = {};

  constructor(head: ResponseHead) {
    this.#head = head;
  }

  /** Whether something comes with the next piece. */
  get hasAdded(): boolean {
    return this.#added !== undefined;
  }

  /** The provider's response as it began, and the whole one once it is there. */
  get response(): JsonObject {
    return this.#response;
  }

  /** Comes with the next piece. */
  add(beside: JsonObject): void {
    this.#added = beside;
  }

  /** @returns whether the event is kept for the gateway's own of its type. */
  keep(given: JsonObject): boolean {
    const { type, item, response } = given;
    const name = String(type).replace(/^response\./, '');
    const isRestated = name.startsWith('output_item.')
      ? isObject(item) && RESTATED_ITEMS.has(item.type)
      : RESTATED.has(name);
    if (!isRestated) return false;
    if (isObject(response)) this.#response = response;
    const place = this.#places.get(given.output_index) ?? given.output_index;
    this.#kept.set(keyOf({ ...given, output_index: place }), withoutRefusals(given) as JsonObject);
    return true;
  }

  place(theirs: unknown, ours: number): void {
    this.#places.set(theirs, ours);
  }

  /** @returns an event as it came, with places and ids that are the gateway's. */
  pass({ sequence_number: _number, ...given }: JsonObject): JsonObject {
    const { item, item_id: id, output_index: theirs } = given;
    const place = this.#places.get(theirs) ?? theirs;
    const placed = place === undefined ? given : { ...given, output_index: place };
    const own = id === undefined ? {} : { item_id: this.#ids.get(place) ?? id };
    if (!isObject(item) || typeof place !== 'number') return { ...placed, ...own };
    const named = itemAsWritten(item, place, this.#head, undefined);
    this.#ids.set(place, named.id);
    return { ...placed, ...own, item: named };
  }

  /** @returns an event of the gateway's with what the provider says beside it. */
  join(said: JsonObject): JsonObject {
    if (isObject(said.item)) this.#ids.set(said.output_index, said.item.id);
    const added = this.#added;
    if (added !== undefined && 'delta' in said) {
      this.#added = undefined;
      return withBeside(said, added);
    }
    if (this.#kept.size === 0) return said;
    const key = keyOf(said);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept === undefined ? said : withBeside(said, kept);
  }
}

/** A refusal is restated as text, which has no such member. */
function withoutRefusals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRefusals);
  if (!isObject(value)) return value;
  const { refusal, ...rest } = value;
  const members = value.type === 'refusal' || refusal === undefined ? rest : value;
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, withoutRefusals(inner)]));
}

function keyOf({
  type,
  output_index: place,
  content_index,
  summary_index: part = content_index,
}: JsonObject): string {
  return `${type} ${place} ${part}`;
}
