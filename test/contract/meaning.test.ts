/** Evidence in other words than the claim's, with the model that ships. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    yaml: 'plans: { default: enterprise }\nfact_check: { ground_deadline: 5m }\nretrieval: { wait: 1m }',
  });
});
afterAll(() => gateway.stop());

const TEXT =
  'The mayor told the councillors on Tuesday that she was stepping down. A market is held twice a week.';
const documents = [
  { title: 'Town hall', text: TEXT },
  ...Array.from({ length: 20 }, (_, at) => ({
    title: `Page ${at}`,
    text: `The mayor of district ${at} opened a bridge. The library is open on ${at} days of the month.`,
  })),
];

it.each(['/v1/chat/completions', '/v1/claims'])(
  'is found in the documents of a request to %s',
  async (path) => {
    const content = 'The mayor resigned in 2024.';
    const chat = { messages: [{ role: 'user', content }], fact_check: { mode: 'ground', documents } };
    const body = path === '/v1/claims' ? { text: content, mode: 'ground', documents } : chat;
    const response = await gateway.post(
      path,
      { model: 'gpt-6-luna', ...body },
      { authorization: 'Bearer sandbox' },
    );
    expect(response.status).toBe(200);
    const { fact_check_metadata } = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
    expect(fact_check_metadata.claims[0]?.evidence?.map(({ title }) => title)).toContain('Town hall');
  },
);
