/** The faults of the gateway's own fields that their schema does not find. */
import type { FieldFault } from '../../domain/errors.ts';
import { isObject } from '../../domain/json-object.ts';
import { MAX_CONTEXT } from '../../engine/factcheck/find/gather-context.ts';
import { valueFault } from '../../models/dialects/field-faults.ts';
import { MAX_SPANS } from './chat-schema.ts';
import { MAX_SOURCES } from './fact-check-schema.ts';

/**
 * @param body of a chat, valid or not.
 * @param knownSources names of the evidence sources that the server has.
 */
export function ownFaults(body: unknown, knownSources: readonly string[]): FieldFault[] {
  if (!isObject(body)) return [];
  const { fact_check: options } = body;
  return [...sourceFaults(options, ['fact_check'], knownSources), ...documentFaults(options, ['fact_check'])];
}

/**
 * @param place where the options stand in the body.
 * @returns a fault for each source that the server does not have.
 */
export function sourceFaults(
  options: unknown,
  place: readonly string[],
  knownSources: readonly string[],
): FieldFault[] {
  if (!isObject(options) || !Array.isArray(options.sources)) return [];
  if (options.sources.length > MAX_SOURCES) return [];
  return options.sources.flatMap((source, index) =>
    typeof source !== 'string' || knownSources.includes(source)
      ? []
      : [valueFault([...place, 'sources', index], 'the server has no such source')],
  );
}

/** @returns a fault where the documents' texts are too long in all. */
export function documentFaults(options: unknown, place: readonly string[]): FieldFault[] {
  if (!isObject(options) || !Array.isArray(options.documents)) return [];
  let length = 0;
  for (const document of options.documents) {
    if (isObject(document) && typeof document.text === 'string') length += document.text.length;
  }
  if (length <= MAX_CONTEXT) return [];
  const most = MAX_CONTEXT.toLocaleString('en');
  return [valueFault([...place, 'documents'], `the texts have more than ${most} characters in all`)];
}

/** Of values that may be anything: what is no number is not compared. */
const isAbove = (value: unknown, other: unknown): boolean =>
  typeof value === 'number' && typeof other === 'number' && value > other;

/** @returns a fault for each span that is empty, or ends behind the text. */
export function spanFaults(body: unknown): FieldFault[] {
  if (!isObject(body) || !Array.isArray(body.spans) || body.spans.length > MAX_SPANS) return [];
  const length = typeof body.text === 'string' ? body.text.length : Number.POSITIVE_INFINITY;
  return body.spans.flatMap((span, index) => {
    if (!isObject(span)) return [];
    const place = ['spans', index, 'end'];
    const { start, end } = span;
    if (isAbove(start, end) || start === end) return [valueFault(place, 'end must be greater than start')];
    return isAbove(end, length) ? [valueFault(place, 'the span lies outside the text')] : [];
  });
}
