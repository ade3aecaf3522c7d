/** What all workers count is one traffic, whoever is asked for it, and none of it is lost where they end in order. */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TrafficAnswer } from '../../src/gateway/traffic/read-traffic.ts';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { readJson } from '../harness/read-answer.ts';
import { startWorkers } from './start-workers.ts';

const ADMIN = 'admin-key-of-this-test-0123456789abcdef';
const KEY = 'sk-of-the-workers-traffic-1234567890';
const REQUESTS = 40;
const YAML = `admin: { keys: ["ann:${ADMIN}"] }\nplans: { default: enterprise }\nfact_check: { mode: 'off' }`;

it('traffic is that of all workers, and outlasts them', { timeout: 180_000 }, async () => {
  const fake = await startFakeProvider(speak());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-workers-traffic-'));
  const start = () => startWorkers({ env: envFor(fake), yaml: YAML, dataDir });
  let gateway = await start();
  /** On a connection of its own, so that each worker has its share. */
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const sending = request(
        `${gateway.url}/v1/chat/completions`,
        {
          method: 'POST',
          agent: new Agent(),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        },
        (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
      );
      sending.on('error', reject);
      sending.end(JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hi' }] }));
    });
  const countFor = async (where: string, key: string): Promise<number | undefined> => {
    const response = await fetch(`${gateway.url}${where}`, { headers: { authorization: `Bearer ${key}` } });
    return (await readJson<TrafficAnswer>(response)).data[0]?.requests;
  };
  try {
    const statuses = await Promise.all(Array.from({ length: REQUESTS }, ask));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect.poll(() => countFor('/admin/v1/traffic', ADMIN), { timeout: 60_000 }).toBe(REQUESTS);
    await Promise.all(Array.from({ length: REQUESTS }, ask));
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    await gateway.stop();
    gateway = await start();
    expect(await countFor('/admin/v1/traffic', ADMIN)).toBe(2 * REQUESTS);
    expect(await countFor('/v1/traffic', KEY)).toBe(2 * REQUESTS);
  } finally {
    await gateway.stop();
    await fake.stop();
    rmSync(dataDir, { recursive: true });
  }
});
