/** Two functions for models to call, and what a loop of calls must come to. */
import { expect } from 'vitest';

export const QUESTION = 'Please use get_weather and get_time for Paris.';
export const RESULTS = { get_weather: '14 °C, rain', get_time: '10:30' };
type Name = keyof typeof RESULTS;
export const NAMES = Object.keys(RESULTS) as Name[];

/** Functions that note how they are called. */
export function functions() {
  const called: string[] = [];
  const run = (name: Name) => (given: { city: string }) => {
    called.push(`${name} ${typeof given.city}`);
    return RESULTS[name];
  };
  return { called, run };
}

/** Both were called, with arguments that hold to their schema, and the answer is made from what they gave. */
export function expectLoop(called: readonly string[], answer: unknown): void {
  expect(called.toSorted()).toEqual(['get_time string', 'get_weather string']);
  for (const result of Object.values(RESULTS)) expect(answer).toContain(result);
}
