/** docs/security.md names the test of each protection; some protections are held here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from './harness/fake-provider.ts';
import { missingTest, readRows } from './harness/find-test.ts';
import { envFor, PROVIDERS, speak, WIRES } from './harness/provider-wires.ts';
import { type Gateway, startGateway } from './harness/start-gateway.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

describe('docs/security.md', () => {
  const rows = readRows(read('docs/security.md').split('## Threats')[1] as string, 'threat');

  it('has threats of each kind', () => {
    expect(rows.length).toBeGreaterThan(35);
  });

  it.each(rows.map((row) => [row[0] as string, row]))('names a test that exists: %s', (_threat, row) => {
    expect(row).toHaveLength(3);
    if (row[2] === '–') return expect(row[1]).toContain('it is not part of the tests');
    expect(missingTest(row[2] as string)).toBeUndefined();
  });
});

it('a secret is compared in constant time', () => {
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, read(path.join('src', file))] as const);
  // `===` between two values of which one is called a secret, a token or a MAC, unless the other is a constant.
  const compared =
    /\b\w*(?:[sS]ecret|[tT]oken|[mM]ac|[dD]igest|adminKey)\b(?:\(\))?\s*[!=]==\s*(?!undefined|null|[A-Z_]+\b|''|""|'|"|\d|true|false)\w/;
  const found = sources.flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => compared.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(compared.test('if (given.secret === secret) return')).toBe(true);
  expect(found).toEqual([]);
});

it('no package of production runs code when it is installed', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; hasInstallScript?: boolean }>;
  };
  const running = Object.entries(lock.packages).filter(
    ([place, entry]) =>
      place !== '' && !entry.dev && entry.hasInstallScript && existsSync(path.join(ROOT, place)),
  );
  expect(running.map(([place]) => place)).toEqual([]);
});

describe('the gateway', () => {
  let fake: FakeProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider(speak());
    gateway = await startGateway({ env: envFor(fake), yaml: 'plans: { default: enterprise }' });
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

  it('fetches nothing that a caller names', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`;
    const statuses = new Set<number>();
    try {
      for (const address of [url, url.replace('http:', 'https:'), url.replace('127.0.0.1', 'localhost')]) {
        for (const provider of PROVIDERS) {
          const content = [
            { type: 'text', text: `The tower is 330 m high, see ${address}.` },
            { type: 'image_url', image_url: { url: address } },
          ];
          const document = { title: 'a', url: address, text: 'The tower is 330 m high.' };
          const messages = [{ role: 'user', content }];
          const response = await gateway.chat({
            api_key: 'sk-fetch',
            model: WIRES[provider].model,
            messages,
            fact_check: { mode: 'verify', documents: [document] },
          });
          statuses.add(response.status);
          await response.text();
        }
      }
    } finally {
      server.close();
    }
    expect(asked).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200]));
    expect([...statuses]).not.toContain(500);
  });
});
