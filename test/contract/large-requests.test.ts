/** Contract, sections 6 and 10: how much of a request is looked at, and how much is said of its faults. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPENAI_END, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { expectError, type Fault, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const AUTH = { authorization: 'Bearer sandbox' };
const USER = { role: 'user', content: 'Hello' };
const many = <T>(count: number, item: T): T[] => new Array(count).fill(item);

/** The faults that are listed, as `loc type`, and OpenAI's message. */
async function refused(body: Record<string, unknown>, path = '/v1/chat/completions') {
  const asks: Readonly<Record<string, object>> = {
    '/chat': { user_query: 'Hello' },
    '/v1/claims': { text: 'Hello' },
  };
  const ask = asks[path] ?? { messages: [USER] };
  const response = await gateway.post(path, { model: 'gpt-6-luna', ...ask, ...body }, AUTH);
  const { detail, error } = await expectError(response, { status: 422 });
  const faults = (detail as readonly Fault[]).map(({ loc, type }) => `${loc.join('.')} ${type}`);
  return { faults, message: error.message };
}

describe('faults of a request', () => {
  it('are all listed up to 100', async () => {
    const { faults, message } = await refused({ messages: many(100, 0) });
    expect(faults).toEqual(many(100, '').map((_, i) => `body.messages.${i} model_attributes_type`));
    expect(message).toMatch(/ \(and 99 more\)$/);
  });

  it('are counted beyond', async () => {
    const { faults, message } = await refused({ messages: many(150, 0), temperature: 3 });
    expect(faults).toHaveLength(100);
    expect(message).toMatch(/ \(and 150 more; 100 are listed\)$/);
  });

  it('are not looked for in everything that a large body holds', async () => {
    const { faults, message } = await refused({ messages: many(9_000, 0) });
    expect(faults).toHaveLength(100);
    expect(message).toMatch(/ \(and at least 999 more; 100 are listed\)$/);
    const last = await refused({ messages: [...many(9_000, USER), 0, 0] });
    expect(last.faults).toEqual(['body.messages.9000 model_attributes_type']);
    expect(last.message).not.toContain('more');
  });

  it.each([1_300_000, 5_000_000])('are no more than one where a list has %i elements', async (count) => {
    const text = `{"model":"x","fact_check":{"sources":[${'"",'.repeat(count).slice(0, -1)}]}}`;
    const response = await gateway.post('/v1/chat/completions', text.slice(0, 4 * 1024 * 1024), AUTH);
    const { detail } = await expectError(response, { status: 422 });
    expect(detail).toMatchObject([{ type: 'json_invalid' }]);
  });
});

describe('a list that is too long', () => {
  it.each([
    ['messages', 20_001, { messages: many(20_001, USER) }, '/v1/chat/completions'],
    ['messages', 90_000, { messages: many(90_000, 0) }, '/v1/chat/completions'],
    ['messages.0.content', 1_001, { messages: [{ role: 'user', content: many(1_001, 0) }] }, undefined],
    ['stop', 65, { stop: many(65, 'x') }, undefined],
    ['stop', 90_000, { stop: many(90_000, 0) }, undefined],
    ['fact_check.sources', 101, { fact_check: { sources: many(101, 'nowhere') } }, undefined],
    ['fact_check.sources', 90_000, { fact_check: { sources: many(90_000, 0) } }, '/chat'],
    ['conversation_history', 20_001, { conversation_history: many(20_001, USER) }, '/chat'],
    ['sources', 101, { sources: many(101, '') }, '/v1/claims'],
  ])('is one fault: %s of %i elements', async (field, _count, body, path) => {
    const { faults, message } = await refused(body, path);
    expect(faults).toEqual([`body.${field} too_long`]);
    expect(message).toMatch(
      new RegExp(`^body\\.${field}: List should have at most \\d+ items after validation, not ${_count}$`),
    );
  });

  it('is listed beside the other faults, with its true length', async () => {
    const { faults, message } = await refused({ messages: many(90_000, 0), temperature: 3 });
    expect(faults).toEqual(['body.messages too_long', 'body.temperature less_than_equal']);
    expect(message).toMatch(/not 90000 \(and 1 more\)$/);
  });
});

describe('a JSON schema', () => {
  const ask = (schema: unknown) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
  });

  it('may have 10,000 members', async () => {
    const schema = (count: number) => ({
      type: 'object',
      properties: Object.fromEntries(many(count, 0).map((_, i) => [`p${i}`, {}])),
    });
    expect((await gateway.chat(ask(schema(9_998)), AUTH)).status).not.toBe(422);
    const { faults } = await refused(ask(schema(9_999)));
    expect(faults).toEqual(['body.response_format.json_schema.schema value_error']);
  });

  it.each([[[]], ['text'], [5]])('is an object, not %j', async (schema) => {
    expect((await refused(ask(schema))).faults).toEqual([
      'body.response_format.json_schema.schema dict_type',
    ]);
  });
});

describe('JSON of a provider beyond the limits', () => {
  const deep = '['.repeat(101) + ']'.repeat(101);
  const wide = `[${many(100_001, 0).join()}]`;
  it.each([
    ['a whole answer that is deep', false, deep, 'nested more than 100 levels deep'],
    ['a whole answer that is wide', false, wide, 'more than 100,000 members'],
    ['an event that is deep', true, `data: {"choices":[],"x":${deep}}\n\n`, ''],
    ['an event that is wide', true, `data: {"choices":[],"x":${wide}}\n\n`, ''],
  ])('is a 502: %s', async (_what, stream, text, reason) => {
    const fake = await startFakeProvider((_request, response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      // What follows would end a stream well.
      response.end(text + (stream ? OPENAI_END : ''));
    });
    const own = await startGateway({ env: envFor(fake) });
    try {
      const body = await expectError(await own.chat({ api_key: 'sk-test', stream }), { status: 502 });
      expect(body.error.message).toContain(reason);
    } finally {
      await Promise.all([own.stop(), fake.stop()]);
    }
  });
});

it('an unknown model of megabytes is answered in a few words', async () => {
  const response = await gateway.chat({ model: 'x'.repeat(2_000_000) }, AUTH);
  expect((await expectError(response, { status: 400, param: 'model' })).error.message.length).toBeLessThan(
    500,
  );
});

it('every list of a request has a maximum in the API reference', async () => {
  interface Schema {
    readonly type?: unknown;
    readonly $ref?: string;
    readonly maxItems?: number;
  }
  const reference = await readJson<{
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
    components: { schemas: Record<string, unknown> };
  }>(await fetch(`${gateway.url}/openapi.json`));
  const limits: string[] = [];
  const visit = (value: unknown, place: string, seen: ReadonlySet<string>): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, $ref, maxItems } = value as Schema;
    if (type === 'array') limits.push(`${place} ${maxItems}`);
    if ($ref !== undefined && !seen.has($ref)) {
      visit(reference.components.schemas[$ref.split('/').at(-1) as string], place, new Set([...seen, $ref]));
    }
    for (const [name, part] of Object.entries(value)) {
      if (name !== 'examples')
        visit(part, /^\w+Of$|^\d+$|^properties$/.test(name) ? place : `${place}.${name}`, seen);
    }
  };
  for (const [path, operations] of Object.entries(reference.paths)) {
    for (const { requestBody } of Object.values(operations)) visit(requestBody, path, new Set());
  }
  expect(limits.length).toBeGreaterThan(5);
  expect(limits.filter((limit) => limit.endsWith(' undefined'))).toEqual([]);
});
