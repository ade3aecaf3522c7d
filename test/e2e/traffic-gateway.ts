/** A gateway that a week of traffic has gone through: two models, of which one was refuted more often. */
import type { Pair, PairScore } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { ADMIN_KEY, startGateway } from '../harness/start-gateway.ts';

export const CALLER_KEY = 'sk-of-the-traffic-page-0123456789';
export const [GOOD, BAD] = ['gpt-6-luna', 'grok-4.3'];
export const RIGHT = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
export const WRONG = 'The Kestrel Bridge in Oberwald was opened in 1978.';
/** What the answers are held against. */
export const documents = [
  { text: 'The Kestrel Bridge in Oberwald was opened to traffic in 1987. It has two lanes and a footpath.' },
  {
    text: 'In the year 2024 some 14,200 vehicles crossed the Kestrel Bridge each day. Lorries were a fifth.',
  },
];
/** Knows what the documents say of both. */
export const say = ({ claim, passage }: Pair): PairScore => {
  if (claim === RIGHT && passage.includes('14,200')) return SUPPORTS;
  return claim === WRONG && passage.includes('1987') ? REFUTES : UNSURE;
};

/** Four days ago one model was wrong, and both were right; today an application asks the sandbox, and one request fails. */
export async function startTraffic(yaml = '') {
  const provider = await startFakeProvider(speak());
  let back = 4 * 86_400_000;
  const gateway = await startGateway({
    yaml: `admin: { keys: ["ann:${ADMIN_KEY}"] }\nplans: { default: enterprise }\nsandbox: { enabled: true }\n${yaml}`,
    env: envFor(provider),
    app: { judge: fakeJudge(say, { maxPairs: 14 }), now: () => Date.now() - back },
  });
  const ask = async (model: string, answer: string, key = CALLER_KEY) => {
    provider.answer(speak([answer]));
    const response = await gateway.chat(
      {
        model,
        messages: [{ role: 'user', content: 'What is said of the bridge?' }],
        fact_check: { mode: 'ground', documents },
        metadata: { app: 'Newsroom' },
      },
      { authorization: `Bearer ${key}` },
    );
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    await response.text();
  };
  for (let i = 0; i < 3; i++) await ask(GOOD, RIGHT);
  await ask(GOOD, `${RIGHT} ${WRONG}`);
  for (let i = 0; i < 2; i++) await ask(BAD, `${RIGHT} ${WRONG}`);
  back = 0;
  await ask(GOOD, RIGHT, 'sandbox');
  await gateway.chat({ temperature: 9 }, { authorization: `Bearer ${CALLER_KEY}` });
  return {
    ...gateway,
    /** One more request, now. */
    ask,
    stop: async () => void (await Promise.all([gateway.stop(), provider.stop()])),
  };
}
