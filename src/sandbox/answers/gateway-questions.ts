/**
 * The questions that the gateway itself asks a model, known by the fields of their schemas: to normalize claims,
 * to read them in their context, and to rate how they were extracted. No model reads anything here: the answers come of
 * comparing words. Claims are judged in `judge-claims.ts`.
 */
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import { asArray, asObject, parseObject } from '../json.ts';
import type { Question } from './prompt.ts';
import { hasFields, itemSchema } from './question-schema.ts';

/** Answers with the claims that were found in the message. */
export function normalizeClaims({ prompt, claims }: Question): string | undefined {
  const fields = ['verifiable', 'unresolved', 'claims', 'note'];
  if (prompt.format.type !== 'json_schema' || !hasFields(prompt.format.schema, fields)) return undefined;
  return JSON.stringify({
    verifiable: claims.length > 0,
    unresolved: [],
    claims: claims.slice(0, 3),
    note: claims.length > 0 ? '' : 'No claim here that could be verified.',
  });
}

/** A claim that is to be read, in the question's form: no other line of it begins with a number in square brackets. */
const NUMBERED = /^\[(\d+)\] (.*)$/gm;

/** Answers that each claim stands alone as it is. */
export function readClaims({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'reading', 'parts'];
  if (!hasFields(itemSchema(prompt.format.schema, 'readings'), fields)) return undefined;
  const readings = [...message.matchAll(NUMBERED)].map(([, number]) => {
    return { claim: Number(number), reading: '', parts: [] };
  });
  return JSON.stringify({ readings });
}

/** Words and numbers alone, in lower case. */
function normalize(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** Answers whether each claim stands word for word in a passage: the best ratings where it does, middling ones else. */
export function judgeExtraction({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'added', 'accuracy', 'held', 'missing', 'faults', 'coherence', 'verifiable'];
  if (!hasFields(itemSchema(prompt.format.schema, 'claims'), fields)) return undefined;
  const material = parseObject(message, parseBoundedJson);
  if (!Array.isArray(material?.claims)) return undefined;
  const claims = material.claims.map(asObject);
  if (!claims.every(({ text }) => typeof text === 'string')) return undefined;
  const said = asArray(material.passages).map((passage) => normalize(String(asObject(passage).text)));
  return JSON.stringify({
    claims: claims.map(({ claim, text }) => {
      const rating = said.some((passage) => passage.includes(normalize(String(text)))) ? 5 : 3;
      return {
        claim,
        added: [],
        accuracy: rating,
        held: 1,
        missing: [],
        faults: [],
        coherence: rating,
        verifiable: true,
      };
    }),
  });
}
