/** `speaker`, `time`, `date` and `stands_alone` of claims, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

interface Body {
  readonly fact_check_metadata: { readonly claims: readonly Record<string, unknown>[] };
}

async function claimsOf(fields: object) {
  const response = await gateway.post('/v1/claims', fields);
  return (await readJson<Body>(response)).fact_check_metadata.claims;
}

it.each(['detect', 'ground'])(
  'a transcript says who spoke and when; the request, of which day it is: %s',
  async (mode) => {
    const said = 'The mayor of Ulm resigned yesterday.';
    const text = `[00:12:31] Anna Meier: ${said}`;
    const [claim, ...others] = await claimsOf({ text, mode, date: '2024-05-08' });
    expect(others).toEqual([]);
    expect(claim).toMatchObject({
      ...{ original_text: said, start: 23, speaker: 'Anna Meier', time: '00:12:31', date: '2024-05-07' },
    });
    expect(claim).not.toHaveProperty('stands_alone');
  },
);

it('what nobody has said is left open, and nothing else is there', async () => {
  const [open, plain] = await claimsOf({
    text: 'They said it would double next year.\n\nWater boils at 100 °C.',
  });
  expect(open).toMatchObject({ stands_alone: false });
  for (const field of ['speaker', 'time', 'date']) expect(open).not.toHaveProperty(field);
  for (const field of ['speaker', 'time', 'date', 'stands_alone']) expect(plain).not.toHaveProperty(field);
});
