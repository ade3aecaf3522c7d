/** How much a streamed answer used, told once it is over, however it ends. */
import type { Usage } from '../domain/chat.ts';
import { followStream } from './follow-stream.ts';
import type { ChunkBatches } from './read-chunks.ts';

/** Characters of a token, about. */
const TOKEN = 4;

/**
 * @param promptCharacters of the text that was sent: where the provider has not said what was used, because the caller
 *   left or the answer was cut, four characters count as a token.
 * @param record is called once.
 */
export function meterStream(
  batches: ChunkBatches,
  promptCharacters: number,
  record: (usage: Usage) => void,
): ChunkBatches {
  let said: Usage | undefined;
  let characters = 0;
  return followStream(
    batches,
    (chunk) => {
      if (chunk.type === 'usage') said = chunk.usage;
      else if (chunk.type === 'text' || chunk.type === 'arguments') characters += chunk.text.length;
    },
    () => record(said ?? estimateUsage(promptCharacters, characters)),
  );
}

/** What an answer used whose provider does not say it. @param promptCharacters likewise of the answer. */
export function estimateUsage(promptCharacters: number, characters: number): Usage {
  return {
    promptTokens: Math.ceil(promptCharacters / TOKEN),
    completionTokens: Math.ceil(characters / TOKEN),
  };
}
