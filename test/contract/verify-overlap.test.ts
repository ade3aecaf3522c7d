/** Claims are judged while the answer is still being written: what it goes on with waits here until they are. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { FakeSearch } from '../harness/fake-search.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import type { JudgingProvider } from '../harness/judging-provider.ts';
import { providerOf, startStream, WIRES } from '../harness/provider-wires.ts';
import { type ChunkBody, parseStream } from '../harness/read-answer.ts';
import type { Gateway } from '../harness/start-gateway.ts';

let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
let stop: JudgedGateway['stop'];
beforeAll(async () => {
  ({ provider, search, gateway, stop } = await startJudgedGateway(
    '{ outside: always, judge_concurrency: 2 }',
  ));
});
afterAll(() => stop());
beforeEach(() => {
  provider.reset();
  search.find((query) => [{ title: 'A page', url: 'https://a.example/', content: `It is known: ${query}` }]);
});

const claims = Array.from(
  { length: 10 },
  (_, n) => `The tower of Sunderholm number ${n + 11} is 43 metres high.`,
);

/** Ten sentences, written in different ways; every text ends with the last claim's full stop. */
const RHYTHMS: Readonly<Record<string, readonly string[]>> = {
  'a sentence at a time, then silence': claims.map((text, n) => (n < 9 ? `${text} ` : text)),
  'a sentence at a time, its blank with the next': claims.map((text, n) => (n === 0 ? text : ` ${text}`)),
  'lines of a list': claims.map((text) => `- ${text}\n`),
  'word by word': claims.flatMap((text, n) => `${n === 0 ? '' : ' '}${text}`.split(/(?= )/)),
};

let keys = 0;

/** Streams an answer with verdicts. @param seen gets each chunk as it comes. */
async function stream(fields: Record<string, unknown>, seen: ChunkBody[]): Promise<void> {
  const response = await gateway.chat({
    ...fields,
    stream: true,
    fact_check: { mode: 'verify', stream_events: true },
    messages: [{ role: 'user', content: 'Tell me of the towers.' }],
  });
  let open = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    open += piece;
    const end = open.lastIndexOf('\n\n');
    if (end < 0) continue;
    seen.push(...parseStream(open.slice(0, end + 2).replace(/data: \[DONE\]\n\n$/, '')).chunks);
    open = open.slice(end + 2);
  }
}

it.each(Object.entries(RHYTHMS))('ten claims, %s', async (_rhythm, pieces) => {
  const fields = { api_key: `sk-overlap-${++keys}`, model: WIRES.openai.model };
  await gateway.chat(fields);
  provider.reset();
  provider.judge(agreeable);
  const seen: ChunkBody[] = [];
  const verdicts = (): string[] =>
    seen.flatMap(({ claim_event: event }) => (event?.type === 'verdict' ? [event.claim.text] : []));
  /** How many verdicts the caller had when the last piece was sent. */
  let early = 0;
  provider.answer(async (request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening);
    let written = '';
    for (const [at, text] of pieces.entries()) {
      const complete = claims.filter((claim) => written.includes(claim));
      // The last one may need the next words to show that it has ended.
      const due = complete.slice(0, -1);
      while (!response.destroyed && !due.every((claim) => verdicts().includes(claim))) await delay(2);
      if (at === pieces.length - 1) early = verdicts().length;
      written += text;
      response.write(wire.delta(text));
    }
    response.end(wire.end);
  });
  await stream(fields, seen);

  expect(early).toBeGreaterThanOrEqual(8);
  expect(verdicts().sort()).toEqual([...claims].sort());
  const finish = seen.find(({ choices }) => choices[0]?.finish_reason === 'stop');
  expect(finish?.fact_check_metadata?.claims).toHaveLength(10);
  // No claim was judged twice.
  expect(provider.calls.flatMap(({ question }) => question.blocks)).toHaveLength(10);
});

it('the last claim of a text that falls silent is judged before anything follows', async () => {
  const fields = { api_key: `sk-overlap-${++keys}`, model: WIRES.openai.model };
  await gateway.chat(fields);
  provider.reset();
  provider.judge(agreeable);
  provider.answer(async (request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + wire.delta(claims[0] as string));
    while (!response.destroyed && provider.calls.length === 0) await delay(2);
    response.end(wire.delta(' That is all.') + wire.end);
  });
  const seen: ChunkBody[] = [];
  await stream(fields, seen);
  expect(provider.calls).toHaveLength(1);
});
