import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTSIDE_SOURCES } from '../engine/factcheck/sources/registry.ts';
import { runInTests } from './run-in-tests.ts';

let directory = '';
let server: Server;
let base = '';
const asked: string[] = [];

/** Wikipedia answers, Crossref finds nothing, Brave does not know the key, Exa is on fire. */
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'claimgate-sources-'));
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    asked.push(searchParams.get('q') ?? '');
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname.startsWith('/wikipedia/w/rest.php')) {
      send(200, {
        pages: [
          { id: 1, key: 'Eiffel_Tower', title: 'Eiffel Tower\u001b[31m', excerpt: 'Completed in 1889' },
        ],
      });
    } else if (pathname.startsWith('/crossref')) send(200, { message: { items: [] } });
    else if (pathname.startsWith('/brave')) send(422, { error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } });
    else send(500, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true });
});

async function run(line: readonly string[], yaml: string) {
  const file = path.join(directory, 'config.yaml');
  await writeFile(file, yaml);
  const {
    code,
    stdout: out,
    stderr: err,
  } = await runInTests(['sources', ...line], {
    CLAIMGATE_CONFIG: file,
  });
  return { out, err, code };
}

const all = (): string => `
sources:
  wikipedia: { base_url: "${base}/wikipedia" }
  crossref: { base_url: "${base}/crossref" }
  brave: { base_url: "${base}/brave", key: brave-key-0001 }
  exa: { base_url: "${base}/exa", key: exa-key-0001 }
fact_check: { contact: ops@example.org }
`;

describe('claimgate sources check', () => {
  it('says of each source what came, how fast, and what is wrong with its key', async () => {
    const { out, err, code } = await run(['check'], all());
    const lines = out.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(
        /^wikipedia +ok +1 item in \d+ ms; first: Eiffel Tower\[31m <https:\/\/en\.wikipedia\.org\/wiki\/Eiffel_Tower>$/,
      ),
      expect.stringMatching(/^crossref +nothing +no results in \d+ ms$/),
      expect.stringMatching(
        /^brave +key +the key is not accepted \(422\): check sources\.brave\.key, or CLAIMGATE_BRAVE_KEY$/,
      ),
      expect.stringMatching(/^exa +unreachable +reports an internal error \(500\), after \d+ ms$/),
    ]);
    expect([code, err]).toEqual([1, 'claimgate: 2 of 4 sources did not answer\n']);
    expect(out).not.toContain('key-0001');
  });

  it('says it to a machine too', async () => {
    const { out } = await run(['check', '--json'], all());
    const findings = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings.map(({ source, fault }) => [source, fault])).toEqual([
      ['wikipedia', undefined],
      ['crossref', undefined],
      ['brave', 'key'],
      ['exa', 'unreachable'],
    ]);
    expect(findings[0].items).toEqual([
      { title: 'Eiffel Tower[31m', url: 'https://en.wikipedia.org/wiki/Eiffel_Tower' },
    ]);
  });

  it('asks what it is given, cut as everything that goes outside', async () => {
    asked.length = 0;
    const yaml = `sources: { wikipedia: { base_url: "${base}/wikipedia" } }`;
    const { code, err } = await run(['check', '--question', 'Jane of jane@example.com owns Mars'], yaml);
    expect(code).toBe(0);
    expect(asked[0]).toBe('Jane owns Mars');
    expect(err).toMatch(/^fact_check\.contact is not set: /);
    expect((await run(['check', '--question', 'jane@example.com'], yaml)).code).toBe(2);
  });

  it('says so where there is none', async () => {
    const { out, err, code } = await run(['check'], '{}');
    expect([out, code]).toEqual(['', 0]);
    expect(err).toBe('No outside source is configured: see claimgate sources list.\n');
  });
});

describe('claimgate sources list', () => {
  it('says which there are, which are configured, and what the others need', async () => {
    const { out } = await run(['list'], all());
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(OUTSIDE_SOURCES.length);
    expect(lines[0]).toMatch(/^wikipedia +configured +Encyclopedia, .*; needs no key$/);
    expect(out).toMatch(/^tavily +- +.*; needs a key: sources\.tavily\.key or CLAIMGATE_TAVILY_KEY$/m);
    expect(out).toMatch(/^searxng +- +.*; needs sources\.searxng\.base_url$/m);
    expect(out).toMatch(/^pubmed +- +.*; key optional: /m);
  });
});
