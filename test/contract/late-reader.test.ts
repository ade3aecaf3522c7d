/** Whatever the reader does, and however long it takes, claims are judged: then as they are written. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { readingOf } from '../../src/engine/factcheck/read/reader-in-tests.ts';
import { type JudgingProvider, type ReaderSays, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor, PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import { readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const TEXT =
  'Marie Curie met Lise Meitner in Berlin. She died in 1934 in France. She owned two hundred books.';
const FACTS =
  'Marie Curie met Lise Meitner in Berlin. Marie Curie died in 1934 in France and owned two hundred books.';

let provider: JudgingProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startJudgingProvider();
  gateway = await startGateway({
    env: envFor(provider),
    yaml: 'plans: { default: enterprise }\nfact_check: { verify_deadline: 4s }',
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
beforeEach(() => provider.reset());

type Body = { fact_check_metadata: FactCheckMetadata };
const documents = [{ title: 'Two lives', text: FACTS }];
let keys = 0;
const newKey = (): string => `sk-late-${++keys}`;
const user = [{ role: 'user', content: TEXT }];
const WAYS: Readonly<Record<string, (model: string) => Promise<FactCheckMetadata>>> = {
  'POST /v1/claims': async (model) => {
    const body = { api_key: newKey(), model, documents, text: TEXT, mode: 'verify' };
    return (await readJson<Body>(await gateway.post('/v1/claims', body))).fact_check_metadata;
  },
  'a whole answer': async (model) => {
    provider.answer(speak([TEXT]));
    const messages = [{ role: 'user', content: 'What of them?' }];
    const body = { api_key: newKey(), model, messages, fact_check: { mode: 'verify', documents } };
    return (await readJson<Body>(await gateway.chat(body))).fact_check_metadata;
  },
  'a stream': async (model) => {
    const fact_check = { mode: 'verify', documents };
    const body = { api_key: newKey(), model, messages: user, fact_check, stream: true };
    const { chunks } = await readStream(await gateway.chat(body));
    return chunks.findLast((chunk) => chunk.fact_check_metadata)?.fact_check_metadata as FactCheckMetadata;
  },
};

const READERS: Readonly<Record<string, ReaderSays>> = {
  'never answers': 'silence',
  fails: { status: 500 },
  'is refused': { status: 401 },
  'answers what is no JSON': '[[[',
  'answers other things': JSON.stringify({
    readings: [null, 5, { claim: {}, reading: [], parts: 'x' }, { claim: 9, reading: 'x', parts: [] }],
  }),
  'writes a book': [1, 2, 3].map((claim) =>
    readingOf(claim, 'Marie Curie died. '.repeat(20_000), ['She '.repeat(90_000)]),
  ),
};

describe.each(Object.entries(READERS))('a reader that %s', (_reader, says) => {
  it.each(Object.entries(WAYS))('leaves claims as they are: %s', { timeout: 20_000 }, async (_way, ask) => {
    provider.judge(agreeable);
    provider.read(() => says);
    const { claims } = await ask(WIRES.openai.model);
    expect(claims.map(({ text, verdict, reading }) => [text, verdict, reading])).toEqual(
      TEXT.split(/(?<=\.) /).map((text) => [text, 'supported', undefined]),
    );
  });
});

it.each(PROVIDERS)(
  'a silent reader takes no more than a quarter of the deadline with %s',
  { timeout: 20_000 },
  async (name) => {
    provider.judge(agreeable);
    provider.read(() => 'silence');
    const claims = (await WAYS['POST /v1/claims']?.(WIRES[name].model))?.claims;
    expect(claims?.map(({ verdict }) => verdict)).toEqual(['supported', 'supported', 'supported']);
    await Promise.all(provider.readings.map(({ closed }) => closed));
    expect(provider.readings.map(({ aborted }) => aborted)).toEqual([true]);
  },
);
