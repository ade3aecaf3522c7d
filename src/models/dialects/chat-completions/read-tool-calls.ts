import type { Chunk, ToolCall } from '../../../domain/chat.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, readText } from '../read-json.ts';

/** What a call without a piece of arguments has: the JSON of no arguments. */
const NO_ARGUMENTS = '{}';

/** A call or a piece of one, as far as it was sent. */
interface CallPiece {
  /** The provider's number of it; some leave it out. */
  readonly index: number | undefined;
  readonly id: string;
  /** Some repeat it with each piece. */
  readonly name: string | undefined;
  readonly text: string;
}

/** @throws GatewayError where a call has no name. */
export function readToolCalls(message: JsonObject): ToolCall[] {
  return readPieces(message).map(({ id, name, text }) => {
    if (name === undefined) throw malformedAnswer('tool call without a name');
    return { id, name, arguments: text.trim() === '' ? NO_ARGUMENTS : text };
  });
}

/** The calls of a message or a delta; `function_call` is the older form of one. */
function readPieces(message: JsonObject): CallPiece[] {
  const { tool_calls: calls, function_call: older } = message;
  if (Array.isArray(calls) && calls.length > 0) return calls.map(readPiece);
  return isObject(older) ? [readPiece({ index: 0, function: older })] : [];
}

function readPiece(call: unknown): CallPiece {
  const called = isObject(call) ? (call.function ?? {}) : undefined;
  if (!isObject(call) || !isObject(called)) throw malformedAnswer('tool call is no object');
  return {
    index: Number.isInteger(call.index) ? (call.index as number) : undefined,
    id: readText(call.id) ?? '',
    name: readText(called.name),
    text: readArguments(called.arguments),
  };
}

/** Some servers send the arguments as an object instead of its text. */
function readArguments(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (isObject(value)) return JSON.stringify(value);
  throw malformedAnswer('arguments are neither text nor object');
}

interface OpenCall {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string | undefined;
  /** What came before its name did. */
  held: string;
  hasArguments: boolean;
}

/** Puts the calls of one streamed answer together. */
export class ToolCallReader {
  readonly #choice: { readonly choice?: number };
  readonly #calls: OpenCall[] = [];

  constructor(choice: { readonly choice?: number }) {
    this.#choice = choice;
  }

  get count(): number {
    return this.#calls.length;
  }

  /** Reads a delta; one that has no calls costs two look-ups. */
  read(delta: JsonObject, out: Chunk[]): void {
    if (delta.tool_calls === undefined && delta.function_call === undefined) return;
    for (const piece of readPieces(delta)) this.#take(piece, out);
  }

  /**
   * Says which calls have no arguments.
   * @throws GatewayError where one never got its name.
   */
  end(out: Chunk[]): void {
    for (const [index, call] of this.#calls.entries()) {
      if (call.name === undefined) throw malformedAnswer('tool call without a name');
      if (!call.hasArguments) out.push({ type: 'arguments', index, text: NO_ARGUMENTS, ...this.#choice });
    }
  }

  #take({ index, id, name, text }: CallPiece, out: Chunk[]): void {
    let at = this.#find(index, id, name);
    const known = this.#calls[at];
    if (known === undefined || known.name === undefined) {
      if (known === undefined) at = this.#calls.length;
      const held = known?.held ?? '';
      this.#calls[at] = { index, id: known?.id || id, name, held, hasArguments: false };
      if (name !== undefined) {
        out.push({ type: 'tool_call', index: at, id: known?.id || id, name, ...this.#choice });
      }
    }
    const call = this.#calls[at]!;
    call.held += text;
    if (call.name === undefined || call.held === '') return;
    out.push({ type: 'arguments', index: at, text: call.held, ...this.#choice });
    call.held = '';
    call.hasArguments = true;
  }

  /**
   * Which call a piece belongs to. Some servers give every call the number 0, or no number: there another id,
   * or a name without an id, begins another call.
   * @returns -1 where it begins one.
   */
  #find(index: number | undefined, id: string, name: string | undefined): number {
    const isOther = (call: OpenCall): boolean =>
      name !== undefined && id !== '' && call.id !== '' && call.id !== id;
    if (index !== undefined) {
      return this.#calls.findLastIndex((call) => call.index === index && !isOther(call));
    }
    if (id !== '') {
      const same = this.#calls.findIndex((call) => call.id === id);
      if (same >= 0 || name !== undefined) return same;
    } else if (name !== undefined) return -1;
    return this.#calls.length - 1;
  }
}
