/** docs/adding-a-source.md is true: its file and its fixture, as they stand there, are a source that answers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { OutsideSource } from '../../src/engine/factcheck/sources/outside-source.ts';
import { KEY, startSourceServer } from './source-server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/adding-a-source.md'), 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

it('the example of the page answers as its fixture says', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-new-source-'));
  const beside = pathToFileURL(path.join(root, 'src/engine/factcheck/sources/outside-source.ts')).href;
  const file = path.join(folder, 'example.ts');
  writeFileSync(file, blockOf('ts').replace('./outside-source.ts', beside));
  const { EXAMPLE } = (await import(file)) as { EXAMPLE: OutsideSource };
  const { query, exchanges, items } = JSON.parse(blockOf('json'));
  const server = await startSourceServer();
  const { request, response } = exchanges[0];
  server.answer((_asked, reply) =>
    reply
      .writeHead(response.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(response.body)),
  );
  const found = await server.open(EXAMPLE).search(query, new AbortController().signal);
  expect(found).toEqual(items.map((item: object) => ({ source: 'example', ...item })));
  const [{ method, path: asked, query: parameters, headers } = expect.fail()] = server.asked;
  expect({ method, path: asked, query: parameters, headers: { 'x-api-key': headers['x-api-key'] } }).toEqual({
    ...request,
    headers: { 'x-api-key': KEY },
  });
  await server.close();
  rmSync(folder, { recursive: true });
});
