import { expect, it } from 'vitest';
import { openServerLane, type ScoringServer } from './open-server-lane.ts';

const PAIRS = [{ claim: 'A claim.', passage: 'A passage.' }];
const ANSWER = JSON.stringify([
  [
    { label: 'entailment', score: 0.5 },
    { label: 'neutral', score: 0.25 },
    { label: 'contradiction', score: 0.25 },
  ],
]);

function open(send: ScoringServer['send']) {
  const faults: string[] = [];
  const rules = { form: 'predict', labels: {}, separator: '\n' } as const;
  return { faults, lane: openServerLane({ ...rules, send }, (why) => faults.push(why)) };
}

it('has what the server says of each pair, and is busy until then', async () => {
  const { lane, faults } = open(async () => ({ status: 200, text: ANSWER }));
  expect(lane.isBusy()).toBe(false);
  const reading = lane.read(PAIRS);
  expect(lane.isBusy()).toBe(true);
  expect(await reading).toEqual([{ supported: 0.5, refuted: 0.25, not_enough_info: 0.25 }]);
  expect([lane.isBusy(), faults]).toEqual([false, []]);
});

it.each<[string, ScoringServer['send'], string]>([
  ['another status', async () => ({ status: 201, text: ANSWER }), 'it answers with status 201'],
  ['no JSON', async () => ({ status: 200, text: '<html>' }), 'its answer is no JSON'],
  ['no answer', () => Promise.reject(new Error('sk-secret')), 'it does not answer'],
])('has nothing of a server with %s, says why, and can be asked again', async (_what, send, why) => {
  const { lane, faults } = open(send);
  expect(await lane.read(PAIRS)).toBeUndefined();
  expect(faults).toEqual([`the server that scores pairs: ${why}`]);
  expect(lane.isBusy()).toBe(false);
});

it('gives up what it asks when it is closed, which is no failure', async () => {
  const { lane, faults } = open(
    (_body, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const reading = lane.read(PAIRS);
  lane.close();
  expect(await reading).toBeUndefined();
  expect(faults).toEqual([]);
});
