/**
 * Tools of other types as functions, which every provider knows: a custom tool is a function with one text, and those
 * of a namespace bear its name before theirs. Calls of them are put back into the caller's form.
 */
import { isObject, type JsonObject } from '../read-json.ts';

/** How a caller knows what is called by the name of a function. */
export interface CallForm {
  readonly type: 'function' | 'custom';
  readonly name: string;
  readonly namespace?: string;
}

/** By the names of functions, those that the caller knows in another form. */
export type CallForms = ReadonlyMap<string, CallForm>;

export interface FormedTools {
  readonly functions: readonly JsonObject[];
  readonly forms: CallForms;
  /** The types of tools that no function stands for, each once. */
  readonly others: readonly string[];
  /** @returns the name of the function that a caller's name stands for, whether it is offered or not. */
  nameOf(name: string, namespace?: string | null): string;
}

/** What the function of a custom tool is called with. */
const INPUT = 'input';
/** As long as every provider takes names. */
const LONGEST_NAME = 64;

/** @param tools as the caller wrote them, in order. */
export function formTools(tools: readonly unknown[]): FormedTools {
  const functions: JsonObject[] = [];
  const forms = new Map<string, CallForm>();
  const others = new Set<string>();
  const taken = new Set<string>();
  const add = (tool: JsonObject, namespace: string | undefined): void => {
    const { type, name } = tool;
    if ((type !== 'function' && type !== 'custom') || typeof name !== 'string') {
      others.add(String(type === 'unread' ? tool.kind : type));
      return;
    }
    const called = freeName(namespace === undefined ? name : joinName(namespace, name), taken);
    taken.add(called);
    functions.push({ ...(type === 'custom' ? asFunction(tool) : tool), name: called });
    if (type === 'function' && called === name) return;
    forms.set(called, { type, name, ...(namespace === undefined ? {} : { namespace }) });
  };
  for (const tool of tools.filter(isObject)) {
    const { type, name, tools: inside } = tool;
    if (type === 'namespace' && typeof name === 'string' && Array.isArray(inside)) {
      for (const one of inside.filter(isObject)) add(one, name);
    } else add(tool, undefined);
  }
  const known = new Map([...forms].map(([called, { name, namespace }]) => [keyOf(name, namespace), called]));
  return {
    functions,
    forms,
    others: [...others],
    nameOf: (name, namespace) => known.get(keyOf(name, namespace)) ?? functionName(name, namespace),
  };
}

const OWN_TOOLS = ['custom', 'namespace'];
const OWN_ITEMS = ['additional_tools', 'custom_tool_call', 'custom_tool_call_output'];

/** Whether a body has tools, or calls of tools, that a function stands for where a provider does not know their type. */
export function hasFormedTools({ tools, input }: JsonObject): boolean {
  const holds = (list: unknown, types: readonly string[]): boolean =>
    Array.isArray(list) && list.some((one) => isObject(one) && types.includes(String(one.type)));
  return holds(tools, OWN_TOOLS) || holds(input, OWN_ITEMS);
}

function keyOf(name: string, namespace: string | null | undefined): string {
  return JSON.stringify([namespace ?? null, name]);
}

/** @returns the name of the function that stands for a tool, where it is not known what was offered. */
export function functionName(name: string, namespace: unknown): string {
  return typeof namespace === 'string' && namespace !== '' ? joinName(namespace, name) : name;
}

/** The end of a long one says more than its beginning. */
function joinName(namespace: string, name: string): string {
  return `${namespace}__${name}`.slice(-LONGEST_NAME);
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted.slice(0, LONGEST_NAME - 4)}_${count}`;
  return name;
}

/** What the text must be like, the model reads in its description. */
function asFunction({ description, format }: JsonObject): JsonObject {
  const grammar = isObject(format) && typeof format.definition === 'string' ? format : undefined;
  const about =
    grammar === undefined
      ? 'The text that the tool is given.'
      : `The text that the tool is given. It must follow this grammar (${String(grammar.syntax)}):\n${grammar.definition}`;
  return {
    type: 'function',
    description,
    parameters: {
      type: 'object',
      properties: { [INPUT]: { type: 'string', description: about } },
      required: [INPUT],
      additionalProperties: false,
    },
  };
}

/** @returns the arguments of the function that stands for a custom tool. */
export function argumentsOf(input: string): string {
  return JSON.stringify({ [INPUT]: input });
}

const [OPEN, CLOSE] = ['{"input":"', '"}'] as const;

/** The same of a text that comes in pieces: `open`, each piece `within`, `close`. */
export const ARGUMENTS_IN_PIECES = {
  open: OPEN,
  within: (piece: string): string => JSON.stringify(piece).slice(1, -1),
  close: CLOSE,
} as const;

/** @returns the text that a custom tool is called with; all that the model wrote, where that is another form. */
export function inputOf(text: string): string {
  const reader = new InputReader();
  return reader.add(text) + reader.end();
}

const OPENING = /^\s*\{\s*"input"\s*:\s*"/;
/** Characters in which the text has begun, if it begins at all. */
const LATEST = 64;

/** Reads the text of a custom tool out of arguments that come in pieces. Each piece is read once. */
export class InputReader {
  /** What has not been read: all until the text has begun, then half of an escape at most. */
  #rest = '';
  #state: 'before' | 'within' | 'behind' | 'other' = 'before';

  /** @returns what more of the text is known. */
  add(piece: string): string {
    if (this.#state === 'behind') return '';
    this.#rest += piece;
    if (this.#state === 'before') {
      const opening = OPENING.exec(this.#rest);
      if (opening !== null) {
        this.#state = 'within';
        this.#rest = this.#rest.slice(opening[0].length);
      } else if (this.#rest.length > LATEST) this.#state = 'other';
    }
    return this.#state === 'within' ? this.#read() : '';
  }

  /** @returns what is left of it: the whole, where the arguments are no such text. */
  end(): string {
    if (this.#state === 'within' || this.#state === 'behind') return '';
    const parsed = readObject(this.#rest);
    const input = parsed?.[INPUT];
    return typeof input === 'string' ? input : this.#rest;
  }

  #read(): string {
    const text = this.#rest;
    let at = 0;
    while (at < text.length && text[at] !== '"') {
      const length = text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
      if (at + length > text.length) break;
      at += length;
    }
    if (text[at] === '"') this.#state = 'behind';
    this.#rest = text.slice(at);
    return unescapeText(text.slice(0, at));
  }
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What models write unescaped, such as line breaks, is taken as it is. */
function unescapeText(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const SIGNS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
