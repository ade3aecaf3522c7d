/** Whatever is sent to whichever endpoint of the API reference: it is answered as the reference says. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { fuzz } from './fuzz.ts';
import { oddText, type Schema, valuesOf } from './read-schema.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly schemas: Reference['components']['schemas'];
}

/** Of an answer to a refused request. */
const LARGEST_REFUSAL = 64 * 1024;
/** Beside those that the reference names for an operation: what any request may get. */
const ANYWHERE = [400, 404, 405, 413, 415, 421, 422];
const MODELS = ['gpt-6-luna', 'claude-haiku-5-5', 'gemini-3.5-flash', 'grok-4.3', 'openai/x', 'nobody'];
const KEYS = [
  'sk-fuzz',
  'sandbox',
  'sandbox-invalid',
  'sandbox-cut',
  'sandbox-error',
  'sandbox-filtered',
  '',
];

const ADMIN_KEY = 'an-admin-key-of-the-fuzzer-0123456789';

const gateway: Gateway = await startGateway({
  env: { CLAIMGATE_SANDBOX: 'all', LOG_LEVEL: 'info', CLAIMGATE_ADMIN_KEYS: ADMIN_KEY },
  yaml: [
    'plans: { default: enterprise }',
    'fetch: { pages: false }',
    'limits: { documents_per_minute: 1000000, failed_keys_per_minute: 1000000, detect_per_minute: 1000000, detect_characters_per_minute: 1000000000 }',
  ].join('\n'),
});
afterAll(() => gateway.stop());
const targetsOf = async (place: string): Promise<Target[]> => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const { paths, components } = (await (await fetch(gateway.url + place, { headers })).json()) as Reference;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      schemas: components.schemas,
    })),
  );
};
const targets = await targetsOf('/openapi.json');
const adminTargets = await targetsOf('/admin/v1/openapi.json');
const keyFor = ({ path }: Target, other: string): string => (path.startsWith('/admin/') ? ADMIN_KEY : other);

/** Google's API names model and method in the path. */
const GOOGLES = '/v1beta/';
const pathOf = ({ path }: Target): string =>
  path.replace('{id}', path.startsWith(GOOGLES) ? `${MODELS[0]}:generateContent` : 'x');

async function isAnswered(target: Target, response: Response): Promise<void> {
  const text = await response.text();
  const allowed = [...Object.keys(target.operation.responses).map(Number), ...ANYWHERE].filter(
    (status) => status !== 500,
  );
  expect(allowed, `${target.method} ${target.path}: ${text.slice(0, 300)}`).toContain(response.status);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/);
  if (response.status < 400 || target.path === '/health' || target.path === '/ready') return;
  expect(text.length).toBeLessThanOrEqual(LARGEST_REFUSAL);
  const { type, error, detail } = JSON.parse(text) as {
    type?: unknown;
    error: { message: unknown; type: unknown; status?: unknown };
    detail?: unknown;
  };
  // In the form of Google's API, of Anthropic's, or of OpenAI's.
  if (target.path.startsWith(GOOGLES)) {
    return expect(error).toMatchObject({
      code: response.status,
      message: expect.any(String),
      status: expect.stringMatching(/^[A-Z_]+$/),
    });
  }
  expect([typeof error.message, typeof error.type]).toEqual(['string', 'string']);
  if (target.path.startsWith('/v1/messages')) return expect(type).toBe('error');
  expect(text.startsWith('{"error":{')).toBe(true);
  expect(typeof detail === 'string' || Array.isArray(detail)).toBe(true);
}

let unexpected = 0;
const note = (): void => {
  unexpected += 1;
};
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

describe('a body by its schema, with a fault now and then', () => {
  for (const target of targets.filter(({ operation }) => operation.requestBody !== undefined)) {
    const schema = target.operation.requestBody?.content['application/json']?.schema as Schema;
    const values = fc.tuple(
      valuesOf(schema, target.schemas),
      fc.option(fc.constantFrom(...MODELS), { freq: 6 }),
      fc.constantFrom(...KEYS),
    );
    fuzz(
      `${target.method} ${target.path} answers as the reference says`,
      values,
      async ([value, model, key]) => {
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const body = isObject && model !== null ? { ...value, model } : value;
        const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
        await isAnswered(target, await gateway.post(pathOf(target), JSON.stringify(body), headers));
      },
    );
  }
});

const adminBodies = adminTargets.flatMap((target) => {
  const schema = target.operation.requestBody?.content['application/json']?.schema;
  return schema === undefined ? [] : valuesOf(schema, target.schemas).map((value) => ({ target, value }));
});

fuzz(
  'bodies for operators by their schemas are answered as their reference says',
  fc.tuple(fc.oneof(...adminBodies), fc.constantFrom('ik_000000000000', 'A'.repeat(43), 'x')),
  async ([{ target, value }, id]) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` };
    const init = { method: target.method, headers, body: JSON.stringify(value) };
    await isAnswered(target, await fetch(gateway.url + target.path.replace('{id}', id), init));
  },
);

const anyBody = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.json().chain((text) => fc.nat(text.length).map((length) => text.slice(0, length))),
);
const anyType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'x',
);
const anyHeader = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

fuzz(
  'bytes that are no JSON are refused in the form of an error',
  fc.tuple(fc.constantFrom(...targets, ...adminTargets), anyBody, anyType, anyHeader),
  async ([target, body, type, authorization]) => {
    const headers = { 'content-type': type, ...(authorization.trim() === '' ? {} : { authorization }) };
    const init = target.method === 'GET' ? { method: 'GET' } : { method: target.method, body };
    await isAnswered(target, await fetch(gateway.url + pathOf(target), { ...init, headers }));
  },
);

fuzz(
  'ids and queries of any kind are answered as the reference says',
  fc.tuple(
    fc.constantFrom(
      ...[...targets, ...adminTargets].filter(({ method, path }) => method !== 'POST' && path !== '/metrics'),
    ),
    oddText,
    fc.dictionary(
      fc.constantFrom('wait', 'format', 'limit', 'order', 'after', 'since', 'by', 'model', 'actor', 'x'),
      oddText,
    ),
    fc.boolean(),
  ),
  async ([target, id, query, raw]) => {
    const encoded = raw ? id.replace(/[^!-~]|[#?]/g, '') : encodeURIComponent(id.toWellFormed());
    const { wait: _wait, ...others } = query;
    const search = new URLSearchParams(target.path.startsWith('/admin/') ? others : { ...others, wait: '0' });
    const headers = { Authorization: `Bearer ${keyFor(target, 'sk-fuzz')}` };
    const path = target.path.replace('{id}', encoded);
    await isAnswered(
      target,
      await sendRaw(gateway.url, { method: target.method, target: `${path}?${search}`, headers }),
    );
  },
);

it('nothing of it is unexpected, and the gateway is well', async () => {
  expect(unexpected).toBe(0);
  expect(gateway.logLines.filter((line) => line.includes('"failure":"internal"'))).toEqual([]);
  expect((await gateway.chat({ api_key: 'sk-after' })).status).toBe(200);
});
