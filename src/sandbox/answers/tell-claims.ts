/** The sandbox's answer in words: it repeats the claims of the question and says what would be checked. */
import type { Question } from './prompt.ts';

/** How many claims are repeated; a longer list helps nobody. */
const LISTED = 20;
/** Code points of a claim or a message that are repeated. */
const REPEATED = 300;

const INTRODUCTION = 'This is the Claimgate sandbox: a simulated model answers here.';

/** Lists the claims; `undefined` where there is none. */
export function tellClaims({ claims }: Question): string | undefined {
  if (claims.length === 0) return undefined;
  const listed = claims.slice(0, LISTED).map((claim, index) => `${index + 1}. ${shorten(claim, REPEATED)}`);
  const more = claims.length > LISTED ? `\n… and ${claims.length - LISTED} more.` : '';
  const heading =
    claims.length === 1 ? 'I found 1 claim to check:' : `I found ${claims.length} claims to check:`;
  return `${INTRODUCTION} ${heading}\n${listed.join('\n')}${more}\nUse the key of a real provider to get a real answer.`;
}

/** Answers a message without a claim. */
export function makeSmallTalk({ message }: Question): string {
  const said = shorten(message, 120);
  if (said === '') return `${INTRODUCTION} Write a message, and I will list the claims in it.`;
  return `${INTRODUCTION} You wrote: “${said}” I found no claim to check in that. Tell me something that can be checked, and I will list it.`;
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
