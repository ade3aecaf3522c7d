import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CompletionBody, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

it("answers a newcomer's first request, with what was found in it", async () => {
  const response = await gateway.chat({
    api_key: 'sandbox',
    messages: [{ role: 'user', content: 'Hello! The Eiffel Tower was completed in 1889.' }],
  });
  expect(response.status).toBe(200);
  const body = await readJson<CompletionBody>(response);
  expect(body.choices[0]?.message.content).toContain('The Eiffel Tower was completed in 1889.');
  expect(body.fact_check_metadata?.claims[0]).toMatchObject({
    text: 'The Eiffel Tower was completed in 1889.',
    role: 'user',
    message_index: 0,
    start: 7,
    end: 46,
  });
});
