import type { Chunk, Completion } from '../domain/chat.ts';
import type { ChunkBatches } from './read-chunks.ts';

/** A whole answer in the form of a streamed one. */
export function wholeAsChunks(completion: Completion): ChunkBatches {
  const chunks: Chunk[] = [];
  if (completion.content !== '') chunks.push({ type: 'text', text: completion.content });
  chunks.push({ type: 'finish', finishReason: completion.finishReason });
  if (completion.usage !== undefined) chunks.push({ type: 'usage', usage: completion.usage });
  let given = false;
  return {
    async next() {
      if (given) return undefined;
      given = true;
      return chunks;
    },
    close() {
      given = true;
    },
  };
}
