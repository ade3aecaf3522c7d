/** `language` of claims, and of POST /v1/claims. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MetadataBody, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const BRIDGE = 'The bridge of Sunderholm was opened in 1931.';
const SWEDISH = 'Bron i Sunderholm öppnades 1931 och är 503 meter lång.';

async function languagesOf(fields: object) {
  const response = await gateway.post('/v1/claims', fields);
  const { fact_check_metadata: metadata } = await readJson<{ fact_check_metadata: MetadataBody }>(response);
  return metadata.claims.map((claim) => [claim.language, claim.language_supported]);
}

it('each claim says its language, and whether the detector knows it', async () => {
  expect(await languagesOf({ text: `${BRIDGE} ${SWEDISH}` })).toEqual([
    ['en', true],
    ['sv', false],
  ]);
});

it.each([
  ['de-AT', 'de', true],
  ['sv', 'sv', false],
  ['no such language', 'en', true],
  [null, 'en', true],
])('the language of the request is that of the text: %j', async (language, said, supported) => {
  expect(await languagesOf({ text: BRIDGE, language })).toEqual([[said, supported]]);
});
