import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { carryConfig, unpackConfig } from './carry-config.ts';
import { readConfig } from './read-config.ts';

it('a config that was cloned on the way is the same, keys of sources included', () => {
  const config = readConfig({ CLAIMGATE_CONFIG: sourceFile() });
  expect(config.sources[0]?.key?.reveal()).toBe('the-key');
  const arrived = unpackConfig(structuredClone(carryConfig(config)));
  expect(arrived.sources[0]?.key?.reveal()).toBe('the-key');
  expect(arrived).toEqual(config);
});

function sourceFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'claimgate-carry-')), 'config.yaml');
  writeFileSync(file, 'sources: { brave: { key: the-key } }');
  return file;
}
