/** The places that requests can be counted in. A new one is a file beside this and a line here. */
import type { LimitCounts } from '../../store/limit-counts.ts';
import type { LimitBackend } from '../limit-backend.ts';
import { openMemoryBackend } from './memory.ts';
import { openRedisBackend } from './redis.ts';

export type LimitBackendName = 'memory' | 'redis';

export interface LimitBackendOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Where a backend in memory keeps its counts over a restart. */
  readonly counts?: LimitCounts;
  readonly redisUrl?: string;
  /** What a shared backend does while it is away: count locally from the last known state, or answer 503. */
  readonly whenAway: 'allow' | 'refuse';
  /** The most callers that a process tells apart. */
  readonly maxCallers?: number;
  /** Use the milliseconds handed to each call instead of the backend's own clock: for tests. */
  readonly clockHandedIn?: boolean;
  readonly onAway?: (reason: string) => void;
  readonly onBack?: () => void;
  /** Told when counts could not be written to the store; they are kept and tried again. */
  readonly onCheckpointFailure?: (error: unknown) => void;
}

export type OpenLimitBackend = (options: LimitBackendOptions) => Promise<LimitBackend>;

export const LIMIT_BACKENDS: Readonly<
  Record<LimitBackendName, OpenLimitBackend> & Record<string, OpenLimitBackend>
> = {
  memory: openMemoryBackend,
  redis: (options) => openRedisBackend({ ...options, redisUrl: options.redisUrl ?? '' }),
};

/** Redis where there is a URL, else memory. */
export function openLimitBackend(options: LimitBackendOptions): Promise<LimitBackend> {
  return LIMIT_BACKENDS[options.redisUrl === undefined ? 'memory' : 'redis'](options);
}
