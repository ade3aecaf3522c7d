/** `claimgate corpus add`: what an operator has, as documents of the corpus. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';
import { Interrupted } from './terminal.ts';

const root = mkdtempSync(path.join(tmpdir(), 'claimgate-inputs-'));
const at = (name: string): string => path.join(root, name);
let env: Record<string, string>;
let server: Server;
let site = '';

const ARTICLE = (title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><article><p>${text}</p></article></body></html>`;
const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/1': [
    'text/html',
    ARTICLE('Bridge', 'The bridge was opened in 1932 after eight years of work in the harbour.'),
  ],
  '/2': [
    'text/html',
    ARTICLE('Tunnel', 'The tunnel was dug through granite by four hundred people in a decade.'),
  ],
  '/feed.xml': [
    'application/rss+xml',
    '<rss><channel><item><title>B</title><link>/1</link><pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate></item><item><title>Gone</title><link>/gone</link></item></channel></rss>',
  ],
  '/more.xml': ['text/xml', '<rss><channel><item><title>T</title><link>/2</link></item></channel></rss>'],
  '/data.xml': ['application/xml', '<data><x>1</x></data>'],
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const [type, body] = PAGES[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(at('policies/deep/.hidden'), { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'returns.md': '# Returns\n\nReturns are accepted for 14 days.\n',
    'policies/hours.html': ARTICLE(
      'Hours',
      'The shop opens at nine in the morning on every weekday except Monday.',
    ),
    'policies/deep/fees.txt': 'Late payments cost three euros a week.\n',
    'policies/deep/.hidden/secret.txt': 'Never read.',
    'policies/logo.png': '\u0089PNG\r\n',
    'policies/empty.txt': '',
    'table.csv': 'Headline;Body;Link\nA;"Text one; it is long";https://example.org/1\nB;Text two is here;\n',
    'braces.md': '{% raw %}\n\nTemplates begin with a brace.\n',
    'lines.txt':
      '{"id": "l1", "title": "L", "url": "https://example.org/l", "text": "A line of its own."}\n{"id": 3}\n',
    'feeds.opml': `<opml><body><outline xmlUrl="${site}/feed.xml"/><outline xmlUrl="${site}/more.xml"/></body></opml>`,
    'config.yaml': 'fetch: { pages: true, private_hosts: [127.0.0.1] }',
    'long.md': `${'A sentence of a long handbook that goes on and on. '.repeat(8_000)}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text, 'latin1');
  symlinkSync(root, at('policies/loop'));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  env = { CLAIMGATE_DATA_DIR: mkdtempSync(at('data-')), CLAIMGATE_CONFIG: at('config.yaml') };
});

const add = (...args: readonly string[]) => runInTests(['corpus', 'add', ...args], env);
async function find(query: string): Promise<Record<string, unknown>> {
  const { stdout } = await runInTests(['corpus', 'search', '--json', '-k', '1', query], env);
  return JSON.parse(stdout.split('\n')[0] as string);
}

it('a collection keeps documents apart, in every command of the corpus', async () => {
  const run = (...args: readonly string[]) => runInTests(['corpus', ...args], env);
  expect((await run('collections')).stdout).toBe('');
  await add(at('returns.md'));
  const { stderr } = await add('--collection', 'staff', at('policies/deep/fees.txt'));
  expect(stderr).toContain('Added 1 document, replaced 0.');
  expect((await run('search', 'three euros')).stdout).toBe('');
  const inStaff = ['search', '--collection', 'staff'];
  expect((await run(...inStaff, 'returns within days')).stdout).toBe('');
  expect((await run(...inStaff, 'three euros')).stdout).toContain('three euros a week');
  const query = '{"id": 1, "query": "three euros"}\n';
  const answered = await runInTests(['corpus', ...inStaff, '--jsonl'], env, query);
  expect(JSON.parse(answered.stdout)).toMatchObject({ id: 1, hits: [{ id: at('policies/deep/fees.txt') }] });
  expect((await run('collections')).stdout).toBe('staff  1 document, 1 passage\n');
  expect((await run('collections', '--json')).stdout).toBe('{"name":"staff","documents":1,"passages":1}\n');
  expect((await run('clear', '--collection', 'staff', '--yes')).stderr).toBe('Removed 1 document.\n');
  expect((await run('stats', '--collection', 'staff')).stdout).toContain('documents   0\n');
  expect((await run('stats')).stdout).toContain('documents   1\n');
  const refused = await run('stats', '--collection', 'Staff room');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('short lower-case name')]);
});

describe('corpus add', () => {
  it('takes a file, says how many passages came of it, and replaces it the next time', async () => {
    const first = await add(at('returns.md'));
    expect([first.code, first.stdout]).toEqual([0, '']);
    expect(first.stderr).toBe(`${at('returns.md')}: 1 passage\nAdded 1 document, replaced 0.\n`);
    expect((await add(at('returns.md'))).stderr).toBe('Added 0 documents, replaced 0, 1 already there.\n');
    writeFileSync(at('changing.md'), 'Returns are accepted for a week.');
    await add(at('changing.md'));
    writeFileSync(at('changing.md'), 'Returns are accepted for a month.');
    expect((await add(at('changing.md'))).stderr).toContain('Added 0 documents, replaced 1.');
    expect(await find('returns days')).toMatchObject({ id: at('returns.md'), title: 'Returns', url: '' });
  });

  it('takes a file that is longer than what is checked in one go', async () => {
    const { code, stderr } = await add(at('long.md'));
    expect(code).toBe(0);
    expect(Number(/: (\d+) passages/.exec(stderr)?.[1])).toBeGreaterThan(100);
  });

  it('takes what is readable of a folder, at any depth, and names what it leaves out', async () => {
    const { code, stderr } = await add(at('policies'));
    expect(code).toBe(1);
    expect(stderr.split('\n')).toEqual([
      `${at('policies/deep/fees.txt')}: 1 passage`,
      `${at('policies/empty.txt')}: text: must not be empty`,
      `${at('policies/hours.html')}: 1 passage`,
      'Passed over 2 files of other kinds.',
      'Added 2 documents, replaced 0.',
      'claimgate: 1 document was left out',
      '',
    ]);
  });

  it('takes the rows of a table by the names of its columns', async () => {
    const unnamed = await add(at('table.csv'));
    expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('there is no column "text"')]);
    const { code, stderr } = await add(at('table.csv'), '--columns', 'text=Body,title=Headline,url=Link');
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 documents, 2 passages')]);
    expect(await find('one long')).toMatchObject({ title: 'A', url: 'https://example.org/1' });
    expect(await find('text two')).toMatchObject({ id: `${at('table.csv')}:3`, title: 'B', url: '' });
  });

  it('takes a table on standard input, whose rows name themselves', async () => {
    const rows = 'id,text\nr1,The ferry crosses at noon.\n,The ferry rests at night.\n';
    const { code, stderr } = await runInTests(['corpus', 'add', '--csv', '-'], env, rows);
    expect([code, stderr.split('\n')]).toEqual([
      1,
      expect.arrayContaining([expect.stringContaining('-:3: id'), 'Added 1 document, replaced 0.']),
    ]);
    expect(await find('ferry noon')).toMatchObject({ id: 'r1' });
  });

  it('goes on where it was stopped, and shows how far it is', async () => {
    const lines = Array.from({ length: 700 }, (_, id) =>
      JSON.stringify({ id: `n${id}`, title: '', url: 'https://example.org/n', text: `Number ${id} is odd.` }),
    );
    writeFileSync(at('many.jsonl'), lines.join('\n'));
    const stopping = new AbortController();
    let shown = '';
    const stderr = {
      isTTY: true,
      write(text: string) {
        shown += text;
        // Once the first batch is written.
        if (/ [1-9]\d* documents/.test(text)) stopping.abort(new Interrupted());
      },
    };
    const stopped = await runInTests(['corpus', 'add', at('many.jsonl')], env, '', {
      ...{ stderr, onInterrupt: () => stopping.signal },
    });
    expect(stopped.code).not.toBe(0);
    expect(shown).toMatch(/█░* \d+ % {2}\S+many\.jsonl: \d+ documents/);
    const added = Number(/Added (\d+) documents, replaced 0\.\nThe same command goes on/.exec(shown)?.[1]);
    expect(added).toBeGreaterThan(200);
    expect(added).toBeLessThan(700);
    expect((await add(at('many.jsonl'))).stderr).toContain(
      `Added ${700 - added} documents, replaced 0, ${added} already there.`,
    );
  });

  it('takes JSON Lines whatever the file is called, and a text that begins with a brace', async () => {
    const { code, stderr } = await add(at('lines.txt'), at('braces.md'));
    expect(code).toBe(1);
    expect(stderr).toContain(`${at('lines.txt')}:2: id: must be a string`);
    expect(stderr).toContain('Added 2 documents, replaced 0.\nclaimgate: 1 line was left out');
    expect(await find('templates brace')).toMatchObject({ title: 'braces.md' });
  });

  it('takes a page, and the pages of a feed and of a list of feeds', async () => {
    expect((await add(`${site}/1`)).stderr).toBe(`${site}/1: 1 passage\nAdded 1 document, replaced 0.\n`);
    const feed = await add(`${site}/feed.xml`);
    expect(feed.code).toBe(1);
    expect(feed.stderr).toContain(`${site}/gone: The page answered with status 404`);
    // A feed knows the day.
    expect(feed.stderr).toContain('Added 0 documents, replaced 1.');
    expect(await find('bridge harbour')).toMatchObject({
      id: `${site}/1`,
      title: 'Bridge',
      url: `${site}/1`,
      published: '2026-03-04',
    });
    expect((await add(at('feeds.opml'))).stderr).toContain('Added 1 document, replaced 0, 1 already there.');
    expect(await find('tunnel granite')).toMatchObject({ title: 'Tunnel' });
  });

  it('refuses XML that is no feed, links that config does not follow, and what is not there', async () => {
    expect((await add(`${site}/data.xml`)).stderr).toContain('This is a file of the type application/xml');
    writeFileSync(at('closed.yaml'), 'fetch: { pages: false }');
    const closed = await runInTests(['corpus', 'add', `${site}/1`], {
      ...env,
      CLAIMGATE_CONFIG: at('closed.yaml'),
    });
    expect([closed.code, closed.stderr]).toEqual([1, expect.stringContaining('links are not fetched')]);
    const missing = await add(at('nowhere.pdf'));
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no such file')]);
  });
});
