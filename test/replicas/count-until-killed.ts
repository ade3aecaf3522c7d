/**
 * A process that counts requests in memory and SQLite until it is killed. Before each request it writes a
 * line with the number that the month will have.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { openMemoryBackend } from '../../src/gateway/admission/backends/memory.ts';
import { createCallerIds } from '../../src/gateway/admission/caller-id.ts';
import { openStore } from '../../src/gateway/store/store.ts';

const [dataDir = ''] = process.argv.slice(2);
const plan: Plan = { name: 'pro', perMonth: 1_000_000, models: 'all' };
const ids = createCallerIds('a secret of sixteen');
const caller = ids.callerOf(ApiKey.parse('sk-canary-in-a-killed-process')!);
const crowd = Array.from({ length: 200 }, (_, i) => ids.callerOf(ApiKey.parse(`sk-canary-crowd-${i}`)!));

const store = await openStore({ dataDir, now: Date.now });
const backend = await openMemoryBackend({ counts: store.limitCounts, now: Date.now });
const { windows } = await backend.peek(caller, plan, Date.now());
for (let month = 1_000_000 - windows[0]!.remaining + 1; ; month++) {
  process.stdout.write(`${month}\n`);
  await backend.reserve(caller, plan, Date.now());
  for (let i = 0; i < 20; i++) await backend.reserve(crowd[(month + i) % crowd.length]!, plan, Date.now());
  await sleep(1);
}
