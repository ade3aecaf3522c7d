/** A server that scores pairs in place of the model on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { openJudge } from '../../src/gateway/wiring/open-judge.ts';
import { REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { SEPARATOR, type SimulatedScoringServer, startScoringServer } from '../harness/scoring-server.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const RIGHT = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
const WRONG = 'The Kestrel Bridge in Oberwald is made of wood.';
const UNKNOWN = 'The Kestrel Bridge in Oberwald was designed by the engineer Ada Brunner.';
const DOCUMENTS = [
  {
    text: 'In 2024 some 14,200 vehicles crossed the Kestrel Bridge in Oberwald each day. The Kestrel Bridge in Oberwald is of steel.',
  },
];
const KEY = 'judge-key-0123456789-canary';

let server: SimulatedScoringServer;
beforeAll(async () => {
  server = await startScoringServer(({ claim, passage }) => {
    if (claim === RIGHT && passage.includes('14,200')) return SUPPORTS;
    return claim === WRONG && passage.includes('steel') ? REFUTES : UNSURE;
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  server.fail(undefined);
  server.asked.length = 0;
});

const configOf = (path: string): string =>
  `judge: ${JSON.stringify({
    local: {
      model: `${server.url}${path}`,
      deadline: '1s',
      separator: SEPARATOR,
      labels: { contradiction: 'refuted', entailment: 'supported', neutral: 'not_enough_info' },
    },
  })}`;

describe.each(['/predict', '/classify', '/score'])('a server’s %s', (path) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: configOf(path), env: { CLAIMGATE_JUDGE_KEY: KEY } });
  });
  afterAll(() => gateway.stop());

  it('judges, and is sent the key, which is written nowhere', async () => {
    const response = await gateway.post('/v1/claims', {
      ...{ mode: 'ground', text: `${RIGHT} ${WRONG} ${UNKNOWN}`, documents: DOCUMENTS },
    });
    const text = await response.text();
    const { claims, calibrated } = (JSON.parse(text) as { fact_check_metadata: FactCheckMetadata })
      .fact_check_metadata;
    // Nobody has fitted one for the server's model.
    expect(calibrated).toBe(false);
    const verdicts = claims.map(({ verdict, judged_by, checked }: Claim) => [verdict, judged_by, checked]);
    const none = ['not_enough_evidence', undefined, false];
    expect(verdicts).toEqual([
      ['supported', 'local', undefined],
      // One score says only how far a claim is supported.
      path === '/score' ? expect.anything() : ['refuted', 'local', undefined],
      path === '/score' ? expect.anything() : none,
    ]);
    expect(verdicts.filter(([verdict]) => verdict === 'refuted')).toHaveLength(path === '/score' ? 0 : 1);
    expect(server.asked.map((one) => one.path)).toContain(path);
    expect(new Set(server.asked.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]));
    await gateway.logged();
    expect(text + gateway.logLines.join('')).not.toContain(KEY);
  });
});

describe.skipIf(severalProcesses)('a server that fails', () => {
  it.each([
    ['with a status', { status: 500 }, 'status 500'],
    ['with no JSON', { text: '<html>' }, 'no JSON'],
    ['with too few scores', { text: '[]' }, 'another number of pairs'],
    ['with labels that nobody knows', { text: '[[{"label":"LABEL_7","score":1}]]' }, 'judge.local.labels'],
    ['with scores that are none', { text: '[[{"label":"neutral","score":7}]]' }, 'no probabilities'],
    ['by silence', 'silent', 'does not answer'],
  ] as const)('%s leaves claims unchecked, and says why', async (_how, failure, why) => {
    const gateway = await startGateway({ yaml: configOf('/predict') });
    server.fail(failure);
    const check = async () => {
      const response = await gateway.post('/v1/claims', {
        ...{ mode: 'ground', text: RIGHT, documents: DOCUMENTS },
      });
      return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
    };
    const health = async () =>
      ((await (await fetch(`${gateway.url}/health`)).json()) as { judge: string }).judge;
    expect(await health()).toBe('ready');
    const { claims } = await check();
    expect(claims).toMatchObject([
      { verdict: 'not_enough_evidence', checked: false, explanation: expect.stringContaining('not checked') },
    ]);
    await expect.poll(health).toBe('failed');
    await gateway.logged();
    expect(gateway.logLines.filter((line) => line.includes(why))).toHaveLength(1);
    // For a while it is left alone.
    const before = server.asked.length;
    await check();
    expect(server.asked).toHaveLength(before);
    await gateway.stop();
  });
});

it.each([
  ['http://127.0.0.1:1/', {}, 'must end in /predict, /classify, /score'],
  ['http://me:secret@127.0.0.1:1/predict', {}, 'must not hold a user'],
  ['http://127.0.0.1:1/classify', {}, 'needs judge.local.labels'],
])('the address %s stops the start', async (model, labels, why) => {
  await expect(
    startGateway({ yaml: `judge: ${JSON.stringify({ local: { model, labels } })}` }),
  ).rejects.toThrow(why);
});

it('a judge that is off asks no server', async () => {
  const config = readConfig({});
  const local = { ...config.judge.local, enabled: false, model: `${server.url}/predict` };
  const judge = openJudge({ ...config, judge: { local } }, () => {});
  expect(judge.state()).toBe('off');
  expect(await judge.score([{ claim: 'a', passage: 'b' }], new AbortController().signal)).toEqual([
    undefined,
  ]);
  await judge.close();
  expect(server.asked).toEqual([]);
});
