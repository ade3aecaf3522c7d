/** `node scripts/new-provider.js NAME`, run in a copy: what it writes is a provider as it stands. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { KnownProvider } from '../../src/models/providers/known-provider.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'claimgate-new-provider-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('begins a provider that can be registered', async () => {
  for (const part of [
    ...['src/domain', 'src/models', 'scripts/new-provider.js', 'package.json'],
    'test/conformance/required-fixtures.json',
  ]) {
    cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  execFileSync(process.execPath, ['scripts/new-provider.js', 'new-one'], { cwd: copy });
  const written = path.join(copy, 'src/models/providers/new-one.ts');
  const { NEW_ONE: provider }: { NEW_ONE: KnownProvider } = await import(pathToFileURL(written).href);
  expect(provider.key).toBe('new-one');
  expect(provider.keyVariables).toEqual(['NEW_ONE_API_KEY']);
  expect(readdirSync(path.join(copy, 'src/models/providers/__fixtures__/new-one'))).toContain(
    'error-invalid-key.json',
  );
});
