/** A caller by hand, and the provider behind the gateway: what the cases of callers are played with. */
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { RawExchange } from '../../harness/raw-server.ts';
import { dial, type Line, post } from '../dial.ts';
import { OPENAI } from '../dialects.ts';
import type { World } from '../world.ts';
import { json, say } from './say.ts';

export interface Caller {
  readonly name: string;
  /** Fails where it went otherwise than its name says. */
  run(world: World): Promise<void>;
}

export const hello = json(OPENAI.whole('Hello there'));
export const ask = (more: object = {}): Record<string, unknown> => ({
  model: OPENAI.model,
  messages: [{ role: 'user', content: 'Hello' }],
  ...more,
});

/** A caller with a line of its own, and what its provider does. */
export interface Scene {
  readonly world: World;
  readonly key: string;
  readonly line: Line;
  /** Resolves with the next request that the provider gets. */
  asked(): Promise<RawExchange>;
  readonly count: () => number;
}

export function scene(
  name: string,
  answer: (exchange: RawExchange, attempt: number) => void,
  play: (scene: Scene) => Promise<void>,
): Caller {
  return {
    name,
    async run(world) {
      const key = world.newKey();
      const seen: RawExchange[] = [];
      let onAsked: ((exchange: RawExchange) => void) | undefined;
      const served = world.serve(key, (exchange, attempt) => {
        if (onAsked === undefined) seen.push(exchange);
        else onAsked(exchange);
        onAsked = undefined;
        answer(exchange, attempt);
      });
      const line = await dial(world.gateway.url);
      try {
        await play({
          world,
          key,
          line,
          count: () => served.asked,
          asked: () => {
            const first = seen.shift();
            if (first !== undefined) return Promise.resolve(first);
            return new Promise((resolve, reject) => {
              const timer = setTimeout(() => reject(new Error('the provider was not asked')), 5_000);
              onAsked = (exchange) => {
                clearTimeout(timer);
                resolve(exchange);
              };
            });
          },
        });
      } finally {
        line.socket.destroy();
        world.forget(key);
      }
    },
  };
}

/** Resolves once the provider's side of a call is closed. */
export function closed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the provider’s connection stays open')), 1_500);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** The gateway still answers. */
export async function isWell({ world, key }: Scene): Promise<void> {
  world.serve(key, say(hello));
  const line = await dial(world.gateway.url);
  line.say(post(key, ask(), ['Connection: close']));
  expect(await line.closed()).toContain('"Hello there"');
}
