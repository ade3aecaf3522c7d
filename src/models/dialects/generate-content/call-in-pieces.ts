/**
 * A call whose arguments Google streams one value at a time
 * (https://ai.google.dev/api/caching#FunctionCall: `partialArgs`, `willContinue`).
 */
import type { ToolCall } from '../../../domain/chat.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';

/** A member or an element, and what its container is: an object, or a list. */
type Step = string | number;

/** Of a JSON path: `.name`, `[0]` or `['name']`. */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/y;
/** More than a model writes in one list; a path must not make a list of a billion holes. */
const MOST_ELEMENTS = 10_000;

export class CallInPieces {
  readonly #call: Omit<ToolCall, 'arguments'>;
  readonly #args: Record<string, unknown>;
  /** The text that goes on. */
  #continued: string | undefined;

  /** @param args with which it began. */
  constructor(call: Omit<ToolCall, 'arguments'>, args: JsonObject = {}) {
    this.#call = call;
    this.#args = { ...args };
  }

  /** @throws GatewayError `provider_failed` where a piece has no path or value. */
  add(pieces: unknown): void {
    if (pieces === undefined || pieces === null) return;
    if (!Array.isArray(pieces)) throw malformedAnswer('partial arguments are no list');
    for (const piece of pieces) this.#addPiece(piece);
  }

  #addPiece(piece: unknown): void {
    if (!isObject(piece) || typeof piece.jsonPath !== 'string')
      throw malformedAnswer('partial argument has no path');
    const { jsonPath: path, stringValue: text, willContinue } = piece;
    const steps = readPath(path);
    if (typeof text === 'string') {
      const before = this.#continued === path ? String(get(this.#args, steps)) : '';
      put(this.#args, steps, before + text);
      this.#continued = willContinue === true ? path : undefined;
      return;
    }
    this.#continued = undefined;
    if ('nullValue' in piece) put(this.#args, steps, null);
    else put(this.#args, steps, piece.numberValue ?? piece.boolValue ?? missingValue());
  }

  end(): ToolCall {
    return { ...this.#call, arguments: JSON.stringify(this.#args) };
  }
}

function missingValue(): never {
  throw malformedAnswer('partial argument has no value');
}

function readPath(path: string): readonly Step[] {
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const [, name, at, single, double] = STEP.exec(path) ?? [];
    const step = at === undefined ? (name ?? single ?? double) : Number(at);
    if (step === undefined || step === '__proto__' || Number(at) >= MOST_ELEMENTS) {
      throw malformedAnswer('partial argument has no path that can be read');
    }
    steps.push(step);
  }
  if (!path.startsWith('$') || steps.length === 0) {
    throw malformedAnswer('partial argument has no path that can be read');
  }
  return steps;
}

function get(within: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], within);
}

function put(within: Record<string, unknown>, steps: readonly Step[], value: unknown): void {
  let container = within as Record<Step, unknown>;
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const isList = typeof steps[at + 1] === 'number';
    const inside = container[step];
    if (inside === undefined) container[step] = isList ? [] : {};
    else if (typeof inside !== 'object' || inside === null || Array.isArray(inside) !== isList) {
      throw malformedAnswer('partial argument contradicts one before it');
    }
    container = container[step] as Record<Step, unknown>;
  }
  container[steps.at(-1) as Step] = value;
}
