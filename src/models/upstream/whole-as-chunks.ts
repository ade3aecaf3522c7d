import type { Chunk, Completion } from '../../domain/chat.ts';
import type { ChunkBatches } from './read-chunks.ts';

/** A whole answer in the form of a streamed one. */
export function wholeAsChunks(completion: Completion): ChunkBatches {
  const chunks: Chunk[] = [];
  for (const [at, answer] of [completion, ...(completion.more ?? [])].entries()) {
    const choice = at === 0 ? {} : { choice: at };
    for (const thought of answer.thoughts ?? []) chunks.push({ type: 'thought', ...thought, ...choice });
    if (answer.content !== '') {
      const { logprobs } = answer;
      chunks.push({
        type: 'text',
        text: answer.content,
        ...choice,
        ...(logprobs === undefined ? {} : { logprobs }),
      });
    }
    for (const [index, { arguments: text, ...call }] of (answer.toolCalls ?? []).entries()) {
      chunks.push({ type: 'tool_call', index, ...call, ...choice });
      if (text !== '') chunks.push({ type: 'arguments', index, text, ...choice });
    }
    chunks.push({ type: 'finish', finishReason: answer.finishReason, ...choice });
  }
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
