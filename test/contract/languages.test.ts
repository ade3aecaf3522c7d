/** `language` of claims, and of POST /v1/claims. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DETECTED_LANGUAGES } from '../../src/domain/claim.ts';
import { texts } from '../../web/texts.ts';
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

it('the README, the docs, the page and the reference name the same languages', async () => {
  const read = (file: string): string =>
    readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8').replace(/\s+/g, ' ');
  const names = DETECTED_LANGUAGES.map((tag) => new Intl.DisplayNames('en', { type: 'language' }).of(tag));
  const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
  expect(read('README.md')).toContain(all);
  expect(texts.claims.trainedOn).toContain(all);
  const rows = [...read('docs/verdicts.md').matchAll(/\| (\w+) \(`(\w\w)`\) \|/g)];
  expect(rows.map(([, name]) => name)).toEqual(names);
  expect(rows.map(([, , tag]) => tag)).toEqual(DETECTED_LANGUAGES);
  const reference = await (await fetch(`${gateway.url}/openapi.json`)).text();
  expect(reference).toContain(DETECTED_LANGUAGES.join(', '));
});
