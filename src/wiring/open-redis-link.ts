/** A connection of its own to Redis, for what is kept there. The client is loaded where it is used. */
import type { RedisLink } from '../admission/backends/redis-link.ts';

/** Commands wait until the client is loaded; then they answer quickly, or fail quickly. */
export function openRedisLink(url: string): Pick<RedisLink, 'send' | 'close'> {
  const link = import('../admission/backends/redis-link.ts').then(
    ({ RedisLink }) => new RedisLink({ url, prepare: async (send) => void (await send(['PING'])) }),
  );
  return { send: async (args) => (await link).send(args), close: async () => (await link).close() };
}
