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
const NAME = 'nli-deberta-v3-small';
const PLACE = '/Xenova/nli-deberta-v3-small/resolve/main/';
/** As published models name their outputs; the order is the model's. */
const CONFIG = { id2label: { 0: 'entailment', 1: 'contradiction', 2: 'neutral' }, order: 'claim-passage' };
const FILES: Readonly<Record<string, Buffer>> = {
  'onnx/model_quantized.onnx': readFileSync(path.join(TINY, 'model.onnx')),
  'tokenizer.json': readFileSync(path.join(TINY, 'tokenizer.json')),
  'config.json': Buffer.from(JSON.stringify(CONFIG)),
};
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
let linkedEtag: string | undefined;
let directory = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url: asking = '', headers } = request;
    asked.push([asking, headers.range]);
    expect(headers.authorization).toBeUndefined();
    if (asking.startsWith(PLACE)) {
      const name = asking.slice(PLACE.length);
      // Large files lie elsewhere.
      if (name.endsWith('.onnx')) {
        const etag = linkedEtag === undefined ? {} : { 'x-linked-etag': `"${linkedEtag}"` };
        response.writeHead(302, { location: `/elsewhere/${name}`, ...etag }).end();
        return;
      }
    }
    const bytes = FILES[asking.replace(PLACE, '').replace('/elsewhere/', '')];
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
  [asked, breaksAt, linkedEtag] = [[], undefined, undefined];
  directory = mkdtempSync(path.join(tmpdir(), 'claimgate-pull-'));
  writeFileSync(path.join(directory, 'pairs.jsonl'), PAIRS.map((one) => `${JSON.stringify(one)}\n`).join(''));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const pull = (name = NAME, over: { stderr?: { write(text: string): unknown; isTTY?: boolean } } = {}) =>
  runInTests(
    ['judge', 'pull', name, '--from', url, '--pairs', path.join(directory, 'pairs.jsonl')],
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
    expect(stdout).toMatch(/Of 36 pairs it states 67 %, 100 % of those right\./);
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
    expect(readFileSync(file('model.onnx'))).toEqual(FILES['onnx/model_quantized.onnx']);
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
    expect((await pull()).code).toBe(0);
    expect(asked.map(([place]) => place)).toEqual([`${PLACE}tokenizer.json`]);
  });

  it('keeps no file that is another than the server says, or than it was', async () => {
    linkedEtag = 'a'.repeat(64);
    const wrong = await pull();
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('another checksum')]);
    expect([existsSync(file('model.onnx')), existsSync(file('model.onnx.part'))]).toEqual([false, false]);
    linkedEtag = createHash('sha256')
      .update(FILES['onnx/model_quantized.onnx'] as Buffer)
      .digest('hex');
    expect((await pull()).code).toBe(0);
    const record = read('pulled.json');
    writeFileSync(
      file('pulled.json'),
      JSON.stringify({
        ...record,
        'tokenizer.json': { ...record['tokenizer.json'], sha256: 'b'.repeat(64) },
      }),
    );
    expect((await pull()).stderr).toContain('another checksum');
  });

  it('says how far it is, on a terminal only', async () => {
    let written = '';
    const isTTY = true;
    await pull(NAME, {
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

  it('lists the models there are, and names them where there is none of a name', async () => {
    const { stdout } = await runInTests(['judge', 'pull']);
    expect(stdout).toMatch(
      /^nli-deberta-v3-small {2}\d+ MB {2}Apache-2\.0 {2}contradiction, entailment, neutral/m,
    );
    expect(await pull('nonsense')).toMatchObject({ code: 1, stderr: expect.stringContaining(NAME) });
    const gone = await runInTests(['judge', 'pull', 'nli-deberta-v3-base', '--from', url], {
      CLAIMGATE_DATA_DIR: directory,
    });
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('status 404')]);
  });
});

it('the pairs that ship are labelled pairs, and each model of the list has its files', () => {
  const models = path.resolve(import.meta.dirname, '../../models');
  const pairs = readFileSync(path.join(models, 'fit-pairs.jsonl'), 'utf8').trim().split('\n');
  const labels = new Set(pairs.map((line) => JSON.parse(line).label));
  expect([pairs.length >= 300, labels]).toEqual([true, new Set(['supported', 'refuted', 'not_enough_info'])]);
  const list = JSON.parse(readFileSync(path.join(models, 'larger.json'), 'utf8'));
  for (const { files } of list) {
    expect(Object.keys(files)).toEqual(['model.onnx', 'tokenizer.json', 'config.json']);
  }
});
