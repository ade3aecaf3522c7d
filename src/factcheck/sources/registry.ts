/** Every source outside. A new one is a file beside this, a line here, and its fixtures. */
import type { OutsideSource } from './outside-source.ts';
import { WIKIPEDIA } from './wikipedia.ts';

export const OUTSIDE_SOURCES: readonly OutsideSource[] = [WIKIPEDIA];

/** @returns the source of that name. */
export function findOutsideSource(name: string): OutsideSource | undefined {
  return OUTSIDE_SOURCES.find((source) => source.name === name);
}
