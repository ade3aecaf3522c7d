/** `claimgate judge pull`, from a server on loopback that has a model of eight words: yes supports, no refutes. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';

const TINY = path.resolve(import.meta.dirname, '../engine/judge/__fixtures__/tiny');
const NAME = 'eight-words';
const PLACE = '/models/';
/** As published models name their outputs; the order is the model's. */
const CONFIG = { id2label: { 0: 'entailment', 1: 'contradiction', 2: 'neutral' }, order: 'claim-passage' };
const FILES: Readonly<Record<string, Buffer>> = {
  'model.onnx': readFileSync(path.join(TINY, 'model.onnx')),
  'tokenizer.json': readFileSync(path.join(TINY, 'tokenizer.json')),
  'config.json': Buffer.from(JSON.stringify(CONFIG)),
};
const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const PAIRS = Array.from({ length: 12 }, () => [
  { claim: 'a', passage: 'yes', label: 'supported' },
  { claim: 'a', passage: 'no', label: 'refuted' },
  { claim: 'a', passage: 'word', label: 'not_enough_info' },
]).flat();

let server: Server;
let url = '';
/** Path, and from which byte on. */
let asked: (readonly [path: string, range: string | undefined])[] = [];
/** Bytes of the model after which its connection ends. */
let breaksAt: number | undefined;
/** What the list at an address says. */
let listText = '';
let directory = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url: asking = '', headers } = request;
    asked.push([asking, headers.range]);
    expect(headers.authorization).toBeUndefined();
    if (asking.startsWith(PLACE)) {
      // Large files lie elsewhere.
      const name = asking.slice(PLACE.length);
      if (name.endsWith('.onnx')) {
        response.writeHead(302, { location: `/elsewhere/${name}` }).end();
        return;
      }
    }
    const name = asking.replace(PLACE, '').replace('/elsewhere/', '');
    const bytes = name === 'list.json' ? Buffer.from(listText) : FILES[name];
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (from >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    const rest = bytes.subarray(from);
    response.writeHead(from === 0 ? 200 : 206, {
      'content-length': rest.length,
      ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    if (breaksAt !== undefined && asking.endsWith('.onnx')) {
      response.write(rest.subarray(0, breaksAt), () => response.destroy());
    } else response.end(rest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, breaksAt] = [[], undefined];
  listText = JSON.stringify(listOf());
  directory = mkdtempSync(path.join(tmpdir(), 'claimgate-pull-'));
  writeFileSync(path.join(directory, 'pairs.jsonl'), PAIRS.map((one) => `${JSON.stringify(one)}\n`).join(''));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface Listed {
  readonly url: string;
  readonly sha256: string;
}

const listOf = (over: Readonly<Record<string, Partial<Listed>>> = {}, base = `${url}${PLACE}`) => ({
  name: NAME,
  files: Object.fromEntries(
    Object.entries(FILES).map(([name, bytes]) => [
      name,
      { url: `${base}${name}`, sha256: sha256Of(bytes), ...over[name] },
    ]),
  ),
});

/** @param list its text, where it is a file. */
const pull = (
  list: string | object = listOf(),
  over: { stderr?: { write(text: string): unknown; isTTY?: boolean } } = {},
) => {
  const place = path.join(directory, 'list.json');
  writeFileSync(place, typeof list === 'string' ? list : JSON.stringify(list));
  return pullFrom(place, [], over);
};
const pullFrom = (place: string, args: readonly string[] = [], over = {}) =>
  runInTests(
    ['judge', 'pull', place, ...args, '--pairs', path.join(directory, 'pairs.jsonl')],
    { CLAIMGATE_DATA_DIR: directory },
    '',
    over,
  );
const file = (name: string): string => path.join(directory, 'models', NAME, name);
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'));

describe('claimgate judge pull', () => {
  it('brings a model whose labels are read from its config.json, and fits its threshold', async () => {
    const { code, stdout } = await pull();
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${path.dirname(file('x'))}\n`)]);
    expect(stdout).toMatch(/Of the 36 pairs that it was fitted on, it states 67 %, 100 % of those right\./);
    const { threshold, ...rest } = read('config.json');
    expect(rest).toEqual(CONFIG);
    for (const verdict of ['supported', 'refuted']) {
      expect(threshold[verdict]).toBeGreaterThan(0.5);
      expect(threshold[verdict]).toBeLessThan(1);
    }
    const checked = await runInTests(['judge', 'check', path.dirname(file('x')), '--json']);
    expect(JSON.parse(checked.stdout)).toMatchObject({ labels: ['supported', 'refuted', 'not_enough_info'] });
  });

  it('goes on where a download broke off', async () => {
    breaksAt = 100;
    const broken = await pull();
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('goes on from here')]);
    expect(existsSync(file('model.onnx'))).toBe(false);
    breaksAt = undefined;
    expect((await pull()).code).toBe(0);
    const ranges = asked.filter(([place]) => place.endsWith('.onnx')).map(([, range]) => range);
    expect(ranges).toEqual([undefined, undefined, 'bytes=100-', 'bytes=100-']);
    expect(readFileSync(file('model.onnx'))).toEqual(FILES['model.onnx']);
  });

  it('takes a file that had come whole before its name was given', async () => {
    await pull();
    const bytes = readFileSync(file('model.onnx'));
    rmSync(file('model.onnx'));
    writeFileSync(file('model.onnx.part'), bytes);
    expect((await pull()).code).toBe(0);
    expect(readFileSync(file('model.onnx'))).toEqual(bytes);
  });

  it('fetches nothing again that is as it was, and what is not', async () => {
    await pull();
    asked = [];
    expect((await pull()).code).toBe(0);
    expect(asked).toEqual([]);
    truncateSync(file('tokenizer.json'), 10);
    const again = await pull();
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringMatching(/tokenizer\.json has another SHA-256/),
    ]);
    expect(asked.map(([place]) => place)).toEqual([`${PLACE}tokenizer.json`]);
  });

  it.each(Object.keys(FILES))('deletes a %s that is another than it should be, and says so', async (name) => {
    const { code, stderr } = await pull(listOf({ [name]: { sha256: 'a'.repeat(64) } }));
    expect(code).toBe(1);
    const found = sha256Of(FILES[name] as Buffer).slice(0, 12);
    expect(stderr).toContain(
      `${url}${PLACE}${name} has the SHA-256 ${found}…, and should have aaaaaaaaaaaa…; it was deleted`,
    );
    const kept = name === 'config.json' ? 'config.given.json' : name;
    for (const one of [kept, `${kept}.part`]) expect(existsSync(file(one)), one).toBe(false);
    // No model is made of what is left.
    expect(existsSync(file('config.json'))).toBe(false);
  });

  it('keeps nothing of what came before under another checksum', async () => {
    await pull();
    const wanted = 'b'.repeat(64);
    expect((await pull(listOf({ 'model.onnx': { sha256: wanted } }))).code).toBe(1);
    expect([existsSync(file('model.onnx')), existsSync(file('model.onnx.part'))]).toEqual([false, false]);
  });

  it('takes a list at an address, by its checksum, with addresses beside it', async () => {
    listText = JSON.stringify(listOf({}, ''));
    const address = `${url}${PLACE}list.json`;
    const taken = await pullFrom(address, ['--sha256', sha256Of(listText).toUpperCase()]);
    expect([taken.code, existsSync(file('model.onnx'))]).toEqual([0, true]);
    asked = [];
    const changed = await pullFrom(address, ['--sha256', 'c'.repeat(64)]);
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringContaining('it was deleted')]);
    expect(asked).toHaveLength(1);
  });

  it('fetches nothing whose checksum is not given', async () => {
    const address = await pullFrom(`${url}${PLACE}list.json`);
    expect([address.code, address.stderr]).toEqual([2, expect.stringContaining('needs its --sha256')]);
    expect((await pullFrom(`${url}${PLACE}list.json`, ['--sha256', 'abc'])).code).toBe(2);
    const list = listOf();
    for (const [given, said] of [
      [{ ...list, files: { ...list.files, 'model.onnx': { url } } }, 'files["model.onnx"].sha256'],
      [{ ...list, files: {} }, 'files["model.onnx"].url'],
      [listOf({ 'config.json': { url: 'file:///etc/passwd' } }), 'files["config.json"].url'],
      [{ ...list, name: '../elsewhere' }, 'name must be'],
      ['no JSON', 'is no JSON object'],
    ] as const) {
      expect(await pull(given)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
    }
    expect((await pullFrom(path.join(directory, 'nowhere.json'))).stderr).toContain('there is no such file');
    expect(asked).toEqual([]);
  });

  it('says how far it is, on a terminal only', async () => {
    let written = '';
    const isTTY = true;
    await pull(listOf(), {
      stderr: {
        isTTY,
        write: (text) => {
          written += text;
        },
      },
    });
    expect(written).toMatch(/model\.onnx {2}█{24} {2}[\d.]+ MB of [\d.]+ MB/);
    rmSync(path.join(directory, 'models'), { recursive: true });
    expect((await pull()).stderr).not.toContain('█');
  });

  it('says where a file is not', async () => {
    const gone = await pull(listOf({ 'tokenizer.json': { url: `${url}/nowhere` } }));
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('status 404')]);
  });
});

it('the pairs that ship are labelled pairs', () => {
  const models = path.resolve(import.meta.dirname, '../../models');
  const pairs = readFileSync(path.join(models, 'fit-pairs.jsonl'), 'utf8').trim().split('\n');
  const labels = new Set(pairs.map((line) => JSON.parse(line).label));
  expect([pairs.length >= 300, labels]).toEqual([true, new Set(['supported', 'refuted', 'not_enough_info'])]);
});
