/** The calls of an answer as the dialect's servers write them, whole and in the deltas of a stream. */
import type { Answer } from '../answers/prompt.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';

export interface WireCall extends JsonObject {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Characters of arguments in one delta. */
const PIECE = 12;

/** @param end what stands behind the arguments. */
export function toWireCalls(
  calls: Answer['calls'],
  { serial }: Exchange,
  choice: number,
  end: string,
): WireCall[] {
  return calls.map((call, index) => ({
    id: `call_${String(serial).padStart(20, '0')}c${choice}n${index}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) + end },
  }));
}

/** Id and name first, then the arguments in pieces, one call behind the other. */
export function* callsInPieces(calls: readonly WireCall[]): Generator<JsonObject> {
  for (const [index, { id, type, function: called }] of calls.entries()) {
    yield { tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] };
    const characters = Array.from(called.arguments);
    for (let at = 0; at < characters.length; at += PIECE) {
      const text = characters.slice(at, at + PIECE).join('');
      yield { tool_calls: [{ index, function: { arguments: text } }] };
    }
  }
}

/** Each call whole, in a delta of its own. */
export function* callsOneByOne(calls: readonly WireCall[]): Generator<JsonObject> {
  for (const [index, call] of calls.entries()) yield { tool_calls: [{ index, ...call }] };
}

/** All calls whole, in one delta. */
export function* callsAtOnce(calls: readonly WireCall[]): Generator<JsonObject> {
  yield {
    role: 'assistant',
    content: '',
    tool_calls: calls.map(({ id, type, function: called }, index) => ({ id, function: called, index, type })),
  };
}
