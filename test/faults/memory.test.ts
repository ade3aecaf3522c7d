/** What callers do to the memory of a process: bodies that never end, from callers whom nobody knows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { dial, type Line, post } from './dial.ts';

const MIB = 1024 * 1024;
const BUDGET = 512;
const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-memory-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('uploads that never end', () => {
  let gateway: Replica;
  const lines: Line[] = [];
  const picture = `{"model":"gpt-6-luna","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${'A'.repeat(27 * MIB)}`;
  const upload = post('sk-made-up', picture, [`Content-Length: ${28 * MIB}`]);
  const resident = (): number =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]) / 1024;
  beforeAll(async () => {
    const config = path.join(directory, 'config.yaml');
    writeFileSync(config, `server: { memory_budget: ${BUDGET}MiB }\n`);
    gateway = await startReplica({ CLAIMGATE_DATA_DIR: directory, CLAIMGATE_CONFIG: config });
  });
  afterAll(async () => {
    for (const line of lines) line.vanish();
    await gateway.kill('SIGKILL');
  });

  it('stay within the budget together; others are served, and one of their own kind too', async () => {
    const most = { resident: 0 };
    for (let at = 0; at < 40; at++) {
      const line = await dial(gateway.url);
      lines.push(line);
      // Until it is sent, refused or cut.
      await new Promise<void>((resolve) => {
        line.socket.once('close', () => resolve());
        line.socket.once('data', () => resolve());
        line.socket.write(upload, () => resolve());
      });
      most.resident = Math.max(most.resident, resident());
    }
    const refused = lines.filter((line) => line.heard() !== '');
    expect(refused.length).toBeGreaterThan(30);
    for (const line of refused) expect(line.heard()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+\r\n/i);
    expect(most.resident).toBeLessThan(BUDGET);
    expect((await fetch(`${gateway.url}/ready`)).status).toBe(200);
    for (const key of ['sk-honest', 'sk-other']) expect((await gateway.chat(key)).status).toBe(200);

    // As soon as those that hang leave.
    for (const line of lines.splice(0)) line.vanish();
    const whole = `${picture}"}}]}]}`;
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-picture' },
      body: whole,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('chat.completion')]);
    expect(resident()).toBeLessThan(BUDGET);
  }, 60_000);
});
