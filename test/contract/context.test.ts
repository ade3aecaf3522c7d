/** What a request brings as evidence, source `context`: whether an answer is faithful to what it was given. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable, verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { Received } from '../harness/fake-provider.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { readPrompt } from '../harness/judging-provider.ts';
import { expectError, readStream } from '../harness/read-answer.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';

const DOCUMENTS = [
  {
    title: 'Kestrel Bridge, a history',
    url: 'https://docs.example.org/kestrel',
    text: 'Work on the crossing took nine years. The Kestrel Bridge in Oberwald was opened in 1987. It carries two lanes of traffic and a footpath.',
  },
  {
    id: 'traffic-2024',
    text: 'The Kestrel Bridge carried 14,200 vehicles a day in 2024. Lorries were a fifth of them.',
  },
];
const FAITHFUL = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
const CONTRADICTED = 'The Kestrel Bridge in Oberwald was opened in 1978.';
const NOT_HELD = 'The Kestrel Bridge was designed by the engineer Ada Brunner.';
const ANSWER = `${FAITHFUL} ${CONTRADICTED} ${NOT_HELD}`;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: `plans: { default: enterprise }\n${OWN_JUDGE}` });
});
afterAll(() => gateway.stop());

/** @returns the metadata of an answer that says what it is asked to say. */
async function ask(body: Record<string, unknown>): Promise<FactCheckMetadata> {
  const response = await gateway.chat({ api_key: 'sandbox', ...body });
  if (body.stream !== true) {
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return (JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  }
  const { chunks, done } = await readStream(response);
  expect(done).toBe(true);
  return chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop')
    ?.fact_check_metadata as FactCheckMetadata;
}

const question = { role: 'user', content: `What do the documents say of the bridge?\nSay: ${ANSWER}` };
const WAYS: Readonly<Record<string, () => Promise<FactCheckMetadata>>> = {
  'a whole answer': () =>
    ask({ messages: [question], fact_check: { mode: 'verify', documents: DOCUMENTS, sources: [] } }),
  'a streamed answer': () =>
    ask({ messages: [question], stream: true, fact_check: { mode: 'verify', documents: DOCUMENTS } }),
  'a check of a text': async () => {
    const response = await gateway.post('/v1/claims', {
      ...{ api_key: 'sandbox', model: 'gpt-6-luna', mode: 'verify', text: ANSWER, documents: DOCUMENTS },
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  },
  'a streamed check of a text': async () => {
    const response = await gateway.post('/v1/claims', {
      ...{ api_key: 'sandbox', model: 'gpt-6-luna', mode: 'verify', text: ANSWER, documents: DOCUMENTS },
      stream: true,
    });
    const done = /^event: done\ndata: (.*)$/m.exec(await response.text())?.[1] as string;
    return (JSON.parse(done) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  },
};

const ofAnswer = ({ claims }: FactCheckMetadata): readonly Claim[] =>
  claims.filter(({ role }) => role !== 'user');

describe('groundedness', () => {
  it.each(Object.entries(WAYS))(
    '%s: what the documents say, contradict and do not hold',
    async (_way, check) => {
      const metadata = await check();
      expect(metadata.sources_consulted[0]).toBe('context');
      const [faithful, contradicted, notHeld, ...others] = ofAnswer(metadata);
      expect(others).toEqual([]);
      expect(faithful).toMatchObject({ text: FAITHFUL, verdict: 'supported' });
      expect(faithful?.evidence?.[0]).toMatchObject({
        source: 'context',
        kind: 'context',
        title: 'traffic-2024',
        url: '',
        stance: 'supports',
      });
      expect(contradicted).toMatchObject({ text: CONTRADICTED, verdict: 'refuted' });
      const [proof] = contradicted?.evidence ?? [];
      expect(proof).toMatchObject({
        source: 'context',
        kind: 'context',
        title: 'Kestrel Bridge, a history',
        url: 'https://docs.example.org/kestrel',
        stance: 'refutes',
      });
      expect(proof?.quote).toContain('The Kestrel Bridge in Oberwald was opened in 1987.');
      expect(DOCUMENTS[0]?.text).toContain(proof?.quote);
      // The model on this machine is sure that the documents do not say it: that is a verdict, and it was checked.
      expect(notHeld).toMatchObject({ text: NOT_HELD, verdict: 'not_enough_evidence' });
      expect(notHeld?.checked).not.toBe(false);
      expect(new Set(notHeld?.evidence?.map(({ source, stance }) => `${source} ${stance}`))).toEqual(
        new Set(['context neutral']),
      );
    },
  );
});

const FILLER = 'Visitors park beside the old mill. The path is open all year. Dogs are welcome on a lead. ';
/** A text that is long enough to be one that the application brought. */
const LONG = `${FILLER.repeat(6)}The Kestrel Bridge in Oberwald was opened in 1987.`;

describe('texts of messages', () => {
  it.each([false, true])('of tools’ results are evidence (streamed: %s)', async (stream) => {
    const metadata = await ask({
      stream,
      messages: [
        question,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'find_bridge', arguments: '{}' } },
          ],
        },
        {
          role: 'tool',
          tool_call_id: 'call_1',
          content: 'The Kestrel Bridge in Oberwald was opened in 1987.',
        },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'find_bridge', parameters: { type: 'object', properties: {} } },
        },
      ],
      fact_check: { mode: 'verify' },
    });
    expect(ofAnswer(metadata)[1]).toMatchObject({
      verdict: 'refuted',
      evidence: [{ source: 'context', title: 'Result of find_bridge', url: '' }],
    });
  });

  it.each(['system', 'user'])('of a long %s message before the last are evidence', async (role) => {
    const metadata = await ask({
      messages: [{ role: 'user', content: 'Hello!' }, { role, content: LONG }, question],
      fact_check: { mode: 'verify' },
    });
    expect(ofAnswer(metadata)[1]).toMatchObject({
      verdict: 'refuted',
      evidence: [{ source: 'context', title: `Message 1 (${role})`, url: '' }],
    });
  });

  it.each([
    ['short', [{ role: 'system', content: LONG.slice(-400) }, question]],
    [
      'the assistant’s',
      [{ role: 'user', content: 'Hello!' }, { role: 'assistant', content: LONG }, question],
    ],
    ['the last', [{ role: 'user', content: `${LONG}\n${question.content}` }]],
  ])('are none where they are %s', async (_what, messages) => {
    const metadata = await ask({ messages, fact_check: { mode: 'verify' } });
    expect(metadata.claims_detected).toBeGreaterThan(0);
    expect(metadata.sources_consulted).toEqual(['starter']);
  });

  it('are read in POST /chat too', async () => {
    const response = await gateway.post(
      '/chat',
      {
        model: 'gpt-6-luna',
        user_query: question.content,
        conversation_history: [{ role: 'system', content: LONG }],
        fact_check: { documents: DOCUMENTS.slice(1) },
      },
      { authorization: 'Bearer sandbox' },
    );
    const { fact_check_metadata } = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
    const [faithful, contradicted] = ofAnswer(fact_check_metadata);
    expect(faithful?.evidence?.[0]?.title).toBe('traffic-2024');
    expect(contradicted?.evidence?.[0]?.title).toBe('Message 0 (system)');
  });
});

describe('what a request brings', () => {
  it('is kept for no other request', async () => {
    const metadata = await ask({ messages: [question], fact_check: { mode: 'verify' } });
    expect(metadata.sources_consulted).not.toContain('context');
    expect(ofAnswer(metadata)[1]).toMatchObject({ verdict: 'not_enough_evidence' });
  });

  it('is waited for by verdicts, though not by the answer', async () => {
    const hurried = await startGateway({
      yaml: `plans: { default: enterprise }\nfact_check: { ground_deadline: 1ms }\n${OWN_JUDGE}`,
    });
    const documents = [{ text: `${FILLER.repeat(4_000)}${DOCUMENTS[0]?.text}` }];
    for (const mode of ['ground', 'verify']) {
      const response = await hurried.chat({
        ...{ api_key: 'sandbox', fact_check: { mode, judge: 'model', documents } },
        messages: [{ role: 'user', content: `Say: ${CONTRADICTED}` }],
      });
      const { fact_check_metadata: metadata } = (await response.json()) as {
        fact_check_metadata: FactCheckMetadata;
      };
      expect(metadata.sources_consulted.includes('context')).toBe(mode === 'verify');
      // Of the question, "Say:" before the sentence leaves the judge unsure.
      expect(ofAnswer(metadata).map(({ verdict }) => verdict)).toEqual(
        mode === 'verify' ? ['refuted'] : [undefined],
      );
    }
    const response = await hurried.post('/v1/claims', {
      ...{ api_key: 'sandbox', model: 'gpt-6-luna', mode: 'ground', text: CONTRADICTED, documents },
    });
    const { fact_check_metadata: metadata } = (await response.json()) as {
      fact_check_metadata: FactCheckMetadata;
    };
    expect(metadata.sources_consulted[0]).toBe('context');
    await hurried.stop();
  });

  it.each([
    ['/v1/chat/completions', 'fact_check.documents', { messages: [question] }],
    ['/chat', 'fact_check.documents', { user_query: 'Hello' }],
    ['/v1/claims', 'documents', { text: ANSWER, mode: 'verify' }],
  ])('is refused by %s beyond a million characters of documents', async (path, field, body) => {
    const documents = [{ text: 'a '.repeat(300_000) }, { text: 'b '.repeat(200_001) }];
    const place = field === 'documents' ? { documents } : { fact_check: { mode: 'verify', documents } };
    const response = await gateway.post(
      path,
      { model: 'gpt-6-luna', ...body, ...place },
      { authorization: 'Bearer sandbox' },
    );
    const { detail } = await expectError(response, { status: 422 });
    expect(detail).toMatchObject([{ loc: ['body', ...field.split('.')], type: 'value_error' }]);
  });

  it('is taken from the newest messages, and the answer says where older ones did not fit', async () => {
    const old = `${'It rained. '.repeat(60_000)}${CONTRADICTED}`;
    const messages = [{ role: 'user', content: old }, { role: 'system', content: LONG }, question];
    const documents = [{ text: 'The mill is old. '.repeat(30_000) }];
    const response = await gateway.chat({
      ...{ api_key: 'sandbox', messages, fact_check: { mode: 'verify', documents } },
    });
    expect(response.headers.get('x-claimgate-adjusted')).toContain('fact_check.context=newest');
    const { fact_check_metadata } = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
    expect(ofAnswer(fact_check_metadata)[1]).toMatchObject({
      verdict: 'refuted',
      evidence: [{ title: 'Message 1 (system)' }],
    });
  });
});

describe('what is given to others', () => {
  const SECRET = 'Project Halcyon';
  const documents = [{ title: 'Internal', text: `The Kestrel Bridge in Oberwald belongs to ${SECRET}.` }];
  const CLAIM = 'The Kestrel Bridge in Oberwald is 412 metres long.';
  let judged: JudgedGateway;
  beforeAll(async () => {
    judged = await startJudgedGateway('{ outside: always }');
    // Sources outside are asked for keys that a provider has accepted.
    await asked({ messages: [{ role: 'user', content: 'Hello!' }] });
  });
  afterAll(() => judged.stop());
  beforeEach(() => judged.provider.reset());

  const asked = async (body: Record<string, unknown>): Promise<FactCheckMetadata> => {
    const response = await judged.gateway.chat({
      ...{ api_key: 'sk-context', model: 'claude-haiku-5-5', messages: [{ role: 'user', content: CLAIM }] },
      ...body,
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  };

  it('holds no word of it: neither the query, nor what a judge that has read it asks next', async () => {
    const { provider, search } = judged;
    provider.judge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, { verdict: 'not_enough_evidence', evidence: [], next_queries: [SECRET] }),
      ),
    );
    search.find((query) => [{ title: 'Bridges', url: 'https://a.example/', content: `On ${query}` }]);
    const fact_check = { mode: 'verify', sources: ['searxng', 'native'], documents };
    const metadata = await asked({ fact_check });
    expect(metadata.sources_consulted).toEqual(expect.arrayContaining(['context', 'searxng']));
    expect(JSON.stringify(provider.calls.map(({ question }) => question.user))).toContain(SECRET);
    expect(search.queries.length).toBeGreaterThan(0);
    expect(search.queries.join('\n')).not.toContain('Halcyon');
    // Without documents the judge's query is asked.
    await asked({ fact_check: { mode: 'verify', sources: ['searxng', 'native'] } });
    expect(search.queries.join('\n')).toContain('Halcyon');
  });

  it('is before the judge first, whatever else was found', async () => {
    const { provider, search } = judged;
    const said = 'The Falcon Bridge in Arlen is 212 metres long.';
    provider.judge(agreeable);
    search.find(() =>
      Array.from({ length: 8 }, (_, i) => ({
        title: `Page ${i}`,
        url: `https://a.example/${i}`,
        content: `${said} So says page ${i}.`,
      })),
    );
    const text = 'The Falcon Bridge measures 298 metres.';
    const metadata = await asked({
      messages: [{ role: 'user', content: said }],
      fact_check: { mode: 'verify', sources: ['searxng'], documents: [{ text }] },
    });
    expect(metadata.sources_consulted).toEqual(['context', 'starter', 'searxng']);
    const block = provider.calls[0]?.question.blocks[0];
    expect(block?.items.length).toBeGreaterThan(3);
    expect(block?.items[0]?.text).toBe(text);
  });

  it.each([
    ['When did the mayor resign?', true],
    ['When did the mayor resign? I was told that the Kestrel Bridge in Oberwald is 412 metres long.', true],
    ['Summarize why the mayor resigned.', true],
    ['Thank you!', false],
  ])('in mode ground gives the model what the documents say to “%s”: %s', async (content, isGiven) => {
    const text = 'The mayor of Oberwald resigned on 14 May, after eleven years in office.';
    const metadata = await asked({
      messages: [{ role: 'user', content }],
      fact_check: { mode: 'ground', documents: [{ title: 'Town news', text }] },
    });
    const { system, user } = readPrompt(judged.provider.asked.at(-1) as Received);
    expect([system, user].join('\n').includes(text)).toBe(isGiven);
    expect(metadata.sources_consulted).toContain('context');
  });

  it('is asked no question where the model reads all of it anyway', async () => {
    const metadata = await asked({
      messages: [
        { role: 'system', content: LONG },
        { role: 'user', content: 'When was it opened?' },
      ],
      fact_check: { mode: 'ground' },
    });
    expect(metadata.sources_consulted).toEqual([]);
  });

  it('in mode ground gives the model the documents, and not again what stands in the conversation', async () => {
    const metadata = await asked({
      messages: [
        { role: 'system', content: LONG },
        { role: 'user', content: 'The Kestrel Bridge in Oberwald was opened in 1978.' },
      ],
      fact_check: { mode: 'ground', documents },
    });
    const titles = metadata.claims[0]?.evidence?.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Message 0 (system)', 'Internal']));
    const { system, user } = readPrompt(judged.provider.asked.at(-1) as Received);
    expect(user).toContain('| context\n');
    expect(user).toContain(SECRET);
    expect(`${system}${user}`.split('was opened in 1987')).toHaveLength(2);
  });
});
