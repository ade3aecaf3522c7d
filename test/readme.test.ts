/** What the README promises: its commands print what it says, its code runs, its features are held by tests. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingTest, readRows } from './harness/find-test.ts';
import { type Gateway, OWN_JUDGE, startGateway } from './harness/start-gateway.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
const run = promisify(execFile);

/** The text of a section, without its heading. */
const section = (title: string): string => README.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;

/** Each feature of the table, and the test that would fail without it. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  'Chat Completions': [
    '`test/clients/openai-python.test.ts` "call functions in a loop, whole and streamed, with every provider"',
    '`test/clients/parts.test.ts` "takes several, in order, between texts"',
  ],
  'Responses, Messages, generateContent': [
    '`test/clients/responses-openai.test.ts` "streams, and puts the events together"',
    '`test/clients/anthropic.test.ts` "calls tools in a loop, %s"',
    '`test/contract/generate-content.test.ts` "answers with text, usage and the claims"',
  ],
  'Other endpoints': [
    '`test/clients/langchain.test.ts` "finds texts by their vectors, from the base URL of its chats"',
    '`test/contract/passed-bodies.test.ts` "arrives and comes back unchanged, whatever its members are"',
  ],
  Claims: [
    '`test/contract/languages.test.ts` "each claim says its language"',
    '`test/detection/short.test.ts` "are found, and little else is"',
  ],
  Evidence: ['`test/conformance/sources.test.ts` "answers as documented: $name"'],
  Verdicts: [
    '`test/contract/verify.test.ts` "never says the opposite of what is so"',
    '`test/contract/verify-answers.test.ts` "stands beside each verdict of %s"',
  ],
  Groundedness: ['`test/contract/context.test.ts` "of tools’ results are evidence"'],
  Actions: [
    '`test/clients/chat-front-ends.test.ts` "is corrected by %s, and the model is sent its own words"',
  ],
  'Profiles and webhooks': [
    '`test/contract/collections.test.ts` "is what a profile’s requests are checked against, and nothing of another one, for the same caller too"',
    '`test/contract/webhooks.test.ts` "is told of what %s finds, whole and streamed"',
  ],
  Guardrails: [
    '`test/contract/guardrails.test.ts` "stops what is refuted, and says why"',
    '`test/clients/guardrails.test.ts` "stops a false one"',
  ],
  'A workbench': [
    '`test/e2e/page-publish.test.ts` "a report is published, read by anybody, changed and taken back"',
    '`test/e2e/page-morning.test.ts` "goes from a link to a report, and back to it"',
    '`test/e2e/page-decide.test.ts` "a verdict is disputed with a note and evidence"',
  ],
  Evaluations: ['`test/e2e/page-evaluate-many.test.ts` "another model can be added later"'],
  'Typed clients': [
    '`test/clients/typed-client.test.ts` "has every field of the gateway’s own reference, and no other"',
    '`test/clients/python-client.test.ts` "is a wheel with types that checks texts"',
  ],
  Assistants: ['`test/contract/mcp.test.ts` "answers 100 calls at once, each its own"'],
  'Command line': ['`src/cli/check.test.ts` "--json gives the metadata of the API in one line"'],
  Pipelines: ['`test/pipelines/action.test.ts` "the changed Markdown is checked, whatever its names"'],
  'Local models': ['`test/contract/local-models.test.ts` "answers and judges, and nobody else is asked"'],
  Limits: ['`test/workers/exact-limits.test.ts` "as many pass as the plan has"'],
  'Traffic over time': [
    '`test/contract/traffic.test.ts` "says which model was refuted, and leaves out what users said"',
    '`test/contract/traffic.test.ts` "shows callers what their own key came to, and nothing of others"',
    '`test/contract/cost.test.ts` "comes to what traffic counts"',
    '`test/e2e/page-usage.test.ts` "says how to make a first request, which it then counts"',
  ],
  Operation: ['`test/workers/dying.test.ts` "leaves the streams of the others alone, and is replaced"'],
  Console: [
    '`test/e2e/page-operate-keys.test.ts` "an operator issues a key with a budget, and sees what is left of it"',
  ],
  Keys: ['`test/contract/key-secrecy.test.ts` "in no file and no database row"'],
};

let folder: string;
let gateway: Gateway;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  // As `npm start` has it.
  gateway = await startGateway({ yaml: OWN_JUDGE });
  folder = mkdtempSync(path.join(tmpdir(), 'readme-'));
  writeFileSync(
    path.join(folder, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${ROOT}/bin/claimgate.js' "$@"\n`,
  );
  chmodSync(path.join(folder, 'npx'), 0o755);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  environment = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, CLAIMGATE_DATA_DIR: folder };
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});
const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', gateway.url);

describe('the tour', () => {
  const steps = [
    ...section('Five-minute tour').matchAll(/\*\*(\d\. [^*]+)\*\*.+?```sh\n(.+?)```\n\n```text\n(.+?)```/gs),
  ];
  it.each(steps.map(([, title, command, printed]) => [title!, command!, printed!]))(
    'prints what it says: %s',
    async (_title, command, printed) => {
      const { stdout } = await run('bash', ['-c', here(command)], { cwd: folder, env: environment });
      expect(stdout).toContain(printed.trim());
    },
  );
  it('has four steps with commands', () => expect(steps).toHaveLength(4));
});

describe('the first request', () => {
  const [, curl, typescript] = /```sh\n(curl.+?)```.+?```ts\n(.+?)```/s.exec(section('First request'))!;

  it('by curl has the metadata', async () => {
    const { stdout } = await run('bash', ['-c', here(curl!).replace('curl ', 'curl -s ')]);
    expect(JSON.parse(stdout).fact_check_metadata.claims[0]).toMatchObject({
      text: 'The Eiffel Tower was completed in 1889.',
      verdict: 'supported',
      evidence: [{ source: 'starter', stance: 'supports' }],
    });
  });

  it('by the OpenAI client in TypeScript prints the answer and the metadata', async () => {
    const file = path.join(folder, 'first.ts');
    writeFileSync(file, here(typescript!));
    const { stdout } = await run(process.execPath, [file], { cwd: folder });
    expect(stdout).toContain('claims_detected: 2');
  });
});

it('answers the first request in the container of its Docker line', async () => {
  const settings = [...section('Start').matchAll(/^docker run .*|^docker build .*/gm)].flatMap(([line]) =>
    [...line.matchAll(/ -e (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  );
  expect(settings).not.toEqual([]);
  // As the Dockerfile has it.
  const container = await startGateway({ env: { HOST: '0.0.0.0', ...Object.fromEntries(settings) } });
  const [, curl] = /```sh\n(curl.+?)```/s.exec(section('First request'))!;
  const command = curl!.replaceAll('http://127.0.0.1:8080', container.url).replace('curl ', 'curl -s ');
  const { stdout } = await run('bash', ['-c', command]);
  expect(JSON.parse(stdout).fact_check_metadata.claims).toHaveLength(2);
  await container.stop();
});

it('names a test for each feature, and no other', () => {
  const features = readRows(section('What it does'), 'feature').map(([name]) => name!.replaceAll('*', ''));
  expect(features.filter((name) => !name.startsWith('---'))).toEqual(Object.keys(HELD));
  expect(Object.values(HELD).flat().map(missingTest).filter(Boolean)).toEqual([]);
});

it('leads to files that are there', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((link) => !existsSync(path.join(ROOT, link)))).toEqual([]);
});
