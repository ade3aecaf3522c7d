import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { watchCanaries } from './canaries.ts';
import { startGateway } from './start-gateway.ts';

const KEY = 'sk-canary-of-the-harness';
const TEXT = 'A text that stands nowhere, "quoted".';

it('a key or a text of a request is found in what a gateway wrote', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-canaries-'));
  const canaries = watchCanaries();
  canaries.sent({ messages: [{ role: 'user', content: TEXT }] }, { authorization: `Bearer ${KEY}` });
  expect(canaries.search({ log: 'nothing of it' }, directory)).toEqual([]);
  expect(canaries.search({ log: JSON.stringify({ msg: TEXT }) }, directory)).toEqual(['log']);
  expect(canaries.search({ metrics: `x{key="${KEY}"} 1` }, directory)).toEqual(['metrics']);
  writeFileSync(path.join(directory, 'rows.sqlite'), `\0${KEY}\0`);
  expect(canaries.search({}, directory)).toEqual(['rows.sqlite']);
  rmSync(directory, { recursive: true });
});

it('a gateway that wrote one down fails its test when it is stopped', async () => {
  const gateway = await startGateway({ env: { CLAIMGATE_SANDBOX: 'all' } });
  expect((await gateway.chat({ api_key: KEY })).status).toBe(200);
  mkdirSync(gateway.dataDir, { recursive: true });
  writeFileSync(path.join(gateway.dataDir, 'core'), KEY);
  await expect(gateway.stop()).rejects.toThrow('A key or a text of a caller stands in: core');
});
