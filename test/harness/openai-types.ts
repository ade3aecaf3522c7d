/**
 * Holds what the gateway answers to the types of the `openai` package: each value is written into a TypeScript file
 * as a literal of its type, and the compiler says what is missing, wrong or too much.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

type Json = Readonly<Record<string, unknown>>;
type TypeName = 'Response' | 'ResponseStreamEvent' | 'ResponseItem';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const TYPES = path.join(ROOT, 'node_modules/openai/resources/responses/responses.js');
const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--ignoreConfig'];
const MODULES = ['--module', 'nodenext', '--types', '', '--typeRoots', ''];

/** Each is a whole `response`. */
export function expectResponses(...bodies: readonly unknown[]): Promise<void> {
  return expectTypes('Response', bodies);
}

/** Each is an event of a stream; the gateway's own are left out. */
export function expectEventTypes(events: readonly Json[]): Promise<void> {
  return expectTypes(
    'ResponseStreamEvent',
    events.filter(({ type }) => !String(type).startsWith('claimgate.')),
  );
}

/** Each is an item of a page of `input_items`. */
export function expectItems(items: readonly unknown[]): Promise<void> {
  return expectTypes('ResponseItem', items);
}

async function expectTypes(type: TypeName, values: readonly unknown[]): Promise<void> {
  expect(await findTypeFaults(type, values)).toEqual([]);
}

/** @returns for each fault the value, and what the compiler says of it. */
export async function findTypeFaults(type: TypeName, values: readonly unknown[]): Promise<string[]> {
  const texts = values.map((value) => JSON.stringify(asOpenAIs(value)));
  const lines = texts.map((text, at) => `export const value${at}: ${type} = ${text};`);
  const folder = await mkdtemp(path.join(tmpdir(), 'claimgate-types-'));
  const file = path.join(folder, 'values.mts');
  try {
    await writeFile(file, `import type { ${type} } from ${JSON.stringify(TYPES)};\n${lines.join('\n')}\n`);
    await promisify(execFile)(process.execPath, [COMPILER, ...OPTIONS, ...MODULES, file], {
      maxBuffer: 2 ** 26,
    });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return stdout
      .split(/^(?=\S)/m)
      .filter((fault) => fault !== '')
      .map((fault) => {
        const line = Number(/\.mts\((\d+),/.exec(fault)?.[1]);
        return `${fault.slice(fault.indexOf('error'))} in ${texts[line - 2]?.slice(0, 2_000)}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the gateway adds to OpenAI's objects. */
const OWN = new Set(['fact_check_metadata', 'evaluation', 'extra_content', 'cost']);

/**
 * A value without what the gateway adds, and without what OpenAI's API answers but these types lack: `store`; `null`
 * for a missing `usage` or `user`; and the `name` of complete arguments, which the Python package requires. The package
 * itself puts `output_text` in.
 */
function asOpenAIs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOpenAIs);
  if (typeof value !== 'object' || value === null) return value;
  const whole = value as Json;
  const isResponse = whole.object === 'response';
  if (isResponse) expect(whole).toEqual(expect.objectContaining({ store: expect.any(Boolean) }));
  const left = Object.entries(whole).filter(([name, member]) => {
    if (OWN.has(name) || (isResponse && name === 'store')) return false;
    if (isResponse && (name === 'usage' || name === 'user')) return member !== null;
    return name !== 'name' || whole.type !== 'response.function_call_arguments.done';
  });
  return {
    ...(isResponse ? { output_text: '' } : {}),
    ...Object.fromEntries(left.map(([name, member]) => [name, asOpenAIs(member)])),
  };
}
