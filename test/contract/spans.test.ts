/** `spans` of POST /v1/claims: of a text, the claims of some parts alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { expectError, type Fault, readJson } from '../harness/read-answer.ts';

const CLAIMS = [1901, 1902, 1903, 1904, 1905].map((year) => `The tower of Sunderholm was built in ${year}.`);
const TEXT = CLAIMS.join(' ');
const spanOf = (index: number) => {
  const start = TEXT.indexOf(CLAIMS[index] as string);
  return { start, end: start + (CLAIMS[index] as string).length };
};

let judged: JudgedGateway;
beforeAll(async () => {
  judged = await startJudgedGateway('{ max_claims: 2 }');
});
afterAll(() => judged.stop());
beforeEach(() => {
  judged.provider.reset();
  judged.provider.judge(({ blocks }) =>
    blocks.map((block) =>
      verdict(block, {
        verdict: 'refuted',
        evidence: [{ number: block.items[0]?.number, stance: 'refutes', words: '1899' }],
        wrong: /\d{4}/.exec(block.claim)?.[0],
        right: '1899',
      }),
    ),
  );
});

const post = (fields: object): Promise<Response> =>
  judged.gateway.post('/v1/claims', {
    api_key: 'sk-spans',
    model: 'gpt-6-luna',
    text: TEXT,
    documents: [{ text: 'The tower of Sunderholm was built in 1899.' }],
    ...fields,
  });
async function check(fields: object): Promise<FactCheckMetadata> {
  const response = await post(fields);
  expect(response.status).toBe(200);
  return (await readJson<{ fact_check_metadata: FactCheckMetadata }>(response)).fact_check_metadata;
}
const textsOf = (claims: readonly Claim[]): string[] => claims.map(({ original_text }) => original_text);

describe('spans', () => {
  it('are those whose claims are verified and listed; all are counted, and keep their ids', async () => {
    const { claims: all } = await check({ mode: 'detect' });
    const metadata = await check({ mode: 'verify', spans: [spanOf(1), spanOf(3)] });
    expect(metadata.claims_detected).toBe(5);
    expect(metadata).not.toHaveProperty('claims_omitted');
    expect(metadata.claims.map(({ id, start, end }) => ({ id, start, end }))).toEqual(
      [all[1], all[3]].map((claim) => ({ id: claim?.id, start: claim?.start, end: claim?.end })),
    );
    expect(metadata.claims.map((claim) => claim.verdict)).toEqual(['refuted', 'refuted']);
    const asked = judged.provider.calls.flatMap(({ question }) => question.blocks.map(({ claim }) => claim));
    expect(asked.toSorted()).toEqual([CLAIMS[1], CLAIMS[3]]);
  });

  it.each(['detect', 'ground', 'verify'])('choose whatever they overlap, mode %s', async (mode) => {
    const { start } = spanOf(2);
    const { end } = spanOf(0);
    // The end of the first claim, a blank between two, and the first letter of the third.
    const spans = [
      { start: end - 1, end },
      { start: end, end: end + 1 },
      { start, end: start + 1 },
    ];
    const { claims, claims_detected } = await check({ mode, spans });
    expect(textsOf(claims)).toEqual([CLAIMS[0], CLAIMS[2]]);
    expect(claims_detected).toBe(5);
  });

  it('with none of the claims list none', async () => {
    const { end } = spanOf(0);
    const metadata = await check({ mode: 'verify', spans: [{ start: end, end: end + 1 }] });
    expect(metadata).toMatchObject({ claims: [], claims_detected: 5, confidence_score: 1 });
    expect(judged.provider.calls).toHaveLength(0);
  });

  it('count for max_claims: what was left the first time is checked the second', async () => {
    const first = await check({ mode: 'verify' });
    const left = first.claims.filter(({ checked }) => checked === false);
    expect(left).toHaveLength(3);
    const second = await check({ mode: 'verify', spans: left.map(({ start, end }) => ({ start, end })) });
    expect(second.claims.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    expect(second.claims.filter(({ checked }) => checked === false)).toHaveLength(1);
  });

  it('are the only claims and verdicts of a stream', async () => {
    const text = await (await post({ mode: 'verify', stream: true, spans: [spanOf(4)] })).text();
    const events = [...text.matchAll(/^event: (claim|verdict)\ndata: (.*)$/gm)].map(([, type, data]) => [
      type,
      (JSON.parse(data as string) as Claim).original_text,
    ]);
    expect(events).toEqual([
      ['claim', CLAIMS[4]],
      ['verdict', CLAIMS[4]],
    ]);
  });

  it('alone are revised', async () => {
    const metadata = await check({ mode: 'verify', revise: true, spans: [spanOf(1)] });
    expect(metadata.revised_content).toBe(TEXT.replace('1902', '1899'));
    expect(metadata.revisions).toHaveLength(1);
  });

  it('reach claims behind the thousandth', async () => {
    const text = 'The tower of Sunderholm was built in 1901. '.repeat(1_200);
    const end = text.length - 1;
    const metadata = await check({ text, mode: 'detect', spans: [{ start: end - 1, end }] });
    expect(metadata).toMatchObject({ claims_detected: 1_200, claims: [{ id: 'claim-1200', end }] });
    expect(metadata).not.toHaveProperty('claims_omitted');
  });
});

describe('spans that are none', () => {
  const FAULTS: readonly (readonly [string, unknown, readonly (string | number)[], string])[] = [
    ['no list', 'all', ['spans'], 'list_type'],
    ['no span', [], ['spans'], 'too_short'],
    ['too many', Array.from({ length: 1_001 }, () => ({ start: 0, end: 1 })), ['spans'], 'too_long'],
    ['a number', [3], ['spans', 0], 'model_attributes_type'],
    ['no start', [{ end: 1 }], ['spans', 0, 'start'], 'missing'],
    ['no whole number', [{ start: 0.5, end: 1 }], ['spans', 0, 'start'], 'int_type'],
    ['a word', [{ start: 0, end: '7' }], ['spans', 0, 'end'], 'int_type'],
    ['below 0', [{ start: -1, end: 1 }], ['spans', 0, 'start'], 'greater_than_equal'],
    [
      'empty',
      [
        { start: 0, end: 1 },
        { start: 4, end: 4 },
      ],
      ['spans', 1, 'end'],
      'value_error',
    ],
    ['turned round', [{ start: 4, end: 3 }], ['spans', 0, 'end'], 'value_error'],
    ['outside the text', [{ start: 0, end: TEXT.length + 1 }], ['spans', 0, 'end'], 'value_error'],
  ];

  it.each(FAULTS)('%s: 422', async (_name, spans, place, type) => {
    const body = await expectError(await post({ mode: 'verify', spans }), { status: 422 });
    expect((body.detail as readonly Fault[]).map(({ loc, type }) => [loc, type])).toEqual([
      [['body', ...place], type],
    ]);
  });

  it('null is as if absent', async () => {
    expect((await check({ spans: null })).claims).toHaveLength(5);
  });
});
