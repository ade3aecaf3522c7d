/**
 * The sandbox's answers to callers: the words that they ask for, or else in words, in JSON, and in JSON of a schema. They repeat the claims of the
 * question. Their own sentences are worded so that there is no claim in them: what the gateway finds in such an
 * answer is what the caller said.
 */
import { createHash } from 'node:crypto';
import { fillSchema } from './fill-schema.ts';
import { type Attachment, isQuestion, type Question } from './prompt.ts';

/** How many claims are repeated; a longer list helps nobody. */
const LISTED = 20;
/** Code points that are repeated of a claim, and of a message without a claim. */
const CLAIM_LENGTH = 300;
const MESSAGE_LENGTH = 120;

const WELCOME = 'Welcome to the Claimgate sandbox!';

/** A line that gives the answer, so that a caller can see how one of its own is checked. */
const SAY = /^(?:Say|Answer with): *(\S[\s\S]*)$/m;

/** Says what it is asked to say, to the end of the message. */
export function repeatWords({ prompt, message }: Question): string | undefined {
  return prompt.format.type === 'text' ? SAY.exec(message)?.[1] : undefined;
}

/** What pictures, files and sounds of the last question are, so that a caller knows they arrived whole. */
export function describeAttachments({ prompt }: Question): string | undefined {
  const attachments = prompt.turns.findLast(isQuestion)?.attachments ?? [];
  if (attachments.length === 0 || prompt.format.type !== 'text') return undefined;
  return attachments.map(describe).join('\n');
}

function describe({ mediaType, data, url }: Attachment, index: number): string {
  if (data === undefined) return `Attachment ${index + 1}: ${url}`;
  const bytes = Buffer.from(data, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `Attachment ${index + 1}: ${mediaType}, ${bytes.length} bytes, SHA-256 ${hash}`;
}

/** JSON that validates against the schema of the request, filled with the claims, or else with the message. */
export function answerSchema({ prompt, claims, message }: Question): string | undefined {
  const { format } = prompt;
  if (format.type !== 'json_schema') return undefined;
  const words = claims.length > 0 ? claims : [shorten(message, CLAIM_LENGTH) || 'sandbox'];
  return JSON.stringify(fillSchema(format.schema, words));
}

/** A JSON object of the sandbox's own form. */
export function answerJsonObject({ prompt, claims }: Question): string | undefined {
  return prompt.format.type === 'json_object' ? JSON.stringify({ sandbox: true, claims }) : undefined;
}

/** Lists the claims; `undefined` where there is none. */
export function listClaims({ claims }: Question): string | undefined {
  if (claims.length === 0) return undefined;
  const listed = claims
    .slice(0, LISTED)
    .map((claim, index) => `${index + 1}. ${shorten(claim, CLAIM_LENGTH)}`);
  const more = claims.length > LISTED ? `\n… and ${claims.length - LISTED} more.` : '';
  const heading = `I would check ${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}:`;
  return `${WELCOME} ${heading}\n\n${listed.join('\n')}${more}\n\nUse the key of a real provider to get a real answer.`;
}

/** Answers a message without a claim. */
export function makeSmallTalk({ message }: Question): string {
  const said = shorten(message, MESSAGE_LENGTH);
  if (said === '') return `${WELCOME} Write a message, and I will list the claims in it.`;
  return `${WELCOME} Is there a claim in “${said}”? I see none. Tell me something that can be checked, and I will list it.`;
}

/** One line, cut between code points. */
function shorten(text: string, codePoints: number): string {
  const line = text
    .slice(0, codePoints * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= codePoints ? line : `${points.slice(0, codePoints - 1).join('')}…`;
}
