import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreBusy } from '../../domain/store-busy.ts';
import { readConfig } from '../config/read-config.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { openState } from './open-state.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-state-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** @returns how many of 200 searches that begin at once are given up. */
async function searchAtOnce(groundDeadline: number): Promise<number> {
  const config = readConfig({ CLAIMGATE_DATA_DIR: dataDir });
  const state = await openState({
    config: { ...config, factCheck: { ...config.factCheck, groundDeadline } },
    log: createLog({ level: 'silent', pretty: false }).log,
    metrics: createMetrics(),
    now: Date.now,
  });
  try {
    const { corpus } = state.store;
    await corpus.add([{ id: 'a', title: '', url: '', text: 'The mayor resigned.' }]);
    const all = await Promise.all(
      Array.from({ length: 200 }, () =>
        corpus.search('mayor', 1).catch((error: unknown) => {
          if (error instanceof StoreBusy) return undefined;
          throw error;
        }),
      ),
    );
    return all.filter((found) => found === undefined).length;
  } finally {
    await state.close();
  }
}

it('a search of the corpus waits for its turn as long as answers wait for evidence', async () => {
  expect(await searchAtOnce(1)).toBeGreaterThan(0);
  expect(await searchAtOnce(600_000)).toBe(0);
});
