/** An archive of the operator's own: who is quoted what is in it, and what becomes of an answer while it is away. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { type SourceServer, startSourceServer } from '../conformance/source-server.ts';
import { type FakeProvider, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const CLAIM = 'The lighthouse of Sunderholm was completed in 1871 and is 43 metres high.';
const TEXT = 'The lighthouse of Sunderholm was completed in 1871. It is 43 metres high.';
const PASSWORD = 'archive-password-0123456789';

let model: FakeProvider;
let archive: SourceServer;
const gateways: Gateway[] = [];

beforeAll(async () => {
  [model, archive] = await Promise.all([startFakeProvider(), startSourceServer()]);
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
});
afterAll(() => Promise.all([model.stop(), archive.close()]));

/** @param timeout of the archive: long, so that a busy machine is no slow archive. */
async function start(more = '', timeout = '30s'): Promise<Gateway> {
  const gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${model.url}/v1`, CLAIMGATE_PAPER_KEY: PASSWORD },
    yaml: `sources:
  paper: { kind: opensearch, base_url: "${archive.url}", user: reader, index: articles,
           fields: { text: body, title: headline, link: url, date: day }, evidence: news, timeout: ${timeout} ${more} }
fact_check: { ground_deadline: 30s }
`,
  });
  gateways.push(gateway);
  return gateway;
}

function answerHits(): void {
  const source = { body: TEXT, headline: 'A light', url: 'https://paper.example/1', day: '2024-03-01' };
  archive.answer((_asked, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ hits: { hits: [{ _source: source }] } })),
  );
}

async function ground(gateway: Gateway, body: object = {}): Promise<FactCheckMetadata> {
  model.answer(openaiWhole('I see.'));
  const response = await gateway.chat(
    { messages: [{ role: 'user', content: CLAIM }], fact_check: { mode: 'ground', judge: 'local', ...body } },
    { authorization: 'Bearer sk-reader-0001' },
  );
  expect(response.status).toBe(200);
  return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
}

it('is asked without being named, and quoted with its link, its day and its kind', async () => {
  answerHits();
  const gateway = await start();
  const { claims, sources_consulted, searches } = await ground(gateway);
  expect(sources_consulted).toContain('paper');
  expect(claims?.[0]?.evidence?.[0]).toMatchObject({
    ...{
      source: 'paper',
      kind: 'news',
      title: 'A light',
      url: 'https://paper.example/1',
      published: '2024-03-01',
    },
    quote: expect.stringContaining('1871'),
  });
  // Who asks sees what was sent, and to whom.
  expect(searches).toEqual([{ query: CLAIM, sources: ['paper'] }]);
  expect(archive.asked[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`,
  );
  const listed = (await (await fetch(`${gateway.url}/v1/sources`)).json()) as { data: { name: string }[] };
  expect(listed.data.find(({ name }) => name === 'paper')).toMatchObject({
    ...{ about: 'An archive of the operator', kind: 'news', reach: 'archive', state: 'ok' },
  });
});

it('is not quoted to strangers, whether they name it or not, and not asked for them', async () => {
  answerHits();
  const gateway = await start();
  for (const more of [{}, { sources: ['paper'] }]) {
    const response = await gateway.post('/v1/claims', { text: CLAIM, mode: 'ground', ...more });
    expect(await response.text()).not.toContain('paper.example');
  }
  expect(archive.asked).toEqual([]);
});

it('is quoted to everybody where the operator says so, and the log warns of it', async () => {
  answerHits();
  const gateway = await start(', public: true');
  const response = await gateway.post('/v1/claims', { text: CLAIM, mode: 'ground' });
  expect(await response.text()).toContain('https://paper.example/1');
  await gateway.logged();
  expect(gateway.logLines.join('\n')).toContain('sources.paper.public is on');
});

it('is sent no address, number or key of a caller', async () => {
  answerHits();
  const gateway = await start();
  model.answer(openaiWhole('I see.'));
  const content =
    'Ann Smith (ann@example.org, +44 20 7946 0958) built the lighthouse of Sunderholm in 1871 for sk-reader-0001.';
  await gateway.chat({ messages: [{ role: 'user', content }] }, { authorization: 'Bearer sk-reader-0001' });
  const sent = archive.asked.map(({ body }) => body).join('\n');
  expect(sent).toContain('Sunderholm');
  expect(sent).not.toMatch(/ann@|7946|sk-reader/);
});

it.each([
  [
    'is dead',
    'unreachable',
    (_: unknown, response: { socket: { destroy(): void } | null }) => response.socket?.destroy(),
  ],
  ['says nothing', 'timeout', () => {}],
  [
    'answers nonsense',
    'malformed',
    (_: unknown, response: { end(text: string): void }) => response.end('<p>hello'),
  ],
  [
    'refuses the password',
    'key',
    (_: unknown, response: { writeHead(status: number): { end(text: string): void } }) =>
      response.writeHead(401).end(PASSWORD),
  ],
] as const)('where it %s the answer comes, and log and health say so', async (_what, fault, answer) => {
  archive.answer(answer as never);
  const gateway = await start('', fault === 'timeout' ? '400ms' : undefined);
  const { sources_consulted } = await ground(gateway);
  expect(sources_consulted).not.toContain('paper');
  const health = await fetch(`${gateway.url}/health`);
  const text = await health.text();
  expect(health.status).toBe(200);
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${gateway.url}/health`)).json()) as { failing_sources: object })
          .failing_sources,
    )
    .toEqual({ paper: fault });
  await gateway.logged();
  const line = gateway.logLines.find((one) => one.includes('"source":"paper"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ source: 'paper', fault });
  expect(`${gateway.logLines.join('\n')}${text}`).not.toContain(PASSWORD);
  // It is in order again with its next answer.
  answerHits();
});
