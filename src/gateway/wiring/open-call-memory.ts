/** Joins the memory of calls. */
import type { ExtraContent } from '../../domain/chat.ts';
import type { CallMemory } from '../chat/call-memory.ts';
import { openSealedMemory } from './open-sealed-memory.ts';
import type { Shelf } from './open-shelf.ts';

/**
 * @param secret the server's.
 * @param shelf where the entries lie; in this process unless said otherwise.
 */
export function openCallMemory(secret: string, shelf?: Shelf): CallMemory {
  const memory = openSealedMemory(secret, 'calls', shelf);
  return {
    keep: (callerId, { id, extra }) => memory.keep([callerId, id], extra),
    find: async (callerId, id) => (await memory.find([callerId, id])) as ExtraContent | undefined,
  };
}
