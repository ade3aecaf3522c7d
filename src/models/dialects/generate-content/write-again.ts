/** A body of Google's API as its caller wrote it, with what the gateway adds to the conversation. */
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textOf, type WrittenRequest } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { withPieces } from '../write-json.ts';
import { writtenFields } from '../written-fields.ts';
import { generateContentFields } from './generate-content-schema.ts';
import { NO_SIGNATURE, needsSignatures } from './to-contents.ts';

/** Of a body, those that Google is sent: the path has the model. */
const SENT: ReadonlySet<string> = new Set(
  Object.keys(generateContentFields).filter((name) => name !== 'model'),
);

interface WrittenAgain extends JsonObject {
  readonly contents: readonly JsonObject[];
  readonly generationConfig?: unknown;
}

/** @returns the fields that the caller wrote for the provider. */
export function writeAgain({ messages }: ChatRequest, written: WrittenRequest, model: Model): WrittenAgain {
  const { body, sources } = written;
  let system = toInstruction(body.systemInstruction);
  const turns: JsonObject[] = [];
  const runs = runsOf(body.contents as readonly JsonObject[]);
  let last: JsonObject | undefined;
  for (const message of messages) {
    const source = sources.get(message);
    if (source === body) continue;
    // One turn of the caller's may have been read as several messages.
    if (source === undefined) {
      const part = { text: textOf(message).toWellFormed() };
      if (message.role === 'system' && message.inPlace !== true) system = putBefore(part, system);
      else if (message.role === 'assistant') turns.push({ role: 'model', parts: [part] });
      else putBehind(turns, part);
    } else if (source !== last) turns.push(...(runs.get(source) ?? [source]));
    last = source ?? last;
  }
  return {
    ...writtenFields(written, SENT),
    ...(system === undefined ? {} : { systemInstruction: system }),
    contents: signed(turns, model).map((turn) => withPieces(turn) as JsonObject),
  };
}

/** The turns of the model's that were read as one message, by the first of them; without the empty texts of the gateway's own. */
function runsOf(contents: readonly JsonObject[]): ReadonlyMap<JsonObject, readonly JsonObject[]> {
  const runs = new Map<JsonObject, JsonObject[]>();
  let run: JsonObject[] | undefined;
  for (const turn of contents) {
    if (turn.role !== 'model') {
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = [];
      runs.set(turn, run);
    }
    const parts = partsOf(turn);
    const said = parts.filter((part) => !isPlaceholder(part));
    if (said.length === parts.length) run.push(turn);
    else if (said.length > 0) run.push({ ...turn, parts: said });
  }
  return runs;
}

/** The last chunk of a stream has such a part, because clients count a chunk without any as broken. */
function isPlaceholder(part: JsonObject): boolean {
  return part.text === '' && Object.keys(part).length === 1;
}

/** Clients may write a text alone, which Google does not take. */
function toInstruction(system: unknown): JsonObject | undefined {
  if (typeof system === 'string') return { parts: [{ text: system }] };
  return isObject(system) ? system : undefined;
}

function putBefore(part: JsonObject, system: JsonObject | undefined): JsonObject {
  return { ...system, parts: [part, ...partsOf(system)] };
}

/** What belongs to a question stands at the end of its turn. */
function putBehind(turns: JsonObject[], part: JsonObject): void {
  const turn = turns.at(-1);
  if (turn === undefined || turn.role === 'model') turns.push({ role: 'user', parts: [part] });
  else turns[turns.length - 1] = { ...turn, parts: [...partsOf(turn), part] };
}

/** Calls of the current turn that another model made, and those whose signature was lost, are marked as such. */
function signed(turns: readonly JsonObject[], model: Model): readonly JsonObject[] {
  if (!needsSignatures(model)) return turns;
  const asked = turns.findLastIndex(
    (turn) => turn.role !== 'model' && partsOf(turn).some((part) => part.functionResponse == null),
  );
  /** Whether the step that goes on has called something. */
  let hasCalled = false;
  return turns.map((turn, at) => {
    const parts = partsOf(turn);
    if (turn.role !== 'model') hasCalled = false;
    const first = hasCalled ? -1 : parts.findIndex(({ functionCall: call }) => call != null);
    if (first === -1) return turn;
    hasCalled = true;
    if (at <= asked || parts[first]?.thoughtSignature != null) return turn;
    const marked = { ...parts[first], thoughtSignature: NO_SIGNATURE };
    return { ...turn, parts: [...parts.slice(0, first), marked, ...parts.slice(first + 1)] };
  });
}

function partsOf(turn: JsonObject | undefined): readonly JsonObject[] {
  return Array.isArray(turn?.parts) ? turn.parts : [];
}
