/** Gathers what issued keys use, and writes it for reports. What a killed process has gathered is lost. */
import type { KeyUsage, KeyUsageRecords } from '../store/key-usage.ts';

interface UsageWriterOptions {
  readonly records: Pick<KeyUsageRecords, 'add'>;
  /** Called when the store could not be written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds in which usage is gathered before it is written. */
const GATHER = 250;

export function createUsageWriter({ records, onFailure }: UsageWriterOptions) {
  let pending = new Map<string, KeyUsage>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (usage: KeyUsage): void => {
    const place = `${usage.keyId} ${usage.day} ${usage.model}`;
    const other = pending.get(place);
    pending.set(place, other === undefined ? usage : addUsage(usage, other));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = new Map();
    if (batch.size > 0) writing = writing.then(() => write(batch));
    return writing;
  };
  const write = async (batch: ReadonlyMap<string, KeyUsage>): Promise<void> => {
    try {
      await records.add([...batch.values()]);
    } catch (error) {
      onFailure(error);
      for (const usage of batch.values()) add(usage);
      flushSoon(GATHER * 4);
    }
  };
  const flushSoon = (pause: number): void => {
    timer ??= setTimeout(() => void flush(), pause).unref();
  };

  return {
    gather(usage: KeyUsage): void {
      add(usage);
      flushSoon(GATHER);
    },
    /** Writes what is still to be written. */
    async close(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
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
