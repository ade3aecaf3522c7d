/** `claimgate evaluate` as a person or a script uses it. */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT_HEADER_LINE } from '../evaluation/report-csv.ts';
import { type Ended, runInTests } from './run-in-tests.ts';

const CLI = path.join(import.meta.dirname, 'claimgate.ts');

const TEXTS = [
  {
    id: 'a',
    text: 'The lighthouse at Cape Alder was built in 1874. It stands 41 metres high.',
    claims: [
      'The lighthouse at Cape Alder was built in 1874.',
      'The lighthouse at Cape Alder stands 41 metres high.',
    ],
  },
  { id: 'b', text: 'Hello there!', claims: [] },
  { id: 'c', text: 'Ruth Okafor kept the light for 30 years.', claims: ['Somebody else was a sailor.'] },
  { id: 4, text: '=SUM(A1) was 7 in 1999, said Ruth Okafor.' },
];

describe('claimgate evaluate', () => {
  let directory = '';
  let input = '';
  const file = (name: string): string => path.join(directory, name);
  const run = (args: readonly string[], env: Record<string, string> = {}, stdin = ''): Promise<Ended> =>
    runInTests(['evaluate', ...args], { CLAIMGATE_DATA_DIR: file('data'), ...env }, stdin);
  const runProcess = (args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, CLAIMGATE_DATA_DIR: file('data') };
      execFile(process.execPath, [CLI, 'evaluate', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  const ask = (args: readonly string[], key = 'sandbox') =>
    run([...args, '--model', 'gpt-6-luna'], { CLAIMGATE_API_KEY: key });

  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'claimgate-evaluate-'));
    input = file('texts.jsonl');
    writeFileSync(input, TEXTS.map((text) => `${JSON.stringify(text)}\n`).join(''));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('scores without a model: CSV on stdout, the summary on stderr', async () => {
    const { code, stdout, stderr } = await runProcess([input]);
    expect(code).toBe(0);
    expect(stdout.startsWith(REPORT_HEADER_LINE)).toBe(true);
    const ids = stdout
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',', 1)[0]);
    expect(ids).toEqual(['a#1', 'a#2', 'c#1', '4#1']);
    expect(stdout).toContain(',"\'=SUM(A1) was 7 in 1999, said Ruth Okafor.",');
    expect(stderr).toContain('4 texts: no model is used.');
    expect(stderr).toContain('judged by the local scorer');
    expect(stderr).toMatch(/\| micro \| 0\.667 \| 0\.667 \| 0\.667 \| /);
    expect(stderr).toMatch(/\| macro \| 0\.667 \| 0\.667 \| 0\.667 \|/);
  });

  it('asks a model where one is named, and says beforehand about how many tokens that takes', async () => {
    const { code, stdout, stderr } = await ask([input, '--concurrency', '3']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^4 texts: about [\d,]+ tokens in and [\d,]+ out, for gpt-6-luna, under \$0\.01\.$/m,
    );
    expect(stderr).toMatch(/judged by gpt-6-luna \(judge-claims\.v1\)/);
    expect(stderr).toMatch(/^Tokens used: /m);
    expect(
      stdout
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',', 1)[0]),
    ).toEqual(['a#1', 'a#2', 'c#1', '4#1']);
    const estimated = await ask([input, '--estimate']);
    expect([estimated.code, estimated.stdout]).toEqual([0, '']);
  });

  it('has the model extract the claims too', async () => {
    const { code, stdout, stderr } = await ask([input, '--extractor', 'model']);
    expect(code).toBe(0);
    expect(stderr).toContain('extracted by gpt-6-luna');
    expect(stdout.split('\r\n').length).toBeGreaterThan(3);
  });

  it('scores the claims of another system in place of its own', async () => {
    const line = JSON.stringify({
      id: 'x',
      text: TEXTS[0]!.text,
      extracted: ['It was painted red.'],
      claims: ['A.'],
    });
    const { code, stdout, stderr } = await run(
      ['-', '--matcher', 'meteor', '--json', file('summary.json')],
      {},
      line,
    );
    expect(code).toBe(0);
    expect(stdout.split('\r\n')[1]).toMatch(/^x#1,,It was painted red\.,0(\.\d+)?,/);
    expect(stderr).toContain('METEOR ≥ 0.5');
    const summary = JSON.parse(readFileSync(file('summary.json'), 'utf8')) as object;
    expect(summary).toMatchObject({
      texts: 1,
      claims: 1,
      comparison: { counts: { matched: 0, reference: 1 } },
    });
  });

  it('goes on where it was broken off, and gives the whole report again', async () => {
    const journal = file('run.journal');
    const first = await ask([input, '--resume', journal]);
    const lines = readFileSync(journal, 'utf8').split('\n');
    expect(lines).toHaveLength(1 + 4 + 1);
    expect(readFileSync(journal, 'utf8')).not.toContain('"sandbox"');
    // Broken off in the third text's line.
    writeFileSync(journal, `${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, 20)}`);
    const second = await ask([input, '--resume', journal]);
    expect(second.stderr).toContain('2 texts already done.');
    const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    expect(withoutTimes(second.stdout)).toBe(withoutTimes(first.stdout));
    appendFileSync(journal, '\n');
    expect((await ask([input, '--resume', journal])).stderr).toContain('4 texts already done.');
    const other = await run([input, '--resume', journal]);
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('was created with other settings'),
    ]);
  });

  it('at Ctrl-C says how to go on', async () => {
    const stop = new AbortController();
    const stopping = (args: readonly string[]) =>
      runInTests(['evaluate', input, ...args], { CLAIMGATE_DATA_DIR: file('data') }, '', {
        onInterrupt: () => stop.signal,
        stdout: new Writable({
          write(_chunk, _encoding, done) {
            stop.abort();
            done();
          },
        }),
      });
    const kept = await stopping(['--resume', file('stopped.journal')]);
    expect(kept.code).toBe(130);
    expect(kept.stderr).toMatch(
      /\nclaimgate: Stopped after \d texts?\. To go on, run it again with --resume .*stopped\.journal\n$/,
    );
    expect((await stopping([])).stderr).toContain('The next time, --resume FILE keeps what is done');
  });

  it('asks a person before a run that costs more than a dollar, and a script never', async () => {
    const price = 'price: { input: 10000, output: 10000 }';
    const models = `[{ id: dear-1, name: Dear, description: Costly, tier: basic, ${price} }]`;
    writeFileSync(
      file('dear.yaml'),
      `providers: { mine: { base_url: "http://127.0.0.1:1/v1", models: ${models} } }`,
    );
    const env = { CLAIMGATE_CONFIG: file('dear.yaml') };
    const dear = ['evaluate', input, '--model', 'mine/dear-1'];
    const answer = async (said: string, ...args: string[]) => {
      const stdin = Object.assign(Readable.from([said]), { isTTY: true }) as unknown as NodeJS.ReadStream;
      return runInTests([...dear, ...args], env, stdin);
    };
    const no = await answer('n\n');
    expect([no.code, no.stdout]).toEqual([1, '']);
    expect(no.stderr).toMatch(/, about \$\d+\.\d\d\.\nGo on\? \[y\/N\] claimgate: Nothing was done\n$/);
    // There is no key: they went on.
    for (const went of [await answer('y\n'), await answer('', '--yes'), await runInTests(dear, env)]) {
      expect(went.stderr).toContain('no key for mine');
    }
  });

  it('reads a table as it reads JSON Lines, whatever its columns are called', async () => {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const table = TEXTS.map(({ id, text, claims }, index) => {
      const list = index === 0 ? claims!.join('\n') : claims === undefined ? '' : JSON.stringify(claims);
      return `${id},${cell(text)},${cell(list)},`;
    });
    writeFileSync(file('texts.csv'), `\ufeffnr,tweet,gold,note\r\n${table.join('\r\n')}\r\n`);
    const columns = ['--columns', 'id=nr,text=tweet,claims=gold'];
    const withoutTimes = ({ code, stdout, stderr }: Ended) => [
      code,
      stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
      stderr,
    ];
    const whole = withoutTimes(await run([input]));
    expect(withoutTimes(await run([file('texts.csv'), ...columns]))).toEqual(whole);
    const unnamed = await run([file('texts.csv')]);
    expect([unnamed.code, unnamed.stdout]).toEqual([1, '']);
    expect(unnamed.stderr).toContain('line 1: there is no column "text"; there are: nr, tweet, gold, note.');
    writeFileSync(file('broken.csv'), 'text\n"It was built in 1874.\n');
    expect((await run([file('broken.csv')])).stderr).toContain('line 2: a quotation mark is not closed');
    writeFileSync(file('commas.csv'), 'id,text\n1,It was built in 1874, of stone.\n');
    expect((await run([file('commas.csv')])).stderr).toContain(
      'line 2: 3 cells, but the header has 2 columns',
    );
  });

  it('says what it cannot write before it asks for anything', async () => {
    const { code, stdout, stderr } = await ask([input, '--json', path.join(input, 'below', 'summary.json')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('part of the path is not a directory');
  });

  it.each([
    ['no JSON', 'line 1: not JSON'],
    ['{"id":"a"}', 'line 1: there is no field "text"; there are: id.'],
    ['{"text":7}', 'line 1: text must be a string'],
    ['{"text":"a","claims":["b",1]}', 'line 1: claims must be a list of strings'],
    ['{"text":"a","extracted":"b"}', 'line 1: extracted must be a list of strings'],
    ['{"text":"a","id":{}}', 'line 1: id must be a string or a number'],
  ])('refuses %s, and names the line', async (line, message) => {
    const bad = file('bad.jsonl');
    writeFileSync(bad, line);
    const { code, stdout, stderr } = await run([bad]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  it.each([
    [[], 2],
    [['texts.jsonl', '--threshold', '2'], 2],
    [['texts.jsonl', '--matcher', 'bleu'], 2],
    [['texts.jsonl', '--concurrency', '0'], 2],
    [['texts.jsonl', '--extractor', 'model'], 2],
    [['texts.jsonl', '--columns', 'tweet'], 2],
    [['texts.jsonl', '--format', 'xlsx'], 2],
    [['absent.jsonl'], 1],
  ])('ends with %j in %i', async (args, code) => {
    const ended = await (args.length === 0 ? runProcess : run)(args);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).not.toContain('    at ');
  });

  it('says why it cannot ask a model: no key, a refused one, an unknown model', async () => {
    const without = await run([input, '--model', 'gpt-6-luna']);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('no key for openai')]);
    const refused = await ask([input], 'sandbox-invalid');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(api_key_invalid)')]);
    const unknown = await run([input, '--model', 'nothing'], { CLAIMGATE_API_KEY: 'sandbox' });
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("Unknown model 'nothing'")]);
  });
});
