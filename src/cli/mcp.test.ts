/** `claimgate mcp` as an assistant uses it, by the SDK's own client; the sandbox judges. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Client, type ClientOptions, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../../test/harness/fake-judge.ts';
import { type JudgingProvider, startJudgingProvider } from '../../test/harness/judging-provider.ts';
import { envFor } from '../../test/harness/provider-wires.ts';
import { textMessage } from '../domain/chat.ts';
import { readQuestion, type SeenQuestion, verdict } from '../engine/factcheck/judge/judge-in-tests.ts';
import type { PairScorer } from '../engine/judge/pair-scorer.ts';
import { type Ended, runInTests } from './run-in-tests.ts';

/** The gateway’s own judge is not sure of it. */
const UNDECIDED = 'Sydney is the capital of Australia.';
const WALL = 'The Great Wall of China is visible from the Moon.';
const CURIE = 'Marie Curie won two Nobel Prizes.';
const KEY = 'sk-test-0123456789-mcp';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'claimgate-mcp-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Session {
  readonly client: Client;
  /** Closes stdin. @returns how the command ended. */
  end(): Promise<Ended>;
}
const sessions: Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
});

/** Runs the command in this process, with a client at its other end. */
async function open(
  env: Record<string, string> = { CLAIMGATE_API_KEY: 'sandbox' },
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => {},
  judge?: PairScorer,
): Promise<Session> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = runInTests(
    ['mcp'],
    { CLAIMGATE_DATA_DIR: path.join(directory, 'data'), ...env },
    stdin as never,
    { stdout, ...(judge === undefined ? {} : { judge }) },
  );
  const client = new Client({ name: 'tests', version: '1' }, options);
  prepare(client);
  // The framing is the same on both sides.
  await client.connect(new StdioServerTransport(stdout, stdin));
  const session: Session = {
    client,
    async end() {
      stdin.end();
      return ended;
    },
  };
  sessions.push(session);
  return session;
}

const call = (session: Session, name: string, args: Record<string, unknown> = {}) =>
  session.client.callTool({ name, arguments: args });
const textOf = ({ content }: Awaited<ReturnType<typeof call>>): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

describe.each(['legacy', 'auto'] as const)('claimgate mcp, for a client of mode %s', (mode) => {
  const connect = () => open(undefined, { versionNegotiation: { mode } });

  it('lists its tools with schemas and hints, its prompt, and nothing on stdout beside the protocol', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['find_claims', true],
      ['check_claims', true],
      ['normalize_claim', true],
      ['search_evidence', true],
      ['add_evidence', false],
    ]);
    for (const { inputSchema, outputSchema } of tools) {
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
    }
    const { messages } = await client.getPrompt({
      name: 'check_this_page',
      arguments: { page: 'https://example.org/a' },
    });
    expect(JSON.stringify(messages)).toContain('https://example.org/a');
  });

  it('refutes a claim with a literal quote, says how far it is, and links to the evidence', async () => {
    const judge = fakeJudge(({ claim, passage }) => {
      if (claim !== WALL) return SUPPORTS;
      return passage.includes('cannot be seen') ? REFUTES : UNSURE;
    });
    const { client } = await open(undefined, { versionNegotiation: { mode } }, undefined, judge);
    const progress: Progress[] = [];
    const result = await client.callTool(
      { name: 'check_claims', arguments: { text: `${WALL} ${CURIE}` } },
      { onprogress: (step) => void progress.push(step) },
    );
    expect(progress.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(result.structuredContent).toMatchObject({
      mode: 'verify',
      judged_by: 'gpt-6-luna',
      claims: [
        { text: WALL, verdict: 'refuted' },
        { text: CURIE, verdict: 'supported' },
      ],
    });
    const link = result.content.find((part) => part.type === 'resource_link');
    const { contents } = await client.readResource({ uri: link?.uri ?? '' });
    const [{ evidence }] = (result.structuredContent as { claims: [{ evidence: [{ quote: string }] }] })
      .claims;
    expect(evidence[0].quote).toMatch(/^The Great Wall of China cannot be seen from the Moon/);
    expect((contents[0] as { text: string }).text).toContain(evidence[0].quote);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(link?.uri);
  });
});

describe('claimgate mcp', () => {
  it('finds claims, states the claim of a post, and needs no key for either', async () => {
    const session = await open({});
    const found = await call(session, 'find_claims', { text: `${WALL} I like mountains.` });
    expect(found.structuredContent).toMatchObject({
      claims_detected: 1,
      claims: [{ text: WALL, start: 0, end: 49 }],
    });
    const stated = await call(session, 'normalize_claim', { post: `BREAKING!!! ${WALL} #space` });
    expect(stated.structuredContent).toEqual({ claim: WALL, method: 'rules' });
  });

  it('keeps evidence, finds it, and checks against it', async () => {
    const session = await open({ CLAIMGATE_DATA_DIR: path.join(directory, 'own') });
    const document = {
      title: 'Annual report',
      url: 'https://example.org/report',
      text: 'Globex Corporation employed 412 people in 2024.',
    };
    const added = await call(session, 'add_evidence', document);
    expect(added.structuredContent).toEqual({ id: document.url, replaced: false });
    expect((await call(session, 'add_evidence', document)).structuredContent).toMatchObject({
      replaced: true,
    });
    const found = await call(session, 'search_evidence', {
      query: 'How many people did Globex employ?',
      limit: 1,
    });
    expect(found.structuredContent).toMatchObject({
      items: [{ source: 'corpus', kind: 'own_document', url: document.url, text: document.text }],
    });
    // Without a key and a client's model, there is evidence without verdicts, and a word on why.
    const checked = await call(session, 'check_claims', {
      text: 'Globex Corporation employed 900 people in 2024.',
    });
    expect(checked.structuredContent).toMatchObject({
      mode: 'ground',
      claims: [{ evidence: [{ stance: 'unjudged' }] }],
    });
    expect(checked.structuredContent).not.toHaveProperty('judged_by');
    expect(textOf(checked)).toContain('set CLAIMGATE_API_KEY');
  });

  it.each([
    ['check_claims', {}, 'give either text or url'],
    ['check_claims', { text: WALL, url: 'https://example.org' }, 'give either text or url'],
    ['check_claims', { text: WALL, max_claims: 0 }, 'max_claims: Too small'],
    ['check_claims', { text: WALL, sources: ['nowhere'] }, 'sources.0: must be one of'],
    ['check_claims', { text: WALL, model: 'nonsense-1' }, "Unknown model 'nonsense-1'"],
    ['check_claims', { text: WALL, language: 'klingon' }, 'language: must be a language tag'],
    ['find_claims', { url: 'http://127.0.0.1:1/' }, 'private network'],
    ['search_evidence', { question: 'x' }, 'Unrecognized key: "question"'],
    ['add_evidence', { title: 'A', url: 'ftp://example.org', text: 'x' }, 'url: must be an http(s) URL'],
  ])('%s of %j says what is wrong', async (name, args, said) => {
    const result = await call(await open(), name, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(said);
  });

  it('answers a tool, a resource or a prompt that it does not have with a protocol error', async () => {
    const session = await open();
    await expect(call(session, 'check_everything')).rejects.toMatchObject({ code: -32602 });
    await expect(session.client.readResource({ uri: 'claimgate://evidence/nothing' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(session.client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
  });

  it('as a process: stdout has nothing but messages, and it ends with its stdin, even in the middle of a question', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve(import.meta.dirname, '../../bin/claimgate.js'), 'mcp'],
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        CLAIMGATE_DATA_DIR: path.join(directory, 'process'),
      },
      stderr: 'ignore',
    });
    const client = new Client(
      { name: 'tests', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { sampling: {} } },
    );
    let asked = false;
    client.setRequestHandler('sampling/createMessage', () => {
      asked = true;
      return new Promise(() => {});
    });
    const faults: Error[] = [];
    client.onerror = (error) => void faults.push(error);
    await client.connect(transport);
    client.callTool({ name: 'check_claims', arguments: { text: UNDECIDED } }).catch(() => {});
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(true);
    expect(faults).toEqual([]);
    const began = performance.now();
    await client.close();
    // The client kills what has not ended after two seconds.
    expect(performance.now() - began).toBeLessThan(1_900);
  });
});

describe('claimgate mcp with a provider', () => {
  let provider: JudgingProvider;
  beforeAll(async () => {
    provider = await startJudgingProvider();
  });
  afterAll(() => provider.stop());
  afterEach(() => provider.reset());
  const env = () => ({ ...envFor(provider), CLAIMGATE_API_KEY: KEY });

  it('cancels the call of the judge with the call of the tool', async () => {
    const session = await open(env());
    const stop = new AbortController();
    const running = session.client.callTool(
      { name: 'check_claims', arguments: { text: WALL } },
      { signal: stop.signal },
    );
    await expect.poll(() => provider.calls.length).toBe(1);
    stop.abort();
    const stopped = performance.now();
    await expect(running).rejects.toThrow();
    await provider.calls[0]?.closed;
    expect(provider.calls[0]?.aborted).toBe(true);
    // Far less than the time that a verification may take.
    expect(performance.now() - stopped).toBeLessThan(5_000);
  });

  it('says what a provider refuses, and shows the key nowhere', async () => {
    const session = await open(env());
    provider.judge(() => ({ status: 401 }));
    const result = await call(session, 'check_claims', { text: WALL });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/API key/);
    const { code, stdout, stderr } = await session.end();
    expect(code).toBe(0);
    expect(`${stdout}${stderr}${JSON.stringify(result)}`).not.toContain(KEY);
  });
});

describe('claimgate mcp without a key, for a client that offers its model', () => {
  interface Asked {
    readonly systemPrompt?: string | undefined;
    readonly messages: readonly { readonly content: unknown }[];
  }
  /** @param answer undefined where the person refuses. */
  const openOffering = (
    mode: 'legacy' | 'auto',
    answer: (question: SeenQuestion, signal: AbortSignal) => Promise<object[] | undefined>,
  ) => {
    const options = { versionNegotiation: { mode }, capabilities: { sampling: {} } };
    return open({}, options, (client) => {
      client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq: { signal } }) => {
        const { systemPrompt = '', messages }: Asked = params;
        const [{ content } = { content: undefined }] = messages;
        const { text } = content as { text: string };
        const question = readQuestion({
          messages: [textMessage('system', systemPrompt), textMessage('user', text)],
          stream: false,
        });
        // What is no question to the judge asks for readings: all stands as it is.
        const verdicts = question.blocks.length === 0 ? [] : await answer(question, signal);
        if (verdicts === undefined) throw new Error('The person has refused');
        return {
          role: 'assistant' as const,
          model: 'tiny-1',
          content: { type: 'text' as const, text: JSON.stringify({ verdicts, readings: [] }) },
        };
      });
    });
  };
  const refute = async ({ blocks }: SeenQuestion) =>
    blocks.map((block) => {
      const [item] = block.items;
      return verdict(block, {
        verdict: 'refuted',
        evidence: [{ number: item?.number, stance: 'refutes', words: '' }],
      });
    });

  describe.each(['legacy', 'auto'] as const)('of mode %s', (mode) => {
    it('has that model judge', async () => {
      const session = await openOffering(mode, refute);
      const result = await call(session, 'check_claims', { text: `${WALL} ${CURIE}` });
      expect(result.structuredContent).toMatchObject({
        mode: 'verify',
        judged_by: 'client',
        claims: [
          {
            verdict: 'refuted',
            evidence: [{ stance: 'refutes', quote: expect.stringContaining('cannot be seen from the Moon') }],
          },
          { verdict: 'refuted' },
        ],
      });
    });

    it('says so where that model is not allowed to', async () => {
      const session = await openOffering(mode, async () => undefined);
      const failed = await call(session, 'check_claims', { text: WALL }).catch((error: Error) => error);
      expect(JSON.stringify(failed instanceof Error ? failed.message : failed)).toMatch(
        /refused|did not answer/,
      );
    });
  });
});
