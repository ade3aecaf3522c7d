/** Tokens of a provider's thoughts in an event of its stream that shows none of them. All providers charge for them. */
import { isObject } from '../../domain/json-object.ts';
import { parseJson } from '../dialects/read-json.ts';
import { mostTokens } from '../providers/count-tokens.ts';

/** Where the dialects put thoughts; the first that is there speaks for the others, which repeat it. */
const NAMES = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text'] as const;
/** Thoughts within the text, which makes no chunk then. */
const TEXTS = ['content', 'text'] as const;
const DEEPEST = 12;

/**
 * @param data of the event.
 * @param isSilent whether the event made no chunk: all its text is thought then.
 */
export function countThoughts(data: string, isSilent: boolean): number {
  if (!isSilent && !/reason|think|thought/.test(data)) return 0;
  return countIn(parseJson(data), isSilent, DEEPEST);
}

function countIn(value: unknown, isSilent: boolean, depth: number): number {
  if (depth === 0) return 0;
  if (Array.isArray(value))
    return value.reduce((sum: number, item) => sum + countIn(item, isSilent, depth - 1), 0);
  if (!isObject(value)) return 0;
  const name = NAMES.find((one) => typeof value[one] === 'string' && value[one] !== '');
  let tokens = name === undefined ? 0 : mostTokens(value[name] as string);
  if (isSilent || value.thought === true) {
    for (const one of TEXTS) if (typeof value[one] === 'string') tokens += mostTokens(value[one] as string);
  }
  for (const member of Object.values(value)) {
    if (typeof member === 'object') tokens += countIn(member, isSilent, depth - 1);
  }
  return tokens;
}
