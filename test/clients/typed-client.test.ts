/** `claimgate/client` as a project has it: built, from node_modules, under a compiler of its own, beside `openai`. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { run } from './find-python.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMON = [
  '--ignoreConfig',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--pretty',
  'false',
];

let gateway: Gateway;
let project: string;
beforeAll(async () => {
  gateway = await startGateway({ yaml: OWN_JUDGE });
  project = await mkdtemp(path.join(tmpdir(), 'claimgate-project-'));
  const installed = path.join(project, 'node_modules/claimgate');
  // Without the types of Node: the client needs none.
  const faults = await compile(
    ...['--rewriteRelativeImportExtensions', '--verbatimModuleSyntax', '--declaration', '--noEmitOnError'],
    ...['--lib', 'es2023,dom', '--types', '', '--outDir', path.join(installed, 'dist/client')],
    ...['index.ts', 'openai.ts'].map((file) => path.join(ROOT, 'src/client', file)),
  );
  expect(faults).toEqual([]);
  const exports = { './client': './dist/client/index.js', './client/openai': './dist/client/openai.js' };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify({ type: 'module', exports }));
  await symlink(path.join(ROOT, 'node_modules/openai'), path.join(project, 'node_modules/openai'));
  await writeFile(path.join(project, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await gateway.stop();
  await rm(project, { recursive: true });
});

/** @returns the first line of each fault. */
async function compile(...args: string[]): Promise<string[]> {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, ...COMMON, ...args]).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => /^\S/.test(line)),
  );
}

/** Compiles files of the project. */
async function check(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(project, name), text);
  const paths = Object.keys(files).map((name) => path.join(project, name));
  const faults = await compile(
    '--noEmit',
    '--skipLibCheck',
    '--types',
    '',
    '--lib',
    'esnext,dom',
    ...args,
    ...paths,
  );
  return faults.map((fault) => fault.replace(/^.*(?=error)/, ''));
}

const CONSUMER = `
import OpenAI from 'openai';
import { checkText, checkTextStream, ClaimgateError, keepMetadata, readClaims, withMetadata } from 'claimgate/client';
import type { Claim, FactCheckOptions, Verdict } from 'claimgate/client';
import 'claimgate/client/openai';

const baseURL: string = process.argv[2]!;
const LIGHTNING = 'Lightning never strikes the same place twice.';
const messages = [{ role: 'user' as const, content: LIGHTNING }];
const fact_check: FactCheckOptions = { mode: 'verify', claims: 'new' };
const asked = { model: 'gpt-6-luna', messages, fact_check } satisfies Partial<OpenAI.ChatCompletionCreateParams>;
const said: Record<string, unknown> = {};
const verdictOf = ([claim]: readonly Claim[] = []): Verdict | undefined => claim?.verdict;

const options = { baseURL, apiKey: 'sandbox', model: 'gpt-6-luna', mode: 'verify' as const };
const { fact_check_metadata: found } = await checkText(LIGHTNING, options);
said.check = [verdictOf(found.claims), found.claims[0]?.evidence?.[0]?.quote !== '', found.claims[0]?.role];
said.events = [];
for await (const event of checkTextStream(LIGHTNING, options)) {
  const claims = event.type === 'done' ? readClaims(event.check) : [event.claim];
  (said.events as unknown[]).push([event.type, verdictOf(claims)]);
}
said.refused = await checkText(LIGHTNING, { ...options, apiKey: 'sandbox-invalid' }).catch((error: unknown) =>
  error instanceof ClaimgateError ? [error.status, error.type, error.requestId !== undefined] : error,
);
said.invalid = await checkText(LIGHTNING, { baseURL, max_claims: 0 }).catch((error: unknown) =>
  error instanceof ClaimgateError ? error.faults.map(({ loc }) => loc.join('.')) : error,
);

const kept = keepMetadata();
const client = new OpenAI({ baseURL, apiKey: 'sandbox', maxRetries: 0, fetch: kept.fetch });
const completion = await client.chat.completions.create(asked);
said.completion = [verdictOf(completion.fact_check_metadata?.claims), verdictOf(kept.of(completion.id)?.claims)];
const stream = withMetadata(
  await client.chat.completions.create({ ...asked, stream: true, fact_check: { ...fact_check, stream_events: true } }),
);
const events: unknown[] = [];
let id = '';
for await (const chunk of stream) {
  id = chunk.id;
  if (chunk.claim_event) events.push([chunk.claim_event.type, chunk.claim_event.claim.verdict]);
}
said.stream = [verdictOf(stream.metadata?.claims), verdictOf(kept.of(id)?.claims), events[0]];
const response = await client.responses.create({ model: 'gpt-6-luna', input: LIGHTNING, fact_check });
said.response = [verdictOf(response.fact_check_metadata?.claims), verdictOf(readClaims(response))];
const streamed = await client.responses.stream({ model: 'gpt-6-luna', input: LIGHTNING, fact_check }).finalResponse();
said.streamed = [verdictOf(streamed.fact_check_metadata?.claims), verdictOf(kept.of(streamed.id)?.claims)];
console.log(JSON.stringify(said));

export const costs: readonly (number | undefined)[] = [completion.usage?.cost, response.usage?.cost];
// @ts-expect-error
void checkText(LIGHTNING, { mode: 'off' });
// @ts-expect-error
void checkText(LIGHTNING, { maxClaims: 1 });
// @ts-expect-error
export const wrongMode = { ...asked, fact_check: { mode: 'always' } } satisfies OpenAI.ChatCompletionCreateParams;
// @ts-expect-error
export const wrongType: number = completion.fact_check_metadata?.claims[0]?.verdict;
// @ts-expect-error
completion.fact_check_metadata?.claims[0]?.verdicts;
declare const process: { readonly argv: readonly string[] };
`;

/** What the compiler is not to see run: requests that are wrong. */
const RUN = CONSUMER.replace(/^void checkText.*$/gm, '').replace(/^export const wrong.*$/gm, '');

it.each([['nodenext'], ['preserve', '--moduleResolution', 'bundler']])(
  'types checks, requests and answers, with modules %s',
  async (module, ...more) => {
    expect(await check({ 'consumer.ts': CONSUMER }, '--module', module, ...more)).toEqual([]);
  },
);

it('runs against the gateway, alone and beside openai', async () => {
  await writeFile(path.join(project, 'run.ts'), RUN);
  const { stdout } = await run(process.execPath, [path.join(project, 'run.ts'), `${gateway.url}/v1`]);
  expect(JSON.parse(stdout)).toEqual({
    check: ['refuted', true, 'text'],
    events: [
      ['claim', null],
      ['verdict', 'refuted'],
      ['done', 'refuted'],
    ],
    refused: [401, 'authentication_error', true],
    invalid: ['body.max_claims'],
    completion: ['refuted', 'refuted'],
    stream: ['refuted', 'refuted', ['claim', null]],
    response: ['refuted', 'refuted'],
    streamed: ['refuted', 'refuted'],
  });
  expect(await readFile(path.join(project, 'node_modules/claimgate/dist/client/openai.js'), 'utf8')).toBe(
    'export {};\n',
  );
});

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A schema as TypeScript has it. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `Wire.${schema.$ref.split('/').at(-1)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return String(schema.type ?? 'unknown');
  if (schema.properties === undefined) return '{ readonly [key: string]: unknown }';
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `readonly ${name}${mark}: ${typeOf(field)}`;
  });
  return `{ ${fields.join('; ')} }`;
}

const SHARED = [
  ...[
    'FactCheckMetadata',
    'Claim',
    'ClaimPart',
    'Evidence',
    'Correction',
    'Revision',
    'Search',
    'Evaluation',
  ],
  ...['AnswerAction', 'FactCheckOptions', 'ClaimsRequest', 'ClaimCheck'],
];

/** Schemas of the reference, and the types of `openai` that have their fields, the gateway's own among them. */
const EXTENDED = {
  ChatCompletionsRequest: 'Completions.ChatCompletionCreateParamsStreaming',
  ChatCompletion: 'Completions.ChatCompletion',
  ChatCompletionChunk: 'Completions.ChatCompletionChunk',
  ResponsesRequest: 'Responses.ResponseCreateParamsStreaming',
  Response: 'Responses.Response',
};
/** What the client sends as a header, and what `openai` lacks although it is OpenAI's. */
const APART = "'api_key' | 'store'";

/** Types of the reference, held to the client's. */
function contractOf(schemas: Readonly<Record<string, Schema>>): string {
  const schema = (name: string): Schema => {
    const found = schemas[name];
    if (found === undefined) throw new Error(`The reference has no ${name}`);
    return found;
  };
  const fields = (name: string) =>
    Object.keys(schema(name).properties ?? {})
      .map((field) => JSON.stringify(field))
      .join(' | ');
  return `
import type * as Client from 'claimgate/client';
import type {} from 'claimgate/client/openai';
import type * as Responses from 'openai/resources/responses/responses';
import type * as Completions from 'openai/resources/chat/completions/completions';
type Expect<Nothing extends never> = Nothing;
type Same<A, B, Name> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? never : Name;
declare namespace Wire {
${SHARED.map((name) => `  type ${name} = ${typeOf(schema(name))};`).join('\n')}
}
${SHARED.map((name) => `export type Same${name} = Expect<Same<Wire.${name}, Client.${name}, '${name}'>>;`).join('\n')}
${Object.entries(EXTENDED)
  .map(
    ([name, type]) =>
      `export type Lacks${name} = Expect<Exclude<${fields(name)}, ${APART} | keyof ${type}>>;`,
  )
  .join('\n')}
`;
}

it('has every field of the gateway’s own reference, and no other', async () => {
  const reference = await readJson<{ components: { schemas: Record<string, Schema> } }>(
    await fetch(`${gateway.url}/openapi.json`),
  );
  expect(await check({ 'contract.ts': contractOf(reference.components.schemas) })).toEqual([]);
});
