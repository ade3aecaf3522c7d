/** Applications that share a gateway, each with documents of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const CLAIM = 'The Oberklamm bridge was opened to traffic in 1991.';
const YEARS = { '': '1950', north: '1987', south: '1991' };
const judgePair = ({ claim, passage }: Pair) => {
  if (!claim.includes('1991')) return UNSURE;
  return passage.includes('1991') ? SUPPORTS : /19(?:50|87)/.test(passage) ? REFUTES : UNSURE;
};
const ADMIN = 'ann:0123456789abcdef0123456789abcdef';
const CONFIG = `
callers: all
admin: { keys: ['${ADMIN}'] }
providers: { openai: { keys: [sk-the-operators] } }
plans:
  default: free
  free: { models: all, per_hour: null }
  southern: { models: all, profile: south }
profiles:
  north: { mode: ground, statements: all, documents_from: corpus:north }
  south: { mode: ground, statements: all, documents_from: [corpus:south] }
  both: { mode: ground, statements: all, documents_from: [corpus:north, corpus:south] }
  old: { mode: ground, statements: all, documents_from: corpus }
  empty: { mode: ground, statements: all, documents_from: corpus:unfilled }`;

async function fill(dataDir: string): Promise<void> {
  for (const [name, year] of Object.entries(YEARS)) {
    const document = {
      id: 'bridges',
      title: 'Bridges',
      url: `https://example.org/${name}`,
      text: `The Oberklamm bridge was opened to traffic in ${year}.`,
    };
    const { code, stderr } = await runInTests(
      ['corpus', 'add', '-', ...(name === '' ? [] : ['--collection', name])],
      { CLAIMGATE_DATA_DIR: dataDir },
      JSON.stringify(document),
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('Added 1 document')]);
  }
}

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('a collection of documents', () => {
  let fake: FakeProvider;
  let gateway: Gateway;
  let dataDir: string;
  beforeAll(async () => {
    fake = await startFakeProvider(speak([CLAIM]));
    dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-collections-'));
    await fill(dataDir);
    gateway = await startGateway({
      env: { ...envFor(fake), CLAIMGATE_DATA_DIR: dataDir },
      yaml: CONFIG,
      app: { judge: fakeJudge(judgePair) },
    });
  });
  afterAll(async () => {
    await Promise.all([gateway.stop(), fake.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    fake.received.length = 0;
  });

  interface Checked {
    readonly verdicts: readonly (string | undefined)[];
    /** Sources of all evidence, each once. */
    readonly from: readonly string[];
    readonly urls: readonly string[];
    readonly metadata: FactCheckMetadata;
  }
  const read = (metadata: FactCheckMetadata): Checked => {
    const evidence = metadata.claims.flatMap((claim) => claim.evidence ?? []);
    const own = evidence.filter(({ kind }) => kind === 'own_document');
    return {
      verdicts: [...new Set(metadata.claims.map(({ verdict }) => verdict))],
      from: [...new Set(own.map(({ source }) => source))].sort(),
      urls: [...new Set(own.map(({ url }) => url))].sort(),
      metadata,
    };
  };
  type Turn = { readonly role: string; readonly content: string };
  const ask = async (model: string, key = 'sk-a-key', messages?: readonly Turn[]): Promise<Checked> => {
    const asked = messages ?? [{ role: 'user', content: `Is this true? ${CLAIM}` }];
    const response = await gateway.chat({ model, messages: asked, api_key: key });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return read((JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata);
  };
  const issue = async (terms: object, status = 201) => {
    const response = await gateway.post('/admin/v1/keys', terms, {
      authorization: `Bearer ${ADMIN.slice(4)}`,
    });
    const body = (await response.json()) as { key: string; id: string; profile: string; detail?: unknown };
    expect(response.status, JSON.stringify(body)).toBe(status);
    return body;
  };

  it('is what a profile’s requests are checked against, and nothing of another one, for the same caller too', async () => {
    const expected = [
      ['gpt-6-luna@north', ['refuted'], ['corpus:north'], ['https://example.org/north']],
      ['gpt-6-luna@south', ['supported'], ['corpus:south'], ['https://example.org/south']],
      ['gpt-6-luna@old', ['refuted'], ['corpus'], ['https://example.org/']],
      ['gpt-6-luna', ['refuted'], ['corpus'], ['https://example.org/']],
      ['gpt-6-luna@empty', ['not_enough_evidence'], [], []],
    ] as const;
    // Twice: what was found for one profile is remembered for it alone.
    for (const [model, verdicts, from, urls] of [...expected, ...expected]) {
      const checked = await ask(model);
      expect({ model, ...checked }).toMatchObject({ model, verdicts, from, urls });
      const consulted = checked.metadata.sources_consulted.filter((name) => name.startsWith('corpus'));
      expect(consulted).toEqual(from);
      const prompt = JSON.stringify(fake.received.at(-1)?.body);
      expect([model, prompt.includes('1987'), prompt.includes('1950')]).toEqual([
        model,
        urls[0] === 'https://example.org/north',
        urls[0] === 'https://example.org/',
      ]);
    }
    const both = await ask('gpt-6-luna@both');
    expect(both.metadata.sources_consulted).toEqual(expect.arrayContaining(['corpus:north', 'corpus:south']));
    expect(both.metadata.sources_consulted).not.toContain('corpus');
  });

  it('leaves nothing behind for another profile in the same conversation', async () => {
    const first = { role: 'user', content: `Is this true? ${CLAIM}` };
    await ask('gpt-6-luna@north', 'sk-b-key', [first]);
    expect(JSON.stringify(fake.received.at(-1)?.body)).toContain('1987');
    const next = [
      first,
      { role: 'assistant', content: CLAIM },
      { role: 'user', content: 'Thanks. And now?' },
    ];
    await ask('gpt-6-luna@south', 'sk-b-key', next);
    expect(JSON.stringify(fake.received.at(-1)?.body)).not.toContain('1987');
    // Where it goes on with its own, prompts only grow.
    await ask('gpt-6-luna@north', 'sk-b-key', next);
    expect(JSON.stringify(fake.received.at(-1)?.body)).toContain('1987');
  });

  it('is an issued key’s by the key’s profile, which the model’s goes before and the plan’s behind', async () => {
    const { key, profile } = await issue({ profile: 'north', plan: 'southern' });
    expect(profile).toBe('north');
    expect((await ask('gpt-6-luna', key)).from).toEqual(['corpus:north']);
    expect((await ask('gpt-6-luna@old', key)).from).toEqual(['corpus']);
    const { key: planned } = await issue({ plan: 'southern' });
    expect((await ask('gpt-6-luna', planned)).from).toEqual(['corpus:south']);
  });

  it('is what texts and answers of other gateways are checked against, with such a key', async () => {
    const { key } = await issue({ profile: 'north' });
    const checkText = async (api_key?: string, mode = 'ground') => {
      const body = {
        text: CLAIM,
        mode,
        ...(mode === 'verify' ? { model: 'gpt-6-luna', judge: 'local' } : {}),
        api_key,
      };
      const response = await gateway.post('/v1/claims', body);
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return read((JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata);
    };
    expect((await checkText(key)).from).toEqual(['corpus:north']);
    expect((await checkText(key, 'verify')).from).toEqual(['corpus:north']);
    expect((await checkText()).from).toEqual([]);
    const guarded = await gateway.post(
      '/beta/litellm_basic_guardrail_api',
      { input_type: 'response', request_data: {}, texts: [CLAIM], images: null, structured_messages: null },
      { authorization: `Bearer ${key}` },
    );
    expect(await guarded.json()).toMatchObject({
      action: 'BLOCKED',
      blocked_reason: expect.stringContaining('/north'),
    });
  });

  it('is changed with the key’s profile, at once, and taken away with it', async () => {
    const { key, id } = await issue({ profile: 'north' });
    const change = async (terms: object) =>
      fetch(`${gateway.url}/admin/v1/keys/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN.slice(4)}` },
        body: JSON.stringify(terms),
      });
    expect((await change({ profile: 'south' })).status).toBe(200);
    expect((await ask('gpt-6-luna', key)).from).toEqual(['corpus:south']);
    expect(await (await change({ profile: null })).json()).toMatchObject({ profile: null });
    expect((await ask('gpt-6-luna', key)).from).toEqual(['corpus']);
    const refused = await change({ profile: 'nowhere' });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('there is no such profile; the profiles are north, south, both, old, empty'),
    ]);
    await issue({ profile: 'nowhere' }, 422);
  });

  it('is quoted to no key that its provider has not accepted', async () => {
    const body = { text: CLAIM, mode: 'verify', model: 'gpt-6-luna@north', api_key: 'sk-nobody-knows' };
    for (const status of [401, 500]) {
      fake.answer(respond(status, { error: { message: 'No.' } }));
      const response = await gateway.post('/v1/claims', body);
      expect(response.status).not.toBe(200);
      expect(await response.text()).not.toContain('1987');
    }
    fake.answer(speak([CLAIM]));
    fake.received.length = 0;
    // No model is asked about what has little to do with it, and nothing of it is shown.
    const text = 'The oldest school of the valley was built in 1730 by monks, near a bridge.';
    const unasked = await gateway.post('/v1/claims', { ...body, text });
    expect([unasked.status, fake.received]).toEqual([200, []]);
    expect(await unasked.json()).toMatchObject({
      fact_check_metadata: { claims: [{ verdict: 'not_enough_evidence', evidence: [] }] },
    });
  });

  it('is nothing that a request can ask for, or that lists of sources show', async () => {
    const fields = [{ sources: ['corpus:north'] }, { documents_from: ['corpus:north'] }];
    for (const fact_check of fields) {
      const response = await gateway.chat({ api_key: 'sk-a-key', fact_check });
      expect(response.status).toBe(422);
    }
    expect(await (await fetch(`${gateway.url}/v1/sources`)).text()).not.toContain('corpus:');
  });

  it('is named at the start where it is empty', () => {
    const lines = gateway.logLines.map((line) => JSON.parse(line) as { collection?: string; msg: string });
    expect(lines.filter(({ collection }) => collection !== undefined)).toEqual([
      expect.objectContaining({
        collection: 'corpus:unfilled',
        msg: 'a profile takes its documents from a collection that is empty',
      }),
    ]);
  });
});

it.each(['handbook', 'corpus:', 'corpus:Hand Book', 'starter', []])(
  'a profile whose documents_from is %j stops the start',
  async (from) => {
    const yaml = `profiles: { support: { documents_from: ${JSON.stringify(from)} } }`;
    await expect(startGateway({ yaml })).rejects.toThrow('profiles.support.documents_from');
  },
);
