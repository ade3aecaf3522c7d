/**
 * The answer to a request to judge how claims were extracted: by a lexical rule, so that a report of the sandbox
 * looks like one. No model has read anything.
 */
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import type { Question } from './prompt.ts';

const FIELDS = ['claim', 'added', 'accuracy', 'held', 'missing', 'faults', 'coherence', 'verifiable'];
const PRONOUN = /^(?:he|she|it|they|this|these|his|her|its|their|we|i)\b/i;

interface Material {
  readonly passages: readonly { readonly text: string }[];
  readonly claims: readonly { readonly claim: number; readonly text: string }[];
}

/** Knows the request by the fields of its schema. */
export function judgeExtraction({ prompt, message }: Question): string | undefined {
  const { format } = prompt;
  if (format.type !== 'json_schema' || !asksForJudgements(format.schema)) return undefined;
  const material = readMaterial(message);
  if (material === undefined) return undefined;
  const { passages, claims } = material;
  const said = wordsOf(passages.map(({ text }) => text).join('\n'));
  return JSON.stringify({ claims: claims.map(({ claim, text }) => judge(claim, text, said)) });
}

/** The material, where the message is one: others may ask with a schema like it. */
function readMaterial(message: string): Material | undefined {
  try {
    const { passages, claims } = parseBoundedJson(message) as { passages?: unknown; claims?: unknown };
    const hasText = (item: unknown): boolean => typeof (item as { text?: unknown } | null)?.text === 'string';
    const isList = (list: unknown): boolean => Array.isArray(list) && list.every(hasText);
    return isList(passages) && isList(claims) ? ({ passages, claims } as Material) : undefined;
  } catch {
    return undefined;
  }
}

function judge(claim: number, text: string, said: ReadonlySet<string>): object {
  const words = [...wordsOf(text)];
  const added = words.filter((word) => !said.has(word));
  const pronoun = PRONOUN.exec(text)?.[0];
  return {
    claim,
    added,
    accuracy: rate(words.length === 0 ? 0 : 1 - added.length / words.length),
    held: 1,
    missing: [],
    faults: pronoun === undefined ? [] : [`nothing in it tells what "${pronoun}" means`],
    coherence: pronoun === undefined ? 5 : 3,
    verifiable: !text.trim().endsWith('?'),
  };
}

/** A share as a rating from 1 to 5. */
function rate(share: number): number {
  return 1 + Math.round(4 * share);
}

function wordsOf(text: string): Set<string> {
  return new Set(Array.from(text.toLowerCase().matchAll(/[\p{L}\p{N}]{2,}/gu), ([word]) => word));
}

function asksForJudgements(schema: unknown): boolean {
  const item = (schema as { properties?: { claims?: { items?: { properties?: object } } } } | null)
    ?.properties?.claims?.items?.properties;
  return typeof item === 'object' && item !== null && FIELDS.every((field) => Object.hasOwn(item, field));
}
