/** Whether a corpus is read for what its passages mean, by the model that ships. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';

let folder: string;
let env: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'claimgate-vectors-'));
  writeFileSync(path.join(folder, 'a.txt'), 'The mayor of the town announced that he was stepping down.');
  writeFileSync(path.join(folder, 'b.txt'), 'The school in the valley got a new roof of slate.');
  env = { CLAIMGATE_DATA_DIR: path.join(folder, 'data') };
});
afterAll(() => rmSync(folder, { recursive: true }));
const run = (args: readonly string[], readsMeaning = true, more = {}) =>
  runInTests(args, { ...env, ...more }, '', { readsMeaning });
const vectorsOf = async () => JSON.parse((await run(['corpus', 'stats', '--json'])).stdout).vectors;
const QUERY = 'Who quit office?';

it('is read when documents are added, and later where it was not', async () => {
  const added = await run(['corpus', 'add', path.join(folder, 'a.txt')]);
  expect([added.code, added.stderr]).toEqual([0, expect.stringMatching(/Added 1 document, replaced 0\.\n$/)]);
  await run(['corpus', 'add', path.join(folder, 'b.txt')], false);
  expect(await vectorsOf()).toBe(1);
  const found = await run(['corpus', 'search', '--json', '-k', '1', QUERY]);
  expect(JSON.parse(found.stdout)).toMatchObject({ text: expect.stringContaining('stepping down') });
  expect((await run(['corpus', 'search', QUERY], false)).stdout).toBe('');
  const filled = await run(['corpus', 'vectors']);
  expect([filled.code, filled.stderr]).toEqual([0, 'Read 1 passage.\n']);
  expect(await vectorsOf()).toBe(2);
  expect((await run(['corpus', 'vectors'])).stderr).toBe('Read 0 passages.\n');
});

it('is not where config does not want it, and the command says so', async () => {
  const config = path.join(folder, 'off.yaml');
  writeFileSync(config, 'retrieval: { vectors: false }');
  const refused = await run(['corpus', 'vectors'], true, { CLAIMGATE_CONFIG: config });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('retrieval.vectors is false')]);
});
