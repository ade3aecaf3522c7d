/**
 * An operator's own query, as JSON with placeholders. What is put in is a value of its own, never a part of a text, so that
 * nothing in a claim can be read as syntax.
 */
import { isObject } from '../../../domain/json-object.ts';

/** What stands at the placeholders, each a whole value: `"{text}"` is the claim's text. */
export interface QueryValues {
  readonly text: string;
  /** Its words without function words. */
  readonly words: string;
  readonly limit: number;
  /** Its embedding. */
  readonly vector?: readonly number[];
}

export type QueryTemplate = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /^\{(text|words|limit|vector)\}$/;
/** Queries that read what they are given as an expression of their own: a claim could ask for other fields, or for days. */
const READS_SYNTAX = new Set([
  'query_string',
  'simple_query_string',
  'regexp',
  'wildcard',
  'script',
  'script_score',
]);

/** @returns what is wrong with a template, or `undefined`. */
export function templateFault(template: QueryTemplate): string | undefined {
  let isAsked = false;
  const faultOf = (value: unknown, within: string | undefined): string | undefined => {
    // Of a list too: its places are no names of queries.
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const fault = faultOf(member, READS_SYNTAX.has(name) ? name : within);
        if (fault !== undefined) return fault;
      }
      return undefined;
    }
    if (typeof value !== 'string') return undefined;
    const name = PLACEHOLDER.exec(value)?.[1];
    if (name === undefined) {
      const inside = /\{(?:text|words|limit|vector)\}/.exec(value)?.[0];
      return inside === undefined ? undefined : `${inside} must be a whole value`;
    }
    if (name !== 'limit') isAsked = true;
    return within === undefined || name === 'limit' || name === 'vector'
      ? undefined
      : `{${name}} must not stand in ${within}, which reads it as syntax: use match or multi_match`;
  };
  return (
    faultOf(template, undefined) ?? (isAsked ? undefined : 'must have {text}, {words} or {vector} in it')
  );
}

/** @returns whether an embedding is to stand in it. */
export function needsVector(template: QueryTemplate): boolean {
  return JSON.stringify(template).includes('"{vector}"');
}

/** @param template one without a fault. */
export function fillQuery(template: QueryTemplate, values: QueryValues): unknown {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]));
    const name = typeof value === 'string' ? PLACEHOLDER.exec(value)?.[1] : undefined;
    return name === undefined ? value : values[name as keyof QueryValues];
  };
  return fill(template);
}
