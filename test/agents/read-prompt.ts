/** What a provider's cache works with: what it is sent, one behind the other, and where that is marked. */
import type { Received } from '../harness/fake-provider.ts';

export interface SentPrompt {
  /** Names of the functions on offer; those of a namespace bear its name before theirs. */
  readonly tools: readonly string[];
  /** How many places are marked for the cache. */
  readonly marks: number;
  /** Tools, system and messages in the order in which providers read them. */
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

const MARKS = ['cache_control', 'prompt_cache_breakpoint'];
/** Fields that hold a text, or parts. */
const TEXTS = ['content', 'output'];

/** Marks say nothing, and a text is one part: providers read both alike, and agents write now one, now the other. */
const asRead = (name: string, value: unknown): unknown => {
  if (MARKS.includes(name)) return undefined;
  if (value === 'input_text') return 'text';
  return TEXTS.includes(name) && typeof value === 'string' ? [{ type: 'text', text: value }] : value;
};
const write = (value: unknown): string => JSON.stringify(value, asRead) ?? '';

export function readPrompt({ body }: Received): SentPrompt {
  const { tools, system, systemInstruction, instructions, messages, contents, input } = body;
  const said = (messages ?? contents ?? input) as readonly Json[];
  const added = said.flatMap((item) => (item.type === 'additional_tools' ? (item.tools as Json[]) : []));
  return {
    tools: [...((tools ?? []) as Json[]), ...added].flatMap((tool) => namesOf(tool)),
    marks: JSON.stringify(body).match(/"(?:cache_control|prompt_cache_breakpoint)":\{/g)?.length ?? 0,
    text: [write([tools, system, systemInstruction, instructions]), ...said.map(write)].join('\n'),
  };
}

/** Tools that the provider runs have none. */
function namesOf(tool: Json, namespace = ''): readonly string[] {
  const { functionDeclarations, function: declared, tools, name } = tool;
  if (Array.isArray(functionDeclarations)) return functionDeclarations.flatMap((one) => namesOf(one));
  if (tool.type === 'namespace') return (tools as Json[]).flatMap((one) => namesOf(one, `${name}__`));
  const own = (declared as Json | undefined)?.name ?? name;
  return typeof own === 'string' ? [namespace + own] : [];
}

/** @returns how many characters a prompt begins with that the one before it began with. */
export function cachedPart(before: SentPrompt, { text }: SentPrompt): number {
  let length = 0;
  while (length < before.text.length && before.text[length] === text[length]) length++;
  return length;
}
