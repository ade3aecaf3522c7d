/** The faults of a conversation that its schema does not find: calls and outputs that do not belong together. */

import type { FieldFault } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { callFaults } from '../chat-completions/check-messages.ts';
import { missingFault, valueFault } from '../field-faults.ts';
import type { PlacedItem } from './placed-item.ts';

type Place = PlacedItem['place'];

/**
 * @param items of the whole conversation, valid or not.
 * @param rules what the model's provider asks of calls.
 */
export function itemFaults(items: readonly PlacedItem[], rules: CallRules): FieldFault[] {
  const faults: FieldFault[] = [];
  /** The calls without an output, by their ids. */
  const waiting = new Map<unknown, { readonly place: Place; readonly at: number }>();
  /** The last item that is not the model's. */
  let last = -1;
  for (const [at, { item, place }] of items.entries()) {
    if (!isObject(item) || item.type === 'reasoning' || item.type === 'additional_tools') continue;
    const { call_id: id, content } = item;
    if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      // The function that stands for a custom tool has arguments of the gateway's own.
      if (item.type === 'function_call') faults.push(...callFaults({ called: item, inside: place }, rules));
      if (typeof id === 'string' && waiting.has(id))
        faults.push(valueFault([...place, 'call_id'], 'another call without an output has this id'));
      waiting.set(id, { place, at });
      continue;
    }
    if (item.role === 'assistant') continue;
    last = at;
    if (isOutput(item) && !waiting.delete(id) && typeof id === 'string')
      faults.push(valueFault([...place, 'call_id'], 'no call before has this id and no output'));
    faults.push(...partFaults(content, [...place, 'content']));
  }
  for (const { place, at } of waiting.values())
    if (at < last) faults.push(valueFault(place, 'the call has no output'));
  return faults.map(atEarlier);
}

function isOutput({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

/** Nobody can look up where in an earlier response a fault is. */
function atEarlier(fault: FieldFault): FieldFault {
  return fault.loc[1] === 'input' ? fault : { ...fault, loc: fault.loc.slice(0, 2) };
}

/** What each part may hold instead of the field that it needs: that is refused later. */
const HOLDERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['input_image', ['image_url', 'file_id']],
  ['input_file', ['file_data', 'file_id', 'file_url']],
]);

/** A picture or a file holds its data; one that is only named is refused later. */
function partFaults(content: unknown, place: Place): FieldFault[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, at) => {
    if (!isObject(part)) return [];
    const [needed, ...others] = HOLDERS.get(part.type) ?? [];
    if (needed === undefined || [needed, ...others].some((name) => part[name] != null)) return [];
    return [missingFault([...place, at, needed])];
  });
}
