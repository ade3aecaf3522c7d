/** What a model is told of an answer that is asked for once more. */
import { readFileSync } from 'node:fs';
import { type Choice, type Message, textMessage } from '../../../domain/chat.ts';
import type { Claim } from '../../../domain/claim.ts';
import { type FenceWord, fenceLine, fenceLines } from '../../../engine/factcheck/choose/fence-evidence.ts';
import { citation, decidingEvidence } from './correction-note.ts';

const PROMPT = readFileSync(new URL('../prompts/retry.v1.md', import.meta.url), 'utf8')
  .trim()
  .replace(/(?<=\S)\n(?=\S)/g, ' ');

/**
 * Behind the conversation: the answer's text, without its calls, to which there are no results; and what is wrong in it, with
 * the quotes, as data between lines that nobody knows beforehand.
 */
export function retryMessages(
  { content }: Pick<Choice, 'content'>,
  claims: readonly Claim[],
  fenceWord: FenceWord,
): readonly Message[] {
  const items = claims.map((claim) => {
    const deciding = decidingEvidence(claim.evidence ?? []);
    return [
      claim.original_text,
      deciding === undefined ? 'no evidence was found' : citation(deciding),
    ] as const;
  });
  const word = fenceWord(JSON.stringify(items));
  const lines = items.flatMap(([statement, evidence]) => [
    `Statement: ${fenceLine(statement, word)}`,
    `Evidence: ${fenceLine(evidence, word)}`,
  ]);
  const fenced = fenceLines('FINDINGS', word, lines);
  const [open = '', close = ''] = [fenced[0], fenced.at(-1)];
  const instructions = PROMPT.replace('{open}', open).replace('{close}', close);
  return [textMessage('assistant', content), textMessage('user', `${instructions}\n\n${fenced.join('\n')}`)];
}
