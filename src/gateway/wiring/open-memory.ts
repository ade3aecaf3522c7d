/** How much memory requests may hold: of the config's budget, or of the machine's or the container's limit. */
import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Config } from '../config/read-config.ts';
import { createMemory, type Memory } from '../http/server/memory.ts';

const MIB = 1024 * 1024;
/** Bytes of a process that serves nobody, its models loaded. */
const AT_REST = 256 * MIB;
/** Bytes of its heap. */
const HEAP_AT_REST = 96 * MIB;
/** Bytes that requests may hold in any case. */
const LEAST_ROOM = 32 * MIB;
/** The part of what there is that is taken as shipped: the rest is the system's, and its cache of files. */
const OF_MACHINE = 0.75;
/** The part of the budget above which the process takes too much. */
const TIGHT = 0.8;
/** Milliseconds between two looks at the process's memory. */
const LOOK = 100;

export function openMemory({ server, workers }: Pick<Config, 'server' | 'workers'>): Memory {
  const budget = (server.memoryBudget ?? OF_MACHINE * machineMemory()) / workers;
  const heap = getHeapStatistics().heap_size_limit;
  // Most of what a request holds are texts, which lie in the heap.
  const room = Math.max(LEAST_ROOM, Math.min(budget - AT_REST, heap - HEAP_AT_REST));
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isTight = false;
  return createMemory({
    room,
    now: () => performance.now(),
    isTight() {
      const time = performance.now();
      if (time - lookedAt > LOOK) {
        lookedAt = time;
        isTight = process.memoryUsage.rss() > TIGHT * budget;
      }
      return isTight;
    },
  });
}

/** @returns bytes: the container's limit (cgroup) where it has one, else what the machine has. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
