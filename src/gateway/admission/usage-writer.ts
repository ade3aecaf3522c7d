/** Gathers what issued keys use, and writes it for reports. */
import { gatherSums } from '../../scheduling/gather-sums.ts';
import type { KeyUsage, KeyUsageRecords } from '../store/key-usage.ts';

interface UsageWriterOptions {
  readonly records: Pick<KeyUsageRecords, 'add'>;
  /** Called when the store could not be written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds in which usage is gathered before it is written. */
const GATHER = 250;

export function createUsageWriter({ records, onFailure }: UsageWriterOptions) {
  return gatherSums<KeyUsage>({
    placeOf: ({ keyId, day, model }) => `${keyId} ${day} ${model}`,
    join: addUsage,
    write: (usage) => records.add(usage),
    every: GATHER,
    onFailure,
  });
}

function addUsage(usage: KeyUsage, other: KeyUsage): KeyUsage {
  return {
    ...usage,
    calls: usage.calls + other.calls,
    promptTokens: usage.promptTokens + other.promptTokens,
    completionTokens: usage.completionTokens + other.completionTokens,
    nanos: usage.nanos + other.nanos,
  };
}
