import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasEndpoint, passedEndpointsOf } from './passed-endpoints.ts';
import { DIALECTS, PROVIDERS } from './registry.ts';

const page = readFileSync(new URL('../../../docs/other-endpoints.md', import.meta.url), 'utf8');
/** In the order of the page's columns. */
const dialects = DIALECTS.map(({ key }) => key);

it('every provider says in passed-endpoints.ts which other endpoints it has', () => {
  expect(dialects.filter((key) => passedEndpointsOf(key) === undefined)).toEqual([]);
  for (const key of dialects) expect(passedEndpointsOf(key)?.paths.length).toBeGreaterThan(0);
  expect(passedEndpointsOf('constructor')).toBeUndefined();
});

it('docs/other-endpoints.md has the same table', () => {
  const header = `| endpoint | ${PROVIDERS.map(({ name }) => name).join(' | ')} | your own |`;
  expect(page.split('\n').filter((line) => line.startsWith('| endpoint |'))).toEqual([header]);
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
