import type { Chunk } from '../../domain/chat.ts';
import type { ChunkBatches } from './read-chunks.ts';

/** How a stream was over: its last batch was read, reading it failed, or it was given up. */
type StreamEnd = 'read' | 'closed' | { readonly error: unknown };

/**
 * Looks at a streamed answer as it passes.
 * @param onChunk gets each chunk, in order.
 * @param onEnd is called once.
 */
export function followStream(
  batches: ChunkBatches,
  onChunk: (chunk: Chunk) => void,
  onEnd: (how: StreamEnd) => void,
): ChunkBatches {
  let isOver = false;
  const end = (how: StreamEnd): void => {
    if (isOver) return;
    isOver = true;
    onEnd(how);
  };
  return {
    async next() {
      try {
        const chunks = await batches.next();
        if (chunks === undefined) end('read');
        for (const chunk of chunks ?? []) onChunk(chunk);
        return chunks;
      } catch (error) {
        end({ error });
        throw error;
      }
    },
    close() {
      end('closed');
      return batches.close();
    },
  };
}
