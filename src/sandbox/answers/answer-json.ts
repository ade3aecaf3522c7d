/** Answers for those who asked for JSON. */

import { fillSchema } from './fill-schema.ts';
import type { Question } from './prompt.ts';
import { shorten } from './tell-claims.ts';

/** JSON that validates against the schema of the request, filled with the claims of the question. */
export function answerSchema(question: Question): string | undefined {
  const { format } = question.prompt;
  if (format.type !== 'json_schema') return undefined;
  return JSON.stringify(fillSchema(format.schema, wordsOf(question)));
}

/** A JSON object of the sandbox's own form. */
export function answerJsonObject(question: Question): string | undefined {
  if (question.prompt.format.type !== 'json_object') return undefined;
  return JSON.stringify({ sandbox: true, claims: question.claims });
}

/** What the strings of a JSON answer say: the claims, or else the message. */
function wordsOf({ claims, message }: Question): readonly string[] {
  if (claims.length > 0) return claims;
  const said = shorten(message, 300);
  return [said === '' ? 'sandbox' : said];
}
