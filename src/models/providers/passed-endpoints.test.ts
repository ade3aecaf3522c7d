import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasEndpoint, passedEndpointsOf } from './passed-endpoints.ts';
import { DIALECTS } from './registry.ts';

const page = readFileSync(new URL('../../../docs/other-endpoints.md', import.meta.url), 'utf8');
const dialects = ['openai', 'anthropic', 'google', 'xai', 'together', 'openai-compatible'];

it('every dialect is in the table', () => {
  expect(dialects.toSorted()).toEqual(DIALECTS.map(({ key }) => key).sort());
  for (const key of dialects) expect(passedEndpointsOf(key)?.paths.length).toBeGreaterThan(0);
  expect(passedEndpointsOf('constructor')).toBeUndefined();
});

it('docs/other-endpoints.md has the same table', () => {
  const rows = [...page.matchAll(/^\| (`\/v1\/.*?) \| (.*) \|$/gm)];
  const documented = Object.fromEntries(dialects.map((key) => [key, [] as string[]]));
  for (const [, names = '', cells = ''] of rows) {
    const paths = [...names.matchAll(/`\/v1\/(.*?)`/g)].map(([, path]) => path as string);
    for (const [at, cell] of cells.split(' | ').entries()) {
      if (cell === 'yes') documented[dialects[at]!]!.push(...paths);
    }
  }
  for (const key of dialects) {
    expect([key, documented[key]?.sort()]).toEqual([key, passedEndpointsOf(key)?.paths.toSorted()]);
  }
});

it('a path is at an endpoint, or below one that has more', () => {
  const openai = passedEndpointsOf('openai')!;
  for (const path of ['files', 'files/a/content', 'audio/speech'])
    expect(hasEndpoint(openai, path)).toBe(true);
  for (const path of ['file', 'filesystem', 'embeddings/x', 'audio', 'messages/batches']) {
    expect(hasEndpoint(openai, path)).toBe(false);
  }
});
