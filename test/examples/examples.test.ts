/** The examples, each by its command in examples/README.md, against a gateway with a sandbox. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, run, skipWithoutPython } from '../clients/find-python.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import {
  commandOf,
  listSources,
  ROOT,
  readCommands,
  readOutputs,
  readRequirements,
} from './read-examples.ts';

const PACKAGES = ['requirements.txt', 'requirements-notebook.txt'].flatMap(readRequirements);
const python = await findPython(PACKAGES);
const hasGo = spawnSync('go', ['version']).status === 0;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: OWN_JUDGE });
});
afterAll(() => gateway.stop());

/** A claim as it is printed: its verdict, whose it is, its text; then lines that begin so. */
const shown = (claim: string, ...lines: string[]): string =>
  ['', claim, ...lines.map((line) => `  ${line}`)].join('\n');

const LIGHTNING_QUOTE =
  '“Lightning can strike the same place twice, and often does, above all tall and pointed things.';
const WATER = [
  'correction: 90 degrees Celsius → 100 degrees Celsius',
  '“Pure water boils at 100 degrees Celsius, or 212 degrees Fahrenheit, at the normal air pressure of sea level.',
];
const BRIDGE_QUOTE = '“The Kestrel Bridge was opened in 1987. It has four lanes.”';
const LIGHTNING_AND_WATER = ['user', 'assistant'].flatMap((role) => [
  shown(`refuted (${role}): Lightning never strikes the same place twice.`, LIGHTNING_QUOTE),
  shown(`refuted (${role}): Pure water boils at 90 degrees Celsius at sea level.`, ...WATER),
]);
const RETRIEVED = ['user', 'assistant'].map((role) =>
  shown(
    `refuted (${role}): The Kestrel Bridge was opened in 1978.`,
    BRIDGE_QUOTE,
    'Kestrel Bridge (context)',
  ),
);

/** What the examples print, in part. */
const PRINTED = {
  'curl.sh': [
    /^\{"id":"chatcmpl-.*"verdict":"refuted".*"quote":"Lightning can strike the same place twice/m,
    /^data: \{.*"finish_reason":"stop".*"verdict":"refuted".*\n\ndata: \[DONE\]$/m,
    '"revised_content":"Pure water boils at 100 degrees Celsius at sea level. The human body has 206 bones."',
  ],
  'openai.ts': LIGHTNING_AND_WATER,
  'agent.ts': [
    'calls find_bridge({"name":"kestrel"})\n',
    shown(
      'refuted (user): The Kestrel Bridge was opened in 1978.',
      BRIDGE_QUOTE,
      'Result of find_bridge (context)',
    ),
    // What is said of the year begins with words of the answer's own, and is left open.
    /^supported \(assistant\): It has four lanes\.$/m,
  ],
};
const PRINTED_BY_PYTHON = {
  'openai_chat.py': LIGHTNING_AND_WATER,
  'langchain_rag.py': RETRIEVED,
  'llamaindex_rag.py': RETRIEVED,
  'open-webui/claimgate_filter.py': [
    /^refuted: Lightning never strikes the same place twice\.\n {2}.*can strike the same place twice/m,
    /^refuted: Pure water boils at 90 degrees Celsius at sea level\. \(90 degrees Celsius → 100 degrees Celsius\)\n {2}.*boils at 100 degrees Celsius/m,
    /^Claims: 2 refuted$/m,
  ],
};
const PRINTED_BY_GO = {
  'go/main.go': [
    shown('refuted (assistant): Pure water boils at 90 degrees Celsius at sea level.', ...WATER),
  ],
};

/** Runs an example where what the README says is installed. */
function runExample(file: string): Promise<{ stdout: string; stderr: string }> {
  const bins = [path.dirname(python ?? process.execPath), path.dirname(process.execPath)];
  // Started beside a socket, bash would read the user's own settings, with a PATH of theirs.
  return run('bash', ['--norc', '-c', commandOf(file)], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [...bins, process.env.PATH].join(path.delimiter),
      CLAIMGATE_URL: gateway.url,
    },
    timeout: 100_000,
  });
}

async function expectPrinted(file: string, expected: readonly (string | RegExp)[]): Promise<void> {
  const { stdout, stderr } = await runExample(file);
  expect(stderr).toBe('');
  for (const part of expected) expect(stdout).toMatch(part);
}

const NOTEBOOK = 'evaluation.ipynb';
const EXECUTED = 'evaluation-out.ipynb';
/** test/e2e/examples.test.ts runs them. */
const IN_A_BROWSER = ['ai-sdk/server.ts', 'bookmarklet.js'];

/** `test/package/package.test.ts` runs them: they need the package, and no gateway. */
const OF_THE_PACKAGE = ['engine/node.js'];

it('each example has a line in the README, and is run by a test', () => {
  const files = Object.keys({ ...PRINTED, ...PRINTED_BY_PYTHON, ...PRINTED_BY_GO });
  const all = [...files, NOTEBOOK, ...IN_A_BROWSER, ...OF_THE_PACKAGE];
  expect([...readCommands().keys()].sort()).toEqual(all.sort());
});

it.each(listSources())('$file is under 60 lines', ({ text }) => {
  expect(text.trimEnd().split('\n').length).toBeLessThan(60);
});

it('the address is that of npm start, unless the environment names another', () => {
  const talking = listSources().filter(({ text }) => text.includes('CLAIMGATE_URL'));
  expect(talking.length).toBe(readCommands().size - 1 - OF_THE_PACKAGE.length);
  for (const { file, text } of talking) expect(text, file).toContain('http://127.0.0.1:8080');
});

it.each(Object.entries(PRINTED))('%s', expectPrinted, 60_000);

describe('in Go', () => {
  if (hasGo) it.each(Object.entries(PRINTED_BY_GO))('%s', expectPrinted, 120_000);
  else it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')('needs Go', () => expect.fail('install Go'));
});

describe('in Python', () => {
  if (python === undefined) {
    skipWithoutPython(PACKAGES);
    return;
  }
  it.each(Object.entries(PRINTED_BY_PYTHON))('%s', expectPrinted, 120_000);

  it(NOTEBOOK, async () => {
    const executed = path.join(ROOT, 'examples', EXECUTED);
    rmSync(executed, { force: true });
    await runExample(NOTEBOOK);
    const outputs = readOutputs(EXECUTED);
    expect(outputs[0]).toMatch(/^\d+ claims\n$/);
    expect(outputs.filter((kind) => kind === 'image/png')).toHaveLength(2);
    expect(outputs.at(-1)).toMatch(/^[\d.]+ [\d.]+ [\d.]+ The Berlin Wall fell in 1991\.$/m);
    rmSync(executed);
  }, 120_000);
});
