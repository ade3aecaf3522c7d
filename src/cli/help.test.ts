/** Help, the version, and what must not be loaded for them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from './commands.ts';
import { runInTests } from './run-in-tests.ts';

const help = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runInTests(args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

describe('help', () => {
  it('lists every command', async () => {
    const text = await help('--help');
    for (const { name, summary } of COMMANDS)
      expect(text).toMatch(new RegExp(`^  ${name} .*${summary.slice(0, 20)}`, 'm'));
  });

  it.each(['', ...COMMANDS.map(({ name }) => name)])(
    'of %j is short with -h, and has examples and exit codes with --help',
    async (name) => {
      const args = name === '' ? [] : [name];
      const [short, long] = [await help(...args, '-h'), await help(...args, '--help')];
      expect(short).toContain('--help shows more');
      expect(short).not.toContain('Examples:');
      expect(long).toMatch(/\nExamples:\n {2}\S/);
      expect(long).toMatch(/\nExit codes:\n +0 {2}it is done\n/);
      expect(long.split('\n').filter((line) => line.length > 104)).toEqual([]);
      if (name !== '') expect(await help('help', name)).toBe(long);
    },
  );

  it('names the variables that every command reads', async () => {
    expect(await help('--help')).toMatch(/\nEnvironment:\n {2}CLAIMGATE_CONFIG {2,}\S[\s\S]+\n {2}NO_COLOR /);
  });

  it.each([['help', 'chek'], ['chek', '--help'], ['chek', '-h'], ['chek']])(
    'of a command that there is not suggests one that there is: %j',
    async (...args) => {
      const { code, stdout, stderr } = await runInTests(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^claimgate: unknown command 'chek'\n\(Did you mean check\?\)/);
    },
  );

  it('of a command below another has the examples of both', async () => {
    const long = await help('keys', 'set', '--help');
    expect(long).toMatch(/--per-hour[\s\S]+Examples:\n {2}claimgate keys set/);
    expect(await help('help', 'keys', 'set')).toBe(long);
    expect(await help('config', 'check', '--help')).toContain('Examples:');
  });
});

it('corpus clear asks a person first, and wants --yes of a script', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-clear-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const env = { CLAIMGATE_DATA_DIR: dir };
  const document =
    '{"id": "a", "title": "a", "url": "https://example.org/", "text": "A text of some words."}\n';
  const typed = (text: string) =>
    Object.assign(Readable.from([text]), { isTTY: true }) as unknown as NodeJS.ReadStream;
  const add = async () =>
    expect((await runInTests(['corpus', 'add', '-'], env, document)).stderr).toBe(
      'standard input: 1 passage\nAdded 1 document, replaced 0.\n',
    );
  await add();
  const no = await runInTests(['corpus', 'clear'], env, typed('\n'));
  expect([no.code, no.stderr]).toEqual([1, 'Remove 1 document? [y/N] claimgate: Nothing was done\n']);
  const yes = await runInTests(['corpus', 'clear'], env, typed('y\n'));
  expect([yes.code, yes.stderr]).toEqual([0, 'Remove 1 document? [y/N] Removed 1 document.\n']);
  for (const stdin of [typed(''), '']) {
    await add();
    const { code, stderr } = await runInTests(['corpus', 'clear', '--yes'], env, stdin);
    expect([code, stderr]).toEqual([0, 'Removed 1 document.\n']);
  }
  await add();
  const { code, stderr } = await runInTests(['corpus', 'clear'], env, '');
  expect([code, stderr]).toEqual([
    2,
    'claimgate: Remove 1 document? There is no terminal to ask at: add --yes\n',
  ]);
  expect((await runInTests(['corpus', 'stats'], env)).stdout).toContain('documents   1\n');
});

it.each([
  ['detect', 'one text per line'],
  ['normalize', 'one JSON object {id, post} per line'],
  ['evaluate -', 'one JSON object {id, text} per line'],
  ['corpus add -', 'one document {id, title, url, text} per line'],
  ['corpus search --jsonl', 'one query {id, query} per line'],
  ['keys import', 'the terms of one key per line, as JSON'],
])('%s says on a terminal what it waits for, and to a pipe nothing', async (line, what) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-typed-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const run = (stdin: Readable) =>
    runInTests(line.split(' '), { CLAIMGATE_DATA_DIR: dir }, stdin as NodeJS.ReadStream);
  const asked = `Type ${what}, then press Ctrl-D on a new line.\n`;
  expect((await run(Object.assign(Readable.from([]), { isTTY: true }))).stderr).toContain(asked);
  expect((await run(Readable.from([]))).stderr).not.toContain(asked);
});

/** Milliseconds of a start are what it loads: the schema of the config, its YAML, the server's parts are for those who need them. */
it.each([
  ['run-command-line.ts', ['commander']],
  ['detect.ts', ['commander']],
])('%s loads little', (entry, allowed) => {
  const loaded = new Set([path.join(import.meta.dirname, entry)]);
  const packages = new Set<string>();
  for (const file of loaded) {
    const values = /(?:^|\n)(?:import|export)\b(?! type\b)[^'";]*?\bfrom\s+'([^']+)'/g;
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(values)) {
      if (specifier.startsWith('.')) loaded.add(path.resolve(path.dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  }
  expect([...packages].sort()).toEqual(allowed);
});
