/**
 * The sandbox's answer in words: it repeats the claims of the question and says what would be checked.
 * Its own sentences are worded so that there is no claim in them: what the gateway finds in such an
 * answer is what the caller said.
 */
import type { Question } from './prompt.ts';

/** How many claims are repeated; a longer list helps nobody. */
const LISTED = 20;
/** Code points of a claim that are repeated. */
const CLAIM_LENGTH = 300;
/** Code points of a message without a claim that are repeated. */
const MESSAGE_LENGTH = 120;

const WELCOME = 'Welcome to the Claimgate sandbox!';

/** Lists the claims; `undefined` where there is none. */
export function tellClaims({ claims }: Question): string | undefined {
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
export function shorten(text: string, codePoints: number): string {
  const line = text
    .slice(0, codePoints * 8)
    .replace(/\s+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= codePoints ? line : `${points.slice(0, codePoints - 1).join('')}…`;
}
