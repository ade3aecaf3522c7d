/** The places that requests can be counted in. A new one is a file beside this and a line here. */
import type { LimitBackend } from '../limit-backend.ts';
import { createMemoryBackend } from './memory.ts';

export interface LimitBackendOptions {
  /** The most callers that a process tells apart. */
  readonly maxCallers?: number;
}

export const LIMIT_BACKENDS: Readonly<
  Record<string, (options: LimitBackendOptions) => Promise<LimitBackend>>
> = {
  memory: async (options) => createMemoryBackend(options),
};
