/** Claims are judged while the answer is still being written, two and three together; at the end nothing waits. */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreeable } from '../../src/factcheck/verify/judge-in-tests.ts';
import type { FakeSearch } from '../harness/fake-search.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { type JudgingProvider, sayPaced } from '../harness/judging-provider.ts';
import { WIRES } from '../harness/provider-wires.ts';
import { type ChunkBody, parseStream } from '../harness/read-answer.ts';
import type { Gateway } from '../harness/start-gateway.ts';

/** At 1, the stream takes twenty seconds and the judge 800 ms. */
const SCALE = process.env.CLAIMGATE_TEST_SLOW === '1' ? 1 : 0.2;
const STREAM = 20_000 * SCALE;
const JUDGE = 800 * SCALE;
/** Milliseconds from the end of a claim's sentence, or the next one's, to its call, and from the last token to the finish. */
const SOON = 300;
const FINISH = 1_200 * SCALE + (SCALE < 1 ? 300 : 0);

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

interface Piece {
  readonly text: string;
  readonly after: number;
}

/** Ten sentences over the stream, written in different ways; every text ends with the last claim's full stop. */
const RHYTHMS: Readonly<Record<string, readonly Piece[]>> = {
  'a sentence at a time, then silence': claims.map((text, n) => ({
    text: n < 9 ? `${text} ` : text,
    after: STREAM / 10,
  })),
  'a sentence at a time, its blank with the next': claims.map((text, n) => ({
    text: n === 0 ? text : ` ${text}`,
    after: STREAM / 10,
  })),
  'lines of a list': claims.map((text) => ({ text: `- ${text}\n`, after: STREAM / 10 })),
  'word by word': claims
    .flatMap((text, n) => `${n === 0 ? '' : ' '}${text}`.split(/(?= )/))
    .map((text, _, { length }) => ({ text, after: STREAM / length })),
};

let keys = 0;

/** Streams an answer with verdicts; @returns its chunks, and when each came. */
async function stream(fields: Record<string, unknown>): Promise<{ chunks: ChunkBody[]; at: number[] }> {
  const response = await gateway.chat({
    ...fields,
    stream: true,
    fact_check: { mode: 'verify', stream_events: true },
    messages: [{ role: 'user', content: 'Tell me of the towers.' }],
  });
  const chunks: ChunkBody[] = [];
  const at: number[] = [];
  let open = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const now = performance.now();
    open += piece;
    const end = open.lastIndexOf('\n\n');
    if (end < 0) continue;
    for (const chunk of parseStream(open.slice(0, end + 2).replace(/data: \[DONE\]\n\n$/, '')).chunks) {
      chunks.push(chunk);
      at.push(now);
    }
    open = open.slice(end + 2);
  }
  return { chunks, at };
}

it.each(Object.entries(RHYTHMS))(
  'ten claims, %s',
  // A machine that does other things besides is late itself.
  { retry: 3, timeout: 30_000 * SCALE + 20_000 },
  async (_rhythm, pieces) => {
    const sent: number[] = [];
    const fields = { api_key: `sk-overlap-${++keys}`, model: WIRES.openai.model };
    await gateway.chat(fields);
    provider.reset();
    provider.judge(agreeable, JUDGE);
    provider.answer(sayPaced(pieces, sent));
    const { chunks, at } = await stream(fields);

    const last = sent.at(-1) as number;
    const written = pieces.map(({ text }) => text).join('');
    const ends = pieces.map((_, n) => pieces.slice(0, n + 1).reduce((sum, { text }) => sum + text.length, 0));
    /** When the piece went out that ended a claim's sentence. */
    const endedAt = (claim: string): number => {
      const end = written.indexOf(claim) + claim.length;
      return sent[ends.findIndex((one) => one >= end)] as number;
    };
    const delays = claims.map((claim) => {
      const call = provider.calls.find(({ question }) =>
        question.blocks.some((block) => block.claim === claim),
      );
      return (call?.began ?? Number.NaN) - endedAt(claim);
    });
    expect(delays[0]).toBeLessThanOrEqual(SOON);
    expect(Math.max(...delays)).toBeLessThanOrEqual(STREAM / 10 + SOON);
    expect(provider.calls.length).toBeLessThanOrEqual(7);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    const verdicts = chunks.flatMap(({ claim_event: event }, n) =>
      event?.type === 'verdict' ? [{ claim: event.claim.text, at: at[n] as number }] : [],
    );
    expect(verdicts.map(({ claim }) => claim).sort()).toEqual([...claims].sort());
    expect(verdicts.filter((one) => one.at < last).length).toBeGreaterThanOrEqual(8);
    const finish = chunks.findIndex(({ choices }) => choices[0]?.finish_reason === 'stop');
    expect((at[finish] as number) - last).toBeLessThanOrEqual(FINISH);
    expect(chunks[finish]?.fact_check_metadata?.claims).toHaveLength(10);
    // No claim was judged twice.
    expect(provider.calls.flatMap(({ question }) => question.blocks)).toHaveLength(10);
  },
);
